#include "nodes/code/function_code.h"

#include <fmt/format.h>

#include "base/text.h"
#include "nodes/document/json.h"
#include "nodes/document/value.h"
#include "syntax/literal_text.h"

namespace paisql::nodes {
namespace {

constexpr const char* kForm = R"(write {"className": "module.Class", "resources": "module.py"})";

std::string TextOfMember(const Value& document, std::string_view name) {
  const Value* const member = document.Find(name);
  if (member == nullptr) return "";
  if (!member->is_list()) return std::string(Trim(member->text));
  std::string all;
  for (const Value& item : member->items) {
    all += (all.empty() ? "" : ",") + std::string(Trim(item.text));
  }
  return all;
}

}  // namespace

Result<std::string> StatementOfFunctionCode(const std::string& text, const std::string& path,
                                            const std::string& name) {
  const Result<Value> document = ReadJson(text);
  if (!document.ok()) {
    const Error& error = document.error();
    return Error{
        error.code,
        fmt::format("{}:{}:{}: {}", path, error.range.line, error.range.column, error.detail),
        {},
        kForm};
  }
  const std::string class_name = TextOfMember(*document, "className");
  const std::string resources = TextOfMember(*document, "resources");
  if (class_name.empty() || resources.empty()) {
    return Error{ErrorCode::kParse,
                 fmt::format("{} has no {} of a function", path,
                             class_name.empty() ? "className" : "resources"),
                 {},
                 kForm};
  }
  const std::string given = TextOfMember(*document, "name");
  return fmt::format("CREATE FUNCTION {} AS {} USING {} -f;",
                     syntax::QuoteName(given.empty() ? name : given),
                     syntax::QuoteLiteral(class_name), syntax::QuoteLiteral(resources));
}

}  // namespace paisql::nodes
