#include "analysis/query/select.h"

#include "plan/expression_index.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// The first columns of the input alone.
plan::RelationPtr KeepColumns(plan::RelationPtr input,
                              const std::vector<plan::OutputColumn>& columns, State& state) {
  auto project = std::make_unique<plan::Project>();
  project->range = input->range;
  for (const plan::OutputColumn& column : columns) {
    project->expressions.push_back(MakeColumn(column, input->range));
    project->output.push_back(state.Column(column.name, column.type));
  }
  project->input = std::move(input);
  return project;
}

}  // namespace

void SelectAnalyzer::AnalyzeFrom() {
  const syntax::Relation* relation = select_.from ? select_.from.get() : source_;
  if (relation == nullptr) {
    auto values = std::make_unique<plan::Values>();
    values->rows.emplace_back();
    values->range = select_.range;
    plan_ = std::move(values);
  } else {
    FromResult from = from_.Analyze(*relation);
    plan_ = std::move(from.plan);
    relations_ = std::move(from.relations);
  }
  state_.errors.Take(CheckHints(state_, select_.hints, from_.named()));
  scope_.emplace(outer_, relations_);
  std::vector<std::string> aliases;
  for (const syntax::SelectItem& item : select_.items) {
    for (const syntax::Identifier& alias : item.aliases) aliases.push_back(alias.text);
  }
  scope_->SetInvisibleAliases(std::move(aliases));
}

void SelectAnalyzer::AnalyzeWhere() {
  plan::ExpressionPtr condition;
  if (select_.where) {
    ExpressionAnalyzer analyzer(state_, *scope_, {.name = "WHERE"});
    condition = analyzer.AnalyzeBoolean(*select_.where);
  }
  // A condition that has failed may be the one that connects the relations.
  if (!failed()) state_.errors.Take(from_.CheckCrossJoins(condition.get()));
  if (condition) plan_ = FilterBy(std::move(plan_), std::move(condition));
}

void SelectAnalyzer::AnalyzeHaving() {
  if (!select_.having) return;
  const Scope scope = AliasScope(AliasRule::kAfterInput);
  const ClauseRules rules = {
      .name = "HAVING", .aggregates = true, .grouping_functions = !select_.group_by.empty()};
  ExpressionAnalyzer analyzer(state_, scope, rules);
  having_ = analyzer.AnalyzeBoolean(*select_.having);
  state_.errors.Take(SubstituteAliases(having_, rules));
}

void SelectAnalyzer::AnalyzeQualify() {
  if (!select_.qualify) return;
  const Scope scope = AliasScope(AliasRule::kAfterInput);
  const ClauseRules rules = {.name = "QUALIFY",
                             .aggregates = true,
                             .windows = true,
                             .grouping_functions = !select_.group_by.empty(),
                             .named_windows = &select_.windows};
  ExpressionAnalyzer analyzer(state_, scope, rules);
  qualify_ = analyzer.AnalyzeBoolean(*select_.qualify);
  found_aggregate_ = found_aggregate_ || analyzer.found_aggregate();
  if (!analyzer.found_window() && !found_window_ && !failed()) {
    state_.errors.Add(SemanticError(
        select_.qualify->range, "QUALIFY needs a window function in the select list or in itself",
        "use WHERE or HAVING"));
  }
  state_.errors.Take(SubstituteAliases(qualify_, rules));
}

void SelectAnalyzer::Aggregate() {
  Grouping grouping(state_, *scope_);
  ErrorCollector& errors = state_.errors;
  if (!errors.Take(grouping.AddKeys(select_, items_))) return;
  if (having_) errors.Take(grouping.Rewrite(having_));
  for (plan::ExpressionPtr& output : outputs_) errors.Take(grouping.Rewrite(output));
  if (qualify_) errors.Take(grouping.Rewrite(qualify_));
  for (OrderKey& key : order_) {
    if (!key.over_output) errors.Take(grouping.Rewrite(key.expression));
  }
  if (failed()) return;
  plan_ = grouping.Finish(std::move(plan_));
  if (having_) plan_ = FilterBy(std::move(plan_), std::move(having_));
}

// Everything that is computed from the input becomes a column of one Project: the select list, then
// what QUALIFY and ORDER BY need beyond it.
Status SelectAnalyzer::BuildProject() {
  auto project = std::make_unique<plan::Project>();
  project->range = select_.range;
  project->expressions = std::move(outputs_);
  project->output = output_columns_;
  plan::ExpressionIndex known;
  size_t indexed = 0;
  const auto add_hidden = [&](const char* name, plan::ExpressionPtr expression) {
    const SourceRange range = expression->range;
    for (; indexed < project->expressions.size(); ++indexed) {
      known.Add(*project->expressions[indexed], indexed);
    }
    if (const std::optional<size_t> place = known.Find(*expression)) {
      return MakeColumn(project->output[*place], range);
    }
    project->output.push_back(state_.Column(name, expression->type));
    project->expressions.push_back(std::move(expression));
    return MakeColumn(project->output.back(), range);
  };
  plan::ExpressionPtr qualify;
  if (qualify_) qualify = add_hidden("qualify", std::move(qualify_));
  const size_t before_order = project->output.size();
  for (OrderKey& key : order_) {
    if (key.over_output) continue;
    const SourceRange range = key.expression->range;
    key.expression = add_hidden("order", std::move(key.expression));
    if (select_.distinct && project->output.size() > before_order) {
      return SemanticError(range,
                           "ORDER BY of SELECT DISTINCT may only use columns of the select list",
                           "select the expression too, or use GROUP BY");
    }
  }
  const bool hidden = project->output.size() > output_columns_.size();
  project->input = std::move(plan_);
  plan_ = std::move(project);
  if (qualify) plan_ = FilterBy(std::move(plan_), std::move(qualify));
  return select_.distinct ? BuildDistinct(hidden) : Status::Ok();
}

