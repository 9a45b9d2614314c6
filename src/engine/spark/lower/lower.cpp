#include "engine/spark/lower/lower.h"

#include <algorithm>

#include "engine/spark/lower/attachment.h"
#include "engine/spark/lower/lowering.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::JoinType;
using plan::RelationKind;
using plan::RelationPtr;

namespace {

bool AnySubquery(const plan::Relation& relation) {
  const auto parts = plan::Expressions(relation);
  return std::any_of(parts.begin(), parts.end(),
                     [](const plan::Expression* part) { return plan::ContainsSubquery(*part); });
}

// Operators that change nothing of whether there is a row.
RelationPtr* BelowColumns(RelationPtr* relation) {
  while (true) {
    if ((*relation)->kind == RelationKind::kProject) {
      relation = &plan::As<plan::Project>(**relation).input;
    } else if ((*relation)->kind == RelationKind::kDistinct) {
      relation = &plan::As<plan::Distinct>(**relation).input;
    } else if ((*relation)->kind == RelationKind::kSort) {
      relation = &plan::As<plan::Sort>(**relation).input;
    } else {
      return relation;
    }
  }
}

// Splits a filter: the terms that read only its input stay. False where that cannot be said.
bool TakeOuterTerms(RelationPtr& relation, const Columns& outer,
                    std::vector<ExpressionPtr>& taken) {
  auto& filter = plan::As<plan::Filter>(*relation);
  std::vector<const plan::Expression*> terms;
  plan::SplitConjunction(*filter.condition, terms);
  for (const plan::Expression* term : terms) {
    if (HasAny(FreeColumns(*term), outer) && plan::ContainsSubquery(*term)) return false;
  }
  if (HasAny(FreeColumns(*filter.input), outer)) return false;
  std::vector<ExpressionPtr> own;
  for (ExpressionPtr& term : TakeTerms(std::move(filter.condition))) {
    (HasAny(FreeColumns(*term), outer) ? taken : own).push_back(std::move(term));
  }
  relation = MakeFilter(std::move(filter.input), Conjunction(std::move(own)));
  return true;
}

}  // namespace

Status Lower(RelationPtr& root, const SaysItself& says_itself) {
  Lowering lowering(says_itself);
  lowering.Rewrite(root);
  return lowering.error() ? Status(*lowering.error()) : Status::Ok();
}

void Lowering::Rewrite(RelationPtr& relation) {
  if (error_) return;
  RewriteOne(relation);
  plan::ForEachInput(*relation, [this](RelationPtr& input) { Rewrite(input); });
}

void Lowering::RewriteOne(RelationPtr& relation) {
  switch (relation->kind) {
    case RelationKind::kFilter:
      return RewriteFilter(relation);
    case RelationKind::kJoin:
      return RewriteJoin(relation);
    case RelationKind::kValues:
      return RewriteValues(relation);
    case RelationKind::kSetOperation:
      return NumberEqualRows(relation);
    case RelationKind::kProject:
      return RewriteExpressions(relation, plan::As<plan::Project>(*relation).input);
    case RelationKind::kAggregate:
      return RewriteExpressions(relation, plan::As<plan::AggregateRelation>(*relation).input);
    case RelationKind::kSort:
      return RewriteExpressions(relation, plan::As<plan::Sort>(*relation).input);
    case RelationKind::kUnnest:
      return RewriteExpressions(relation, plan::As<plan::Unnest>(*relation).input);
    default:
      return;
  }
}

void Lowering::RewriteExpressions(RelationPtr& relation, RelationPtr& input) {
  if (!AnySubquery(*relation)) return;
  const Columns shown = relation->output;
  const Columns before = input->output;
  Attachment attachment(*this, std::move(input), plan::Expressions(*relation));
  plan::ForEachExpression(*relation, [&](ExpressionPtr& part) { attachment.Take(part); });
  input = attachment.Finish();
  if (relation->kind == RelationKind::kSort) {
    relation->output = input->output;
    relation = MakeProject(std::move(relation), shown);
  } else if (relation->kind == RelationKind::kUnnest) {
    const Columns calls(shown.begin() + static_cast<std::ptrdiff_t>(before.size()), shown.end());
    relation->output = input->output;
    relation->output.insert(relation->output.end(), calls.begin(), calls.end());
    relation = MakeProject(std::move(relation), shown);
  }
}

