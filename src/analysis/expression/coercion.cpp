#include "analysis/expression/coercion.h"

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "plan/traverse.h"

namespace paisql::analysis {

namespace {

// The nodes of an expression, those of its subqueries included.
size_t CountParts(const plan::Expression& root) {
  size_t count = 0;
  std::vector<const plan::Expression*> expressions = {&root};
  std::vector<const plan::Relation*> relations;
  while (!expressions.empty() || !relations.empty()) {
    ++count;
    if (!expressions.empty()) {
      const plan::Expression& next = *expressions.back();
      expressions.pop_back();
      for (const plan::Expression* child : plan::Children(next)) expressions.push_back(child);
      if (const plan::Relation* subquery = plan::SubqueryOf(next)) relations.push_back(subquery);
      continue;
    }
    const plan::Relation& next = *relations.back();
    relations.pop_back();
    for (const plan::Relation* input : plan::Inputs(next)) relations.push_back(input);
    for (const plan::Expression* part : plan::Expressions(next)) expressions.push_back(part);
  }
  return count;
}

}  // namespace

Result<plan::ExpressionPtr> CopyOperand(State& state, const plan::Expression& operand) {
  state.copied_parts += CountParts(operand);
  if (state.copied_parts > ValueOf(Limit::kExpressionCopies)) {
    return TooLarge(Limit::kExpressionCopies, operand.range);
  }
  return plan::Clone(operand);
}

plan::ExpressionPtr MakeColumn(const plan::OutputColumn& column, const SourceRange& range) {
  auto node = std::make_unique<plan::ColumnRef>(column.id, column.type, column.name);
  node->range = range;
  return node;
}

plan::ExpressionPtr MakeConstant(Value value, const SourceRange& range) {
  auto node = std::make_unique<plan::Constant>(std::move(value));
  node->range = range;
  return node;
}

plan::ExpressionPtr CoerceTo(State& state, plan::ExpressionPtr expression, const DataType& type) {
  if (expression->type == type || IsFailed(expression->type) || IsFailed(type)) return expression;
  const SourceRange range = expression->range;
  if (expression->kind == plan::ExpressionKind::kConstant) {
    const Value& value = plan::As<plan::Constant>(*expression).value;
    if (std::optional<Value> converted = ConvertConstant(value, type)) {
      return MakeConstant(*std::move(converted), range);
    }
  }
  if (ConversionLosesData(expression->type, type) && expression->type.id() != TypeId::kVoid) {
    state.Warn(range, fmt::format("implicit conversion from {} to {}, potential data loss, use "
                                  "CAST function to suppress",
                                  expression->type.ToString(), type.ToString()));
  }
  auto cast = std::make_unique<plan::Cast>(std::move(expression), type, true);
  cast->mode = state.types().evaluation();
  cast->range = range;
  return cast;
}

Result<plan::ExpressionPtr> ExpectBoolean(State& state, plan::ExpressionPtr expression) {
  const TypeId id = expression->type.id();
  if (id == TypeId::kBoolean || id == TypeId::kUnknown) return expression;
  if (id == TypeId::kVoid) return CoerceTo(state, std::move(expression), TypeId::kBoolean);
  return SemanticError(expression->range, "expect a BOOLEAN expression",
                       fmt::format("this is {}: compare it with something or use CAST",
                                   expression->type.ToString()));
}

Status ExpectComparable(const plan::Expression& expression, std::string_view use) {
  if (IsComparable(expression.type)) return Status::Ok();
  return SemanticError(expression.range,
                       fmt::format("{} cannot {}", expression.type.ToString(), use),
                       "its values do not compare: use a part of it, or TO_JSON");
}

Result<functions::Resolution> ResolveCall(State& state, const functions::Function& function,
                                          std::vector<plan::ExpressionPtr>& arguments,
                                          const SourceRange& range) {
  std::vector<DataType> types;
  types.reserve(arguments.size());
  for (const plan::ExpressionPtr& argument : arguments) types.push_back(argument->type);
  Result<functions::Resolution> resolved = ResolveOverload(function, types, state.types());
  if (!resolved.ok()) {
    Error error = std::move(resolved).error();
    error.range = range;
    return error;
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (resolved->constant_arguments[i] && !plan::IsConstantExpression(*arguments[i])) {
      return Error{
          ErrorCode::kConstantExpected,
          fmt::format("argument {} of function {} must be a constant", i + 1, function.name),
          arguments[i]->range,
          "write a literal; a column or an expression over one is not a constant"};
    }
    arguments[i] = CoerceTo(state, std::move(arguments[i]), resolved->argument_types[i]);
  }
  return resolved;
}

Result<plan::ExpressionPtr> MakeCall(State& state, const functions::Function& function,
                                     std::vector<plan::ExpressionPtr> arguments,
                                     const SourceRange& range) {
  for (const plan::ExpressionPtr& argument : arguments) {
    if (IsFailed(argument->type)) return FailedExpression(range);
  }
  PAISQL_ASSIGN(functions::Resolution resolved, ResolveCall(state, function, arguments, range));
  auto call = std::make_unique<plan::Call>(&function, resolved.overload, resolved.result);
  call->mode = state.types().evaluation();
  call->arguments = std::move(arguments);
  call->range = range;
  return plan::ExpressionPtr(std::move(call));
}

Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         std::vector<plan::ExpressionPtr> arguments,
                                         const SourceRange& range) {
  const functions::Function* function = functions::FindOperator(name);
  if (function == nullptr) {
    return UnsupportedError(range, fmt::format("operator {} is not supported", name));
  }
  return MakeCall(state, *function, std::move(arguments), range);
}

Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         plan::ExpressionPtr left, plan::ExpressionPtr right,
                                         const SourceRange& range) {
  std::vector<plan::ExpressionPtr> arguments;
  arguments.push_back(std::move(left));
  arguments.push_back(std::move(right));
  return MakeOperator(state, name, std::move(arguments), range);
}

Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         plan::ExpressionPtr operand, const SourceRange& range) {
  std::vector<plan::ExpressionPtr> arguments;
  arguments.push_back(std::move(operand));
  return MakeOperator(state, name, std::move(arguments), range);
}

