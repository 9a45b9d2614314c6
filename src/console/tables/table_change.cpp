// Statements about a table that a page offers: their text, and then they run for who asks.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/objects/asked_statement.h"
#include "console/objects/named_table.h"
#include "console/tables/change_text.h"
#include "console/tables/table_answers.h"

namespace paisql::console {

namespace {

using nlohmann::json;

std::string MemberText(const json& body, const char* key) {
  const auto found = body.find(key);
  return found != body.end() && found->is_string() ? found->get<std::string>() : "";
}

ChangeAsked AskedOf(const json& body) {
  ChangeAsked asked;
  asked.action = MemberText(body, "action");
  asked.value = MemberText(body, "value");
  asked.column = MemberText(body, "column");
  asked.confirm = MemberText(body, "confirm");
  const auto partition = body.find("partition");
  if (partition == body.end() || !partition->is_array()) return asked;
  for (const json& value : *partition) {
    if (value.is_string()) asked.partition.push_back(value.get<std::string>());
  }
  return asked;
}

json SaidJson(const instances::Instance& ended) {
  const auto result = ended.result();
  return {{"text", result == nullptr ? "" : result->text}};
}

rest::Answer GoOn(const rest::Call& call, Console& console) {
  const Result<instances::InstancePtr> instance = Ask(call, console, {});
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  return AnswerOf(call, *instance,
                  [](const instances::Instance& ended) -> Result<json> { return SaidJson(ended); });
}

}  // namespace

rest::Answer ChangeTable(const rest::Call& call, Console& console) {
  // The table may be gone by then.
  if (call.Has("instance")) return GoOn(call, console);
  const Result<json> body = BodyOf(call);
  if (!body.ok()) return RefusalOf(body.error(), call);
  const bool run = body->value("run", json(false)) == json(true);
  Result<store::Table> table = Error{};
  {
    const Result<rest::Catalogs::Loan> catalog = console.service.catalogs.Borrow();
    if (!catalog.ok()) return RefusalOf(catalog.error(), call);
    table = TableOfCall(call, **catalog, "Describe");
  }
  if (!table.ok()) return RefusalOf(table.error(), call);
  const Result<std::string> text = ChangeText(*table, ShapeOf(*table), AskedOf(*body), run);
  if (!text.ok()) return RefusalOf(text.error(), call);
  if (!run) return JsonAnswer({{"state", "shown"}, {"statement", *text}});
  const Result<instances::InstancePtr> instance =
      Ask(call, console, {table->project, *text, "console_change"});
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  return AnswerOf(call, *instance,
                  [](const instances::Instance& ended) -> Result<json> { return SaidJson(ended); });
}

}  // namespace paisql::console
