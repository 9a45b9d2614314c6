// The first rows of a table, a view or a partition as CSV, as clients without a tunnel look at one:
// by a query, whose times are on the project's wall clock.

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/instances/await_end.h"
#include "rest/named.h"
#include "rest/records/result_csv.h"
#include "rest/tunnel/table_routes.h"
#include "rest/tunnel/table_target.h"

namespace paisql::rest {

namespace {

constexpr int kHeadWaitMs = 60000;

std::string ColumnNames(const std::string& names) {
  if (names.empty()) return "*";
  std::string quoted;
  for (const std::string& name : Split(names, ',')) {
    quoted += (quoted.empty() ? "" : ", ") + QuotedName(std::string(Trim(name)));
  }
  return quoted;
}

// A whole partitioned table can be looked at as well.
Result<instances::Submission> QueryFor(const Call& call, int64_t rows, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  Call named = call;
  if (call.Has("schema_name")) named.query["curr_schema"] = call.Get("schema_name");
  PAISQL_ASSIGN(const TableTarget target,
                TargetOf(named, *catalog, !call.Get("partition").empty()));
  PAISQL_TRY(RequireOfTable(call, *catalog, target.table, "Select"));
  PAISQL_TRY(RequirePartition(target, *catalog));
  instances::Submission submission;
  submission.project = target.table.project;
  submission.user = call.user;
  submission.task = "TableHead";
  submission.settings["odps.sql.allow.fullscan"] = "true";
  submission.query = "SELECT " + ColumnNames(call.Get("cols")) + " FROM " + target.Name();
  const std::string levels = target.Levels(" AND ");
  if (!levels.empty()) submission.query += " WHERE " + levels;
  submission.query += " LIMIT " + std::to_string(rows) + ";";
  return submission;
}

Result<instances::InstancePtr> SubmitHead(const Call& call, int64_t rows, Service& service) {
  PAISQL_ASSIGN(instances::Submission submission, QueryFor(call, rows, service));
  return service.instances.Submit(std::move(submission));
}

Result<std::string> HeadCsv(const instances::InstancePtr& instance) {
  if (const auto status = instance->status(); status.error.has_value()) return *status.error;
  const auto result = instance->result();
  if (result == nullptr) return Error{ErrorCode::kTunnel, "the rows are not there yet", {}, ""};
  return ResultCsv(*result);
}

}  // namespace

Answer TableHead(const Call& call, Service& service) {
  const auto rows = ParseNumber<int64_t>(call.Get("linenum"));
  if (!rows || *rows < 1) return XmlError(400, "InvalidParameter", "linenum is a number of rows");
  const auto instance = SubmitHead(call, std::min(*rows, kMostCsvRows), service);
  if (!instance.ok()) return XmlErrorOf(instance.error());
  return AtEnd(*instance, kHeadWaitMs, [query = *instance] {
    Result<std::string> csv = HeadCsv(query);
    return csv.ok() ? Answer{200, "text/csv; charset=utf-8", *std::move(csv)}
                    : XmlErrorOf(csv.error());
  });
}

}  // namespace paisql::rest
