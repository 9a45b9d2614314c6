#include "completion/sources/catalog_sources.h"

#include <set>

#include "base/text.h"
#include "completion/sources/files.h"
#include "session/help_topics.h"
#include "store/functions.h"

namespace paisql::completion {

namespace {

constexpr int kMaxNames = 500;
constexpr int kMaxValues = 100;
constexpr int kMaxJobs = 200;
constexpr std::string_view kOssScheme = "oss://";

// The rows, or none.
template <typename Rows>
Rows OrNone(Result<Rows> rows) {
  return rows.ok() ? *std::move(rows) : Rows();
}

std::string Short(const std::string& text) { return std::string(FirstColumns(text, 60)); }

}  // namespace

store::CatalogNames* CatalogSources::Catalog() {
  if (!opened_) {
    opened_ = true;
    auto catalog = store::CatalogNames::Open(store::Home::LookAt(home_path_));
    if (catalog.ok()) catalog_ = *std::move(catalog);
  }
  return catalog_.get();
}

std::vector<Name> CatalogSources::Variables() {
  std::vector<Name> names;
  for (const auto& [name, value] : session_.Variables()) names.push_back({name, value});
  return names;
}

std::vector<Name> CatalogSources::ScriptVariables() {
  std::vector<Name> names;
  for (const auto& [name, meaning] : session_.ScriptVariables()) names.push_back({name, meaning});
  return names;
}

std::vector<Name> CatalogSources::Projects(std::string_view prefix) {
  std::vector<Name> names;
  if (Catalog() == nullptr) return names;
  for (std::string& project : OrNone(catalog_->Projects(prefix, kMaxNames)))
    names.push_back({std::move(project), ""});
  return names;
}

std::vector<Name> CatalogSources::Schemas(const std::string& project, std::string_view prefix) {
  std::vector<Name> names;
  if (Catalog() == nullptr) return names;
  for (std::string& schema : OrNone(catalog_->Schemas(project, prefix, kMaxNames)))
    names.push_back({std::move(schema), ""});
  return names;
}

std::string CatalogSources::HidingPlace(const std::string& place) const {
  return EqualsIgnoreCase(place, session_.project()) ? session_.TemporaryPlace() : "";
}

std::vector<TableName> CatalogSources::Tables(const std::string& project, std::string_view prefix) {
  std::vector<TableName> names;
  if (Catalog() == nullptr) return names;
  std::set<std::string> hidden;
  for (const std::string& place : {HidingPlace(project), project}) {
    if (place.empty()) continue;
    for (auto& table : OrNone(catalog_->Tables(place, prefix, std::nullopt, kMaxNames))) {
      if (hidden.contains(ToLower(table.name))) continue;
      if (place != project) hidden.insert(ToLower(table.name));
      names.push_back(
          {std::move(table.name), table.view, table.has_partitions, Short(table.comment)});
    }
  }
  return names;
}

std::vector<ColumnName> CatalogSources::Columns(const std::string& project,
                                                const std::string& table) {
  auto& columns = columns_[{ToLower(project), ToLower(table)}];
  if (!columns.empty() || Catalog() == nullptr) return columns;
  for (const std::string& place : {HidingPlace(project), project}) {
    if (place.empty() || !columns.empty()) continue;
    for (auto& column : OrNone(catalog_->Columns(place, table))) {
      columns.push_back({std::move(column.name), std::move(column.type), Short(column.comment),
                         column.partition});
    }
  }
  return columns;
}

ColumnsOfTables CatalogSources::AllColumns(const std::string& project, std::string_view prefix) {
  ColumnsOfTables all;
  if (Catalog() == nullptr) return all;
  auto found = catalog_->AllColumns(project, prefix, kMaxNames);
  if (!found.ok()) return all;
  all.whole = found->whole;
  for (auto& column : found->columns) {
    all.columns.push_back(
        {std::move(column.name), std::move(column.type), std::move(column.tables), column.others});
  }
  return all;
}

std::vector<std::string> CatalogSources::PartitionValues(
    const std::string& project, const std::string& table,
    const std::vector<std::optional<std::string>>& leading, std::string_view prefix) {
  if (Catalog() == nullptr) return {};
  return OrNone(catalog_->PartitionValues(project, table, leading, prefix, kMaxValues));
}

std::vector<FunctionName> CatalogSources::Functions(const std::string& project,
                                                    std::string_view prefix) {
  std::vector<FunctionName> names;
  if (Catalog() == nullptr) return names;
  for (const std::string& place : {HidingPlace(project), project}) {
    if (place.empty()) continue;
    for (auto& function : OrNone(catalog_->OwnFunctions(place, prefix, kMaxNames))) {
      names.push_back({std::move(function.name), store::CallText(function.form, function.signature),
                       function.form == "table"});
    }
  }
  return names;
}

std::vector<Name> CatalogSources::Resources(std::string_view prefix) {
  std::vector<Name> names;
  if (Catalog() == nullptr) return names;
  for (auto& resource : OrNone(catalog_->Resources(session_.project(), prefix, kMaxNames))) {
    const std::string comment = Short(resource.comment);
    names.push_back(
        {std::move(resource.name), resource.kind + (comment.empty() ? "" : ", ") + comment});
  }
  return names;
}

std::vector<Name> CatalogSources::Models(std::string_view prefix) {
  std::vector<Name> names;
  if (Catalog() == nullptr) return names;
  for (auto& model : OrNone(catalog_->Models(session_.project(), prefix, kMaxNames))) {
    const std::string comment = Short(model.comment);
    names.push_back({std::move(model.name), "version " + std::to_string(model.default_version) +
                                                (comment.empty() ? "" : ", ") + comment});
  }
  return names;
}

std::vector<Name> CatalogSources::Services(std::string_view prefix) {
  std::vector<Name> names;
  if (Catalog() == nullptr) return names;
  for (auto& service : OrNone(catalog_->Services(session_.project(), prefix, kMaxNames))) {
    names.push_back({std::move(service.name), service.running ? "" : "stopped"});
  }
  return names;
}

std::vector<JobName> CatalogSources::Jobs() {
  std::vector<JobName> names;
  if (Catalog() == nullptr) return names;
  for (auto& job : OrNone(catalog_->Jobs(session_.project(), kMaxJobs))) {
    names.push_back(
        {std::move(job.id), std::move(job.name), std::move(job.state), Short(job.statement)});
  }
  return names;
}

std::vector<FileName> CatalogSources::Files(std::string_view path) { return FilesThatBegin(path); }

// A bucket is a folder of the home.
std::vector<FileName> CatalogSources::OssFiles(std::string_view url) {
  const std::string_view key = url.substr(kOssScheme.size());
  // Nothing leads out of the buckets.
  for (const std::string& part : Split(std::string(key), '/')) {
    if (part == "..") return {};
  }
  if (key.starts_with('/')) return {};
  std::vector<FileName> files = FilesThatBegin(key, store::Home::LookAt(home_path_).OssPath());
  for (FileName& file : files) file.path = std::string(kOssScheme) + file.path;
  return files;
}

std::vector<std::string> CatalogSources::HelpTopics() { return session::HelpTopics(); }

}  // namespace paisql::completion