namespace {

Result<plan::ExpressionPtr> Balanced(State& state, std::string_view op,
                                     std::vector<plan::ExpressionPtr>& terms, size_t begin,
                                     size_t end) {
  if (end - begin == 1) return std::move(terms[begin]);
  const size_t middle = begin + (end - begin) / 2;
  PAISQL_ASSIGN(plan::ExpressionPtr left, Balanced(state, op, terms, begin, middle));
  PAISQL_ASSIGN(plan::ExpressionPtr right, Balanced(state, op, terms, middle, end));
  const SourceRange range = left->range;
  return MakeOperator(state, op, std::move(left), std::move(right), range);
}

}  // namespace

Result<plan::ExpressionPtr> MakeChain(State& state, std::string_view op,
                                      std::vector<plan::ExpressionPtr> terms) {
  if (terms.empty()) return plan::ExpressionPtr();
  return Balanced(state, op, terms, 0, terms.size());
}

Result<plan::ExpressionPtr> MakeConjunction(State& state, std::vector<plan::ExpressionPtr> terms) {
  return MakeChain(state, "and", std::move(terms));
}

// A STRING beside a time stops the statement where it is not a time, unlike in CAST: so does the
// service.
static plan::ExpressionPtr CoerceOperand(State& state, plan::ExpressionPtr operand,
                                         const DataType& type) {
  const bool text_as_time = operand->type.IsText() && type.IsTemporal();
  operand = CoerceTo(state, std::move(operand), type);
  const bool hive = state.types().evaluation() == EvaluationMode::kHive;
  if (text_as_time && !hive && operand->kind == plan::ExpressionKind::kCast) {
    plan::As<plan::Cast>(*operand).mode = EvaluationMode::kStrict;
  }
  return operand;
}

Result<plan::ExpressionPtr> MakeComparison(State& state, std::string_view op,
                                           plan::ExpressionPtr left, plan::ExpressionPtr right,
                                           const SourceRange& range) {
  if (IsFailed(left->type) || IsFailed(right->type)) return FailedExpression(range);
  std::optional<DataType> type = ComparisonType(left->type, right->type, state.types());
  if (!type) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("invalid operand types {} and {} for operator {}",
                             left->type.ToString(), right->type.ToString(), op),
                 range, "these types do not compare: use CAST"};
  }
  if (type->id() == TypeId::kVoid) type = DataType(TypeId::kString);
  left = CoerceOperand(state, std::move(left), *type);
  right = CoerceOperand(state, std::move(right), *type);
  return MakeOperator(state, op, std::move(left), std::move(right), range);
}

std::optional<DataType> Widen(const State& state, const DataType& type, const DataType& next) {
  if (IsFailed(type) || IsFailed(next)) return DataType(TypeId::kUnknown);
  if (type.id() == TypeId::kVoid) return next;
  if (next.id() == TypeId::kVoid) return type;
  return CommonType(type, next, state.types());
}

namespace {

// Whether a text meets something else in them.
bool MixesText(const DataType& left, const DataType& right) {
  if (left.id() == TypeId::kVoid || right.id() == TypeId::kVoid) return false;
  if (left.IsText() != right.IsText()) return true;
  if (left.id() != right.id() || !left.IsNested()) return false;
  const std::vector<DataType>& parts = left.fields();
  for (size_t i = 0; i < std::min(parts.size(), right.fields().size()); ++i) {
    if (MixesText(parts[i], right.fields()[i])) return true;
  }
  return false;
}

}  // namespace

std::optional<DataType> WidenBranch(const State& state, const DataType& type,
                                    const DataType& next) {
  std::optional<DataType> common = Widen(state, type, next);
  if (common && IsFailed(*common)) return common;
  const bool refused = !state.types().hive_compatible && MixesText(type, next);
  return refused ? std::nullopt : common;
}

DataType Storable(const DataType& type) {
  return type.id() == TypeId::kVoid ? DataType(TypeId::kString) : type;
}

}  // namespace paisql::analysis