// Rows with subqueries are projections of a row without columns.
void Lowering::RewriteValues(RelationPtr& relation) {
  if (!AnySubquery(*relation)) return;
  auto& values = plan::As<plan::Values>(*relation);
  auto all = std::make_unique<plan::SetOperation>();
  all->op = plan::SetOperator::kUnion;
  all->all = true;
  all->range = values.range;
  all->output = values.output;
  for (std::vector<ExpressionPtr>& row : values.rows) {
    auto one = std::make_unique<plan::Values>();
    one->rows.emplace_back();
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
    const Columns columns =
        values.rows.size() > 1 ? Renumbered(values.output, numbers_) : values.output;
    for (size_t i = 0; i < row.size(); ++i) items.emplace_back(columns[i], std::move(row[i]));
    all->inputs.push_back(MakeProject(std::move(one), {}, std::move(items)));
  }
  relation = all->inputs.size() == 1 ? RelationPtr(std::move(all->inputs.front()))
                                     : RelationPtr(std::move(all));
  RewriteOne(relation);
}

// Sail gives every row of the left side that has an equal one on the right.
void Lowering::NumberEqualRows(RelationPtr& relation) {
  auto& operation = plan::As<plan::SetOperation>(*relation);
  if (!operation.all || operation.op == plan::SetOperator::kUnion) return;
  const functions::Function* function = functions::FindFunction("row_number");
  for (RelationPtr& input : operation.inputs) {
    const Columns columns = input->output;
    auto number =
        std::make_unique<plan::Window>(function, &function->overloads.front(), TypeId::kBigint);
    number->partition_by = References(columns);
    number->order_by.push_back({Reference(columns.front())});
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
    items.emplace_back(plan::OutputColumn{numbers_.Column(), "number", TypeId::kBigint},
                       std::move(number));
    input = MakeProject(std::move(input), columns, std::move(items));
  }
  const Columns shown = operation.output;
  operation.output.push_back({numbers_.Column(), "number", TypeId::kBigint});
  operation.all = false;
  relation = MakeProject(std::move(relation), shown);
}

void Lowering::RewriteFilter(RelationPtr& relation) {
  auto& filter = plan::As<plan::Filter>(*relation);
  if (!done_.contains(&filter)) CompareTablesExactly(*filter.condition, {filter.input.get()});
  if (!plan::ContainsSubquery(*filter.condition)) return;
  const Columns shown = relation->output;
  std::vector<ExpressionPtr> plain;
  std::vector<ExpressionPtr> asked;
  for (ExpressionPtr& term : TakeTerms(std::move(filter.condition))) {
    (plan::ContainsSubquery(*term) ? asked : plain).push_back(std::move(term));
  }
  RelationPtr body = MakeFilter(std::move(filter.input), Conjunction(std::move(plain)));
  std::vector<ExpressionPtr> rest;
  for (ExpressionPtr& term : asked) {
    if (!JoinDirectly(body, term)) rest.push_back(std::move(term));
  }
  if (!rest.empty()) {
    std::vector<const plan::Expression*> terms;
    for (const ExpressionPtr& term : rest) terms.push_back(term.get());
    Attachment attachment(*this, std::move(body), terms);
    for (ExpressionPtr& term : rest) attachment.Take(term);
    RelationPtr rows = attachment.Finish();
    body = MakeProject(MakeFilter(std::move(rows), Conjunction(std::move(rest))), shown);
  }
  relation = std::move(body);
  RewriteOne(relation);
}

bool Lowering::JoinDirectly(RelationPtr& body, ExpressionPtr& term) {
  const bool exists = term->kind == plan::ExpressionKind::kExists;
  const bool in =
      term->kind == plan::ExpressionKind::kInSubquery && !plan::As<plan::InSubquery>(*term).negated;
  if (!exists && !in) return false;
  RelationPtr& subquery = *plan::SubqueryOf(*term);
  const Columns outer = body->output;
  std::vector<ExpressionPtr> conditions;
  if (in) {
    for (const ExpressionPtr& operand : plan::As<plan::InSubquery>(*term).operands) {
      if (plan::ContainsSubquery(*operand)) return false;
    }
    if (HasAny(FreeColumns(*subquery), outer)) return false;
    auto& node = plan::As<plan::InSubquery>(*term);
    for (size_t i = 0; i < node.operands.size(); ++i) {
      conditions.push_back(
          Operation("=", std::move(node.operands[i]), Reference(subquery->output[i])));
    }
  }
  RelationPtr* rows = &subquery;
  if (HasAny(FreeColumns(*subquery), outer)) {
    rows = BelowColumns(&subquery);
    if ((*rows)->kind != RelationKind::kFilter) return false;
    if (!TakeOuterTerms(*rows, outer, conditions)) return false;
  }
  const bool anti = exists && plan::As<plan::Exists>(*term).negated;
  RelationPtr right = std::move(*rows);
  ExpressionPtr condition = Conjunction(std::move(conditions));
  body = MakeJoin(anti ? JoinType::kAnti : JoinType::kSemi, std::move(body), std::move(right),
                  condition == nullptr ? Truth(true) : std::move(condition));
  return true;
}

}  // namespace paisql::engine::spark
