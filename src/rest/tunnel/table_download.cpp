// The download of a table or a partition of one: a session pins the rows, which the client reads in
// parts, several at once. A view or an external table, which has no files here, is read by a query
// first.

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "rest/instances/await_end.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/tunnel/download.h"
#include "rest/tunnel/schema.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/table_target.h"
#include "rest/tunnel/tunnel_errors.h"
#include "store/external.h"

namespace paisql::rest {

namespace {

constexpr int kDownloadWaitMs = 60000;
constexpr std::string_view kTask = "TunnelDownload";

Answer NoDownload(const Call& call) {
  return NoSession("NoSuchDownload", "download", call.Get("downloadid"));
}

Answer Described(const TableDownload& download) {
  const std::vector<engine::ResultColumn>& columns = download.rows->columns();
  std::vector<engine::ResultColumn> keys;
  for (const store::Column& column : download.target.table.partition_columns) {
    keys.push_back({column.name, column.type});
  }
  const nlohmann::json description = {{"DownloadID", download.id},
                                      {"Status", "normal"},
                                      {"QuotaName", "default"},
                                      {"SupportReadByRawSize", true},
                                      {"RecordCount", download.rows->rows()},
                                      {"Schema", SchemaJson(columns, keys)}};
  return {200, "application/json", description.dump()};
}

RowsToDownload RowsOfDownload(const TableDownload& download) {
  RowsToDownload rows;
  rows.columns = download.rows->columns();
  rows.rows = download.rows->rows();
  rows.gives_chosen = true;
  rows.open = [read = download.rows](
                  int64_t begin, int64_t count,
                  const std::vector<size_t>& places) -> Result<RowBody::NextRows> {
    PAISQL_ASSIGN(std::unique_ptr<engine::ResultStream> stream, read->Read(begin, count, places));
    return RowBody::NextRows(
        [shared = std::shared_ptr(std::move(stream))] { return shared->Next(); });
  };
  return rows;
}

Result<std::shared_ptr<TableDownload>> NewDownload(const Call& call, TableTarget target,
                                                   Service& service) {
  auto download = std::make_shared<TableDownload>();
  download->id = store::NewInstanceId();
  session::SessionOptions options = service.options;
  options.user = call.user;
  PAISQL_ASSIGN(download->rows, session::PinnedTable::Open(service.context, std::move(options),
                                                           target.table, target.partition));
  download->target = std::move(target);
  service.tunnels.downloads.Add(download->id, call.user, download, NowMs());
  return download;
}

// The table that the call names, which its user may read.
Result<TableTarget> ReadTarget(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(TableTarget target, TargetOf(call, *catalog));
  PAISQL_TRY(RequireOfTable(call, *catalog, target.table, "Select"));
  PAISQL_TRY(RequirePartition(target, *catalog));
  return target;
}

bool HasFiles(const store::Table& table) {
  return table.kind == store::TableKind::kTable && !store::IsExternal(table);
}

constexpr std::string_view kAllOf = "SELECT * FROM ";

// The instance whose query reads the table that the call names, for its download.
instances::InstancePtr QueryOf(const Call& call, Service& service) {
  instances::InstancePtr instance = FindInstance(call.Get("downloadid"), call.user, service);
  if (instance == nullptr || instance->submission().task != kTask) return nullptr;
  const std::string& query = instance->submission().query;
  const size_t begin = kAllOf.size() + 1;  // after the quotation mark, which a name has not
  const std::string name = query.substr(begin, query.find('`', begin) - begin);
  return IsAbout(call, instance->submission().project, name) ? instance : nullptr;
}

// How many levels of a partition the call names: the query gives them as its last columns.
size_t LevelsOf(const Call& call, Service& service) {
  const Result<TableTarget> target = ReadTarget(call, service);
  return target.ok() ? target->partition.size() : 0;
}

Answer BeginByQuery(const Call& call, const TableTarget& target, Service& service) {
  instances::Submission submission;
  submission.project = target.table.project;
  submission.user = call.user;
  submission.task = kTask;
  submission.settings["odps.sql.timezone"] = "UTC";
  submission.settings["odps.sql.allow.fullscan"] = "true";
  submission.query = std::string(kAllOf) + target.Name();
  const std::string levels = target.Levels(" AND ");
  if (!levels.empty()) submission.query += " WHERE " + levels;
  submission.query += ";";
  const auto instance = service.instances.Submit(std::move(submission));
  if (!instance.ok()) return TunnelErrorOf(instance.error());
  const int most_ms = call.Get("asyncmode") == "true" ? 0 : kDownloadWaitMs;
  return AtEnd(*instance, most_ms, [query = *instance, levels = target.partition.size()] {
    return DescribeInstance(*query, levels);
  });
}

}  // namespace

Answer BeginTableDownload(const Call& call, Service& service) {
  Result<TableTarget> target = ReadTarget(call, service);
  if (!target.ok()) return TunnelErrorOf(target.error());
  if (!HasFiles(target->table)) return BeginByQuery(call, *target, service);
  const auto download = NewDownload(call, *std::move(target), service);
  return download.ok() ? Described(**download) : TunnelErrorOf(download.error());
}

Answer GetTableDownload(const Call& call, Service& service) {
  const auto download = FindSession(service.tunnels.downloads, call, "downloadid");
  if (download != nullptr) return Described(*download);
  const instances::InstancePtr query = QueryOf(call, service);
  return query == nullptr ? NoDownload(call) : DescribeInstance(*query, LevelsOf(call, service));
}

Answer GetTableRows(const Call& call, Service& service) {
  if (const auto download = FindSession(service.tunnels.downloads, call, "downloadid")) {
    return DownloadRows(call, RowsOfDownload(*download), TimestampForm::kNanos);
  }
  const instances::InstancePtr query = QueryOf(call, service);
  if (query == nullptr) return NoDownload(call);
  return DownloadInstanceRows(call, *query, LevelsOf(call, service), TimestampForm::kNanos);
}

}  // namespace paisql::rest
