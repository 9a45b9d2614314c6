#include "syntax/dialect/dialect.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "syntax/dialect/tables.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

namespace {

// Where an error stands further back, reading up to it again would take too long for a hint.
constexpr size_t kFarthestPlace = 1 << 17;
// So many tokens before and after the place are looked at.
constexpr size_t kTokensAround = 60;
// A longer value is left out of a cure.
constexpr size_t kLongestValue = 60;
constexpr std::string_view kGap = "…";
constexpr std::string_view kStart = "^";
constexpr std::string_view kEnd = "$";
constexpr char kPlace = '!';  // in front of the token at the error's place

bool IsPlainWord(std::string_view token) {
  const auto first = static_cast<unsigned char>(token.front());
  return std::isalpha(first) != 0 || first == '_' || first == '`' || first >= 0x80;
}

bool IsNumber(std::string_view token) {
  return std::isdigit(static_cast<unsigned char>(token.front())) != 0;
}

// The visible tokens up to some after the place; `at` becomes the index of the token there.
std::vector<std::string_view> TokensAround(std::string_view statement, size_t place, size_t& at) {
  std::vector<std::string_view> tokens;
  Scanner scanner(statement);
  ScannedToken token;
  at = 0;
  while (scanner.Next(token)) {
    if (!token.visible()) continue;
    if (token.begin <= place) at = tokens.size();
    tokens.push_back(statement.substr(token.begin, token.end - token.begin));
    if (tokens.size() > at + kTokensAround) break;
  }
  return tokens;
}

// Units of time, as functions of other systems name them without quotes.
constexpr std::string_view kUnits[] = {"year", "quarter", "month",  "week", "day",
                                       "hour", "minute",  "second", "yyyy", "yy",
                                       "mm",   "dd",      "hh",     "mi",   "ss"};

bool IsUnit(std::string_view token) {
  return std::any_of(std::begin(kUnits), std::end(kUnits),
                     [&](std::string_view unit) { return EqualsIgnoreCase(unit, token); });
}

// Keywords before which the text of a clause has to be complete.
constexpr std::string_view kClauses[] = {"FROM",  "WHERE",   "GROUP", "HAVING",     "ORDER",
                                         "LIMIT", "QUALIFY", "SORT",  "DISTRIBUTE", "CLUSTER",
                                         "UNION", "EXCEPT",  "MINUS", "INTERSECT",  "WINDOW",
                                         "ON",    "WHEN",    "THEN",  "ELSE",       "END"};

bool IsClause(std::string_view token) {
  return std::any_of(std::begin(kClauses), std::end(kClauses),
                     [&](std::string_view clause) { return EqualsIgnoreCase(clause, token); });
}

bool IsPlain(std::string_view token) {
  if (!IsPlainWord(token)) return false;
  Scanner scanner(token);
  ScannedToken scanned;
  return scanner.Next(scanned) && scanned.end == token.size() &&
         (scanned.type == Lexer::IDENTIFIER || token.front() == '`');
}

bool MatchesToken(std::string_view pattern, std::string_view token) {
  if (pattern.front() == kPlace && pattern.size() > 1) pattern.remove_prefix(1);
  if (pattern == "@plain") return IsPlain(token);
  if (pattern == "@clause") return IsClause(token);
  if (pattern == "@any") return true;
  if (pattern == "@name") return IsPlainWord(token);
  if (pattern == "@number") return IsNumber(token);
  if (pattern == "@string") return token.front() == '\'';
  if (pattern == "@unit") return IsUnit(token);
  if (pattern == "@variable") return token.size() > 1 && token.front() == '@';
  if (pattern == "@quoted") return token.front() == '"';
  return EqualsIgnoreCase(pattern, token);
}

using Tokens = std::span<const std::string_view>;

// The first token after the value that begins at `first`: before a comma, the end of its brackets
// or the token that follows in the pattern.
size_t EndOfValue(Tokens tokens, size_t first, std::string_view next) {
  size_t depth = 0;
  size_t end = first;
  for (; end < tokens.size(); ++end) {
    const std::string_view token = tokens[end];
    if (depth == 0 && (token == "," || token == ")" || token == ";")) break;
    if (depth == 0 && end > first && !next.empty() && MatchesToken(next, token)) break;
    if (token == "(" || token == "[") ++depth;
    if ((token == ")" || token == "]") && depth > 0) --depth;
  }
  return end;
}

// For each word of the pattern the first token that it matches, and the end of the last one.
using Places = std::vector<size_t>;

// Where the run matches the tokens from `first` on.
std::optional<Places> MatchRun(std::span<const std::string> run, Tokens tokens, size_t first) {
  const bool to_end = !run.empty() && run.back() == kEnd;
  if (to_end) run = run.first(run.size() - 1);
  Places places = {first};
  for (size_t i = 0; i < run.size(); ++i) {
    const size_t at = places.back();
    if (at >= tokens.size()) return std::nullopt;
    if (run[i] == "@value") {
      const size_t end =
          EndOfValue(tokens, at, i + 1 < run.size() ? std::string_view(run[i + 1]) : "");
      if (end == at) return std::nullopt;
      places.push_back(end);
    } else {
      if (!MatchesToken(run[i], tokens[at])) return std::nullopt;
      places.push_back(at + 1);
    }
  }
  if (to_end && places.back() != tokens.size()) return std::nullopt;
  return places;
}

// The text of each word of the pattern, as it stands in the statement.
std::vector<std::string_view> TextsOf(const Places& places, Tokens tokens) {
  std::vector<std::string_view> texts;
  for (size_t i = 0; i + 1 < places.size(); ++i) {
    const std::string_view first = tokens[places[i]];
    const std::string_view last = tokens[places[i + 1] - 1];
    texts.emplace_back(first.data(), last.data() + last.size());
  }
  return texts;
}

// Whether the error may stand at this word of the pattern.
bool MayFailAt(DialectKind kind, std::span<const std::string> run, size_t word) {
  const bool has_place = std::any_of(run.begin(), run.end(), [](const std::string& token) {
    return token.front() == kPlace && token.size() > 1;
  });
  if (has_place && run[word].front() != kPlace) return false;
  // In a call only its name and its units are strange: an argument has errors of its own.
  const bool literal = run[word] == "@unit" || run[word] == "@string";
  return kind != DialectKind::kFunction || !run[word].starts_with('@') || literal;
}

// The texts of the run that has the error, or nullopt.
std::optional<std::vector<std::string_view>> Match(DialectKind kind, std::string_view words,
                                                   Tokens tokens, size_t at) {
  std::vector<std::string> pattern = Split(words, ' ');
  const bool at_start = pattern.front() == kStart;
  if (at_start) pattern.erase(pattern.begin());
  const auto gap = std::find(pattern.begin(), pattern.end(), kGap);
  std::span<const std::string> before(pattern.begin(), gap);
  std::span<const std::string> run(gap == pattern.end() ? pattern.begin() : gap + 1, pattern.end());
  if (gap == pattern.end()) before = {};
  for (size_t back = 0; back < kTokensAround && back <= at; ++back) {
    const size_t first = at - back;
    if (at_start && before.empty() && first != 0) continue;
    const std::optional<Places> places = MatchRun(run, tokens, first);
    if (!places.has_value() || places->back() <= at) continue;
    const auto word = std::upper_bound(places->begin(), places->end(), at) - places->begin() - 1;
    if (!MayFailAt(kind, run, static_cast<size_t>(word))) continue;
    bool begun = before.empty();
    for (size_t i = 0; i + before.size() <= first && !begun; ++i) {
      if (at_start && i > 0) break;
      begun = MatchRun(before, tokens, i).has_value();
    }
    if (begun) return TextsOf(*places, tokens);
  }
  return std::nullopt;
}

// "use STRING" of the table of types, as "STRING"; a type that is known here is its own name.
std::string TypeHere(std::string_view name) {
  if (EqualsIgnoreCase(name, "INT")) return "BIGINT";  // what a literal of it would become
  for (const DialectRow& row : TypeDialect()) {
    if (!EqualsIgnoreCase(row.words, name)) continue;
    const std::string_view cure = row.cure.substr(row.cure.find(' ') + 1);
    return std::string(cure.substr(0, cure.find_first_of(" ,:")));
  }
  return ToUpper(name);
}

// '%Y-%m-%d' of other systems as 'yyyy-mm-dd'; what has no letters here stays.
std::string FormatHere(std::string_view format) {
  constexpr std::pair<char, std::string_view> kLetters[] = {
      {'Y', "yyyy"}, {'y', "yy"},  {'m', "mm"},  {'d', "dd"},         {'e', "dd"},
      {'H', "hh"},   {'k', "hh"},  {'i', "mi"},  {'M', "mi"},         {'S', "ss"},
      {'s', "ss"},   {'f', "ff3"}, {'g', "ff3"}, {'F', "yyyy-mm-dd"}, {'T', "hh:mi:ss"}};
  std::string text;
  for (size_t i = 0; i < format.size(); ++i) {
    const bool letter = format[i] == '%' && i + 1 < format.size();
    const auto* known =
        std::find_if(std::begin(kLetters), std::end(kLetters),
                     [&](const auto& one) { return letter && one.first == format[i + 1]; });
    if (known == std::end(kLetters)) {
      text += format[i];
    } else {
      text += known->second;
      ++i;
    }
  }
  return text;
}

// A value of the statement in one line; one that is too long for a hint is "…".
std::string ValueHere(std::string_view value) {
  if (value.size() > kLongestValue) return std::string(kGap);
  std::string text;
  for (const char c : value) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) text += c;
    if (blank && !text.ends_with(' ')) text += ' ';
  }
  return text;
}

