// Columns, fields and elements of nested values, literals.

#include <fmt/format.h>

#include "analysis/expression/calls/special_calls.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"

namespace paisql::analysis {

Result<plan::ExpressionPtr> ExpressionAnalyzer::Literal(const syntax::Literal& node) {
  PAISQL_ASSIGN(Value value, LiteralValue(node, false, state_.types()));
  PAISQL_TRY(ExpectEnabled(state_, value.type, node.range));
  return MakeConstant(std::move(value), node.range);
}

// A variable that holds rows stands for their only value: (SELECT * FROM @v).
Result<plan::ExpressionPtr> ExpressionAnalyzer::Variable(const syntax::Variable& node) {
  const analysis::Variable* const variable = FindVariable(state_.variables, node.name.text);
  if (variable == nullptr) return UnknownVariable(state_, node.name.text, node.range);
  if (variable->value) return MakeConstant(*variable->value, node.range);
  if (variable->expression) return CopyOperand(state_, *variable->expression);
  auto table = std::make_unique<syntax::TableRelation>();
  table->variable = true;
  table->range = node.range;
  table->name.parts.push_back(node.name);
  table->name.range = node.range;
  syntax::SelectItem all;
  all.expression = std::make_unique<syntax::Star>();
  all.expression->range = all.range = node.range;
  auto select = std::make_unique<syntax::Select>();
  select->items.push_back(std::move(all));
  select->from = std::move(table);
  select->range = node.range;
  syntax::ScalarSubquery subquery;
  subquery.range = node.range;
  subquery.query = std::make_unique<syntax::Query>();
  subquery.query->body.select = std::move(select);
  subquery.query->body.range = subquery.query->range = node.range;
  return ScalarSubquery(subquery);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Interval(const syntax::IntervalLiteral& node) {
  plan::ExpressionPtr amount = Analyze(*node.amount);
  const std::optional<Value> value = Fold(*amount);
  if (!value || value->is_null() || !(value->type.IsInteger() || value->type.IsText())) {
    return SemanticError(node.amount->range, "the amount of an INTERVAL must be a constant",
                         "write a literal, or use DATEADD for an amount from a column");
  }
  const std::string text =
      value->type.IsText() ? value->as_text() : std::to_string(value->as_int());
  PAISQL_ASSIGN(Value interval, IntervalValue(text, node));
  PAISQL_TRY(ExpectEnabled(state_, interval.type, node.range));
  return MakeConstant(std::move(interval), node.range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Column(const syntax::ColumnName& node) {
  Result<Scope::Match> match = scope_.Find(node.name, inside_aggregate_);
  if (!match.ok()) {
    const analysis::Variable* const parameter =
        FindVariable(state_.variables, LambdaKey(node.name.parts[0].text));
    if (parameter != nullptr) {
      PAISQL_ASSIGN(plan::ExpressionPtr value, CopyOperand(state_, *parameter->expression));
      return Fields(std::move(value), node.name, 1);
    }
    if (node.name.parts.size() == 1 && EqualsIgnoreCase(node.name.parts[0].text, "grouping__id")) {
      PAISQL_TRY(ExpectGroupingAllowed("GROUPING__ID", node.range));
      found_grouping_ = true;
      return MakeColumn({kGroupingIdColumn, "grouping__id", TypeId::kBigint}, node.range);
    }
    if (node.name.parts.size() > 1) return std::move(match).error();
    return BareCall(state_, node.name.parts[0].text, std::move(match).error());
  }
  if (IsFailed(match->column->type)) {
    state_.errors.NoteFailedUse();
    return FailedExpression(node.range);
  }
  return Fields(MakeColumn(*match->column, node.range), node.name, match->used_parts);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Fields(plan::ExpressionPtr base,
                                                       const syntax::QualifiedName& name,
                                                       size_t first_field) {
  for (size_t i = first_field; i < name.parts.size(); ++i) {
    PAISQL_ASSIGN(base, FieldOf(std::move(base), name.parts[i]));
  }
  return base;
}

Result<plan::ExpressionPtr> FieldOf(plan::ExpressionPtr base, const syntax::Identifier& field) {
  if (base->type.id() != TypeId::kStruct) {
    return SemanticError(
        field.range, fmt::format("{} has no field {}", base->type.ToString(), field.text),
        "only a STRUCT has fields; a MAP is read with ['key'], JSON with get_json_object");
  }
  const std::vector<std::string>& names = base->type.field_names();
  for (size_t i = 0; i < names.size(); ++i) {
    if (!EqualsIgnoreCase(names[i], field.text)) continue;
    const functions::Function* function = functions::FindHidden("field_of");
    PAISQL_ASSERT(function != nullptr, "the function for fields is missing");
    auto call =
        std::make_unique<plan::Call>(function, &function->overloads[0], base->type.fields()[i]);
    call->range = base->range;
    call->arguments.push_back(std::move(base));
    call->arguments.push_back(MakeConstant(Value::String(names[i]), field.range));
    return plan::ExpressionPtr(std::move(call));
  }
  return SemanticError(field.range,
                       fmt::format("{} has no field {}", base->type.ToString(), field.text),
                       DidYouMean(field.text, names));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Subscript(const syntax::Subscript& node) {
  plan::ExpressionPtr operand = Analyze(*node.operand);
  plan::ExpressionPtr index = Analyze(*node.index);
  const TypeId id = operand->type.id();
  if (id != TypeId::kArray && id != TypeId::kMap && id != TypeId::kJson) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("{} has no elements: only ARRAY, MAP and JSON take [ ]",
                             operand->type.ToString()),
                 node.operand->range, "a STRUCT is read with a point and the field's name"};
  }
  return MakeOperator(state_, "index", std::move(operand), std::move(index), node.range);
}

}  // namespace paisql::analysis
