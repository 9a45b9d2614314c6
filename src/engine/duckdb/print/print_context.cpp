#include "engine/duckdb/print/print_context.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {
namespace {

// One of these is in every type and function of DuckDB whose result depends on the zone, unless an
// argument has such a type.
constexpr std::string_view kZoneWords[] = {"time", "date", "epoch", "age(", "now"};

}  // namespace

void FindFunctionNames(std::string_view text, std::set<std::string>& names) {
  constexpr std::string_view kPrefix = "paisql_";
  for (size_t at = text.find(kPrefix); at != std::string_view::npos; at = text.find(kPrefix, at)) {
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
      ++end;
    }
    names.emplace(text.substr(at, end - at));
    at = end;
  }
}

PrintContext::PrintContext(const ExecutionSettings& execution_settings,
                           const Bindings& plan_bindings)
    : settings(execution_settings),
      bindings(plan_bindings),
      zone(QuoteText(execution_settings.time_zone)) {}

std::string PrintContext::Native(std::string_view name, std::string_view arguments) {
  functions.emplace(name);
  std::string text(name);
  text += '(';
  text += arguments;
  return text + ')';
}

const Spelling* PrintContext::SpellingOf(const functions::Function* function,
                                         const functions::Overload& overload,
                                         const SourceRange& range) {
  const Spelling* spelling = FindSpelling(overload);
  if (spelling == nullptr && !error) {
    const std::string_view name = function == nullptr ? "?" : function->name;
    error = Error{ErrorCode::kUnsupported,
                  "function " + std::string(name) + std::string(overload.signature) +
                      " is not supported here",
                  range, ""};
  }
  return spelling;
}

bool PrintContext::NeedsZone(std::string_view sql) const {
  if (has_times || !functions.empty()) return true;
  const std::string text = ToLower(sql);
  return std::any_of(std::begin(kZoneWords), std::end(kZoneWords),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool PrintContext::Ended(const SourceRange& range) {
  Leash* leash = settings.leash;
  if (leash != nullptr && leash->Ended() && !error) error = leash->Reason(range);
  return error.has_value();
}

void PrintContext::Fail(Limit limit, const SourceRange& range) {
  if (!error) error = LimitError(limit, ErrorCode::kSemantic, range);
}

}  // namespace paisql::engine
