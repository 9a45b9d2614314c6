#include <fmt/format.h>

#include "base/text.h"
#include "plan/traverse.h"
#include "types/value_text.h"

namespace paisql::plan {
namespace {

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string ConstantText(const Value& value) {
  if (value.is_null()) return "NULL";
  switch (value.type.id()) {
    case TypeId::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
      return std::to_string(value.as_int());
    case TypeId::kFloat:
    case TypeId::kDouble: {
      std::string text;
      AppendDouble(value.as_double(), text);
      return text;
    }
    case TypeId::kString:
      return Quoted(value.as_text());
    case TypeId::kDecimal:
      return value.as_text() + "BD";
    default:
      return value.type.ToString() + Quoted(value.as_text());
  }
}

bool IsWord(std::string_view name) {
  return !name.empty() && ((name[0] >= 'a' && name[0] <= 'z') || name[0] == '_');
}

// and, or, div, like stand between their operands as symbols do; other words are written as calls.
bool IsInfix(std::string_view name) {
  return !IsWord(name) || name == "and" || name == "or" || name == "div" || name == "like" ||
         name == "rlike";
}

std::string CallText(const Call& call) {
  const std::string name{call.function == nullptr ? "?" : call.function->name};
  const bool is_operator =
      call.function != nullptr && call.function->kind == functions::FunctionKind::kOperator;
  if (is_operator && call.arguments.size() == 2 && IsInfix(name)) {
    const std::string shown = IsWord(name) ? ToUpper(name) : name;
    return fmt::format("({} {} {})", ToText(*call.arguments[0]), shown, ToText(*call.arguments[1]));
  }
  return fmt::format("{}({})", name, TextOfAll(call.arguments));
}

std::string CaseText(const Case& node) {
  std::string text = "CASE";
  for (const Case::Branch& branch : node.branches) {
    text += " WHEN " + ToText(*branch.when) + " THEN " + ToText(*branch.then);
  }
  if (node.otherwise) text += " ELSE " + ToText(*node.otherwise);
  return text + " END";
}

std::string AggregateText(const Aggregate& node) {
  std::string text = fmt::format("{}({}{})", node.function->name, node.distinct ? "DISTINCT " : "",
                                 node.star ? "*" : TextOfAll(node.arguments));
  if (!node.order_by.empty()) text += " WITHIN GROUP (ORDER BY " + KeysText(node.order_by) + ")";
  if (node.filter) text += " FILTER (WHERE " + ToText(*node.filter) + ")";
  return text;
}

std::string BoundText(const FrameBound& bound) {
  switch (bound.kind) {
    case FrameBoundKind::kUnboundedPreceding:
      return "UNBOUNDED PRECEDING";
    case FrameBoundKind::kPreceding:
      return ToText(*bound.offset) + " PRECEDING";
    case FrameBoundKind::kCurrentRow:
      return "CURRENT ROW";
    case FrameBoundKind::kFollowing:
      return ToText(*bound.offset) + " FOLLOWING";
    case FrameBoundKind::kUnboundedFollowing:
      return "UNBOUNDED FOLLOWING";
  }
  return "";
}

std::string FrameText(const Frame& frame) {
  constexpr std::string_view kUnits[] = {"ROWS", "RANGE", "GROUPS"};
  constexpr std::string_view kExclusions[] = {"", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP",
                                              " EXCLUDE TIES"};
  return fmt::format("{} BETWEEN {} AND {}{}", kUnits[static_cast<int>(frame.unit)],
                     BoundText(frame.start), BoundText(frame.end),
                     kExclusions[static_cast<int>(frame.exclusion)]);
}

std::string WindowText(const Window& node) {
  std::string text = fmt::format("{}({}{})", node.function->name, node.distinct ? "DISTINCT " : "",
                                 node.star ? "*" : TextOfAll(node.arguments));
  if (node.ignore_nulls) text += " IGNORE NULLS";
  if (!node.within_group.empty()) {
    text += " WITHIN GROUP (ORDER BY " + KeysText(node.within_group) + ")";
  }
  if (node.filter) text += " FILTER (WHERE " + ToText(*node.filter) + ")";
  std::vector<std::string> parts;
  if (!node.partition_by.empty()) parts.push_back("PARTITION BY " + TextOfAll(node.partition_by));
  if (!node.order_by.empty()) parts.push_back("ORDER BY " + KeysText(node.order_by));
  if (node.frame) parts.push_back(FrameText(*node.frame));
  return text + " OVER (" + paisql::Join(parts, " ") + ")";
}

// Subqueries inside expressions are shown below their operator; here only their place is.
std::string InText(const InSubquery& node) {
  const std::string operands = TextOfAll(node.operands);
  return fmt::format("({} {} subquery)",
                     node.operands.size() == 1 ? operands : "(" + operands + ")",
                     node.negated ? "NOT IN" : "IN");
}

std::string LambdaText(const Lambda& node) {
  std::vector<std::string> names;
  for (ColumnId id : node.parameters) names.push_back(fmt::format("#{}", id));
  return fmt::format("({}) -> {}", paisql::Join(names, ", "), ToText(*node.body));
}

}  // namespace

std::string TextOfAll(const std::vector<ExpressionPtr>& expressions) {
  std::vector<std::string> parts;
  for (const ExpressionPtr& expression : expressions) parts.push_back(ToText(*expression));
  return paisql::Join(parts, ", ");
}

std::string KeysText(const std::vector<SortKey>& keys) {
  std::vector<std::string> parts;
  for (const SortKey& key : keys) {
    parts.push_back(ToText(*key.expression) + (key.descending ? " DESC" : " ASC") +
                    (key.nulls_first ? " NULLS FIRST" : " NULLS LAST"));
  }
  return paisql::Join(parts, ", ");
}

std::string ToText(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kColumn:
      return fmt::format("{}#{}", As<ColumnRef>(expression).name, As<ColumnRef>(expression).column);
    case ExpressionKind::kConstant:
      return ConstantText(As<Constant>(expression).value);
    case ExpressionKind::kCall:
      return CallText(As<Call>(expression));
    case ExpressionKind::kCast: {
      const auto& node = As<Cast>(expression);
      return fmt::format("{}({} AS {})", node.implicit ? "implicit_cast" : "CAST",
                         ToText(*node.operand), node.type.ToString());
    }
    case ExpressionKind::kCase:
      return CaseText(As<Case>(expression));
    case ExpressionKind::kAggregate:
      return AggregateText(As<Aggregate>(expression));
    case ExpressionKind::kWindow:
      return WindowText(As<Window>(expression));
    case ExpressionKind::kScalarSubquery:
      return "(subquery)";
    case ExpressionKind::kExists:
      return As<Exists>(expression).negated ? "NOT EXISTS(subquery)" : "EXISTS(subquery)";
    case ExpressionKind::kInSubquery:
      return InText(As<InSubquery>(expression));
    case ExpressionKind::kLambda:
      return LambdaText(As<Lambda>(expression));
  }
  return "";
}

}  // namespace paisql::plan
