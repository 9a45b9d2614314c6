#include "session/writes.h"

#include <filesystem>
#include <system_error>

#include "session/damage.h"

namespace paisql::session {

Staging::~Staging() {
  for (const std::string& folder : folders_) {
    // What cannot be removed now is removed by the sweep when the session's lease has ended.
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
}

Result<std::string> Staging::MakeFolder() {
  PAISQL_ASSIGN(store::Lease * lease, state_.Lease());
  PAISQL_ASSIGN(const std::string staging, lease->StagingFolder());
  for (int number = 0;; ++number) {
    const std::string folder = staging + "/write-" + std::to_string(number);
    std::error_code failure;
    if (std::filesystem::create_directory(folder, failure)) {
      folders_.push_back(folder);
      return folder;
    }
    if (failure) {
      return Error{ErrorCode::kEnvironment,
                   "cannot make " + folder + ": " + failure.message(),
                   {},
                   "free disk space, or choose another home with --home"};
    }
  }
}

Result<std::vector<store::StagedFile>> Staging::Write(
    plan::Relation& root, const store::Table& table,
    const std::vector<std::optional<std::string>>& partition) {
  PAISQL_ASSIGN(engine::Engine * engine, state_.Engine());
  engine::WriteTarget target;
  PAISQL_ASSIGN(target.directory, MakeFolder());
  target.column_names = ColumnNames(table.columns);
  for (const store::Column& column : table.columns) target.not_null.push_back(column.not_null);
  for (size_t i = 0; i < partition.size(); ++i) {
    if (!partition[i].has_value()) {
      target.partition_names.push_back(table.partition_columns[i].name);
    }
  }
  PAISQL_TRY(state_.CheckInterrupted());
  engine::ExecutionSettings settings = state_.Execution();
  settings.profile = observer_ != nullptr;
  Result<std::vector<engine::WrittenFile>> files = engine->Write(root, target, settings);
  if (!files.ok()) return NameDamagedFile(state_, root, std::move(files).error());
  PAISQL_TRY(state_.CheckInterrupted());
  if (observer_ != nullptr) {
    PAISQL_ASSIGN(const engine::ExecutionReport report, engine->Report(root));
    observer_->Ran(root, report);
  }
  return ToStagedFiles(*files, partition);
}

std::vector<std::string> ColumnNames(const std::vector<store::Column>& columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const store::Column& column : columns) names.push_back(column.name);
  return names;
}

std::vector<store::StagedFile> ToStagedFiles(
    const std::vector<engine::WrittenFile>& files,
    const std::vector<std::optional<std::string>>& partition) {
  std::vector<store::StagedFile> staged;
  staged.reserve(files.size());
  for (const engine::WrittenFile& file : files) {
    store::StagedFile& entry = staged.emplace_back();
    entry.path = file.path;
    entry.rows = file.rows;
    size_t dynamic = 0;
    for (const std::optional<std::string>& level : partition) {
      entry.partition_values.push_back(level ? *level : file.partition_values[dynamic++]);
    }
  }
  return staged;
}

std::vector<std::vector<std::string>> NamedPartitions(
    const std::vector<std::optional<std::string>>& partition) {
  std::vector<std::string> values;
  for (const std::optional<std::string>& level : partition) {
    if (!level.has_value()) return {};
    values.push_back(*level);
  }
  if (values.empty()) return {};
  return {std::move(values)};
}

}  // namespace paisql::session
