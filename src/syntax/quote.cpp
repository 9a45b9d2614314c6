#include "syntax/quote.h"

namespace paisql::syntax {

std::string QuoteName(std::string_view name) {
  std::string quoted = "`";
  for (const char c : name) {
    quoted += c;
    if (c == '`') quoted += c;
  }
  return quoted + "`";
}

std::string QuoteLiteral(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    switch (c) {
      case '\'':
        literal += "\\'";
        break;
      case '\\':
        literal += "\\\\";
        break;
      case '\n':
        literal += "\\n";
        break;
      case '\r':
        literal += "\\r";
        break;
      case '\t':
        literal += "\\t";
        break;
      default:
        literal += c;
    }
  }
  return literal + "'";
}

}  // namespace paisql::syntax
