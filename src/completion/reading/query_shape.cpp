#include "completion/reading/query_shape.h"

#include <algorithm>

namespace paisql::completion {

namespace {

constexpr std::array kClauses = {"WHERE", "GROUP", "HAVING", "WINDOW",     "QUALIFY", "ORDER",
                                 "SORT",  "LIMIT", "SELECT", "DISTRIBUTE", "CLUSTER", "INSERT",
                                 "UNION", "MAP",   "REDUCE", "INTERSECT",  "EXCEPT",  "MINUS"};
constexpr std::array kQueryWords = {"SELECT", "WITH", "FROM", "VALUES", "MAP", "REDUCE"};

}  // namespace

bool BeginsClause(const Token& token) { return IsOneOf(token, kClauses); }

int QueryShape::DepthOf(const Range& range) const {
  return range.begin < tokens_.size() ? At(range.begin).depth : 0;
}

size_t QueryShape::CloseOf(size_t open, size_t end) const {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (At(i).text == "(") ++depth;
    if (At(i).text == ")" && --depth == 0) return i;
  }
  return end;
}

size_t QueryShape::BehindBrackets(size_t open, const Range& range) const {
  return std::min(CloseOf(open, range.end) + 1, range.end);
}

std::vector<std::string> QueryShape::NamesIn(size_t open, size_t end, size_t& behind) const {
  const size_t close = CloseOf(open, end);
  std::vector<std::string> names;
  for (size_t i = open + 1; i < close; ++i) {
    if (At(i).IsWord()) names.push_back(At(i).Name());
  }
  behind = std::min(close + 1, end);
  return names;
}

std::vector<Range> QueryShape::GroupsAround(size_t at) const {
  std::vector<Range> groups;
  int depth = 0;
  for (size_t i = at; i-- > 0;) {
    if (At(i).text == ")") ++depth;
    if (At(i).text != "(") continue;
    if (depth > 0) {
      --depth;
      continue;
    }
    groups.push_back({i + 1, std::max(at, CloseOf(i, tokens_.size()))});
  }
  groups.push_back({0, tokens_.size()});
  return groups;
}

bool QueryShape::BeginsQuery(const Range& range) const {
  return range.begin < range.end &&
         (At(range.begin).text == "(" || IsOneOf(At(range.begin), kQueryWords));
}

bool QueryShape::StandsAlone(const Range& range) const {
  if (range.begin < 2) return false;
  const Token& before = At(range.begin - 2);
  return before.Is("AS") || before.Is("FROM") || before.Is("JOIN") || before.Is("USING");
}

std::vector<Range> QueryShape::ArmsOf(const Range& range) const {
  std::vector<Range> arms{{range.begin, range.end}};
  const int depth = DepthOf(range);
  for (size_t i = range.begin; i < range.end; ++i) {
    if (At(i).depth != depth || At(i).kind != syntax::TokenClass::kKeyword) continue;
    const bool next =
        i + 1 < range.end && (IsOneOf(At(i + 1), kQueryWords) || Has(i + 1, range, "ALL") ||
                              Has(i + 1, range, "DISTINCT"));
    const bool joins = At(i).Is("UNION") || At(i).Is("INTERSECT") ||
                       ((At(i).Is("EXCEPT") || At(i).Is("MINUS")) && next);
    if (!joins && !At(i).Is("INSERT")) continue;
    arms.back().end = i;
    arms.push_back({i, range.end});
  }
  return arms;
}

size_t QueryShape::FromOf(const Range& arm) const {
  const int depth = DepthOf(arm);
  for (size_t i = arm.begin; i < arm.end; ++i) {
    if (At(i).depth != depth || !At(i).Is("FROM")) continue;
    if (i > arm.begin && At(i - 1).Is("DISTINCT")) continue;  // IS DISTINCT FROM
    return i;
  }
  return arm.end;
}

}  // namespace paisql::completion
