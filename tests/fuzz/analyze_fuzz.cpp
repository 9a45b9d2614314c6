// Any text parses and analyses against a small catalog: to an error with a code and a place, or to
// a plan that EXPLAIN shows, that copies to an equal plan, and that prints as the engine's
// statement. Nothing is run.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analyzer.h"
#include "base/limits.h"
#include "base/text.h"
#include "engine/duckdb/print/statement.h"
#include "fuzz/catalog.h"
#include "fuzz/places.h"
#include "plan/traverse.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/tables.h"

namespace {

using paisql::Result;
using paisql::analysis::AnalysisContext;

// The text's length chooses the settings, so that a mutation changes them now and then.
AnalysisContext MakeContext(size_t size) {
  AnalysisContext context;
  context.names = paisql::names::Names(paisql::fuzz::FixedCatalog(), "demo");
  context.now = "2026-11-21 08:00:00.123456";
  context.allow_full_scan = (size & 1) != 0;
  context.order_by_needs_limit = (size & 2) != 0;
  context.types.odps2 = (size & 12) != 0;
  context.types.hive_compatible = (size & 48) == 0;
  context.types.strict = (size & 64) != 0;
  context.group_by_position = (size & 128) != 0;
  context.order_by_position = (size & 128) != 0;
  return context;
}

// What a plan reads: one file for each table, so that the printing of scans is reached, and one for
// the rows of each script.
paisql::engine::Bindings Bind(const paisql::plan::Relation& root) {
  namespace plan = paisql::plan;
  namespace store = paisql::store;
  paisql::engine::Bindings bindings;
  for (const plan::Relation* found : CollectRelations(root, plan::RelationKind::kTransform)) {
    bindings.SetAnswer(plan::As<plan::Transform>(*found), {"/home/staging/rows.parquet"});
  }
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    std::string path = "/home/warehouse/demo/table/";
    for (const plan::TableColumn& column : scan->table.partition_columns) {
      path += column.name + "=1/";
    }
    store::FileListing listing;
    listing.files.push_back({path + "x.parquet", 1, 1, scan->table.version, 0});
    store::SchemaVersion& version = listing.schema_versions.emplace_back();
    version.version = scan->table.version;
    for (const plan::TableColumn& column : scan->table.columns) {
      store::Column& stored = version.columns.emplace_back();
      stored.id = column.id;
      stored.name = column.name;
      stored.type = column.type;
    }
    bindings.SetFiles(*scan, std::move(listing));
  }
  return bindings;
}

void CheckPrinted(const paisql::engine::PrintContext& context, std::string_view text) {
  if (!context.error) return;
  paisql::fuzz::CheckError(text, *context.error, true);
  bool limit = false;
  for (const paisql::LimitRow& row : paisql::kLimits) {
    const std::string_view start = row.detail.substr(0, row.detail.find("{}"));
    limit = limit || context.error->detail.starts_with(start);
  }
  PAISQL_ASSERT(limit, "a plan that does not print");
}

void CheckPlan(paisql::plan::Relation& root, std::string_view text) {
  const std::string explained = paisql::plan::Explain(root);
  PAISQL_ASSERT(!explained.empty(), "a plan that EXPLAIN does not show");
  PAISQL_ASSERT(paisql::plan::Explain(*paisql::plan::Clone(root)) == explained,
                "a copy that is another plan");
  const paisql::engine::ExecutionSettings settings;
  const paisql::engine::Bindings bindings = Bind(root);
  paisql::engine::PrintContext context(settings, bindings);
  const std::string printed = paisql::engine::PrintQuery(root, true, context);
  PAISQL_ASSERT(!printed.empty(), "a plan that prints as nothing");
  CheckPrinted(context, text);
}

void CheckInsert(paisql::analysis::WritePlan& plan, std::string_view text) {
  CheckPlan(*plan.root, text);
  paisql::engine::WriteTarget target;
  target.directory = "/home/staging";
  for (const paisql::store::Column& column : plan.target.table.columns) {
    target.column_names.push_back(column.name);
    target.not_null.push_back(column.not_null);
  }
  for (size_t i = 0; i < plan.target.partition.size(); ++i) {
    if (plan.target.partition[i]) continue;
    target.partition_names.push_back(plan.target.table.partition_columns[i].name);
  }
  const paisql::engine::ExecutionSettings settings;
  const paisql::engine::Bindings bindings = Bind(*plan.root);
  paisql::engine::PrintContext context(settings, bindings);
  paisql::engine::PrintCopy(*plan.root, target, "x.parquet", context);
  CheckPrinted(context, text);
}

paisql::Status Analyze(const paisql::syntax::Statement& statement, std::string_view text,
                       AnalysisContext& context) {
  namespace analysis = paisql::analysis;
  namespace syntax = paisql::syntax;
  if (const auto* const select = syntax::If<syntax::SelectStatement>(statement)) {
    PAISQL_ASSIGN(auto plan, analysis::AnalyzeQuery(select->query, context));
    CheckPlan(*plan.root, text);
  } else if (const auto* const insert = syntax::If<syntax::InsertStatement>(statement)) {
    PAISQL_ASSIGN(auto plan, analysis::AnalyzeInsert(*insert, context));
    CheckInsert(plan, text);
  } else if (const auto* const several = syntax::If<syntax::MultiInsertStatement>(statement)) {
    PAISQL_ASSIGN(auto plans, analysis::AnalyzeMultiInsert(*several, context));
    for (auto& plan : plans) CheckInsert(plan, text);
  } else if (const auto* const table = syntax::If<syntax::CreateTableStatement>(statement)) {
    PAISQL_ASSIGN(auto plan, analysis::AnalyzeCreateTable(*table, context));
    if (plan.write.root) CheckPlan(*plan.write.root, text);
  } else if (const auto* const view = syntax::If<syntax::CreateViewStatement>(statement)) {
    PAISQL_TRY(analysis::AnalyzeCreateView(*view, text, context));
  } else if (const auto* const explain = syntax::If<syntax::ExplainStatement>(statement)) {
    return Analyze(*explain->statement, text, context);
  }
  return paisql::Status::Ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view script(reinterpret_cast<const char*>(data), size);
  for (const auto& statement : paisql::syntax::SplitStatements(script)) {
    const bool valid = paisql::IsValidUtf8(statement.text);
    const auto parsed = paisql::syntax::ParseStatement(statement.text);
    if (!parsed.ok()) {
      paisql::fuzz::CheckError(statement.text, parsed.error(), valid);
      continue;
    }
    PAISQL_ASSERT(valid, "a text that is not UTF-8 parses");
    if (*parsed == nullptr) continue;
    AnalysisContext context = MakeContext(size);
    const paisql::Status status = Analyze(**parsed, statement.text, context);
    if (!status.ok()) paisql::fuzz::CheckError(statement.text, status.error(), true);
    for (const auto& warning : context.warnings) {
      PAISQL_ASSERT(warning.range.known(), "a warning without a place");
      paisql::fuzz::CheckPlace(statement.text, warning.range, true);
    }
  }
  return 0;
}
