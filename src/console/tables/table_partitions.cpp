// The partitions of a table, page by page.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "console/tables/tables_state.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kPartitionsOfPage = 100;
constexpr int64_t kMostPartitionsOfPage = 1000;

Result<json> PartitionsJson(const rest::Call& call, Console& console) {
  std::optional<store::Table> table;
  {
    PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
    PAISQL_ASSIGN(table, TableOfCall(call, *catalog, "Describe"));
  }
  if (!table->partitioned()) {
    return Error{
        ErrorCode::kInvalidTable, table->QualifiedName() + " is not a partitioned table", {}, ""};
  }
  store::PartitionWish wish;
  wish.text = call.Get("q");
  wish.descending = call.Get("way", "desc") == "desc";
  wish.from = CountOfCall(call, "from", 0, store::kMaxPartitions);
  wish.most = CountOfCall(call, "limit", kPartitionsOfPage, kMostPartitionsOfPage);
  PAISQL_ASSIGN(const TableBooks::Loan book, console.tables->books.Borrow());
  PAISQL_ASSIGN(const store::PartitionPage page, book->ListPartitions(*table, wish));
  json list = json::array();
  for (const store::ListedPartition& one : page.partitions) {
    list.push_back({{"name", one.partition.Name(*table)},
                    {"values", one.partition.values},
                    {"rows", one.rows},
                    {"bytes", one.bytes},
                    {"files", one.files},
                    {"created_ms", one.partition.created_ms},
                    {"modified_ms", one.partition.last_modified_ms}});
  }
  return json{{"total", page.total}, {"from", wish.from}, {"partitions", std::move(list)}};
}

}  // namespace

rest::Answer ListPartitionsOfTable(const rest::Call& call, Console& console) {
  const Result<json> body = PartitionsJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
