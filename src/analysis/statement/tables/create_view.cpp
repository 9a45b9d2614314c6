#include <utility>

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"
#include "analysis/query/relations/definitions.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {
namespace {

Result<plan::RelationPtr> QueryOfView(const store::Table& view, const syntax::Query& query,
                                      AnalysisContext& context) {
  State state(context);
  // A view must not become one of itself.
  state.view_names.push_back(ToLower(view.QualifiedName()));
  PAISQL_ASSIGN(plan::RelationPtr root, state.Whole(QueryRelation(state, query, nullptr)));
  // Which partitions are read is decided where the view is used.
  const bool allow_full_scan = std::exchange(context.allow_full_scan, true);
  const Status finished = FinishPlan(state, root);
  context.allow_full_scan = allow_full_scan;
  PAISQL_TRY(finished);
  return root;
}

std::string TextOf(const SourceRange& range, std::string_view statement_text) {
  return std::string(statement_text.substr(range.begin, range.end - range.begin));
}

// Those whose names and types do not depend on the arguments.
std::vector<store::Column> KnownColumns(const plan::Relation& root) {
  std::vector<store::Column> columns;
  for (const plan::OutputColumn& column : root.output) {
    if (IsOpenColumn(column)) continue;
    store::Column kept;
    kept.id = static_cast<int64_t>(columns.size()) + 1;
    kept.name = column.name;
    kept.type = IsFailed(column.type) ? DataType(TypeId::kString) : Storable(column.type);
    columns.push_back(std::move(kept));
  }
  return columns;
}

// What it gives depends on its arguments, so its columns are those of arguments without rows.
Result<CreateViewPlan> ViewWithParameters(const syntax::CreateViewStatement& statement,
                                          store::Table view, std::string_view statement_text,
                                          AnalysisContext& context) {
  State state(context);
  state.view_names.push_back(ToLower(view.QualifiedName()));
  const SourceRange& range = statement.query_range;
  const std::string_view until = statement_text.substr(0, range.end);
  PAISQL_ASSIGN(const syntax::Definition definition,
                syntax::ParseDefinitionAt(until, range, context.leash));
  view.kind = store::TableKind::kView;
  view.comment = statement.comment;
  view.view_text = std::string(until.substr(range.begin));
  PAISQL_ASSIGN(plan::RelationPtr root,
                state.Whole(RelationWithoutArguments(state, definition, view.name, range)));
  view.columns = KnownColumns(*root);
  return CreateViewPlan{std::move(view), std::move(root)};
}

}  // namespace

Result<CreateViewPlan> AnalyzeAlterView(const syntax::AlterViewStatement& statement,
                                        const store::Table& view, std::string_view statement_text,
                                        AnalysisContext& context) {
  store::Table changed = view;
  names::NoteReading(context.names, changed);
  PAISQL_ASSIGN(plan::RelationPtr root, QueryOfView(view, *statement.query, context));
  PAISQL_ASSIGN(changed.columns, ColumnsOf(*root, statement.query->range));
  changed.view_text = TextOf(statement.query_range, statement_text);
  return CreateViewPlan{std::move(changed), std::move(root)};
}

Status CheckNewObjectName(const syntax::Identifier& name, std::string_view what) {
  return CheckNewName(name, what);
}

Result<store::Table> AnalyzeCreateFunction(const syntax::CreateSqlFunctionStatement& statement,
                                           std::string_view statement_text,
                                           AnalysisContext& context) {
  PAISQL_ASSIGN(store::Table row, NewTableName(statement.name, context));
  if (context.names.Function(row.name).has_value()) {
    return SemanticError(statement.name.range,
                         fmt::format("function {} is a built-in one", row.name),
                         "choose another name");
  }
  const SourceRange& range = statement.definition_range;
  const std::string_view until = statement_text.substr(0, range.end);
  PAISQL_ASSIGN(const syntax::Definition definition,
                syntax::ParseDefinitionAt(until, range, context.leash));
  State state(context);
  state.view_names.push_back(FunctionKey(row.name));
  if (GivesRows(definition)) {
    PAISQL_ASSIGN(const plan::RelationPtr root,
                  state.Whole(RelationWithoutArguments(state, definition, row.name, range)));
    row.columns = KnownColumns(*root);
  } else {
    PAISQL_ASSIGN(const plan::ExpressionPtr value,
                  state.Whole(ValueWithoutArguments(state, definition, row.name, range)));
    store::Column result;
    result.id = 1;
    result.name = row.name;
    result.type = IsFailed(value->type) ? DataType(TypeId::kString) : Storable(value->type);
    row.columns.push_back(std::move(result));
  }
  row.name = FunctionKey(row.name);
  row.kind = store::TableKind::kView;
  row.view_text = std::string(until.substr(range.begin));
  names::NoteReading(context.names, row);
  return row;
}

Result<CreateViewPlan> AnalyzeCreateView(const syntax::CreateViewStatement& statement,
                                         std::string_view statement_text,
                                         AnalysisContext& context) {
  PAISQL_ASSIGN(store::Table view, NewTableName(statement.view, context));
  if (!statement.or_replace && !statement.if_not_exists) {
    PAISQL_TRY(CheckTableIsNew(view, statement.view, context));
  }
  PAISQL_TRY(CheckComment(statement.comment, statement.view.range));
  names::NoteReading(context.names, view);
  if (statement.query == nullptr) {
    return ViewWithParameters(statement, std::move(view), statement_text, context);
  }
  PAISQL_ASSIGN(plan::RelationPtr root, QueryOfView(view, *statement.query, context));
  if (!statement.columns.empty()) {
    if (statement.columns.size() != root->output.size()) {
      return SemanticError(statement.columns.front().name.range,
                           fmt::format("expect {} columns, actually have {}",
                                       statement.columns.size(), root->output.size()),
                           "the list of names has one for each column of the query");
    }
    for (size_t i = 0; i < statement.columns.size(); ++i) {
      root->output[i].name = statement.columns[i].name.text;
    }
  }
  PAISQL_ASSIGN(view.columns, ColumnsOf(*root, statement.query->range));
  for (size_t i = 0; i < statement.columns.size(); ++i) {
    view.columns[i].comment = statement.columns[i].comment;
  }
  view.kind = store::TableKind::kView;
  view.comment = statement.comment;
  view.view_text = TextOf(statement.query_range, statement_text);
  return CreateViewPlan{std::move(view), std::move(root)};
}

}  // namespace paisql::analysis
