// Calls and casts: in Spark's words where it says the same, and which expressions those are.

#include <fmt/format.h>

#include <algorithm>

#include "engine/spark/print/spark_cast.h"
#include "engine/spark/print/spark_constant.h"
#include "engine/spark/print/spark_decimal.h"
#include "engine/spark/print/spark_near.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"
#include "types/decimal_rules.h"

namespace paisql::engine::spark {

using plan::ExpressionKind;

namespace {

// AND, OR: an operand may decide whether another one is computed at all.
bool DecidesItself(const plan::Call& call) {
  return call.function->kind == functions::FunctionKind::kOperator &&
         (call.function->name == "and" || call.function->name == "or");
}

std::optional<double> ConstantNumber(const plan::Expression& expression) {
  if (expression.kind != ExpressionKind::kConstant) return std::nullopt;
  const Value& value = plan::As<plan::Constant>(expression).value;
  if (value.is_null() || value.type.id() != TypeId::kDouble) return std::nullopt;
  return value.as_double();
}

// The operands of a chain of ANDs or of ORs, in their order.
std::vector<const plan::Expression*> OperandsOf(const plan::Call& chain) {
  std::vector<const plan::Expression*> operands;
  std::vector<const plan::Expression*> open = {&chain};
  while (!open.empty()) {
    const plan::Expression* next = open.back();
    open.pop_back();
    if (next->kind == ExpressionKind::kCall &&
        plan::As<plan::Call>(*next).function == chain.function) {
      const auto& arguments = plan::As<plan::Call>(*next).arguments;
      for (auto one = arguments.rbegin(); one != arguments.rend(); ++one) {
        open.push_back(one->get());
      }
    } else {
      operands.push_back(next);
    }
  }
  return operands;
}

void CollectColumns(const plan::Expression& expression, std::set<plan::ColumnId>& columns) {
  if (expression.kind == ExpressionKind::kColumn) {
    columns.insert(plan::As<plan::ColumnRef>(expression).column);
  }
  for (const plan::Expression* child : plan::Children(expression)) CollectColumns(*child, columns);
}

}  // namespace

std::optional<std::string> SparkPrinter::PrintConstant(const plan::Expression& expression) {
  return ConstantText(expression, printing_.kernels, printing_.settings, constants_,
                      printing_.shown);
}

// A join finds equal values of its sides by hashing, so that these are compared exactly.
bool SparkPrinter::ComparesSides(const plan::Call& call) const {
  if (join_ == nullptr) return false;
  const auto only_in = [&](const plan::Expression& argument, const plan::Relation& side) {
    std::set<plan::ColumnId> columns;
    CollectColumns(argument, columns);
    for (const plan::OutputColumn& column : side.output) columns.erase(column.id);
    return columns.empty();
  };
  const plan::Expression& left = *call.arguments[0];
  const plan::Expression& right = *call.arguments[1];
  return (only_in(left, *join_->left) && only_in(right, *join_->right)) ||
         (only_in(left, *join_->right) && only_in(right, *join_->left));
}

std::optional<std::string> SparkPrinter::TemplateOf(const plan::Call& call, bool& lazy) const {
  const bool compares = call.function->kind == functions::FunctionKind::kOperator ||
                        call.function->name == "nullif" || call.function->name == "decode";
  if (call.made_by.index() != 0 ||
      (compares && std::any_of(call.arguments.begin(), call.arguments.end(),
                               [](const auto& a) { return HasMap(a->type); }))) {
    return std::nullopt;
  }
  const SparkSpelling* spelling =
      FindSparkSpelling(*call.overload, call.mode, call.arguments, printing_.sail);
  if (spelling == nullptr) return std::nullopt;
  // Spark computes kernels for all rows before it looks at anything else.
  lazy = spelling->lazy || DecidesItself(call);
  if (const char op = DecimalOperatorOf(spelling->text); op != '\0') {
    return DecimalText(op, call.arguments[0]->type, call.arguments[1]->type, call.type, call.mode,
                       printing_.sail);
  }
  if (const std::string_view op = NearOperatorOf(spelling->text); !op.empty()) {
    std::vector<std::optional<double>> constants;
    for (const auto& argument : call.arguments) constants.push_back(ConstantNumber(*argument));
    return NearText(op, constants, ComparesSides(call), lazy);
  }
  return std::string(spelling->text);
}

bool SparkPrinter::IsNative(const plan::Expression& expression) {
  bool native = true;
  if (expression.kind == ExpressionKind::kCall) {
    bool lazy = false;
    native = TemplateOf(plan::As<plan::Call>(expression), lazy).has_value();
  } else if (expression.kind == ExpressionKind::kCast) {
    const auto& cast = plan::As<plan::Cast>(expression);
    native = CastText(cast.operand->type, cast.type, cast.mode, printing_.sail).has_value();
  } else if (expression.kind == ExpressionKind::kConstant) {
    native = Literal(plan::As<plan::Constant>(expression).value).has_value();
  } else if (expression.kind == ExpressionKind::kLambda) {
    native = false;
  } else if (expression.kind != ExpressionKind::kCase) {
    return true;  // a kernel may be within it, but not around it
  }
  const auto children = plan::Children(expression);
  native = native && std::all_of(children.begin(), children.end(),
                                 [this](const auto* child) { return IsNative(*child); });
  return native || PrintConstant(expression).has_value();
}

std::optional<std::string> SparkPrinter::PrintCall(const plan::Call& call) {
  bool lazy = false;
  const std::optional<std::string> text = TemplateOf(call, lazy);
  if (!text) return std::nullopt;
  if (lazy && !IsNative(call)) return std::nullopt;
  if (DecidesItself(call)) {
    std::vector<std::string> terms;
    for (const auto* operand : OperandsOf(call)) terms.push_back(PrintExpression(*operand));
    return JoinByHalves(terms, call.function->name == "and" ? " AND " : " OR ");
  }
  const std::optional<std::string> type = TypeText(call.type);
  if (!type) return std::nullopt;
  return Expand(*text, PrintAll(call.arguments), *type, "");
}

std::optional<std::string> SparkPrinter::PrintCast(const plan::Cast& cast) {
  const std::optional<std::string> text =
      CastText(cast.operand->type, cast.type, cast.mode, printing_.sail);
  if (!text) return std::nullopt;
  return Expand(*text, {PrintExpression(*cast.operand)}, "", "");
}

std::string SparkPrinter::PrintQuotient(const TypedText& dividend, const TypedText& divisor,
                                        const DataType& type, const SourceRange& range) {
  const functions::Function* divide = functions::FindOperator("/");
  const auto overload = std::find_if(divide->overloads.begin(), divide->overloads.end(),
                                     [](const functions::Overload& one) {
                                       return one.signature == "(DECIMAL, DECIMAL) -> DECIMAL";
                                     });
  PAISQL_ASSERT(overload != divide->overloads.end(), "DECIMALs are not divided");
  plan::Call call(divide, &*overload, type);
  call.range = range;
  std::vector<KernelArgument> arguments;
  for (const TypedText* part : {&dividend, &divisor}) {
    arguments.push_back({next_column_++, part->second});
    call.arguments.push_back(std::make_unique<plan::ColumnRef>(
        arguments.back().column, part->second, NameOf(arguments.back().column)));
  }
  return CallKernel(printing_.kernels.MakeKernel(call, arguments, false, printing_.settings),
                    {dividend.first, divisor.first}, range);
}

std::string SparkPrinter::Finished(const SparkSpelling& spelling,
                                   const std::vector<plan::ExpressionPtr>& arguments,
                                   const DataType& type, const SourceRange& range,
                                   const std::function<std::string(std::string_view)>& complete) {
  constexpr std::string_view kOver = " / ";
  const size_t over = spelling.text.find(kOver);
  if (over != std::string_view::npos) {
    constexpr int kMoreDigits = 10;  // of a sum than of its terms
    const DataType& term = arguments[0]->type;
    const DataType sum = DataType::Decimal(
        std::min(term.precision() + kMoreDigits, kMaxDecimalPrecision), term.scale());
    const std::optional<std::string> quotient = DecimalText(
        '/', sum, AsDecimal(TypeId::kBigint), type, EvaluationMode::kNormal, printing_.sail);
    const std::string dividend = complete(spelling.text.substr(0, over));
    const std::string divisor = fmt::format("CAST({} AS DECIMAL(19,0))",
                                            complete(spelling.text.substr(over + kOver.size())));
    if (quotient) return Expand(*quotient, {dividend, divisor}, "", "");
    return PrintQuotient({dividend, sum}, {divisor, AsDecimal(TypeId::kBigint)}, type, range);
  }
  std::string call = complete(spelling.text);
  if (spelling.finish.empty()) return call;
  return Expand(spelling.finish, {}, TypeOf(type, range), call);
}

}  // namespace paisql::engine::spark
