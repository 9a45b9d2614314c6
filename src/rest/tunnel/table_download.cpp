// The download of a table or a partition of one: an instance of a query, whose rows the client
// reads in parts.

#include "rest/named.h"
#include "rest/routes.h"
#include "rest/tunnel/download.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/table_target.h"

namespace paisql::rest {

namespace {

constexpr int kDownloadWaitMs = 60000;
constexpr std::string_view kTask = "TunnelDownload";

Result<TableTarget> ThereTarget(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(TableTarget target, TargetOf(call, *catalog));
  PAISQL_TRY(RequirePartition(target, *catalog));
  return target;
}

// The instance of a download of this table.
instances::InstancePtr DownloadOf(const Call& call, const TableTarget& target, Service& service) {
  instances::InstancePtr instance = FindInstance(call.Get("downloadid"), call.user, service);
  if (instance == nullptr || instance->submission().task != kTask) return nullptr;
  return instance->submission().project == target.table.project ? instance : nullptr;
}

Answer NoDownload(const Call& call) {
  return JsonError(404, "NoSuchDownload",
                   "The download " + call.Get("downloadid") + " is not found");
}

}  // namespace

Answer BeginTableDownload(const Call& call, Service& service) {
  const Result<TableTarget> target = ThereTarget(call, service);
  if (!target.ok()) return JsonErrorOf(target.error());
  instances::Submission submission;
  submission.project = target->table.project;
  submission.user = call.user;
  submission.task = kTask;
  submission.settings["odps.sql.timezone"] = "UTC";
  submission.settings["odps.sql.allow.fullscan"] = "true";
  submission.query = "SELECT * FROM " + target->Name();
  const std::string levels = target->Levels(" AND ");
  if (!levels.empty()) submission.query += " WHERE " + levels;
  submission.query += ";";
  const auto submitted = service.instances.Submit(std::move(submission));
  if (!submitted.ok()) return JsonErrorOf(submitted.error());
  const instances::InstancePtr& instance = *submitted;
  if (call.Get("asyncmode") != "true") instance->Await(kDownloadWaitMs);
  return DescribeDownload(*instance, target->partition.size());
}

Answer GetTableDownload(const Call& call, Service& service) {
  const Result<TableTarget> target = ThereTarget(call, service);
  if (!target.ok()) return JsonErrorOf(target.error());
  const instances::InstancePtr instance = DownloadOf(call, *target, service);
  if (instance == nullptr) return NoDownload(call);
  return DescribeDownload(*instance, target->partition.size());
}

Answer GetTableRows(const Call& call, Service& service) {
  const Result<TableTarget> target = ThereTarget(call, service);
  if (!target.ok()) return JsonErrorOf(target.error());
  const instances::InstancePtr instance = DownloadOf(call, *target, service);
  if (instance == nullptr) return NoDownload(call);
  return DownloadRows(call, *instance, target->partition.size());
}

}  // namespace paisql::rest
