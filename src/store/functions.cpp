#include "store/functions.h"

#include "base/text.h"

namespace paisql::store {
namespace {

// "BIGINT, MAP<STRING,BIGINT>" of " bigint,map<string, bigint>".
std::string TypesText(std::string_view types) {
  std::string text;
  int depth = 0;
  for (const char c : types) {
    if (c == ' ' || c == '\t' || c == '\n') continue;
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    text += c;
    if (c == ',' && depth == 0) text += ' ';
  }
  return ToUpper(text);
}

}  // namespace

std::string CallText(std::string_view form, std::string_view signature) {
  if (form == "sql") {
    const size_t end = ToUpper(signature).find(" AS ");
    return std::string(Trim(signature.substr(0, end)));
  }
  const size_t arrow = signature.find("->");
  if (arrow == std::string_view::npos) return form == "table" ? "(*) -> STRING, ..." : "(...)";
  return "(" + TypesText(signature.substr(0, arrow)) + ") -> " +
         TypesText(signature.substr(arrow + 2));
}

}  // namespace paisql::store
