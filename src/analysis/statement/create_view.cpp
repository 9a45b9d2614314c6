#include <utility>

#include <fmt/format.h>

#include "analysis/query/query.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {

Result<CreateViewPlan> AnalyzeCreateView(const syntax::CreateViewStatement& statement,
                                         std::string_view statement_text,
                                         AnalysisContext& context) {
  PAISQL_ASSIGN(store::Table view, NewTableName(statement.view, context));
  if (!statement.or_replace && !statement.if_not_exists) {
    PAISQL_TRY(CheckTableIsNew(view, statement.view, context));
  }
  PAISQL_TRY(CheckComment(statement.comment, statement.view.range));
  State state(context);
  // OR REPLACE must not make a view of itself.
  state.view_names.push_back(ToLower(view.QualifiedName()));
  PAISQL_ASSIGN(plan::RelationPtr root,
                state.Whole(QueryRelation(state, *statement.query, nullptr)));
  // Which partitions are read is decided where the view is used.
  const bool allow_full_scan = std::exchange(context.allow_full_scan, true);
  const Status finished = FinishPlan(state, root);
  context.allow_full_scan = allow_full_scan;
  PAISQL_TRY(finished);
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
  const SourceRange& range = statement.query_range;
  view.view_text = std::string(statement_text.substr(range.begin, range.end - range.begin));
  return CreateViewPlan{std::move(view), std::move(root)};
}

}  // namespace paisql::analysis
