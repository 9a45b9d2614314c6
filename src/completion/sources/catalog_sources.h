#pragma once

// The names of a session on its home. Each question opens a connection of its own to the catalog,
// which only reads and waits for nobody, and closes it with the object: made for one Tab.

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "completion/sources/sources.h"
#include "session/session.h"
#include "store/catalog_names.h"

namespace paisql::completion {

// The shell's own names.
struct ShellNames {
  std::vector<CommandName> commands;
  std::vector<std::string> formats;
};

class CatalogSources final : public Sources {
 public:
  // All of them outlive the object.
  CatalogSources(const session::Session& session, const std::string& home_path,
                 const ShellNames& shell)
      : session_(session), home_path_(home_path), shell_(shell) {}

  std::string Project() override { return session_.project(); }
  std::string Setting(std::string_view name) override { return session_.Setting(name); }
  std::vector<Name> Variables() override;
  std::vector<Name> ScriptVariables() override;
  std::vector<Name> Projects(std::string_view prefix) override;
  std::vector<Name> Schemas(const std::string& project, std::string_view prefix) override;
  std::vector<TableName> Tables(const std::string& project, std::string_view prefix) override;
  std::vector<ColumnName> Columns(const std::string& project, const std::string& table) override;
  ColumnsOfTables AllColumns(const std::string& project, std::string_view prefix) override;
  std::vector<std::string> PartitionValues(const std::string& project, const std::string& table,
                                           const std::vector<std::optional<std::string>>& leading,
                                           std::string_view prefix) override;
  std::vector<FunctionName> Functions(const std::string& project, std::string_view prefix) override;
  std::vector<Name> Resources(std::string_view prefix) override;
  std::vector<Name> Models(std::string_view prefix) override;
  std::vector<Name> Services(std::string_view prefix) override;
  std::vector<JobName> Jobs() override;
  std::vector<FileName> Files(std::string_view path) override;
  std::vector<FileName> OssFiles(std::string_view url) override;
  const std::vector<CommandName>& Commands() override { return shell_.commands; }
  const std::vector<std::string>& Formats() override { return shell_.formats; }
  std::vector<std::string> HelpTopics() override;

 private:
  // nullptr where the catalog cannot be read now.
  store::CatalogNames* Catalog();
  // Where the tables of the place are that hide its own; "" for none.
  std::string HidingPlace(const std::string& place) const;

  const session::Session& session_;
  const std::string& home_path_;
  const ShellNames& shell_;
  bool opened_ = false;
  std::unique_ptr<store::CatalogNames> catalog_;
  std::map<std::pair<std::string, std::string>, std::vector<ColumnName>> columns_;
};

}  // namespace paisql::completion
