// ALTER MATERIALIZED VIEW.

#include "store/materialized.h"

#include <fmt/format.h>

#include <set>

#include "analysis/materialized.h"
#include "execution/partition_filter.h"
#include "session/data_flow.h"
#include "session/statements/catalog/partitions.h"
#include "session/statements/writes.h"
#include "store/external.h"

namespace paisql::session {

namespace {

using analysis::MaterializedSources;
using PartitionNames = std::vector<std::vector<std::string>>;

// What a rebuild does.
struct Rebuild {
  std::optional<PartitionNames> made;  // nullopt: all rows
  std::vector<int64_t> dropped;        // partitions of the view, whose rows are made anew or gone
  store::change::SetProperties marks;
};

bool Matches(const std::vector<std::string>& values, const store::PartitionLevels& match) {
  for (size_t i = 0; i < match.size(); ++i) {
    if (match[i].has_value() && *match[i] != values[i]) return false;
  }
  return true;
}

// The partitions, of the view or of what it is made from, that PARTITION (…) chooses.
Result<std::vector<store::Partition>> Chosen(const analysis::PartitionChoice& choice,
                                             std::vector<store::Partition> all, Run& run) {
  std::vector<store::Partition> chosen;
  if (!choice.filter) {
    for (store::Partition& partition : all) {
      if (Matches(partition.values, choice.match)) chosen.push_back(std::move(partition));
    }
    return chosen;
  }
  std::vector<execution::PartitionColumn> levels;
  for (size_t i = 0; i < choice.columns.size(); ++i) levels.push_back({choice.columns[i], i});
  PAISQL_ASSIGN(const std::vector<bool> keep,
                execution::FilterPartitions(run.state, *choice.filter, levels, all, {},
                                            run.state.Execution()));
  for (size_t i = 0; i < all.size(); ++i) {
    if (keep[i]) chosen.push_back(std::move(all[i]));
  }
  return chosen;
}

// All partitions by their folders: those of the view have their ids, the others 0.
std::map<std::string, store::Partition> AllPartitions(const store::Table& table,
                                                      const MaterializedSources& sources,
                                                      const std::vector<store::Partition>& held) {
  std::map<std::string, store::Partition> all;
  for (const MaterializedSources::Part& part : sources.parts) {
    all[store::PartitionFolders(table, part.values)].values = part.values;
  }
  for (const store::Partition& partition : held) {
    all[store::PartitionFolders(table, partition.values)] = partition;
  }
  return all;
}

// The partitions whose marks have changed.
Result<Rebuild> ChangedPartitions(const Alter& alter, const MaterializedSources& sources,
                                  const std::vector<store::Partition>& held) {
  const store::Table& table = alter.plan.table;
  const std::map<std::string, std::string> now = sources.Marks(table);
  const std::map<std::string, std::string> built = store::MaterializedOf(table)->built;
  std::vector<store::Partition> chosen;
  for (auto& [folders, partition] : AllPartitions(table, sources, held))
    chosen.push_back(partition);
  if (!alter.plan.dropped_partitions.empty()) {
    PAISQL_ASSIGN(chosen,
                  Chosen(alter.plan.dropped_partitions.front(), std::move(chosen), alter.run));
  }
  Rebuild rebuild;
  rebuild.made.emplace();
  rebuild.marks.table_id = table.id;
  for (const store::Partition& partition : chosen) {
    const std::string folders = store::PartitionFolders(table, partition.values);
    const auto mark = now.find(folders);
    const auto before = built.find(folders);
    const bool same = mark != now.end() && before != built.end() && mark->second == before->second;
    if (same) continue;
    if (partition.id != 0) rebuild.dropped.push_back(partition.id);
    if (mark != now.end()) rebuild.made->push_back(partition.values);
    rebuild.marks.properties[store::BuiltKey(folders)] =
        mark != now.end() ? std::optional(mark->second) : std::nullopt;
  }
  return rebuild;
}

// Everything, or nothing where it is as it was.
Result<Rebuild> ChangedWhole(const Alter& alter, const MaterializedSources& sources,
                             const std::vector<store::Partition>& held) {
  const store::Table& table = alter.plan.table;
  if (!alter.plan.dropped_partitions.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "partitions of " + table.QualifiedName() +
                     " cannot be made one by one, because other partitions decide on their rows",
                 alter.plan.dropped_partitions.front().range, "leave PARTITION out"};
  }
  Rebuild rebuild;
  rebuild.marks.table_id = table.id;
  const std::map<std::string, std::string> built = store::MaterializedOf(table)->built;
  if (built == sources.Marks(table)) return rebuild;
  for (const store::Partition& partition : held) rebuild.dropped.push_back(partition.id);
  for (const auto& [folders, mark] : built) {
    rebuild.marks.properties[store::BuiltKey(folders)] = std::nullopt;
  }
  rebuild.marks.properties[store::BuiltKey("")] = sources.whole;
  return rebuild;
}

Status Write(const Alter& alter, Rebuild rebuild, analysis::AnalysisContext& context) {
  const store::Table& table = alter.plan.table;
  Run& run = alter.run;
  PAISQL_ASSIGN(analysis::WritePlan plan,
                analysis::PlanBuild(table, rebuild.made, alter.range(), context));
  if (!table.partitioned()) plan.target.mode = store::WriteMode::kOverwrite;
  if (TellsFlow(run)) {
    DataFlow flow = FlowOf(plan, context);
    flow.action = "ALTER MATERIALIZED VIEW REBUILD";
    run.out.Flow(flow);
  }
  if (run.state.checking()) {
    run.state.unknowns().NoteRows();
    if (table.partitioned()) run.state.unknowns().NotePartitions();
    return Status::Ok();
  }
  PAISQL_ASSIGN_AT(alter.range(), const store::FileListing held,
                   alter.catalog().ListFiles(table, std::nullopt));
  execution::TableWrite write(run.state, {Planned(plan)}, RunOptionsOf(run));
  // Two rebuilds at once would both add the rows of a new partition.
  write.transaction().Expect(store::RowsRead(table, held));
  if (!rebuild.dropped.empty()) {
    write.transaction().Add(store::change::DropPartitions{table.id, rebuild.dropped, true});
  }
  write.transaction().Add(std::move(rebuild.marks));
  PAISQL_TRY(write.Stage());
  run.outcome.rows_written = write.rows();
  PAISQL_TRY_AT(alter.range(), write.Commit());
  run.state.SweepReplaced();
  return Status::Ok();
}

}  // namespace

