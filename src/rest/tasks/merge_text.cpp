#include "rest/tasks/merge_text.h"

#include "base/text.h"

namespace paisql::rest {

namespace {

struct MergeRow {
  std::string_view key;
  std::string_view value;
  std::string_view words;  // after the table and its partition
};

// By the first setting that a task has. A task with none of them merges small files.
constexpr MergeRow kMergeRows[] = {
    {"odps.merge.txn.table.compact", "major_compact", "COMPACT MAJOR"},
    {"odps.merge.txn.table.compact", "minor_compact", "COMPACT MINOR"},
    {"odps.merge.cold.storage.mode", "backup", "FREEZE"},
    {"odps.merge.cold.storage.mode", "restore", "RESTORE"},
};

std::string ValueOf(const std::map<std::string, std::string>& values, std::string_view key) {
  const auto found = values.find(std::string(key));
  return found == values.end() ? "" : found->second;
}

Result<std::string> WordsOf(const JobRequest& request) {
  if (!ValueOf(request.properties, "archiveSettings").empty()) return std::string("ARCHIVE");
  std::string unknown;
  for (const MergeRow& row : kMergeRows) {
    const std::string value = ValueOf(request.settings, row.key);
    if (value == row.value) return std::string(row.words);
    if (!value.empty()) unknown = std::string(row.key) + "=" + value;
  }
  if (unknown.empty()) return std::string("MERGE SMALLFILES");
  return Error{ErrorCode::kUnsupported, "a task Merge with " + unknown + " is not offered", {}, ""};
}

}  // namespace

Result<std::string> MergeText(const JobRequest& request) {
  const std::string table(Trim(request.table));
  if (table.empty() || table.find(';') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgumentType,
                 "'" + table + "' is not a table that a task Merge names",
                 {},
                 ""};
  }
  PAISQL_ASSIGN(const std::string words, WordsOf(request));
  return "ALTER TABLE " + table + " " + words + ";";
}

}  // namespace paisql::rest
