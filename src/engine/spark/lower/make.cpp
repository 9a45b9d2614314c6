#include "engine/spark/lower/make.h"

#include <algorithm>

#include "base/assert.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::RelationPtr;

namespace {

constexpr functions::Overload kSingleOverloads[] = {{"(T) -> T"}};
constexpr functions::Function kSingle{"single_value", functions::FunctionKind::kAggregate,
                                      kSingleOverloads, "the one value of a group"};

void AppendTerms(ExpressionPtr condition, std::vector<ExpressionPtr>& terms) {
  if (condition->kind == plan::ExpressionKind::kCall) {
    auto& call = plan::As<plan::Call>(*condition);
    if (call.function->kind == functions::FunctionKind::kOperator && call.function->name == "and") {
      for (ExpressionPtr& argument : call.arguments) AppendTerms(std::move(argument), terms);
      return;
    }
  }
  terms.push_back(std::move(condition));
}

}  // namespace

ExpressionPtr Reference(const plan::OutputColumn& column) {
  return std::make_unique<plan::ColumnRef>(column.id, column.type, column.name);
}

std::vector<ExpressionPtr> References(const Columns& columns) {
  std::vector<ExpressionPtr> references;
  for (const plan::OutputColumn& column : columns) references.push_back(Reference(column));
  return references;
}

ExpressionPtr Truth(bool value) { return std::make_unique<plan::Constant>(Value::Boolean(value)); }

ExpressionPtr Whole(int64_t value) {
  return std::make_unique<plan::Constant>(Value::Bigint(value));
}

ExpressionPtr NullTruth() {
  return std::make_unique<plan::Constant>(Value::Null(TypeId::kBoolean));
}

ExpressionPtr Operation(std::string_view name, std::vector<ExpressionPtr> operands) {
  const functions::Function* function = functions::FindOperator(name);
  PAISQL_ASSERT(function != nullptr, "an operator that the table of functions does not have");
  // The last overload is the one of any type.
  auto call = std::make_unique<plan::Call>(function, &function->overloads.back(), TypeId::kBoolean);
  call->range = operands.front()->range;
  call->arguments = std::move(operands);
  return call;
}

ExpressionPtr Operation(std::string_view name, ExpressionPtr operand) {
  std::vector<ExpressionPtr> operands;
  operands.push_back(std::move(operand));
  return Operation(name, std::move(operands));
}

ExpressionPtr Operation(std::string_view name, ExpressionPtr left, ExpressionPtr right) {
  std::vector<ExpressionPtr> operands;
  operands.push_back(std::move(left));
  operands.push_back(std::move(right));
  return Operation(name, std::move(operands));
}

void CompareExactly(plan::Call& comparison) {
  for (const functions::Overload& overload : comparison.function->overloads) {
    if (overload.signature.starts_with("(T")) comparison.overload = &overload;
  }
}

std::vector<ExpressionPtr> TakeTerms(ExpressionPtr condition) {
  std::vector<ExpressionPtr> terms;
  if (condition != nullptr) AppendTerms(std::move(condition), terms);
  return terms;
}

ExpressionPtr Conjunction(std::vector<ExpressionPtr> terms) {
  ExpressionPtr all;
  for (ExpressionPtr& term : terms) {
    all = all == nullptr ? std::move(term) : Operation("and", std::move(all), std::move(term));
  }
  return all;
}

ExpressionPtr SameValues(const Columns& left, const Columns& right) {
  std::vector<ExpressionPtr> terms;
  for (size_t i = 0; i < left.size(); ++i) {
    terms.push_back(Operation("<=>", Reference(left[i]), Reference(right[i])));
  }
  return Conjunction(std::move(terms));
}

bool IsSingleValue(const plan::Aggregate& aggregate) { return aggregate.function == &kSingle; }

ExpressionPtr SingleValue(const plan::OutputColumn& column) {
  auto single = std::make_unique<plan::Aggregate>(&kSingle, &kSingleOverloads[0], column.type);
  single->arguments.push_back(Reference(column));
  return single;
}

ExpressionPtr Count(const plan::OutputColumn* column) {
  const functions::Function* function = functions::FindFunction("count");
  auto count = std::make_unique<plan::Aggregate>(function, &function->overloads.front(),
                                                 DataType(TypeId::kBigint));
  count->star = column == nullptr;
  if (column != nullptr) count->arguments.push_back(Reference(*column));
  return count;
}

RelationPtr MakeProject(RelationPtr input, const Columns& kept) {
  return MakeProject(std::move(input), kept, {});
}

RelationPtr MakeProject(RelationPtr input, const Columns& kept,
                        std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> more) {
  auto project = std::make_unique<plan::Project>();
  project->range = input->range;
  project->input = std::move(input);
  project->output = kept;
  project->expressions = References(kept);
  for (auto& [column, value] : more) {
    project->output.push_back(column);
    project->expressions.push_back(std::move(value));
  }
  return project;
}

RelationPtr MakeFilter(RelationPtr input, ExpressionPtr condition) {
  if (condition == nullptr) return input;
  auto filter = std::make_unique<plan::Filter>();
  filter->range = input->range;
  filter->output = input->output;
  filter->input = std::move(input);
  filter->condition = std::move(condition);
  return filter;
}

RelationPtr MakeDistinct(RelationPtr input) {
  auto distinct = std::make_unique<plan::Distinct>();
  distinct->range = input->range;
  distinct->output = input->output;
  distinct->input = std::move(input);
  return distinct;
}

RelationPtr MakeJoin(plan::JoinType type, RelationPtr left, RelationPtr right,
                     ExpressionPtr condition) {
  auto join = std::make_unique<plan::Join>();
  join->type = type;
  join->range = left->range;
  join->output = left->output;
  if (type != plan::JoinType::kSemi && type != plan::JoinType::kAnti) {
    join->output.insert(join->output.end(), right->output.begin(), right->output.end());
  }
  join->left = std::move(left);
  join->right = std::move(right);
  join->condition = std::move(condition);
  return join;
}

RelationPtr MakeAggregate(RelationPtr input,
                          std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> keys,
                          std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> aggregates) {
  auto made = std::make_unique<plan::AggregateRelation>();
  made->range = input->range;
  made->input = std::move(input);
  for (auto& [column, key] : keys) {
    made->output.push_back(column);
    made->keys.push_back(std::move(key));
  }
  for (auto& [column, aggregate] : aggregates) {
    made->output.push_back(column);
    made->aggregates.push_back(std::move(aggregate));
  }
  return made;
}

RelationPtr MakeCteScan(int definition, const Columns& source, const Columns& output) {
  auto scan = std::make_unique<plan::CteScan>();
  scan->index = definition;
  scan->output = output;
  for (const plan::OutputColumn& column : source) scan->source.push_back(column.id);
  return scan;
}

Columns Renumbered(const Columns& columns, Numbers& numbers) {
  Columns renumbered = columns;
  for (plan::OutputColumn& column : renumbered) column.id = numbers.Column();
  return renumbered;
}

}  // namespace paisql::engine::spark
