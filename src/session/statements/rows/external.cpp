// LOAD, UNLOAD and MSCK.

#include <fmt/format.h>

#include <set>

#include "analysis/external.h"
#include "base/display/amounts.h"
#include "base/text.h"
#include "session/data_flow.h"
#include "session/external_files.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/rows/write_external.h"
#include "store/auto_partition.h"

namespace paisql::session {

namespace {

// The files as a table: its columns are those of the target that no partition fixes, and that the
// target does not compute by itself.
Result<store::Table> TableOfFiles(const store::Table& target, const syntax::InsertTarget& into,
                                  const analysis::AnalysisContext& context) {
  store::Table files;
  files.id = ExternalFiles::kLoadedTableId;
  files.project = context.names.place();
  files.name = syntax::kLoadedFiles;
  files.columns = target.columns;
  store::PartitionLevels levels(target.partition_columns.size());
  if (into.partition.has_value()) {
    PAISQL_ASSIGN(levels, analysis::ResolvePartialPartition(*into.partition, target, context));
  }
  for (size_t i = 0; i < levels.size(); ++i) {
    if (!levels[i].has_value()) files.columns.push_back(target.partition_columns[i]);
  }
  std::erase_if(files.columns, [&](const store::Column& column) {
    return store::IsGenerated(target, column.name);
  });
  // Each column has an id of its own, whatever the target's are.
  for (size_t i = 0; i < files.columns.size(); ++i) {
    files.columns[i].id = static_cast<int64_t>(i) + 1;
    files.columns[i].not_null = false;
  }
  return files;
}

}  // namespace

Status RunLoad(const syntax::LoadStatement& statement, Run& run) {
  const syntax::InsertTarget& into = statement.insert.target;
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const store::Table target, analysis::ResolveTable(into.table, context));
  PAISQL_ASSIGN(store::ExternalSource source,
                analysis::ReadStorage(statement.storage, {}, into.table.range, context));
  if (target.kind == store::TableKind::kView || store::IsExternal(target)) {
    const bool view = target.kind == store::TableKind::kView;
    return Error{ErrorCode::kInvalidObjectType,
                 target.QualifiedName() + (view ? " is a view" : " is an external table"),
                 into.table.range, "LOAD writes tables of the home"};
  }
  PAISQL_ASSIGN(store::Table files, TableOfFiles(target, into, context));
  PAISQL_TRY(analysis::CheckExternalColumns(source, files.columns, into.table.range));
  PAISQL_ASSIGN(source.location, ExternalLocation(source.location, run.state));
  context.names.AddSessionTable({files, "", ""});
  run.state.external_files().Load(std::move(files), std::move(source));
  Status loaded = InsertRows(statement.insert, std::move(context), run);
  run.state.external_files().Forget();
  return loaded;
}

Status RunUnload(const syntax::UnloadStatement& statement, Run& run) {
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = context.allow_full_scan || statement.of_table;
  PAISQL_ASSIGN(const analysis::QueryPlan plan, analysis::AnalyzeQuery(*statement.query, context));
  const SourceRange range =
      statement.storage.location ? statement.storage.location->range : statement.storage.range;
  PAISQL_ASSIGN(store::ExternalSource source,
                analysis::ReadStorage(statement.storage, {}, statement.storage.range, context));
  PAISQL_ASSIGN(source.location, ExternalLocation(source.location, run.state));
  ShowWarnings(context, run.out);
  ExternalTarget target;
  target.range = range;
  target.table.name = source.location;
  target.table.columns = ColumnsOf(*plan.root);
  PAISQL_TRY(analysis::CheckExternalColumns(source, target.table.columns, statement.query->range));
  target.source = std::move(source);
  if (TellsFlow(run)) run.out.Flow(FlowOf("UNLOAD", *plan.root, context));
  if (run.state.checking()) {
    run.state.unknowns().NoteFiles();
    run.out.Done();
    return Status::Ok();
  }
  PAISQL_ASSIGN(run.outcome.rows_written, WriteExternal(*plan.root, target, run));
  run.out.Done();
  return Status::Ok();
}

Status RunRepair(const syntax::RepairStatement& statement, Run& run) {
  const SourceRange& range = statement.table.range;
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(statement.table, run.state.MakeContext()));
  const std::optional<store::ExternalSource> source = store::ExternalOf(table);
  if (!source.has_value() || !table.partitioned()) {
    return Error{ErrorCode::kInvalidObjectType,
                 table.QualifiedName() + " is not an external table with partitions", range,
                 "MSCK adds the partitions whose folders lie at the LOCATION of such a table"};
  }
  if (run.state.checking()) {
    run.state.unknowns().NotePartitions();
    return Status::Ok();
  }
  PAISQL_ASSIGN(const ExternalFolder folder,
                ExternalFolder::Open(source->location, range, run.state));
  PAISQL_ASSIGN_AT(range, const auto files, folder.Files());
  const size_t levels = table.partition_columns.size();
  std::set<std::vector<std::string>> found;
  for (const ExternalFile& file : files.value_or(std::vector<ExternalFile>())) {
    const std::vector<std::string> parts = Split(file.key, '/');
    std::vector<std::string> values;
    for (size_t i = 0; i < levels && i + 1 < parts.size(); ++i) {
      const size_t equals = parts[i].find('=');
      if (equals == std::string::npos ||
          !EqualsIgnoreCase(parts[i].substr(0, equals), table.partition_columns[i].name)) {
        break;
      }
      values.push_back(PercentDecode(parts[i].substr(equals + 1)));
    }
    if (values.size() == levels) found.insert(std::move(values));
  }
  std::vector<std::vector<std::string>> added;
  for (const std::vector<std::string>& values : found) {
    PAISQL_ASSIGN_AT(range, const std::vector<store::Partition> there,
                     run.state.catalog().ListPartitions(table.id, {values.begin(), values.end()}));
    if (there.empty()) added.push_back(values);
  }
  if (!added.empty()) {
    PAISQL_TRY_AT(range, run.state.catalog().AddPartitions(table.id, added, true));
  }
  run.out.Message(Counted(added.size(), "partition") + " added");
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
