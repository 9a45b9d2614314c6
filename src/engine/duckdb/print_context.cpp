#include "engine/duckdb/print_context.h"

#include <cctype>

#include "engine/duckdb/sql_text.h"

namespace paisql::engine {

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

PrintContext::PrintContext(const ExecutionSettings& execution_settings)
    : settings(execution_settings), zone(QuoteText(execution_settings.time_zone)) {}

std::string PrintContext::Native(std::string_view name, std::string_view arguments) {
  functions.emplace(name);
  std::string text(name);
  text += '(';
  text += arguments;
  return text + ')';
}

void PrintContext::Fail(Limit limit, const SourceRange& range) {
  if (!error) error = LimitError(limit, ErrorCode::kSemantic, range);
}

}  // namespace paisql::engine
