#include "completion/scope.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"

namespace paisql::completion {

namespace {

using syntax::TextTokenKind;

constexpr int kMaxNesting = 16;

// Words behind which a FROM has ended.
constexpr std::array kClauses = {"WHERE", "GROUP", "HAVING", "WINDOW",     "QUALIFY", "ORDER",
                                 "SORT",  "LIMIT", "SELECT", "DISTRIBUTE", "CLUSTER", "INSERT",
                                 "UNION", "MAP",   "REDUCE", "INTERSECT",  "EXCEPT",  "MINUS"};
constexpr std::array kQueryWords = {"SELECT", "WITH", "FROM", "VALUES", "MAP", "REDUCE"};

template <size_t count>
bool IsOneOf(const Token& token, const std::array<const char*, count>& words) {
  return token.kind == TextTokenKind::kKeyword &&
         std::any_of(words.begin(), words.end(), [&](const char* word) { return token.Is(word); });
}

// Tokens [begin, end) with nothing around them but one pair of brackets.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};

struct With {
  std::string name;
  std::vector<std::string> columns;  // where they are named
  Range body;
};

class Reader {
 public:
  Reader(const std::vector<Token>& tokens, Sources& sources) : tokens_(tokens), sources_(sources) {}

  Scope Read(size_t at) {
    Scope scope;
    std::vector<Range> groups = GroupsAround(at);
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) NoteWith(*group);
    for (const Range& group : groups) {
      const bool whole = group.begin == 0;
      if (!whole && !BeginsQuery(group)) continue;
      const std::vector<Range> arms = ArmsOf(group);
      const auto arm = std::find_if(arms.begin(), arms.end(), [at](const Range& one) {
        return one.begin <= at && at <= one.end;
      });
      if (arm == arms.end()) continue;
      std::vector<Relation> relations = RelationsOf(*arm, 0);
      // FROM t INSERT … SELECT …
      if (relations.empty() && arm != arms.begin()) {
        const Range& first = arms.front();
        if (first.begin < first.end && tokens_[first.begin].Is("FROM"))
          relations = RelationsOf(first, 0);
      }
      if (scope.outputs.empty() && scope.relations.empty()) {
        for (ColumnName& column : SelectedBy(*arm, {}, 0)) scope.outputs.push_back(column.name);
      }
      for (Relation& relation : relations) scope.relations.push_back(std::move(relation));
      if (StandsAlone(group)) break;
    }
    for (const With& with : with_) scope.with.push_back(with.name);
    return scope;
  }

 private:
  const Token& At(size_t i) const { return tokens_[i]; }
  bool Has(size_t i, const Range& range, std::string_view word) const {
    return i < range.end && tokens_[i].Is(word);
  }

  // The index of the bracket that closes the one at `open`, or the end.
  size_t CloseOf(size_t open, size_t end) const {
    int depth = 0;
    for (size_t i = open; i < end; ++i) {
      if (At(i).text == "(") ++depth;
      if (At(i).text == ")" && --depth == 0) return i;
    }
    return end;
  }

