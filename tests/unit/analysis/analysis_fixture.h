#pragma once

// What the analysis' tests share: a catalog in a scratch home, and statements analysed one after
// another. CREATE takes effect in the catalog; nothing is executed.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "analysis/analyzer.h"
#include "store/catalog.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {

class AnalysisTest : public testing::Test {
 protected:
  AnalysisTest() {
    std::string name = (std::filesystem::temp_directory_path() / "paisql-analysis-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    Result<store::Home> home = store::Home::Open(folder_);
    PAISQL_ASSERT(home.ok(), "no home");
    Result<std::unique_ptr<store::Catalog>> catalog = store::Catalog::Open(*home);
    PAISQL_ASSERT(catalog.ok(), "no catalog");
    catalog_ = std::move(catalog).value();
    PAISQL_ASSERT(catalog_->EnsureProject("demo").ok(), "no project");
    context_.names = names::Names(*catalog_, "demo");
    context_.now = "2026-11-21 08:00:00.123456";
  }
  ~AnalysisTest() override {
    catalog_.reset();
    std::filesystem::remove_all(folder_);
  }

  // The plan as EXPLAIN shows it, "" for CREATE, or the error with its place.
  std::string Analyze(const std::string& sql) {
    context_.warnings.clear();
    hint_.clear();
    Result<std::string> outcome = Run(sql);
    if (outcome.ok()) return *outcome;
    hint_ = outcome.error().hint;
    return outcome.error().ToString();
  }

  void Must(const std::string& sql) {
    const std::string outcome = Analyze(sql);
    ASSERT_FALSE(outcome.starts_with("ODPS-") || outcome.starts_with("PAISQL-")) << outcome;
  }

  std::string Warnings() const {
    std::string text;
    for (const Warning& warning : context_.warnings) {
      text += "[" + std::to_string(warning.range.line) + "," +
              std::to_string(warning.range.column) + "] " + warning.text + "\n";
    }
    return text;
  }

  std::string folder_;
  std::unique_ptr<store::Catalog> catalog_;
  AnalysisContext context_;
  std::string hint_;  // of the last error

 private:
  Result<std::string> Run(const std::string& sql) {
    PAISQL_ASSIGN(syntax::StatementPtr statement, syntax::ParseStatement(sql));
    if (const auto* const select = syntax::If<syntax::SelectStatement>(*statement)) {
      PAISQL_ASSIGN(QueryPlan plan, AnalyzeQuery(select->query, context_));
      return plan::Explain(*plan.root);
    }
    if (const auto* const insert = syntax::If<syntax::InsertStatement>(*statement)) {
      PAISQL_ASSIGN(WritePlan plan, AnalyzeInsert(*insert, context_));
      std::string text = "Insert " + plan.target.table.QualifiedName();
      for (const std::optional<std::string>& value : plan.target.partition) {
        text += value ? " '" + *value + "'" : " *";
      }
      return text + "\n" + plan::Explain(*plan.root);
    }
    if (const auto* const several = syntax::If<syntax::MultiInsertStatement>(*statement)) {
      PAISQL_ASSIGN(std::vector<WritePlan> plans, AnalyzeMultiInsert(*several, context_));
      std::string text;
      for (const WritePlan& plan : plans) {
        text += "Insert " + plan.target.table.QualifiedName() + "\n" + plan::Explain(*plan.root);
      }
      return text;
    }
    if (const auto* const create = syntax::If<syntax::CreateTableStatement>(*statement)) {
      PAISQL_ASSIGN(CreateTablePlan plan, AnalyzeCreateTable(*create, context_));
      PAISQL_ASSIGN(store::Table table, catalog_->CreateTable(plan.write.target.table));
      std::string text = "Create " + table.QualifiedName();
      for (const store::Column& column : table.columns) {
        text += " " + column.name + " " + column.type.ToString();
      }
      return text + "\n";
    }
    if (const auto* const view = syntax::If<syntax::CreateViewStatement>(*statement)) {
      PAISQL_ASSIGN(const CreateViewPlan plan, AnalyzeCreateView(*view, sql, context_));
      PAISQL_TRY(catalog_->CreateTable(plan.view));
      return std::string("Create view ") + plan.view.view_text + "\n";
    }
    return Error{ErrorCode::kUnsupported, "no statement of these tests", {}, ""};
  }
};

}  // namespace paisql::analysis
