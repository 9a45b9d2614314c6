// The first rows of a table, by a query of the user.

#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "console/answers.h"
#include "console/objects/asked_statement.h"
#include "console/objects/named_table.h"
#include "console/objects/result_json.h"
#include "console/tables/table_answers.h"
#include "console/tables/table_text.h"
#include "console/tables/tables_state.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kPreviewRows = 100;

// The partition that is looked at: the one that is asked for, else the last that has rows, so that
// a look at a large table does not read all of it.
Result<std::vector<std::string>> PreviewedPartition(const rest::Call& call, Console& console,
                                                    const store::Table& table) {
  PAISQL_ASSIGN(std::optional<std::vector<std::string>> asked, PartitionOfCall(call, table));
  if (asked.has_value()) return *std::move(asked);
  std::vector<std::string> values;
  if (!table.partitioned() || table.kind == store::TableKind::kView) return values;
  PAISQL_ASSIGN(const TableBooks::Loan book, console.tables->books.Borrow());
  PAISQL_ASSIGN(const std::optional<store::Partition> last, book->LastWithRows(table));
  if (last.has_value()) values = last->values;
  return values;
}

// An earlier state of the rows: " VERSION AS OF 3".
Result<std::string> PreviewedVersion(const rest::Call& call) {
  const std::string version = call.Get("version");
  if (version.empty()) return std::string();
  if (const std::optional<int64_t> number = ParseNumber<int64_t>(version)) {
    return " VERSION AS OF " + std::to_string(*number);
  }
  return Error{ErrorCode::kInvalidCommand, "a version is a number", {}, ""};
}

rest::Answer AnswerPreview(const rest::Call& call, Console& console, const store::Table& table) {
  const Result<std::vector<std::string>> partition = PreviewedPartition(call, console, table);
  if (!partition.ok()) return RefusalOf(partition.error(), call);
  const Result<std::string> version = PreviewedVersion(call);
  if (!version.ok()) return RefusalOf(version.error(), call);
  std::string text = "SELECT * FROM " + NameText(table) + *version;
  if (!partition->empty()) text += " WHERE " + PartitionText(table, *partition, " AND ");
  text += " LIMIT " + std::to_string(kPreviewRows);
  AskedStatement asked{table.project, text, "console_preview"};
  // Views, and tables whose partitions have no rows of their own: no partition can be chosen.
  if (partition->empty()) asked.settings["odps.sql.allow.fullscan"] = "true";
  const Result<instances::InstancePtr> instance = Ask(call, console, std::move(asked));
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  const json shown = *partition;
  return AnswerOf(call, *instance, [shown](const instances::Instance& ended) -> Result<json> {
    const auto result = ended.result();
    if (result == nullptr) return json::object();
    PAISQL_ASSIGN(json rows, RowsJson(*result, 0, kPreviewRows));
    rows["partition"] = shown;
    return rows;
  });
}

}  // namespace

rest::Answer PreviewTable(const rest::Call& call, Console& console) {
  Result<store::Table> table = Error{};
  {
    const Result<rest::Catalogs::Loan> catalog = console.service.catalogs.Borrow();
    if (!catalog.ok()) return RefusalOf(catalog.error(), call);
    // The query itself asks for Select, on the columns that the user may read.
    table = TableOfCall(call, **catalog, "Describe");
  }
  if (!table.ok()) return RefusalOf(table.error(), call);
  return AnswerPreview(call, console, *table);
}

rest::Answer TellCell(const rest::Call& call, Console& console) {
  const instances::InstancePtr instance =
      rest::FindInstance(call.Get("instance"), call.user, console.service);
  const auto result = instance == nullptr ? nullptr : instance->result();
  if (result == nullptr) {
    return RefusalOf(Error{ErrorCode::kJobNotFound, "the result is not there any more", {}, ""},
                     call);
  }
  const int64_t row = CountOfCall(call, "row", 0, result->rows);
  const int64_t column = CountOfCall(call, "column", 0, int64_t{1} << 20);
  const Result<json> body = CellJson(*result, row, static_cast<size_t>(column));
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
