// Calls of functions and operators. What a template or a macro repeats is bound to a name where it
// is large, because nested calls would double the statement at each level.

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/duckdb/functions/decimal_functions.h"
#include "engine/duckdb/functions/near_comparison.h"
#include "engine/duckdb/models/model_call.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/native/typed_json.h"
#include "engine/duckdb/print/expression/argument_uses.h"
#include "engine/duckdb/print/expression/may_fail.h"
#include "engine/duckdb/print/expression/regex_choice.h"
#include "engine/duckdb/print/expression/template.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// Below this weight nobody counts how often an argument is repeated.
constexpr size_t kLight = 4;
// From so many bytes on, an argument is not written once more.
constexpr size_t kLongArgument = 1000;

// How the templates of CONCAT and || begin.
constexpr std::string_view kTextsJoined = "($1 || $2";

// The body, in which the name stands for the value.
std::string WithName(const std::string& name, const std::string& value, const std::string& body) {
  return "list_extract(list_transform([" + value + "], lambda " + name + ": " + body + "), 1)";
}

// A function of a user is in it, which has no value while DuckDB plans the list of WithName.
bool CallsUser(const plan::Expression& expression) {
  if (expression.kind == ExpressionKind::kCall &&
      IsUserMade(plan::As<plan::Call>(expression).made_by)) {
    return true;
  }
  return std::ranges::any_of(plan::Children(expression),
                             [](const plan::Expression* child) { return CallsUser(*child); });
}

// A column of CHAR(1) that is compared with constant texts: it has no blanks to be cut, but for the
// empty text's, so that it compares as it is, which reaches the files' statistics. nullptr for
// everything else.
const plan::Expression* UnpaddedColumn(const plan::Call& call) {
  const std::string_view name = call.function->name;
  if (name != "=" && name != "<>" && name != "in") return nullptr;
  const plan::Expression& first = *call.arguments[0];
  if (first.kind != ExpressionKind::kCast || first.type.id() != TypeId::kString) return nullptr;
  const plan::Expression& operand = *plan::As<plan::Cast>(first).operand;
  if (operand.kind != ExpressionKind::kColumn || operand.type.id() != TypeId::kChar ||
      operand.type.length() != 1) {
    return nullptr;
  }
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    if (call.arguments[i]->kind != ExpressionKind::kConstant) return nullptr;
    const Value& value = plan::As<plan::Constant>(*call.arguments[i]).value;
    if (value.is_null() || value.as_text().empty() || value.as_text().back() == ' ') return nullptr;
  }
  return &operand;
}

std::optional<double> ConstantDouble(const plan::Expression& expression) {
  if (expression.kind != ExpressionKind::kConstant) return std::nullopt;
  const Value& value = plan::As<plan::Constant>(expression).value;
  if (value.is_null() || value.type.id() != TypeId::kDouble) return std::nullopt;
  return value.as_double();
}

// COALESCE as a CASE, where an argument after the first may fail: DuckDB computes what two of them
// have in common for all rows, but not what stands in branches. "" where that is not needed, or
// where a long argument would stand in the statement twice.
std::string CoalesceInBranches(const plan::Call& call, std::string_view text,
                               const std::vector<std::string>& arguments) {
  if (!text.starts_with("coalesce($") || arguments.size() < 2) return "";
  const auto second = call.arguments.begin() + 1;
  if (std::none_of(second, call.arguments.end(),
                   [](const plan::ExpressionPtr& argument) { return MayFail(*argument); })) {
    return "";
  }
  std::string branches = "(CASE";
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i].size() > kLongArgument) return "";
    branches += " WHEN " + arguments[i] + " IS NOT NULL THEN " + arguments[i];
  }
  return branches + " ELSE " + arguments.back() + " END)";
}

// True for expressions that a lambda must not contain: DuckDB takes no subquery there, and would
// compute a volatile call for each element.
bool ComputedOnce(const plan::Expression& expression) {
  if (HasSubquery(expression)) return true;
  std::vector<const plan::Expression*> pending = {&expression};
  while (!pending.empty()) {
    const plan::Expression* next = pending.back();
    pending.pop_back();
    if (next->kind == ExpressionKind::kCall &&
        functions::IsVolatile(*plan::As<plan::Call>(*next).function)) {
      return true;
    }
    for (const plan::Expression* child : plan::Children(*next)) pending.push_back(child);
  }
  return false;
}

std::string FieldName(size_t index) { return "a" + std::to_string(index); }

}  // namespace

