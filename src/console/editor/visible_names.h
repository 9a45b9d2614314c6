#pragma once

// The names that completion offers to a user: lists and DESC would show the same names to the user.
// The owner sees all names.

#include <memory>
#include <string>
#include <vector>

#include "completion/sources/catalog_sources.h"
#include "rest/catalogs.h"
#include "session/permissions.h"

namespace paisql::console {

class VisibleNames final : public completion::Sources {
 public:
  // `local`: files of this machine are offered, too. All of them outlive the object.
  VisibleNames(completion::CatalogSources& all, session::Permissions* limits,
               store::Catalog* catalog, bool local)
      : all_(all), limits_(limits), catalog_(catalog), local_(local) {}

  std::string Project() override { return all_.Project(); }
  std::string Setting(std::string_view name) override { return all_.Setting(name); }
  std::vector<completion::Name> Variables() override { return all_.Variables(); }
  std::vector<completion::Name> ScriptVariables() override { return all_.ScriptVariables(); }
  std::vector<completion::Name> Projects(std::string_view prefix) override;
  std::vector<completion::Name> Schemas(const std::string& project,
                                        std::string_view prefix) override;
  std::vector<completion::TableName> Tables(const std::string& project,
                                            std::string_view prefix) override;
  std::vector<completion::ColumnName> Columns(const std::string& project,
                                              const std::string& table) override;
  completion::ColumnsOfTables AllColumns(const std::string& project,
                                         std::string_view prefix) override;
  std::vector<std::string> PartitionValues(const std::string& project, const std::string& table,
                                           const std::vector<std::optional<std::string>>& leading,
                                           std::string_view prefix) override;
  std::vector<completion::FunctionName> Functions(const std::string& project,
                                                  std::string_view prefix) override;
  std::vector<completion::Name> Resources(std::string_view prefix) override;
  std::vector<completion::Name> Models(std::string_view prefix) override;
  std::vector<completion::Name> Services(std::string_view prefix) override;
  std::vector<completion::JobName> Jobs() override;
  std::vector<completion::FileName> Files(std::string_view path) override;
  std::vector<completion::FileName> OssFiles(std::string_view url) override;
  // Commands of the prompt do nothing in a page.
  const std::vector<completion::CommandName>& Commands() override { return no_commands_; }
  const std::vector<std::string>& Formats() override { return no_formats_; }
  std::vector<std::string> HelpTopics() override { return all_.HelpTopics(); }

 private:
  bool MayList(const std::string& project);
  bool MayDescribe(const std::string& project, const std::string& table);

  completion::CatalogSources& all_;
  session::Permissions* const limits_;  // null: nothing is forbidden
  store::Catalog* const catalog_;
  const bool local_;
  const std::vector<completion::CommandName> no_commands_;
  const std::vector<std::string> no_formats_;
};

}  // namespace paisql::console
