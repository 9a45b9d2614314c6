#include "rest/tunnel/uploads.h"

#include <fmt/format.h>

#include "rest/records/record_text.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kRows = "tunnel_upload_rows";  // a temporary table

// A column that TUNNEL UPLOAD cannot fill itself waits as text.
bool WaitsAsText(const DataType& type) {
  return type.IsNested() || type.id() == TypeId::kBinary || type.id() == TypeId::kJson;
}

std::string ValueOf(const store::Column& column) {
  std::string name = "`" + column.name + "`";
  if (column.type.id() == TypeId::kBinary) return "UNHEX(" + name + ")";
  if (column.type.id() == TypeId::kJson) return "JSON_PARSE(" + name + ")";
  if (!column.type.IsNested()) return name;
  return "FROM_JSON(" + name + ", '" + column.type.ToString() + "')";
}

}  // namespace

void Uploads::Add(TableUploadPtr upload) {
  const std::lock_guard lock(mutex_);
  uploads_.emplace(upload->id, upload);
}

TableUploadPtr Uploads::Find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = uploads_.find(id);
  return found == uploads_.end() ? nullptr : found->second;
}

std::string BlockPath(const TableUpload& upload, int64_t block) {
  return fmt::format("{}/{:020}.csv", upload.folder, block);
}

std::string CommitStatements(const TableUpload& upload) {
  std::string columns;
  std::string values;
  for (const store::Column& column : upload.target.table.columns) {
    const std::string type = WaitsAsText(column.type) ? "STRING" : column.type.ToString();
    columns += fmt::format("{}`{}` {}", columns.empty() ? "" : ", ", column.name, type);
    values += (values.empty() ? "" : ", ") + ValueOf(column);
  }
  const std::string levels = upload.target.Levels(", ");
  return fmt::format("CREATE TEMPORARY TABLE {} ({});\n", kRows, columns) +
         fmt::format("TUNNEL UPLOAD -ni {} -dfp '{}' '{}' {};\n", kNullText, kDatetimePattern,
                     upload.folder, kRows) +
         fmt::format("INSERT {} TABLE {}{} SELECT {} FROM {};\n",
                     upload.overwrite ? "OVERWRITE" : "INTO", upload.target.Name(),
                     levels.empty() ? "" : " PARTITION (" + levels + ")", values, kRows);
}

}  // namespace paisql::rest
