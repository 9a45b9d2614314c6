#include "engine/duckdb/template.h"

#include <cctype>

#include "base/assert.h"
#include "engine/duckdb/sql_text.h"

namespace paisql::engine {
namespace {

bool TakeWord(std::string_view text, size_t& at, std::string_view word) {
  if (text.substr(at, word.size()) != word) return false;
  const size_t end = at + word.size();
  if (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) return false;
  at = end;
  return true;
}

void AppendArguments(const std::vector<std::string>& arguments, size_t first, std::string& out) {
  for (size_t i = first; i < arguments.size(); ++i) {
    if (i > first) out += ", ";
    out += arguments[i];
  }
}

}  // namespace

std::string ExpandTemplate(std::string_view text, const std::vector<std::string>& arguments,
                           const DataType& type, std::string_view whole, PrintContext& context) {
  FindFunctionNames(text, context.functions);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '$') {
      out += text[at++];
      continue;
    }
    ++at;
    if (TakeWord(text, at, "type")) {
      out += TypeText(type);
    } else if (TakeWord(text, at, "tz")) {
      out += context.zone;
    } else if (TakeWord(text, at, "now")) {
      out += "timezone(" + context.zone + ", CAST(" + QuoteText(context.settings.now) +
             " AS TIMESTAMP))";
    } else if (at < text.size() && text[at] == '*') {
      AppendArguments(arguments, 0, out);
      ++at;
    } else if (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      size_t number = 0;
      while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        number = number * 10 + static_cast<size_t>(text[at++] - '0');
      }
      if (number == 0) {
        out += whole;
      } else if (at < text.size() && text[at] == '*') {
        AppendArguments(arguments, number - 1, out);
        ++at;
      } else {
        PAISQL_ASSERT(number <= arguments.size(), "a template names an argument that a call lacks");
        out += arguments[number - 1];
      }
    } else {
      out += '$';
    }
  }
  return out;
}

std::string ExpandOperand(std::string_view text, const std::vector<std::string>& arguments,
                          const DataType& type, std::string_view whole, PrintContext& context) {
  std::string expanded = ExpandTemplate(text, arguments, type, whole, context);
  const bool argument_alone = text.size() > 1 && text[0] == '$' &&
                              text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (argument_alone || IsSelfContained(text)) return expanded;
  return "(" + expanded + ")";
}

}  // namespace paisql::engine
