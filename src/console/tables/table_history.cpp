// The earlier states of a table that are kept: what each commit did, and what has made it.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "console/answers.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "store/place.h"
#include "store/versions.h"

namespace paisql::console {

namespace {

using nlohmann::json;

std::string_view OperationText(const store::TableVersion& version) {
  if (version.added && version.removed) return "overwrite";
  if (version.added) return "append";
  return version.removed ? "delete" : "kept";
}

// A statement that changed the table, and when it ran.
struct Change {
  int64_t begin_ms = 0;
  int64_t end_ms = 0;
  json by;
};

// The changes by instances that the user may see.
std::vector<Change> ChangesOf(const rest::Call& call, Console& console, const store::Table& table,
                              store::Catalog& catalog) {
  std::vector<Change> changes;
  const std::string project = store::ProjectOfPlace(table.project);
  const bool all = OwnsProject(call, catalog, project);
  for (const instances::InstancePtr& instance : console.service.instances.List(project)) {
    const std::string& user = instance->submission().user;
    if (!all && !EqualsIgnoreCase(user, call.user)) continue;
    for (const instances::StatementTrace& run : instance->trace().runs()) {
      const bool writes = std::ranges::any_of(run.writes, [&](const std::string& name) {
        return EqualsIgnoreCase(name, table.QualifiedName());
      });
      if (!writes || run.failed) continue;
      changes.push_back({run.started_ms,
                         run.ended_ms,
                         {{"kind", "instance"}, {"id", instance->id()}, {"user", user}}});
    }
  }
  return changes;
}

json MakerOf(const std::vector<Change>& changes, int64_t made_ms) {
  for (const Change& change : changes) {
    const bool open = change.end_ms == 0;
    if (made_ms >= change.begin_ms && (open || made_ms <= change.end_ms)) return change.by;
  }
  return nullptr;
}

json NumberOf(const std::vector<store::DataVersion>& versions, int64_t snapshot) {
  json number = nullptr;
  for (const store::DataVersion& version : versions) {
    if (version.first_snapshot <= snapshot) number = version.number;
  }
  return number;
}

Result<json> HistoryJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Table table, TableOfCall(call, *catalog, "ShowHistory"));
  json list = json::array();
  if (table.kind == store::TableKind::kView) return json{{"versions", std::move(list)}};
  PAISQL_ASSIGN(const auto partition, PartitionOfCall(call, table));
  PAISQL_ASSIGN(const std::vector<store::TableVersion> versions,
                catalog->ListVersions(table.id, partition));
  PAISQL_ASSIGN(const std::vector<store::DataVersion> numbers,
                store::VersionCatalog(*catalog).ListVersions(table.id));
  const std::vector<Change> changes = ChangesOf(call, console, table, *catalog);
  for (size_t i = 0; i < versions.size(); ++i) {
    const store::TableVersion& version = versions[i];
    list.push_back({{"snapshot", std::to_string(version.snapshot)},
                    {"version", NumberOf(numbers, version.snapshot)},
                    {"made_ms", version.made_ms},
                    {"operation", OperationText(version)},
                    {"rows", version.rows},
                    {"more_rows", version.rows - (i == 0 ? 0 : versions[i - 1].rows)},
                    {"today", i + 1 == versions.size()},
                    {"by", MakerOf(changes, version.made_ms)}});
  }
  std::ranges::reverse(list);
  return json{{"versions", std::move(list)}, {"transactional", table.traits.transactional}};
}

}  // namespace

rest::Answer TellHistory(const rest::Call& call, Console& console) {
  const Result<json> body = HistoryJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
