#pragma once

// A small home for tests of completion, without any file.

#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "completion/sources/sources.h"
#include "session/settings/settings.h"

namespace paisql::completion {

class FakeSources final : public Sources {
 public:
  FakeSources() {
    tables_["shop"] = {
        {"orders",
         {{"id", "BIGINT", "", false},
          {"buyer_id", "BIGINT", "who bought", false},
          {"price", "DECIMAL(10,2)", "", false},
          {"ds", "STRING", "", true},
          {"hour", "BIGINT", "", true}}},
        {"buyers",
         {{"id", "BIGINT", "", false},
          {"name", "STRING", "", false},
          {"home", "STRUCT<city:STRING,street:STRING>", "", false}}},
        {"big_orders", {{"order_id", "BIGINT", "", false}}},
        {"order", {{"no-1", "BIGINT", "", false}, {"select", "STRING", "", false}}},
        {"我的表", {{"城市", "STRING", "", false}}},
        {"v_orders", {{"order_no", "BIGINT", "", false}, {"total", "DOUBLE", "", false}}},
    };
    tables_["shop.mart"] = {{"daily", {{"day", "STRING", "", false}}}};
    tables_["archive"] = {{"old_orders", {{"old_id", "BIGINT", "", false}}}};
  }

  std::string Project() override { return "shop"; }
  std::string Setting(std::string_view name) override {
    if (name == "odps.sql.timezone") return "UTC";
    const session::Setting* known = session::FindSetting(name);
    return known == nullptr ? "" : std::string(known->default_value);
  }
  std::vector<Name> Projects(std::string_view prefix) override {
    std::vector<Name> names;
    for (const char* name : {"archive", "shop"}) {
      if (Begins(name, prefix)) names.push_back({name, ""});
    }
    return names;
  }
  std::vector<Name> Schemas(const std::string& project, std::string_view prefix) override {
    const bool begins = project == "shop" && Begins("mart", prefix);
    return begins ? std::vector<Name>{{"mart", ""}} : std::vector<Name>();
  }
  std::vector<TableName> Tables(const std::string& project, std::string_view prefix) override {
    std::vector<TableName> names;
    for (const auto& [name, columns] : tables_[project]) {
      if (Begins(name, prefix))
        names.push_back({name, name.starts_with("v_"), name == "orders", ""});
    }
    return names;
  }
  std::vector<ColumnName> Columns(const std::string& project, const std::string& table) override {
    for (const auto& [name, columns] : tables_[ToLower(project)]) {
      if (EqualsIgnoreCase(name, table)) return columns;
    }
    return {};
  }
  ColumnsOfTables AllColumns(const std::string& project, std::string_view prefix) override {
    std::map<std::string, ColumnOfTables> found;
    for (const auto& [table, columns] : tables_[project]) {
      for (const ColumnName& column : columns) {
        if (!Begins(column.name, prefix)) continue;
        found.try_emplace(column.name, ColumnOfTables{column.name, column.type, {}, 0});
        found[column.name].tables.push_back(table);
      }
    }
    ColumnsOfTables all;
    all.whole = whole_;
    for (auto& [name, column] : found) all.columns.push_back(column);
    return all;
  }
  // From now on there are more columns than are given.
  void HideColumns() { whole_ = false; }
  std::vector<std::string> PartitionValues(const std::string& project, const std::string& table,
                                           const std::vector<std::optional<std::string>>& leading,
                                           std::string_view prefix) override {
    std::vector<std::string> values;
    if (project != "shop" || !EqualsIgnoreCase(table, "orders")) return values;
    std::vector<std::string> all = {"20260103", "20260102", "2025'x"};
    if (!leading.empty()) {
      all = leading[0] == "20260103" ? std::vector<std::string>{"23", "8"}
                                     : std::vector<std::string>{"12"};
    }
    for (const std::string& value : all) {
      if (value.starts_with(prefix)) values.push_back(value);
    }
    return values;
  }
  std::vector<Name> Variables() override { return {{"bizdate", "20260101"}, {"src", "orders"}}; }
  std::vector<Name> ScriptVariables() override { return {{"kept", "rows"}}; }
  std::vector<FunctionName> Functions(const std::string& project,
                                      std::string_view prefix) override {
    std::vector<FunctionName> names;
    const std::vector<FunctionName> own = {{"plus_one", "(BIGINT) -> BIGINT"},
                                           {"split_words", "(STRING) -> STRING, BIGINT", true}};
    const std::vector<FunctionName> others = {{"plus_old", "(BIGINT) -> BIGINT"}};
    for (const FunctionName& one : project == "shop" ? own : others) {
      if (Begins(one.name, prefix)) names.push_back(one);
    }
    return names;
  }
  std::vector<Name> Resources(std::string_view prefix) override {
    std::vector<Name> names;
    for (const char* name : {"score.py", "scroll\x1b[2J.py", "words.txt"}) {
      if (Begins(name, prefix)) names.push_back({name, "py"});
    }
    return names;
  }
  std::vector<Name> Models(std::string_view prefix) override {
    return Begins("churn", prefix) ? std::vector<Name>{{"churn", "version 2"}}
                                   : std::vector<Name>{};
  }
  std::vector<Name> Services(std::string_view prefix) override {
    return Begins("scores", prefix) ? std::vector<Name>{{"scores", "stopped"}}
                                    : std::vector<Name>{};
  }
  std::vector<JobName> Jobs() override {
    return {{"20260103a1", "train_b", "running", "PAI …"},
            {"20260102a2", "", "succeeded", "PAI …"}};
  }
  std::vector<FileName> Files(std::string_view path) override {
    std::vector<FileName> files;
    for (const auto& [name, folder] :
         std::map<std::string, bool>{{"big.csv", false},
                                     {"my data.csv", false},
                                     {"data/", true},
                                     {"train.py", false},
                                     {"/usr/share/zoneinfo/Asia/", true},
                                     {"/usr/share/zoneinfo/Asia/Shanghai", false},
                                     {"/usr/share/zoneinfo/UTC", false},
                                     {"/usr/share/zoneinfo/zone.tab", false}}) {
      if (!name.starts_with(path)) continue;
      const bool deeper = name.find('/', path.size()) != std::string::npos &&
                          name.find('/', path.size()) + 1 < name.size();
      if (!deeper) files.push_back({name, folder});
    }
    return files;
  }
  std::vector<FileName> OssFiles(std::string_view url) override {
    const std::string bucket = "oss://models/";
    return bucket.starts_with(url) ? std::vector<FileName>{{bucket, true}}
                                   : std::vector<FileName>{};
  }
  const std::vector<CommandName>& Commands() override { return commands_; }
  const std::vector<std::string>& Formats() override { return formats_; }
  std::vector<std::string> HelpTopics() override { return {"SELECT", "TUNNEL", "PAI"}; }

 private:
  bool whole_ = true;

  static bool Begins(std::string_view name, std::string_view prefix) {
    return EqualsIgnoreCase(name.substr(0, prefix.size()), prefix);
  }

  std::map<std::string, std::map<std::string, std::vector<ColumnName>>> tables_;
  std::vector<CommandName> commands_ = {
      {{"\\?"}, "", "lists the commands"},
      {{"\\q", "quit", "exit"}, "", "leaves"},
      {{"\\i", "source"}, "FILE", "runs a file"},
      {{"\\d"}, "[name]", "describes"},
      {{"\\format"}, "[NAME]", "how rows are shown"},
      {{"\\x"}, "[on|off|auto]", "one line a cell"},
      {{"\\pager"}, "[on|off|COMMAND]", "what shows long results"},
      {{"\\g"}, "[OPTIONS] [TARGET]", "runs the statement"},
      {{"\\load"}, "TABLE FILE", "two arguments"},
      {{"history"}, "", "what was typed"},
  };
  std::vector<std::string> formats_ = {"auto", "table", "tsv", "csv"};
};

}  // namespace paisql::completion
