#include "session/statements/answers.h"
#include "store/external.h"
#include "syntax/literal_text.h"

namespace paisql::session {

namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string ColumnDefinition(const store::Column& column) {
  std::string text = "  " + QuoteName(column.name) + " " + column.type.ToString();
  if (column.not_null) text += " NOT NULL";
  if (!column.default_text.empty()) text += " DEFAULT " + column.default_text;
  if (!column.comment.empty()) text += " COMMENT " + QuoteLiteral(column.comment);
  return text;
}

std::string ColumnList(const std::vector<store::Column>& columns) {
  std::string text = "(\n";
  for (size_t i = 0; i < columns.size(); ++i) {
    text += ColumnDefinition(columns[i]) + (i + 1 < columns.size() ? ",\n" : "\n");
  }
  return text + ")";
}

std::string CreateView(const store::Table& view) {
  std::string text = "CREATE VIEW IF NOT EXISTS " + QuoteName(view.name) + " (";
  for (size_t i = 0; i < view.columns.size(); ++i) {
    if (i > 0) text += ", ";
    text += QuoteName(view.columns[i].name);
    if (!view.columns[i].comment.empty()) {
      text += " COMMENT " + QuoteLiteral(view.columns[i].comment);
    }
  }
  text += ")";
  if (!view.comment.empty()) text += " COMMENT " + QuoteLiteral(view.comment);
  return text + " AS\n" + view.view_text + ";\n";
}

}  // namespace

std::string CreateStatement(const store::Table& table) {
  if (table.kind == store::TableKind::kView) return CreateView(table);
  const std::optional<store::ExternalSource> external = store::ExternalOf(table);
  std::string text =
      (external ? "CREATE EXTERNAL TABLE IF NOT EXISTS " : "CREATE TABLE IF NOT EXISTS ") +
      QuoteName(table.name) + " " + ColumnList(table.columns);
  if (!table.comment.empty()) text += "\nCOMMENT " + QuoteLiteral(table.comment);
  if (table.partitioned()) text += "\nPARTITIONED BY " + ColumnList(table.partition_columns);
  if (external) {
    text += "\n" + external->clauses + "\nLOCATION " + QuoteLiteral(external->location);
  }
  if (table.lifecycle_days) text += "\nLIFECYCLE " + std::to_string(*table.lifecycle_days);
  return text + ";\n";
}

}  // namespace paisql::session
