// The first rows of a table, as a stream of Arrow.

#include "base/whole_number.h"
#include "rest/named.h"
#include "rest/tunnel/download.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/table_target.h"
#include "rest/tunnel/tunnel_errors.h"
#include "session/tables/pinned_table.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostRows = 10000;

// The table, and the partition if one is named: a whole partitioned table can be looked at as well.
Result<TableTarget> PreviewTarget(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(TableTarget target, TargetOf(call, *catalog, !call.Get("partition").empty()));
  PAISQL_TRY(RequireOfTable(call, *catalog, target.table, "Select"));
  PAISQL_TRY(RequirePartition(target, *catalog));
  return target;
}

}  // namespace

Answer PreviewTable(const Call& call, Service& service) {
  const auto limit = ParseNumber<int64_t>(call.Get("limit", "-1"));
  if (!limit || *limit < -1) return JsonError(400, "InvalidArgument", "limit is a number of rows");
  const Result<TableTarget> target = PreviewTarget(call, service);
  if (!target.ok()) return TunnelErrorOf(target.error());
  session::SessionOptions options = service.options;
  options.user = call.user;
  const auto read = session::PinnedTable::Open(service.context, std::move(options), target->table,
                                               target->partition);
  if (!read.ok()) return TunnelErrorOf(read.error());
  const std::vector<engine::ResultColumn>& columns = (*read)->columns();
  const auto places = ColumnsOf(call.Get("columns"), columns);
  if (!places) {
    return JsonError(400, "InvalidColumnSpec", "not all columns are there: " + call.Get("columns"));
  }
  const int64_t count = *limit < 0 ? kMostRows : std::min(*limit, kMostRows);
  Result<std::unique_ptr<engine::ResultStream>> rows = (*read)->Read(0, count, *places);
  if (!rows.ok()) return TunnelErrorOf(rows.error());
  ChosenColumns chosen;
  for (const size_t place : *places) {
    chosen.places.push_back(chosen.columns.size());
    chosen.columns.push_back(columns[place]);
  }
  Answer answer{200, "application/octet-stream", ""};
  answer.source = std::make_shared<RowBody>(
      [shared = std::shared_ptr(*std::move(rows))] { return shared->Next(); },
      EncodeArrowStream(std::move(chosen), TimestampForm::kStruct), nullptr);
  return answer;
}

}  // namespace paisql::rest
