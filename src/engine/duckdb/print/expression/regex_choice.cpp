#include "engine/duckdb/print/expression/regex_choice.h"

#include <string_view>

#include "engine/regex/dialect.h"
#include "engine/regex/pattern.h"
#include "plan/relation.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kOurs = "paisql_";
constexpr std::string_view kBacktracking = "pcre_";
constexpr std::string_view kJavaBacktracking = "pcre_java_";
constexpr std::string_view kSplit = "paisql_split(";
constexpr std::string_view kPlainSplit = "paisql_plain_split(";
constexpr std::string_view kReplace = "regexp_replace";
// A longer one can make a text many times larger, which the twins watch.
constexpr size_t kShortReplacement = 64;
// How the names of the macros go on that have such a twin.
constexpr std::string_view kMacros[] = {"rlike(", "regexp_", "split("};

const std::string* ConstantText(const plan::Expression& expression) {
  if (expression.kind != plan::ExpressionKind::kConstant) return nullptr;
  const Value& value = plan::As<plan::Constant>(expression).value;
  return value.is_null() ? nullptr : &value.as_text();
}

// Whether each backslash begins a reference to a group, or keeps another one: RE2 has no other use
// for them.
bool HasPlainReferences(const std::string& replacement) {
  for (size_t at = replacement.find('\\'); at != std::string::npos;
       at = replacement.find('\\', at + 2)) {
    const char next = at + 1 < replacement.size() ? replacement[at + 1] : '\0';
    if ((next < '0' || next > '9') && next != '\\') return false;
  }
  return true;
}

// Whether no character of a constant pattern has a meaning of its own.
bool IsPlain(const plan::Expression& pattern) {
  const std::string* text = ConstantText(pattern);
  return text != nullptr && !text->empty() &&
         text->find_first_of("\\^$.|?*+()[]{}#") == std::string::npos;
}

// Whether the pattern asks what stands in front of a place: ^, \A, \b and \B outside of a class.
bool LooksBehind(std::string_view pattern) {
  bool in_class = false;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    if (c == '\\') {
      ++at;
      if (!in_class && at < pattern.size() && std::string_view("AbB").find(pattern[at]) < 3) {
        return true;
      }
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
      // A bracket that comes first is a member.
      if (at + 1 < pattern.size() && pattern[at + 1] == '^') ++at;
      if (at + 1 < pattern.size() && pattern[at + 1] == ']') ++at;
    } else if (c == '^') {
      return true;
    }
  }
  return false;
}

bool RunsInRe2(const plan::Call& call) {
  const std::string* text = ConstantText(*call.arguments[1]);
  if (text == nullptr || !ReadsAlikeInRe2(*text)) return false;
  // A malformed pattern gets its error from the twins: DuckDB overlooks some of them.
  const auto pattern = Pattern::Compile(*text);
  if (!pattern.ok()) return false;
  // DuckDB's loops over all matches differ from each other in what an empty match is, and its split
  // takes what is left of a text for a text that begins.
  const std::string_view name = call.function->name;
  const bool first_only = name == "rlike" || name == "regexp_extract";
  if (!first_only && (*pattern)->may_match_nothing()) return false;
  if (name == "split" && LooksBehind(*text)) return false;
  if (call.function->name != kReplace) return true;
  const std::string* replacement = ConstantText(*call.arguments[2]);
  return call.mode != EvaluationMode::kHive && replacement != nullptr &&
         replacement->size() <= kShortReplacement && HasPlainReferences(*replacement);
}

}  // namespace

std::string WithRegexChoice(const plan::Call& call, std::string text) {
  if (call.arguments.size() < 2) return text;
  if (text.starts_with(kSplit) && IsPlain(*call.arguments[1])) {
    return std::string(kPlainSplit) + text.substr(kSplit.size());
  }
  // Java spells references to groups in another way.
  const bool java = call.function->name == kReplace && call.mode == EvaluationMode::kHive;
  bool decided = false;
  for (size_t at = text.find(kOurs); at != std::string::npos; at = text.find(kOurs, at)) {
    at += kOurs.size();
    for (const std::string_view macro : kMacros) {
      if (std::string_view(text).substr(at, macro.size()) != macro) continue;
      if (!decided && RunsInRe2(call)) return text;
      decided = true;
      text.insert(at, java ? kJavaBacktracking : kBacktracking);
      break;
    }
  }
  return text;
}

}  // namespace paisql::engine
