#include "console/editor/visible_names.h"

#include "store/catalog.h"
#include "store/place.h"

namespace paisql::console {

using completion::Name;

bool VisibleNames::MayList(const std::string& project) {
  if (limits_ == nullptr) return true;
  const std::string of = store::ProjectOfPlace(project);
  return limits_->Require({.type = "project", .project = of, .action = "List"}, of).ok();
}

bool VisibleNames::MayDescribe(const std::string& project, const std::string& table) {
  if (limits_ == nullptr) return true;
  const auto found = catalog_->FindTable(project, table);
  if (!found.ok() || !found->has_value()) return false;
  return limits_
      ->Require({.type = "table",
                 .project = project,
                 .object = (*found)->name,
                 .action = "Describe",
                 .object_id = (*found)->id,
                 .owner = (*found)->owner},
                store::ProjectOfPlace(project))
      .ok();
}

std::vector<Name> VisibleNames::Projects(std::string_view prefix) {
  std::vector<Name> names = all_.Projects(prefix);
  if (limits_ == nullptr) return names;
  std::erase_if(names, [&](const Name& one) { return !limits_->RequireUser(one.name, {}).ok(); });
  return names;
}

std::vector<Name> VisibleNames::Schemas(const std::string& project, std::string_view prefix) {
  return MayList(project) ? all_.Schemas(project, prefix) : std::vector<Name>();
}

std::vector<completion::TableName> VisibleNames::Tables(const std::string& project,
                                                        std::string_view prefix) {
  return MayList(project) ? all_.Tables(project, prefix) : std::vector<completion::TableName>();
}

std::vector<completion::ColumnName> VisibleNames::Columns(const std::string& project,
                                                          const std::string& table) {
  return MayDescribe(project, table) ? all_.Columns(project, table)
                                     : std::vector<completion::ColumnName>();
}

// Columns of all tables together are offered to whoever may see each of them.
completion::ColumnsOfTables VisibleNames::AllColumns(const std::string& project,
                                                     std::string_view prefix) {
  return limits_ == nullptr ? all_.AllColumns(project, prefix) : completion::ColumnsOfTables();
}

std::vector<std::string> VisibleNames::PartitionValues(
    const std::string& project, const std::string& table,
    const std::vector<std::optional<std::string>>& leading, std::string_view prefix) {
  return MayDescribe(project, table) ? all_.PartitionValues(project, table, leading, prefix)
                                     : std::vector<std::string>();
}

std::vector<completion::FunctionName> VisibleNames::Functions(const std::string& project,
                                                              std::string_view prefix) {
  return MayList(project) ? all_.Functions(project, prefix)
                          : std::vector<completion::FunctionName>();
}

std::vector<Name> VisibleNames::Resources(std::string_view prefix) {
  return MayList(Project()) ? all_.Resources(prefix) : std::vector<Name>();
}

std::vector<Name> VisibleNames::Models(std::string_view prefix) {
  return MayList(Project()) ? all_.Models(prefix) : std::vector<Name>();
}

std::vector<Name> VisibleNames::Services(std::string_view prefix) {
  return MayList(Project()) ? all_.Services(prefix) : std::vector<Name>();
}

std::vector<completion::JobName> VisibleNames::Jobs() {
  return MayList(Project()) ? all_.Jobs() : std::vector<completion::JobName>();
}

std::vector<completion::FileName> VisibleNames::Files(std::string_view path) {
  return local_ && limits_ == nullptr ? all_.Files(path) : std::vector<completion::FileName>();
}

// Buckets are the owner's.
std::vector<completion::FileName> VisibleNames::OssFiles(std::string_view url) {
  return limits_ == nullptr ? all_.OssFiles(url) : std::vector<completion::FileName>();
}

}  // namespace paisql::console