// Chains of binary operators nest in their first argument: the spine is walked in a loop.
std::string Printer::PrintCall(const plan::Call& call) {
  std::vector<const plan::Call*> spine = {&call};
  while (!spine.back()->arguments.empty()) {
    const plan::Expression& first = *spine.back()->arguments[0];
    if (first.kind != ExpressionKind::kCall || IsConnective(first)) break;
    spine.push_back(&plan::As<plan::Call>(first));
  }
  if (spine.size() > kDeep) context_.avoided_optimizers.insert("common_subexpressions");
  if (spine.size() > ValueOf(Limit::kExpressionDepth)) {
    context_.Fail(Limit::kExpressionDepth, call.range);
    return "NULL";
  }
  // At each level of a constant expression DuckDB looks through all of it; it knows that a lambda's
  // body is not constant.
  const bool constant =
      spine.size() > kDeep && plan::IsConstantExpression(call) && !CallsUser(call);
  const std::string name = constant ? context_.NewAlias("b") : "";
  std::string innermost;
  const size_t outside = weight_;
  Argument result;
  for (size_t i = spine.size(); i-- > 0;) {
    const plan::Call& current = *spine[i];
    if (IsLongList(current)) {
      const bool innermost_call = i + 1 == spine.size();
      if (innermost_call) result.text = PrintExpression(*current.arguments[0]);
      result.text = PrintLongList(current, result.text);
      continue;
    }
    std::vector<Argument> arguments;
    arguments.reserve(current.arguments.size());
    for (size_t k = 0; k < current.arguments.size(); ++k) {
      if (k == 0 && i + 1 < spine.size()) {
        arguments.push_back(std::exchange(result, {}));
        continue;
      }
      weight_ = 0;
      std::string text = PrintExpression(*current.arguments[k]);
      if (constant && k == 0) innermost = std::exchange(text, name);
      arguments.push_back({std::move(text), weight_});
    }
    result = PrintOneCall(current, std::move(arguments));
    if (result.text.size() > ValueOf(Limit::kPlanBytes)) {
      context_.Fail(Limit::kPlanBytes, current.range);
      return "NULL";
    }
  }
  weight_ = outside + result.weight;
  return constant ? WithName(name, innermost, result.text) : std::move(result.text);
}

std::string Printer::ExpandCall(const plan::Call& call, std::string_view text,
                                const std::vector<std::string>& arguments) {
  if (const char op = DecimalOperator(text); op != 0) {
    return PrintDecimalCall(op, arguments[0], call.arguments[0]->type, arguments[1],
                            call.arguments[1]->type, call.type, call.mode, context_);
  }
  if (const std::string_view op = NearOperator(text); !op.empty()) {
    std::vector<NearOperand> operands;
    for (size_t i = 0; i < arguments.size(); ++i) {
      operands.push_back({arguments[i], ConstantDouble(*call.arguments[i])});
    }
    return PrintNear(op, operands, ComparesTables(call), context_);
  }
  if (text == kPredictTemplate) return PrintPredict(call, arguments, context_);
  if (text == kToJsonTemplate) return PrintToJson(arguments[0], call.arguments[0]->type, context_);
  if (text == kFromJsonTemplate) return PrintFromJson(arguments[0], call.type, call.mode, context_);
  if (std::string branches = CoalesceInBranches(call, text, arguments); !branches.empty()) {
    return branches;
  }
  const auto lambda_body = [&](size_t argument, const std::vector<std::string>& parameters,
                               size_t depth) {
    return PrintLambdaBody(plan::As<plan::Lambda>(*call.arguments[argument]), parameters, depth);
  };
  return ExpandOperand(text, arguments, call.type, "", context_, lambda_body);
}

Printer::Argument Printer::PrintOneCall(const plan::Call& call, std::vector<Argument> arguments) {
  if (IsUserMade(call.made_by)) {
    std::vector<std::string> texts;
    size_t weight = 1;
    for (Argument& argument : arguments) {
      texts.push_back(std::move(argument.text));
      weight += argument.weight;
    }
    return {PrintUserCall(call, texts, context_), weight};
  }
  const Spelling* spelling = context_.SpellingOf(call.function, *call.overload, call.range);
  if (spelling == nullptr) return {"NULL", 1};
  std::string text = WithRegexChoice(call, GuardedText(*spelling, *call.overload, call.mode));
  // DuckDB counts what rows take, but not what the elements of an array do.
  if (lambda_depth_ > 0 && text.starts_with(kTextsJoined)) {
    text = std::string(kConcatNative) + "($*)";
  }
  // Its generator goes on from row to row.
  if (text.starts_with(kRandomOfSeed)) context_.one_thread = true;
  std::vector<std::string> texts;
  size_t weight = 1;
  bool repeats = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    Argument& argument = arguments[i];
    const size_t uses = argument.weight < kLight ? 1 : UsesOfArgument(text, i + 1);
    argument.bound = (uses > 1 && argument.weight > kHeavy) ||
                     (ComputedOnce(*call.arguments[i]) && StandsInLambda(text, i + 1));
    repeats = repeats || argument.bound;
    weight += argument.weight * (argument.bound ? 1 : uses);
    texts.push_back(argument.text);
  }
  if (call.function->name == "field_of" && call.arguments.size() == 2 &&
      call.arguments[1]->kind == ExpressionKind::kConstant) {
    const Value& field = plan::As<plan::Constant>(*call.arguments[1]).value;
    return {"struct_extract(" + texts[0] + ", " + QuoteText(field.as_text()) + ")", weight};
  }
  if (const plan::Expression* column = UnpaddedColumn(call)) texts[0] = PrintExpression(*column);
  weight_ = 0;  // of the bodies of lambdas
  if (!repeats) {
    std::string expanded = ExpandCall(call, text, texts);
    return {std::move(expanded), weight + weight_};
  }
  // list_transform([{a0: x}], lambda b: f(b.a0, b.a0))[1]. Such an argument may stand neither in
  // the template's lambdas nor in this one.
  const std::string name = context_.NewAlias("b");
  std::string fields;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool lambda = call.arguments[i]->kind == ExpressionKind::kLambda;
    if (lambda || (!arguments[i].bound && !ComputedOnce(*call.arguments[i]))) continue;
    if (!fields.empty()) fields += ", ";
    fields += FieldName(i) + " := " + texts[i];
    texts[i] = "struct_extract(" + name + ", '" + FieldName(i) + "')";
  }
  ++lambda_depth_;
  const std::string body = ExpandCall(call, text, texts);
  --lambda_depth_;
  return {WithName(name, "struct_pack(" + fields + ")", body), weight + weight_};
}

}  // namespace paisql::engine
