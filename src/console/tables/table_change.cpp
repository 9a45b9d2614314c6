// Statements about a table that a page offers: their text, and then they run for the user.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/objects/asked_statement.h"
#include "console/objects/named_table.h"
#include "console/tables/change_text.h"
#include "console/tables/table_answers.h"

namespace paisql::console {

namespace {

using nlohmann::json;

ChangeAsked AskedOf(const json& body) {
  ChangeAsked asked;
  asked.action = TextMember(body, "action");
  asked.value = TextMember(body, "value");
  asked.column = TextMember(body, "column");
  asked.confirm = TextMember(body, "confirm");
  const auto partition = body.find("partition");
  if (partition == body.end() || !partition->is_array()) return asked;
  for (const json& value : *partition) {
    if (value.is_string()) asked.partition.push_back(value.get<std::string>());
  }
  return asked;
}

}  // namespace

rest::Answer ChangeTable(const rest::Call& call, Console& console) {
  return ShowOrRun(
      call, console, "console_change", [&](const json& body, bool run) -> Result<AskedStatement> {
        PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
        PAISQL_ASSIGN(const store::Table table, TableOfCall(call, *catalog, "Describe"));
        PAISQL_ASSIGN(std::string text, ChangeText(table, ShapeOf(table), AskedOf(body), run));
        return AskedStatement{.place = table.project, .text = std::move(text)};
      });
}

}  // namespace paisql::console
