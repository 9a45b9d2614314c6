#include <utility>

#include <fmt/format.h>

#include "analysis/query/query.h"
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

}  // namespace

Result<CreateViewPlan> AnalyzeAlterView(const syntax::AlterViewStatement& statement,
                                        const store::Table& view, std::string_view statement_text,
                                        AnalysisContext& context) {
  store::Table changed = view;
  PAISQL_ASSIGN(plan::RelationPtr root, QueryOfView(view, *statement.query, context));
  PAISQL_ASSIGN(changed.columns, ColumnsOf(*root, statement.query->range));
  changed.view_text = TextOf(statement.query_range, statement_text);
  return CreateViewPlan{std::move(changed), std::move(root)};
}

Status CheckNewObjectName(const syntax::Identifier& name) { return CheckNewName(name, "view"); }

Result<CreateViewPlan> AnalyzeCreateView(const syntax::CreateViewStatement& statement,
                                         std::string_view statement_text,
                                         AnalysisContext& context) {
  PAISQL_ASSIGN(store::Table view, NewTableName(statement.view, context));
  if (!statement.or_replace && !statement.if_not_exists) {
    PAISQL_TRY(CheckTableIsNew(view, statement.view, context));
  }
  PAISQL_TRY(CheckComment(statement.comment, statement.view.range));
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