Status RebuildMaterialized(const Alter& alter) {
  const store::Table& table = alter.plan.table;
  analysis::AnalysisContext context = alter.run.state.MakeContext();
  PAISQL_ASSIGN(const MaterializedSources sources,
                analysis::SourcesOf(table, alter.range(), context));
  std::vector<store::Partition> held;
  if (table.partitioned()) {
    PAISQL_ASSIGN_AT(alter.range(), held, alter.catalog().ListPartitions(table.id));
  }
  PAISQL_ASSIGN(Rebuild rebuild, sources.by_partition ? ChangedPartitions(alter, sources, held)
                                                      : ChangedWhole(alter, sources, held));
  if (rebuild.marks.properties.empty() && !alter.run.state.checking()) {
    alter.run.out.Message(table.QualifiedName() + " is up to date");
    return Status::Ok();
  }
  return Write(alter, std::move(rebuild), context);
}

Status SetRewrite(const Alter& alter) {
  store::Materialized view = *store::MaterializedOf(alter.plan.table);
  view.rewrites = alter.statement.rewrites;
  store::CatalogTransaction transaction = alter.catalog().Begin();
  transaction.Add(store::change::SetProperties{
      alter.table_id(),
      {{std::string(store::kMaterializedProperty), store::MaterializedText(view)}}});
  PAISQL_TRY_AT(alter.range(), transaction.Commit());
  return Status::Ok();
}

}  // namespace paisql::session
