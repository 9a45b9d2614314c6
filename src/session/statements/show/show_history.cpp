// SHOW HISTORY: the states of a table that RESTORE can bring back, and the tables of a project with
// those that UNDROP can.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "store/versions.h"
#include "syntax/statements/show.h"

namespace paisql::session {

std::pair<std::string, std::string> PlaceAndName(const syntax::QualifiedName& name, Run& run) {
  std::vector<std::string> qualifiers;
  for (size_t i = 0; i + 1 < name.parts.size(); ++i) qualifiers.push_back(name.parts[i].text);
  return {run.state.Names().PlaceOf(qualifiers), name.parts.back().text};
}

Result<store::DroppedTable> FindDropped(const syntax::QualifiedName& name,
                                        const std::optional<int64_t>& id, Run& run) {
  const auto [project, called] = PlaceAndName(name, run);
  PAISQL_ASSIGN_AT(name.range, const std::vector<store::DroppedTable> dropped,
                   run.state.catalog().ListDropped(project));
  const std::string& wanted = called;
  const auto found = std::find_if(dropped.begin(), dropped.end(), [&](const auto& table) {
    return EqualsIgnoreCase(table.name, wanted) && (!id.has_value() || *id == table.id);
  });
  if (found != dropped.end()) return *found;
  std::vector<std::string> names;
  for (const store::DroppedTable& table : dropped) names.push_back(table.name);
  std::string hint = DidYouMean(called, names);
  if (hint.empty()) {
    hint =
        fmt::format("SHOW HISTORY FOR TABLES lists what can come back; {} says for how many days",
                    kRetentionSetting);
  }
  return Error{ErrorCode::kTableNotFound,
               id.has_value() ? fmt::format("no dropped table {}.{} with the id {} is kept",
                                            project, called, *id)
                              : fmt::format("no dropped table {}.{} is kept", project, called),
               name.range, std::move(hint)};
}

namespace {

std::string TimeText(int64_t milliseconds, const TimeZone& zone) {
  return milliseconds == 0 ? "" : zone.Format(milliseconds / 1000);
}

std::string_view OperationOf(const store::TableVersion& version) {
  if (version.added && version.removed) return "OVERWRITE";
  if (version.added) return "APPEND";
  return version.removed ? "DELETE" : "KEPT";
}

// The version of the table that a commit has left; "" where it is not kept.
std::string NumberAt(const std::vector<store::DataVersion>& versions, int64_t snapshot) {
  std::string number;
  for (const store::DataVersion& version : versions) {
    if (version.first_snapshot <= snapshot) number = std::to_string(version.number);
  }
  return number;
}

Result<Answer> HistoryOfTable(const syntax::ShowStatement& statement, Run& run) {
  const syntax::QualifiedName& name = *statement.table;
  store::Catalog& catalog = run.state.catalog();
  int64_t id = 0;
  std::string called = name.parts.back().text;
  std::optional<std::vector<std::string>> partition;
  if (statement.id.has_value()) {
    PAISQL_ASSIGN(const store::DroppedTable dropped, FindDropped(name, statement.id, run));
    id = dropped.id;
    called = dropped.name;
  } else {
    const analysis::AnalysisContext context = run.state.MakeContext();
    PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(name, context));
    id = table.id;
    called = table.name;
    if (statement.partition.has_value()) {
      PAISQL_ASSIGN(partition, analysis::ResolvePartition(*statement.partition, table, context));
    }
  }
  PAISQL_ASSIGN_AT(name.range, const std::vector<store::TableVersion> versions,
                   catalog.ListVersions(id, partition));
  Answer answer;
  answer.columns = {"ObjectType", "ObjectId",  "ObjectName", "VERSION(LSN)",
                    "Time",       "Operation", "Rows"};
  // What VERSION AS OF takes, for a transactional table.
  PAISQL_ASSIGN_AT(name.range, const std::vector<store::DataVersion> numbers,
                   store::VersionCatalog(catalog).ListVersions(id));
  if (!numbers.empty()) answer.columns.push_back("Version");
  const TimeZone zone = run.state.Zone();
  for (const store::TableVersion& version : versions) {
    auto& row = answer.rows.emplace_back();
    row.assign({partition.has_value() ? "PARTITION" : "TABLE", std::to_string(id), called,
                fmt::format("{:016}", version.snapshot), TimeText(version.made_ms, zone),
                std::string(OperationOf(version)), std::to_string(version.rows)});
    if (!numbers.empty()) row.push_back(NumberAt(numbers, version.snapshot));
  }
  answer.text = Box(answer);
  return answer;
}

// All tables, or the dropped ones alone.
Result<Answer> HistoryOfTables(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(statement, run));
  const bool dropped_only = statement.dropped;
  Answer answer;
  answer.columns = {"Name", "Id", "Type", "IsPartitioned", "Rows", "CreateTime", "DropTime"};
  const TimeZone zone = run.state.Zone();
  const auto add = [&](const std::string& name, int64_t id, bool partitioned, int64_t rows,
                       int64_t created_ms, int64_t dropped_ms) {
    answer.rows.push_back({name, std::to_string(id), dropped_ms == 0 ? "EXIST" : "DROPPED",
                           partitioned ? "true" : "false", std::to_string(rows),
                           TimeText(created_ms, zone), TimeText(dropped_ms, zone)});
  };
  store::Catalog& catalog = run.state.catalog();
  PAISQL_ASSIGN(const std::vector<store::Table> tables, catalog.ListTables(place));
  for (const store::Table& table : tables) {
    if (dropped_only || table.kind == store::TableKind::kView) continue;
    PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id));
    add(table.name, table.id, table.partitioned(), size.rows, table.created_ms, 0);
  }
  PAISQL_ASSIGN(const std::vector<store::DroppedTable> dropped, catalog.ListDropped(place));
  for (const store::DroppedTable& table : dropped) {
    add(table.name, table.id, table.partitioned, table.rows, table.created_ms, table.dropped_ms);
  }
  answer.text = Box(answer);
  return answer;
}

}  // namespace

Result<Answer> ShowHistory(const syntax::ShowStatement& statement, Run& run) {
  return statement.table.has_value() ? HistoryOfTable(statement, run)
                                     : HistoryOfTables(statement, run);
}

}  // namespace paisql::session