std::string FillIn(std::string_view cure, Tokens run) {
  std::string text;
  for (size_t i = 0; i < cure.size(); ++i) {
    const bool placeholder = cure[i] == '{' && i + 1 < cure.size() && IsNumber(cure.substr(i + 1));
    if (!placeholder) {
      text += cure[i];
      continue;
    }
    const std::string_view token = run[static_cast<size_t>(cure[i + 1] - '1')];
    const size_t end = cure.find('}', i);
    const std::string_view place = cure.substr(i, end - i);
    if (place.ends_with(":type")) {
      text += TypeHere(token);
    } else if (place.ends_with(":format")) {
      text += FormatHere(token);
    } else if (place.ends_with(":name")) {
      text += token.substr(1, token.size() - 2);
    } else {
      text += ValueHere(token);
    }
    i = end;
  }
  return text;
}

bool IsFor(DialectKind kind, ErrorCode code) {
  switch (kind) {
    case DialectKind::kSyntax:
      return code == ErrorCode::kParse || code == ErrorCode::kUnsupported;
    case DialectKind::kType:
      return code == ErrorCode::kIllegalDataType;
    case DialectKind::kFunction:
      return code == ErrorCode::kSemantic || code == ErrorCode::kArgumentCount ||
             code == ErrorCode::kInvalidArgumentType;
    case DialectKind::kName:
      return code == ErrorCode::kSemantic || code == ErrorCode::kTableNotFound ||
             code == ErrorCode::kProjectNotFound;
  }
  return false;
}

}  // namespace