// Leaves the select list alone: a hidden column must not make rows different. Sort keys name the
// columns before it, so they are led to the new ones.
void SelectAnalyzer::DropHidden() {
  auto visible = std::make_unique<plan::Project>();
  visible->range = select_.range;
  std::vector<plan::OutputColumn> fresh;
  for (plan::OutputColumn& column : output_columns_) {
    visible->expressions.push_back(MakeColumn(column, select_.range));
    fresh.push_back(state_.Column(column.name, column.type));
  }
  const std::function<void(plan::ExpressionPtr&)> rename = [&](plan::ExpressionPtr& node) {
    if (node->kind != plan::ExpressionKind::kColumn) {
      plan::ForEachChild(*node, rename);
      return;
    }
    auto& column = plan::As<plan::ColumnRef>(*node);
    const auto output = output_places_.find(column.column);
    if (output != output_places_.end()) column.column = fresh[output->second].id;
  };
  for (OrderKey& key : order_) rename(key.expression);
  visible->output = fresh;
  output_columns_ = std::move(fresh);
  visible->input = std::move(plan_);
  plan_ = std::move(visible);
}

Status SelectAnalyzer::BuildDistinct(bool hidden) {
  if (hidden) DropHidden();
  for (size_t i = 0; i < plan_->output.size(); ++i) {
    PAISQL_TRY(ExpectComparable(*MakeColumn(plan_->output[i], ColumnRange(*plan_, i)),
                                "be a column of SELECT DISTINCT"));
  }
  auto distinct = std::make_unique<plan::Distinct>();
  distinct->range = select_.range;
  distinct->output = plan_->output;
  distinct->input = std::move(plan_);
  plan_ = std::move(distinct);
  return Status::Ok();
}

Status SelectAnalyzer::CheckDistinct() const {
  if (!select_.distinct || select_.group_by.empty()) return Status::Ok();
  return SemanticError(select_.group_by_range,
                       "SELECT DISTINCT and GROUP BY can not be in the same query",
                       "group in a subquery, or leave DISTINCT out: the groups differ already when "
                       "all keys are selected");
}

Status SelectAnalyzer::CheckDistribution() const {
  if (trailing_ == nullptr) return Status::Ok();
  PAISQL_TRY(CheckTrailing(state_, *trailing_));
  const bool distributed = !trailing_->distribute_by.empty() || !trailing_->sort_by.empty() ||
                           !trailing_->cluster_by.empty();
  if (distributed && !select_.group_by.empty()) {
    return SemanticError(trailing_->distribution_range,
                         "GROUP BY cannot be used together with DISTRIBUTE BY, SORT BY or CLUSTER "
                         "BY",
                         "group in a subquery");
  }
  return Status::Ok();
}

Result<plan::RelationPtr> SelectAnalyzer::Run() {
  AnalyzeFrom();
  AnalyzeWhere();
  AnalyzeItems();
  AnalyzeHaving();
  AnalyzeQualify();
  state_.errors.Take(CheckDistinct());
  state_.errors.Take(CheckDistribution());
  AnalyzeOrder();
  if (!select_.group_by.empty() || found_aggregate_ || having_) Aggregate();
  if (failed()) {
    if (trailing_ != nullptr) {
      (void)state_.errors.TakeValue(ApplyLimit(state_, *trailing_, OpenRelation(state_)));
    }
    return FailedRelation(output_columns_);
  }
  PAISQL_TRY(BuildProject());
  PAISQL_TRY(SortAndLimit());
  if (plan_->output.size() > output_columns_.size()) {
    plan_ = KeepColumns(std::move(plan_), output_columns_, state_);
  }
  return std::move(plan_);
}

Result<plan::RelationPtr> SelectRelation(State& state, const syntax::Select& select,
                                         const syntax::Query* trailing,
                                         const syntax::Relation* source, const Scope* outer) {
  if (!select.transform) return SelectAnalyzer(state, select, trailing, source, outer).Run();
  // A script runs once, before the query around it: it sees no row of that query, and the clauses
  // after it see the script's columns alone.
  PAISQL_ASSIGN(plan::RelationPtr input,
                SelectAnalyzer(state, select, nullptr, source, nullptr).Run());
  PAISQL_ASSIGN(plan::RelationPtr rows,
                TransformRelation(state, *select.transform, std::move(input)));
  if (trailing == nullptr) return rows;
  return ApplyTrailing(state, *trailing, std::move(rows), nullptr);
}

}  // namespace paisql::analysis
