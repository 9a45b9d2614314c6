#pragma once

// A home with a project prj, a script and two tables, and statements that become jobs on it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pai/build_job.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

class BuildJobTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-pai-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    auto home = store::Home::Open(folder_ + "/home");
    ASSERT_TRUE(home.ok());
    auto catalog = store::Catalog::Open(*home);
    ASSERT_TRUE(catalog.ok());
    catalog_ = std::move(*catalog);
    ASSERT_TRUE(catalog_->EnsureProject("prj").ok());
    Write("train.py", "");
    MakeTable("plain", {});
    const store::Table parts = MakeTable("parts", {"ds", "hour"});
    ASSERT_TRUE(
        catalog_->AddPartitions(parts.id, {{"20260101", "0"}, {"20260101", "1"}}, false).ok());
  }

  void TearDown() override {
    catalog_.reset();
    std::filesystem::remove_all(folder_);
  }

  void Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
  }

  store::Table MakeTable(const std::string& name, const std::vector<std::string>& keys) {
    store::Table table;
    table.project = "prj";
    table.name = name;
    store::Column column;
    column.name = "v";
    column.type = TypeId::kBigint;
    table.columns.push_back(column);
    for (const std::string& key : keys) {
      column.name = key;
      column.type = key == "hour" ? TypeId::kBigint : TypeId::kString;
      table.partition_columns.push_back(column);
    }
    auto made = catalog_->CreateTable(table);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().ToString());
    return made.ok() ? *made : table;
  }

  Result<jobs::JobSpec> Build(const std::string& text) {
    text_ = text;
    const auto parsed = syntax::ParseStatement(text);
    if (!parsed.ok()) return parsed.error();
    BuildContext context;
    context.names = names::Names(*catalog_, "prj");
    context.script_folder = folder_;
    context.statement_text = text;
    context.settings = &settings_;
    context.queries = queries_;
    return BuildJob(syntax::As<syntax::PaiStatement>(**parsed), context);
  }

  // "<error> @ <the text at its place> ! <hint>"
  std::string Failure(const std::string& text) {
    const auto spec = Build(text);
    if (spec.ok()) return "no error";
    const Error& error = spec.error();
    return error.ToString() + " @ " +
           text.substr(error.range.begin, error.range.end - error.range.begin) + " ! " + error.hint;
  }

  std::string Reason(const std::string& parameters) { return Failure(kStart + parameters); }

  static constexpr const char* kStart = "PAI -name tensorflow1120_ext -Dscript=file://train.py ";

  std::string folder_;
  std::string text_;
  std::map<std::string, std::string> settings_;
  QueryResolver* queries_ = nullptr;
  std::unique_ptr<store::Catalog> catalog_;
};

}  // namespace paisql::pai