  // From the innermost to the whole statement.
  std::vector<Range> GroupsAround(size_t at) const {
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

  bool BeginsQuery(const Range& range) const {
    return range.begin < range.end &&
           (At(range.begin).text == "(" || IsOneOf(At(range.begin), kQueryWords));
  }

  // A query of WITH or FROM, which sees nothing of the one around it.
  bool StandsAlone(const Range& range) const {
    if (range.begin < 2) return false;
    const Token& before = At(range.begin - 2);
    return before.Is("AS") || before.Is("FROM") || before.Is("JOIN");
  }

  int DepthOf(const Range& range) const {
    return range.begin < tokens_.size() ? At(range.begin).depth : 0;
  }

  // The parts of a query that UNION and its like join, and the branches of a multi-insert.
  std::vector<Range> ArmsOf(const Range& range) const {
    std::vector<Range> arms{{range.begin, range.end}};
    const int depth = DepthOf(range);
    for (size_t i = range.begin; i < range.end; ++i) {
      if (At(i).depth != depth || At(i).kind != TextTokenKind::kKeyword) continue;
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

  void NoteWith(const Range& range) {
    const int depth = DepthOf(range);
    for (size_t i = range.begin; i < range.end; ++i) {
      if (At(i).depth != depth || !At(i).Is("WITH")) continue;
      size_t next = i + 1;
      if (Has(next, range, "RECURSIVE")) ++next;
      while (next + 1 < range.end && At(next).IsWord()) {
        With with{At(next++).Name(), {}, {}};
        if (Has(next, range, "(")) with.columns = NamesIn(next, range.end, next);
        if (!Has(next, range, "AS") || !Has(next + 1, range, "(")) break;
        const size_t close = CloseOf(next + 1, range.end);
        with.body = {next + 2, close};
        with_.push_back(std::move(with));
        next = close + 1;
        if (!Has(next, range, ",")) break;
        ++next;
      }
      i = next - 1;
    }
  }

  // The names between brackets; `behind` becomes what follows them.
  std::vector<std::string> NamesIn(size_t open, size_t end, size_t& behind) const {
    const size_t close = CloseOf(open, end);
    std::vector<std::string> names;
    for (size_t i = open + 1; i < close; ++i) {
      if (At(i).IsWord()) names.push_back(At(i).Name());
    }
    behind = std::min(close + 1, end);
    return names;
  }

  size_t FromOf(const Range& arm) const {
    const int depth = DepthOf(arm);
    for (size_t i = arm.begin; i < arm.end; ++i) {
      if (At(i).depth != depth || !At(i).Is("FROM")) continue;
      if (i > arm.begin && At(i - 1).Is("DISTINCT")) continue;  // IS DISTINCT FROM
      return i;
    }
    return arm.end;
  }

  std::vector<Relation> RelationsOf(const Range& arm, int nesting) {
    const size_t from = FromOf(arm);
    if (from == arm.end) return {};
    return ReadRelations({from + 1, arm.end}, nesting);
  }

  std::vector<Relation> ReadRelations(const Range& range, int nesting) {
    std::vector<Relation> relations;
    if (nesting > kMaxNesting) return relations;
    const int depth = DepthOf(range);
    size_t i = range.begin;
    while (i < range.end && !IsOneOf(At(i), kClauses)) {
      const size_t before = i;
      ReadRelation(range, nesting, i, relations);
      // To the next relation, over the conditions of a join.
      for (; i < range.end; ++i) {
        if (At(i).depth != depth) continue;
        if (IsOneOf(At(i), kClauses)) break;
        if (At(i).Is("LATERAL")) {
          ReadLateralView(range, i, relations);
          --i;
          continue;
        }
        if (At(i).text == "," || At(i).Is("JOIN")) {
          ++i;
          break;
        }
      }
      if (i == before) ++i;
    }
    return relations;
  }

  void ReadRelation(const Range& range, int nesting, size_t& i, std::vector<Relation>& relations) {
    if (i >= range.end) return;
    Relation relation;
    if (At(i).text == "(") {
      const Range inner{i + 1, CloseOf(i, range.end)};
      i = std::min(inner.end + 1, range.end);
      if (!BeginsQuery(inner)) {
        for (Relation& one : ReadRelations(inner, nesting + 1)) relations.push_back(std::move(one));
        return;
      }
      relation.columns = ColumnsOf(inner, nesting + 1);
    } else if (At(i).Is("VALUES")) {
      ++i;
      while (Has(i, range, "(")) {
        i = std::min(CloseOf(i, range.end) + 1, range.end);
        if (Has(i, range, ",") && Has(i + 1, range, "(")) ++i;
      }
    } else if (At(i).IsWord() && !IsOneOf(At(i), kClauses)) {
      std::vector<std::string> name{At(i++).Name()};
      while (Has(i, range, ".") && i + 1 < range.end && At(i + 1).IsWord()) {
        name.push_back(At(i + 1).Name());
        i += 2;
      }
      if (Has(i, range, ".")) ++i;
      if (Has(i, range, "(")) {
        i = std::min(CloseOf(i, range.end) + 1, range.end);  // a function
      } else {
        relation = Named(name, nesting);
      }
    } else {
      return;
    }
    ReadAlias(range, i, relation);
    relations.push_back(std::move(relation));
  }

  void ReadAlias(const Range& range, size_t& i, Relation& relation) const {
    if (Has(i, range, "TABLESAMPLE") && Has(i + 1, range, "("))
      i = std::min(CloseOf(i + 1, range.end) + 1, range.end);
    if (Has(i, range, "AS") && i + 1 < range.end) {
      ++i;
      if (At(i).IsWord()) relation.name = At(i++).Name();
    } else if (i < range.end && At(i).IsName()) {
      relation.name = At(i++).Name();
    } else {
      return;
    }
    if (!Has(i, range, "(")) return;
    const std::vector<std::string> names = NamesIn(i, range.end, i);
    Rename(names, relation.columns);
  }

  static void Rename(const std::vector<std::string>& names, std::vector<ColumnName>& columns) {
    if (columns.size() < names.size()) columns.resize(names.size());
    for (size_t k = 0; k < names.size(); ++k) columns[k].name = names[k];
  }

  // LATERAL VIEW [OUTER] f(…) [name] [AS a, b]
  void ReadLateralView(const Range& range, size_t& i, std::vector<Relation>& relations) const {
    ++i;
    if (Has(i, range, "VIEW")) ++i;
    if (Has(i, range, "OUTER")) ++i;
    while (i < range.end && At(i).text != "(" && !IsOneOf(At(i), kClauses)) ++i;
    if (!Has(i, range, "(")) return;
    i = std::min(CloseOf(i, range.end) + 1, range.end);
    Relation relation;
    if (i < range.end && At(i).IsName()) relation.name = At(i++).Name();
    if (Has(i, range, "AS")) {
      do {
        ++i;
        if (i < range.end && At(i).IsWord()) relation.columns.push_back({At(i++).Name(), "", ""});
      } while (Has(i, range, ","));
    }
    relations.push_back(std::move(relation));
  }

  Relation Named(const std::vector<std::string>& name, int nesting) {
    if (name.size() == 1) {
      for (auto with = with_.rbegin(); with != with_.rend(); ++with) {
        if (!EqualsIgnoreCase(with->name, name[0])) continue;
        Relation relation{name[0], "", "", {}};
        // Each is read once: what uses the one before twice would double the work each time.
        const With copy = *with;
        if (columns_of_with_.try_emplace(copy.body.begin).second) {
          std::vector<ColumnName> columns = ColumnsOf(copy.body, nesting + 1);
          Rename(copy.columns, columns);
          columns_of_with_[copy.body.begin] = std::move(columns);
        }
        relation.columns = columns_of_with_[copy.body.begin];
        return relation;
      }
    }
    return TableOf(name, sources_);
  }

  // What a query gives: the columns of its first SELECT.
  std::vector<ColumnName> ColumnsOf(const Range& query, int nesting) {
    if (nesting > kMaxNesting || query.begin >= query.end) return {};
    if (At(query.begin).text == "(")
      return ColumnsOf({query.begin + 1, CloseOf(query.begin, query.end)}, nesting + 1);
    const size_t outer = with_.size();
    NoteWith(query);
    const Range arm = ArmsOf(query).front();
    std::vector<ColumnName> columns = SelectedBy(arm, RelationsOf(arm, nesting + 1), nesting + 1);
    with_.resize(outer);
    return columns;
  }

  std::vector<ColumnName> SelectedBy(const Range& arm, const std::vector<Relation>& relations,
                                     int nesting) {
    std::vector<ColumnName> columns;
    if (nesting > kMaxNesting) return columns;
    const int depth = DepthOf(arm);
    size_t i = arm.begin;
    while (i < arm.end && !(At(i).depth == depth && At(i).Is("SELECT"))) ++i;
    if (i >= arm.end) return columns;
    ++i;
    if (Has(i, arm, "DISTINCT") || Has(i, arm, "ALL")) ++i;
    size_t begin = i;
    for (; i <= arm.end; ++i) {
      const bool own = i < arm.end && At(i).depth == depth;
      const bool ends = i == arm.end || (own && (At(i).Is("FROM") || EndsList(i)));
      if (!ends && !(own && At(i).text == ",")) continue;
      AddSelected({begin, i}, relations, columns);
      begin = i + 1;
      if (ends) break;
    }
    return columns;
  }

  // EXCEPT behind an asterisk names columns that are left out.
  bool EndsList(size_t i) const {
    return IsOneOf(At(i), kClauses) && !(At(i).Is("EXCEPT") && i > 0 && At(i - 1).text == "*");
  }

  static void AddSelected(const std::vector<Token>& tokens, const Range& item,
                          const std::vector<Relation>& relations,
                          std::vector<ColumnName>& columns) {
    if (item.begin >= item.end) return;
    const Token& last = tokens[item.end - 1];
    const Token& first = tokens[item.begin];
    const size_t count = item.end - item.begin;
    const auto is = [&](size_t i, std::string_view word) {
      return item.begin + i < item.end && tokens[item.begin + i].text == word;
    };
    if (first.text == "*" || (count >= 3 && is(1, ".") && is(2, "*"))) {
      for (const Relation& relation : relations) {
        if (first.text != "*" && !EqualsIgnoreCase(relation.name, first.Name())) continue;
        columns.insert(columns.end(), relation.columns.begin(), relation.columns.end());
      }
      return;
    }
    if (!last.IsName()) return;
    const Token* before = count > 1 ? &tokens[item.end - 2] : nullptr;
    const bool reference = count == 1 || (count == 3 && before->text == ".");
    if (before != nullptr && before->kind == TextTokenKind::kSymbol && before->text != ")" &&
        before->text != "]" && before->text != ".")
      return;  // a + b has no name
    ColumnName column{last.Name(), "", ""};
    for (const Relation& relation : relations) {
      if (!reference) break;
      if (count == 3 && !EqualsIgnoreCase(relation.name, first.Name())) continue;
      for (const ColumnName& known : relation.columns) {
        if (EqualsIgnoreCase(known.name, column.name)) column.type = known.type;
      }
    }
    columns.push_back(std::move(column));
  }

  void AddSelected(const Range& item, const std::vector<Relation>& relations,
                   std::vector<ColumnName>& columns) const {
    AddSelected(tokens_, item, relations, columns);
  }

  const std::vector<Token>& tokens_;
  Sources& sources_;
  std::vector<With> with_;
  std::map<size_t, std::vector<ColumnName>> columns_of_with_;  // by where the body begins
};

}  // namespace

Relation TableOf(const std::vector<std::string>& name, Sources& sources) {
  Relation relation;
  relation.project = name.size() > 1 ? name.front() : sources.Project();
  relation.table = name.back();
  relation.name = name.back();
  relation.columns = sources.Columns(relation.project, relation.table);
  return relation;
}

Scope ScopeOf(const Place& place, Sources& sources) {
  return Reader(place.tokens, sources).Read(place.before);
}

std::optional<Relation> TargetOf(const Place& place, Sources& sources) {
  constexpr std::array kInFront = {"TABLE", "INTO",     "OVERWRITE", "PARTITIONS",
                                   "DESC",  "DESCRIBE", "EXTENDED"};
  constexpr std::array kBetween = {"TABLE", "IF", "NOT", "EXISTS", "EXTENDED"};
  std::optional<std::vector<std::string>> found;
  for (size_t i = 0; i < place.before; ++i) {
    const Token& word = place.tokens[i];
    if (word.depth != 0 || !IsOneOf(word, kInFront)) continue;
    size_t next = i + 1;
    while (next < place.before && IsOneOf(place.tokens[next], kBetween)) ++next;
    if (next >= place.before || !place.tokens[next].IsWord()) continue;
    std::vector<std::string> name{place.tokens[next].Name()};
    while (next + 2 < place.before && place.tokens[next + 1].text == "." &&
           place.tokens[next + 2].IsWord()) {
      name.push_back(place.tokens[next + 2].Name());
      next += 2;
    }
    found = std::move(name);
    i = next;
  }
  if (!found.has_value()) return std::nullopt;
  return TableOf(*found, sources);
}

}  // namespace paisql::completion
