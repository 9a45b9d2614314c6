// UNDROP TABLE, RESTORE TABLE and PURGE TABLE: dropped tables, and rows that were replaced, come
// back as long as the home keeps their files.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "execution/keep_all.h"
#include "execution/rewrite_files.h"
#include "execution/share_files.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "store/table_write.h"

namespace paisql::session {

namespace {

using Values = std::vector<std::string>;

// The name after AS, in the project of the table.
Result<std::string> NewName(const syntax::RestoreTableStatement& statement,
                            const std::string& project, Run& run) {
  if (!statement.new_name.has_value()) return std::string();
  const syntax::QualifiedName& name = *statement.new_name;
  if (name.parts.size() > 1 && !EqualsIgnoreCase(PlaceAndName(name, run).first, project)) {
    return Error{ErrorCode::kSemantic, "a table comes back into its own project, " + project,
                 name.range, "leave the project out"};
  }
  PAISQL_TRY(analysis::CheckNewObjectName(name.parts.back(), "table"));
  return name.parts.back().text;
}

Status Undrop(const syntax::RestoreTableStatement& statement, Run& run) {
  const syntax::QualifiedName& name = statement.table;
  const auto [project, called] = PlaceAndName(name, run);
  Result<store::DroppedTable> dropped = FindDropped(name, statement.id, run);
  if (!dropped.ok()) {
    PAISQL_ASSIGN_AT(name.range, const std::optional<store::Table> table,
                     run.state.catalog().FindTable(project, called));
    if (!table.has_value()) return std::move(dropped).error();
    return Error{ErrorCode::kTableExists, "table " + table->QualifiedName() + " is not dropped",
                 name.range,
                 "RESTORE TABLE " + called +
                     " TO BEFORE LAST WRITE brings its rows back, or TO LSN 'n'; SHOW HISTORY FOR "
                     "TABLE " +
                     called + " lists its states"};
  }
  PAISQL_ASSIGN(const std::string new_name, NewName(statement, project, run));
  PAISQL_TRY_AT(statement.new_name.value_or(name).range,
                run.state.catalog().UndropTable(dropped->id, new_name));
  run.outcome.rows_written = dropped->rows;
  return Status::Ok();
}

Status Purge(const syntax::RestoreTableStatement& statement, Run& run) {
  const auto [project, called] = PlaceAndName(statement.table, run);
  store::Catalog& catalog = run.state.catalog();
  const SourceRange& range = statement.table.range;
  PAISQL_ASSIGN_AT(range, const std::optional<store::Table> table,
                   catalog.FindTable(project, called));
  if (table.has_value() && !statement.id.has_value()) {
    if (table->kind == store::TableKind::kView) {
      return Error{ErrorCode::kInvalidObjectType, table->QualifiedName() + " is a view", range,
                   "a view has no rows that are kept: leave it out"};
    }
    PAISQL_TRY_AT(range, catalog.PurgeTable(table->id));
    return Status::Ok();
  }
  PAISQL_ASSIGN(const store::DroppedTable dropped, FindDropped(statement.table, statement.id, run));
  PAISQL_TRY_AT(range, catalog.PurgeTable(dropped.id));
  return Status::Ok();
}

using FilesByPartition = std::map<Values, std::vector<store::DataFile>>;

FilesByPartition ByPartition(const store::FileListing& listing) {
  std::map<int64_t, Values> values;
  for (const store::Partition& one : listing.partitions) values[one.id] = one.values;
  FilesByPartition files;
  for (const store::DataFile& file : listing.files) {
    files[values[file.partition_id]].push_back(file);
  }
  return files;
}

bool SamePaths(const std::vector<store::DataFile>& left,
               const std::vector<store::DataFile>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& a, const auto& b) { return a.path == b.path; });
}

class Restoring {
 public:
  Restoring(const syntax::RestoreTableStatement& statement, store::Table table, Run& run)
      : statement_(statement), table_(std::move(table)), run_(run) {}

