#include "execution/staging.h"

#include <filesystem>
#include <system_error>

namespace paisql::execution {

Staging::~Staging() {
  for (const std::string& folder : folders_) {
    // The sweep removes the rest once the session's lease has ended.
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
}

Result<std::string> Staging::MakeFolder() {
  PAISQL_ASSIGN(store::Lease * lease, host_.Lease());
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

std::vector<std::string> ColumnNames(const std::vector<store::Column>& columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const store::Column& column : columns) names.push_back(column.name);
  return names;
}

engine::WriteTarget TargetFor(const store::Table& table, const store::PartitionLevels& partition,
                              std::string folder) {
  engine::WriteTarget target;
  target.directory = std::move(folder);
  target.column_names = ColumnNames(table.columns);
  for (const store::Column& column : table.columns) target.not_null.push_back(column.not_null);
  for (size_t i = 0; i < partition.size(); ++i) {
    if (!partition[i].has_value()) {
      target.partition_names.push_back(table.partition_columns[i].name);
    }
  }
  return target;
}

std::vector<store::StagedFile> ToStagedFiles(const std::vector<engine::WrittenFile>& files,
                                             const store::PartitionLevels& partition) {
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

}  // namespace paisql::execution
