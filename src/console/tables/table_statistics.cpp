// Statistics: of all columns what the files' footers say, and of one column what a query counts.

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "console/answers.h"
#include "console/objects/asked_statement.h"
#include "console/objects/named_table.h"
#include "console/tables/column_question.h"
#include "console/tables/table_answers.h"
#include "console/tables/tables_state.h"
#include "store/files/file_statistics.h"
#include "store/home/lease.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr size_t kMostFooters = 200;
// A session has this value when nothing sets another.
constexpr const char* kUsualZone = "Asia/Shanghai";

Result<json> FileStatisticsJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  // Least and greatest values are values.
  PAISQL_ASSIGN(const store::Table table, TableOfCall(call, *catalog, "Select"));
  PAISQL_ASSIGN(const auto partition, PartitionOfCall(call, table));
  std::optional<std::vector<int64_t>> ids;
  if (partition.has_value()) {
    PAISQL_ASSIGN(const std::vector<store::Partition> found,
                  catalog->ListPartitions(table.id, {partition->begin(), partition->end()}));
    if (found.empty()) {
      return Error{ErrorCode::kPartitionNotFound,
                   "the partition of " + table.QualifiedName() + " is not there",
                   {},
                   "it may have been dropped"};
    }
    ids.emplace();
    for (const store::Partition& one : found) ids->push_back(one.id);
  }
  std::unique_ptr<store::Lease> lease;
  // A home that cannot be written loses no files meanwhile.
  if (catalog->home().writable()) {
    PAISQL_ASSIGN(lease, store::Lease::Acquire(catalog->home()));
    PAISQL_ASSIGN(const int64_t snapshot, catalog->CurrentSnapshot());
    PAISQL_TRY(lease->Pin(snapshot));
  }
  PAISQL_ASSIGN(const store::FileListing listing, catalog->ListFiles(table, ids));
  const Result<TimeZone> zone = TimeZone::Load(kUsualZone);
  const store::FileFacts facts =
      store::ReadFileFacts(table, listing, kMostFooters, zone.ok() ? *zone : TimeZone());
  json columns = json::array();
  for (size_t i = 0; i < facts.columns.size(); ++i) {
    const store::ColumnFacts& one = facts.columns[i];
    json facts_of_column = {{"name", table.columns[i].name},
                            {"type", table.columns[i].type.ToString()},
                            {"bytes", one.bytes},
                            {"unpacked_bytes", one.unpacked_bytes},
                            {"nulls", nullptr},
                            {"min", nullptr},
                            {"max", nullptr}};
    if (one.nulls) facts_of_column["nulls"] = *one.nulls;
    if (one.min) facts_of_column["min"] = *one.min;
    if (one.max) facts_of_column["max"] = *one.max;
    columns.push_back(std::move(facts_of_column));
  }
  return json{{"files", facts.files},
              {"files_read", facts.files_read},
              {"rows", facts.rows},
              {"has_deletes", facts.has_deletes},
              {"columns", std::move(columns)}};
}

struct ColumnAsked {
  store::Table table;
  store::Column column;
  std::vector<std::string> partition;
  bool may_reuse = false;  // the user may read all of the table
};

Result<ColumnAsked> ColumnOfCall(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  ColumnAsked asked;
  PAISQL_ASSIGN(asked.table, TableOfCall(call, *catalog, "Describe"));
  PAISQL_ASSIGN(auto partition, PartitionOfCall(call, asked.table));
  if (partition.has_value()) asked.partition = *std::move(partition);
  asked.may_reuse = asked.table.kind == store::TableKind::kTable &&
                    RequireOn(call, *catalog, asked.table, "Select").ok();
  const std::string name = call.Get("column");
  for (const auto* columns : {&asked.table.columns, &asked.table.partition_columns}) {
    for (const store::Column& column : *columns) {
      if (!EqualsIgnoreCase(column.name, name)) continue;
      asked.column = column;
      return asked;
    }
  }
  return Error{ErrorCode::kInvalidColumn,
               "column " + name + " is not in " + asked.table.QualifiedName(),
               {},
               "it may have been dropped or renamed"};
}

// The same question about the same rows has the same answer.
std::string QuestionKey(const rest::Call& call, const ColumnAsked& asked) {
  const json key = {
      call.user,         asked.table.id,  asked.table.last_modified_ms, asked.column.id,
      asked.column.name, asked.partition, asked.table.schema_version};
  return key.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool HasFailed(instances::TaskState state) {
  return state == instances::TaskState::kFailed || state == instances::TaskState::kCancelled;
}

}  // namespace

rest::Answer TellFileStatistics(const rest::Call& call, Console& console) {
  const Result<json> body = FileStatisticsJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer CountColumn(const rest::Call& call, Console& console) {
  const Result<ColumnAsked> asked = ColumnOfCall(call, console);
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  AskedStatement statement{asked->table.project,
                           ColumnQuestion(asked->table, asked->column, asked->partition),
                           "console_statistics",
                           {{"odps.sql.allow.fullscan", "true"}}};
  rest::Call again = call;
  const std::string key = QuestionKey(call, *asked);
  if (asked->may_reuse && !call.Has("instance") && !call.Has("fresh")) {
    const std::string before = console.tables->answered.Find(key);
    const auto instance = before.empty() ? nullptr : console.service.instances.Find(before);
    const bool useful = instance != nullptr && !HasFailed(instance->status().state) &&
                        (instance->result() == nullptr || !instance->result()->expired);
    if (useful) again.query["instance"] = before;
  }
  const Result<instances::InstancePtr> instance = Ask(again, console, std::move(statement));
  if (!instance.ok()) return RefusalOf(instance.error(), call);
  console.tables->answered.Note(key, (*instance)->id());
  return AnswerOf(call, *instance,
                  [column = asked->column](const instances::Instance& ended) -> Result<json> {
                    const auto result = ended.result();
                    if (result == nullptr) return json::object();
                    return ColumnAnswer(column, *result);
                  });
}

}  // namespace paisql::console