  Status Restore() {
    PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(run_.state));
    if (statement_.new_name.has_value()) return MakeTable();
    return store::RetryOnConflict([&] { return Attempt(); });
  }

 private:
  // The words in the statement, or else the table's name.
  const SourceRange& Range() const {
    return statement_.version_range.known() ? statement_.version_range : statement_.table.range;
  }

  Status Attempt() {
    PAISQL_ASSIGN_AT(statement_.table.range, const store::FileListing now,
                     run_.state.catalog().ListFiles(table_, std::nullopt));
    const FilesByPartition today = ByPartition(now);
    PAISQL_ASSIGN(FilesByPartition past, Past(now));
    if (statement_.partitions.empty()) {
      // A partition that held nothing then is emptied.
      for (const auto& [values, files] : today) past[values];
    }
    return Write(now, today, past);
  }

  // The files that the table held, or those of the partitions that the statement names.
  Result<FilesByPartition> Past(const store::FileListing& now) {
    if (statement_.partitions.empty()) return FilesOf(std::nullopt);
    FilesByPartition past;
    for (const syntax::PartitionSpec& spec : statement_.partitions) {
      PAISQL_ASSIGN(const Values values,
                    analysis::ResolvePartition(spec, table_, run_.state.MakeContext()));
      PAISQL_TRY(CheckDropped(spec, values, now));
      PAISQL_ASSIGN(const FilesByPartition files, FilesOf(values));
      past[values] = files.empty() ? std::vector<store::DataFile>() : files.begin()->second;
    }
    return past;
  }

  // AS: another table with the columns of today gets the rows.
  Status MakeTable() {
    store::Table made = table_;
    PAISQL_ASSIGN(made.name, NewName(statement_, table_.project, run_));
    store::Catalog& catalog = run_.state.catalog();
    const SourceRange& range = statement_.new_name->range;
    PAISQL_ASSIGN_AT(range, const std::optional<store::Table> taken,
                     catalog.FindTable(made.project, made.name));
    if (taken.has_value()) {
      return Error{ErrorCode::kTableExists, "table " + made.QualifiedName() + " already exists",
                   range, "choose another name after AS"};
    }
    PAISQL_ASSIGN_AT(statement_.table.range, const store::FileListing now,
                     catalog.ListFiles(table_, std::nullopt));
    PAISQL_ASSIGN(const FilesByPartition past, Past(now));
    store::TableWrite write(catalog);
    store::WriteRequest request;
    request.table_id = write.transaction().CreateTable(made);
    execution::Staging staging(run_.state);
    for (const auto& [values, files] : past) {
      if (table_.partitioned()) request.named_partitions.push_back(values);
      if (files.empty()) continue;
      store::FileListing listing;
      listing.files = files;
      listing.schema_versions = schema_versions_;
      PAISQL_ASSIGN(
          const std::vector<store::StagedFile> staged,
          execution::RewriteFiles(run_.state, table_, std::move(listing), made,
                                  {values.begin(), values.end()}, staging, run_.state.Execution()));
      request.files.insert(request.files.end(), staged.begin(), staged.end());
    }
    write.Put(std::move(request));
    PAISQL_TRY_AT(range, write.Commit());
    run_.outcome.rows_written = write.rows();
    return Status::Ok();
  }

  // RESTORE TABLE t PARTITION (…) alone is of partitions that were dropped.
  Status CheckDropped(const syntax::PartitionSpec& spec, const Values& values,
                      const store::FileListing& now) const {
    if (statement_.what != syntax::RestoreWhat::kPartition) return Status::Ok();
    const bool there = std::any_of(now.partitions.begin(), now.partitions.end(),
                                   [&](const auto& one) { return one.values == values; });
    if (!there) return Status::Ok();
    return Error{ErrorCode::kPartition, "the partition is not dropped", spec.range,
                 "write TO BEFORE LAST WRITE, or TO LSN 'n', to bring back its rows"};
  }

  // The files of the partition or the table at the state that the statement means.
  Result<FilesByPartition> FilesOf(const std::optional<Values>& partition) {
    store::Catalog& catalog = run_.state.catalog();
    PAISQL_ASSIGN_AT(statement_.table.range, const std::vector<store::TableVersion> versions,
                     catalog.ListVersions(table_.id, partition));
    int64_t state = 0;
    if (statement_.version.has_value()) {
      state = *statement_.version;
      const bool known = std::any_of(versions.begin(), versions.end(),
                                     [&](const auto& one) { return one.snapshot == state; });
      if (!known) return NotKept(fmt::format("state '{}'", state), partition);
    } else {
      const bool written = !versions.empty() && (versions.back().added || versions.back().removed);
      if (!written) return NotKept("a state before the last write", partition);
      state = versions.back().snapshot - 1;
    }
    PAISQL_ASSIGN_AT(statement_.table.range, const std::optional<store::FileListing> files,
                     catalog.FilesAt(table_, state, partition));
    if (!files.has_value()) return NotKept(fmt::format("state '{}'", state), partition);
    for (const store::SchemaVersion& version : files->schema_versions) {
      const bool known =
          std::any_of(schema_versions_.begin(), schema_versions_.end(),
                      [&](const auto& one) { return one.version == version.version; });
      if (!known) schema_versions_.push_back(version);
    }
    return ByPartition(*files);
  }

  Error NotKept(const std::string& what, const std::optional<Values>& partition) const {
    std::string of = "table " + table_.QualifiedName();
    if (partition.has_value()) {
      store::Partition named;
      named.values = *partition;
      of = "partition " + named.Name(table_) + " of " + of;
    }
    return {ErrorCode::kSemantic, fmt::format("of {} {} is not kept", of, what), Range(),
            fmt::format("SHOW HISTORY FOR TABLE {} lists the states that are kept; {} says for how "
                        "many days they are",
                        table_.name, kRetentionSetting)};
  }

  Status Write(const store::FileListing& now, const FilesByPartition& today,
               const FilesByPartition& past) {
    execution::Staging staging(run_.state);
    PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
    store::WriteRequest request;
    request.table_id = table_.id;
    request.schema_version = table_.schema_version;
    request.mode = store::WriteMode::kOverwrite;
    request.table_name = table_.QualifiedName();
    for (const auto& [values, files] : past) {
      const auto current = today.find(values);
      if (current != today.end() && SamePaths(current->second, files)) continue;
      request.named_partitions.push_back(values);
      PAISQL_TRY_AT(Range(), execution::BringWhole(run_.state, table_, files));
      for (const store::DataFile& file : files) {
        PAISQL_TRY(run_.state.CheckInterrupted());
        store::StagedFile& staged = request.files.emplace_back();
        staged.path = fmt::format("{}/{}.parquet", folder, request.files.size());
        PAISQL_TRY_AT(Range(), execution::LinkFile(file.path, staged.path));
        staged.partition_values = values;
        staged.rows = file.rows;
        staged.schema_version = file.schema_version;
        staged.block_sums = file.block_sums;
      }
    }
    store::TableWrite write(run_.state.catalog());
    if (!request.named_partitions.empty()) {
      write.Expect(store::RowsRead(table_, now));
      write.Put(std::move(request));
    }
    PAISQL_TRY_AT(statement_.table.range, write.Commit());
    run_.outcome.rows_written = write.rows();
    run_.outcome.rows_replaced = write.replaced_rows();
    return Status::Ok();
  }

  const syntax::RestoreTableStatement& statement_;
  store::Table table_;
  Run& run_;
  std::vector<store::SchemaVersion> schema_versions_;  // of all past files
};

Status Restore(const syntax::RestoreTableStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(statement.table, run.state.MakeContext()));
  if (table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view",
                 statement.table.range, "restore the tables that it reads"};
  }
  if (run.state.checking()) {
    if (statement.new_name.has_value()) {
      store::Table made = table;
      PAISQL_ASSIGN(made.name, NewName(statement, table.project, run));
      PAISQL_TRY_AT(statement.new_name->range, run.state.catalog().CreateTable(made));
    }
    run.state.unknowns().NoteRows();
    return Status::Ok();
  }
  return Restoring(statement, table, run).Restore();
}

}  // namespace

Status RunRestoreTable(const syntax::RestoreTableStatement& statement, Run& run) {
  switch (statement.what) {
    case syntax::RestoreWhat::kUndrop:
      PAISQL_TRY(Undrop(statement, run));
      break;
    case syntax::RestoreWhat::kPurge:
      PAISQL_TRY(Purge(statement, run));
      break;
    default:
      PAISQL_TRY(Restore(statement, run));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
