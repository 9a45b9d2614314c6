#include <algorithm>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/tunnel/tunnel.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/tables.h"
#include "tunnel/upload/inference.h"

namespace paisql::session {

namespace {

// The statement that makes the table: so its names and types are judged as those of any other.
std::string CreateText(const syntax::QualifiedName& name, const tunnel::InferredTable& inferred,
                       const std::optional<syntax::PartitionSpec>& partition) {
  std::vector<std::string> parts;
  for (const syntax::Identifier& part : name.parts) parts.push_back(syntax::QuoteName(part.text));
  std::vector<std::string> columns;
  for (const tunnel::InferredColumn& column : inferred.columns) {
    std::string& definition =
        columns.emplace_back(syntax::QuoteName(column.name) + " " + column.type.ToString());
    if (!column.title.empty()) definition += " COMMENT " + syntax::QuoteLiteral(column.title);
  }
  std::string sql = "CREATE TABLE " + Join(parts, ".") + " (" + Join(columns, ", ") + ")";
  if (!partition.has_value() || partition->keys.empty()) return sql;
  std::vector<std::string> keys;
  for (const syntax::PartitionKey& key : partition->keys) {
    keys.push_back(syntax::QuoteName(key.name.text) + " STRING");
  }
  return sql + " PARTITIONED BY (" + Join(keys, ", ") + ")";
}

void TellTypes(const tunnel::InferredTable& inferred, const SourceRange& range, bool alone,
               Run& run) {
  size_t widest_name = 0;
  size_t widest_type = 0;
  for (const tunnel::InferredColumn& column : inferred.columns) {
    widest_name = std::max(widest_name, column.name.size());
    widest_type = std::max(widest_type, column.type.ToString().size());
  }
  run.out.Message(Counted(inferred.columns.size(), "column") + " from " +
                  Counted(inferred.records, "record") + ":");
  int64_t retitled = 0;
  for (const tunnel::InferredColumn& column : inferred.columns) {
    std::vector<std::string> remarks;
    if (!column.title.empty()) remarks.push_back("called '" + column.title + "' in the file");
    if (!column.remark.empty()) remarks.push_back(column.remark);
    retitled += column.title.empty() ? 0 : 1;
    std::string line = "  " + Pad(column.name, widest_name) + "  ";
    line += remarks.empty()
                ? column.type.ToString()
                : Pad(column.type.ToString(), widest_type) + "  " + Visible(Join(remarks, "; "));
    run.out.Message(line);
  }
  if (retitled > 0) {
    run.out.Warn(
        range, Counted(retitled, "name") + " of the header cannot name a column: kept as COMMENT");
  }
  // Else the upload says it.
  if (!alone) return;
  for (const std::string& warning : inferred.warnings) run.out.Warn(range, warning);
}

}  // namespace

Status CheckNewTable(const syntax::Word& word, Run& run) {
  const syntax::QualifiedName name = TunnelTableName(word);
  PAISQL_TRY(run.state.permissions().Require({.type = "project",
                                              .project = PlaceAndName(name, run).first,
                                              .action = "CreateTable",
                                              .range = word.range},
                                             run.state.project));
  if (!analysis::ResolveTable(name, run.state.MakeContext()).ok()) return Status::Ok();
  return Error{ErrorCode::kTableExists, name.ToString() + " already exists", word.range,
               "without -create the file is added to it; DROP TABLE it first for a new one"};
}

Result<tunnel::TunnelTable> InferTunnelTable(const syntax::Word& word,
                                             const std::vector<tunnel::InputFile>& files,
                                             const tunnel::TunnelOptions& options, Run& run) {
  const syntax::QualifiedName name = TunnelTableName(word);
  PAISQL_ASSIGN(const std::optional<syntax::PartitionSpec> partition, TunnelPartition(word));
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const tunnel::InferredTable inferred, tunnel::InferTable(files, options, [&run] {
                  return run.state.CheckInterrupted();
                }));
  TellTypes(inferred, word.range, options.dry_run || run.state.checking(), run);
  const std::string sql = CreateText(name, inferred, partition);
  const auto at_word = [&](Error error) {
    error.range = word.range;  // its places count in the text made above
    return error;
  };
  const Result<syntax::StatementPtr> statement = syntax::ParseStatement(sql, &run.state.leash());
  if (!statement.ok()) return at_word(statement.error());
  Result<analysis::CreateTablePlan> plan =
      analysis::AnalyzeCreateTable(syntax::As<syntax::CreateTableStatement>(**statement), context);
  if (!plan.ok()) return at_word(std::move(plan).error());
  tunnel::TunnelTable target;
  target.table = std::move(plan->write.target.table);
  target.range = word.range;
  if (!partition.has_value()) return target;
  PAISQL_ASSIGN(target.partition,
                analysis::ResolvePartialPartition(*partition, target.table, context));
  return target;
}

}  // namespace paisql::session