std::span<const DialectTable> DialectTables() {
  static const std::array tables = {
      DialectTable{DialectKind::kType, TypeDialect()},
      DialectTable{DialectKind::kSyntax, TypeFormDialect()},
      DialectTable{DialectKind::kFunction, TextFunctionDialect()},
      DialectTable{DialectKind::kFunction, TimeFunctionDialect()},
      DialectTable{DialectKind::kFunction, FunctionDialect()},
      DialectTable{DialectKind::kName, NameDialect()},
      DialectTable{DialectKind::kSyntax, DefinitionDialect()},
      DialectTable{DialectKind::kSyntax, StatementDialect()},
      DialectTable{DialectKind::kSyntax, QueryDialect()},
  };
  return tables;
}

std::string DialectHint(std::string_view statement, const Error& error) {
  if (!error.range.known() || error.range.begin > kFarthestPlace) return "";
  const bool any =
      std::any_of(DialectTables().begin(), DialectTables().end(),
                  [&](const DialectTable& table) { return IsFor(table.kind, error.code); });
  if (!any) return "";
  size_t at = 0;
  const std::vector<std::string_view> tokens = TokensAround(statement, error.range.begin, at);
  if (tokens.empty()) return "";
  for (const DialectTable& table : DialectTables()) {
    if (!IsFor(table.kind, error.code)) continue;
    for (const DialectRow& row : table.rows) {
      const auto run = Match(table.kind, row.words, tokens, at);
      if (run.has_value()) return FillIn(row.cure, *run);
    }
  }
  return "";
}

void AddDialectHints(std::string_view statement, Error& error) {
  std::string cure = DialectHint(statement, error);
  if (!cure.empty()) error.hint = std::move(cure);
  for (Error& other : error.others) AddDialectHints(statement, other);
}

}  // namespace paisql::syntax
