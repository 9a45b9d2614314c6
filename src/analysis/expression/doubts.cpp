#include "analysis/expression/doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "base/text.h"

namespace paisql::analysis {

namespace {

using syntax::BinaryOperator;

const syntax::Literal* AsLiteral(const syntax::Expression& expression) {
  return expression.kind == syntax::ExpressionKind::kLiteral
             ? &syntax::As<syntax::Literal>(expression)
             : nullptr;
}

bool IsNull(const syntax::Expression& expression) {
  const syntax::Literal* literal = AsLiteral(expression);
  return literal != nullptr && literal->literal == syntax::LiteralKind::kNull;
}

bool ComparesWithNull(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kEqual:
    case BinaryOperator::kNotEqual:
    case BinaryOperator::kLess:
    case BinaryOperator::kLessEqual:
    case BinaryOperator::kGreater:
    case BinaryOperator::kGreaterEqual:
    case BinaryOperator::kLike:
    case BinaryOperator::kNotLike:
    case BinaryOperator::kRlike:
    case BinaryOperator::kNotRlike:
      return true;
    default:
      return false;
  }
}

// '%Y-%m': letters stand after percent signs, and no others are there.
bool IsForeignForm(std::string_view form) {
  bool foreign = false;
  for (size_t i = 0; i < form.size(); ++i) {
    const auto is_letter = [&](size_t at) {
      return at < form.size() && std::isalpha(static_cast<unsigned char>(form[at])) != 0;
    };
    if (form[i] == '%' && is_letter(i + 1)) {
      foreign = true;
      ++i;
    } else if (is_letter(i)) {
      return false;
    }
  }
  return foreign;
}

// Warns when the expression is a text in double quotes that reads like a visible column, beside a
// constant: two constants are hardly ever compared on purpose.
void WarnOfQuotedName(State& state, const Scope& scope, const syntax::Expression& expression,
                      const syntax::Expression& other) {
  const syntax::Literal* literal = AsLiteral(expression);
  if (literal == nullptr || !literal->double_quoted || AsLiteral(other) == nullptr) return;
  syntax::QualifiedName name;
  name.parts.push_back({literal->text, true, literal->range});
  name.range = literal->range;
  const Result<Scope::Match> column = scope.Find(name);
  if (!column.ok() || column->column == nullptr || IsFailed(column->column->type)) return;
  state.Warn(literal->range, fmt::format("\"{0}\" is a text and not the column: write {0} or `{0}`",
                                         literal->text));
}

}  // namespace

void WarnOfDoubts(State& state, const Scope& scope, const syntax::Binary& node) {
  if (!ComparesWithNull(node.op)) return;
  if (IsNull(*node.left) || IsNull(*node.right)) {
    const bool negated = node.op == BinaryOperator::kNotEqual;
    state.Warn(node.range, fmt::format("a comparison with NULL is NULL for every row: write {}",
                                       negated ? "IS NOT NULL" : "IS NULL"));
    return;
  }
  WarnOfQuotedName(state, scope, *node.left, *node.right);
  WarnOfQuotedName(state, scope, *node.right, *node.left);
}

void WarnOfDoubts(State& state, const Scope& scope, const syntax::InList& node) {
  bool has_null = false;
  if (node.negated) {
    node.ForEach([&](const syntax::Expression& item) { return !(has_null = IsNull(item)); });
  }
  if (has_null) {
    state.Warn(node.range, "NOT IN a list with NULL holds for no row: leave NULL out");
  }
  if (!node.items.empty()) WarnOfQuotedName(state, scope, *node.operand, *node.items.front());
}

void WarnOfDoubts(State& state, const syntax::Case& node) {
  if (!node.operand) return;
  for (const syntax::Case::Branch& branch : node.branches) {
    if (!IsNull(*branch.when)) continue;
    state.Warn(branch.when->range, "CASE x WHEN NULL is never taken: write CASE WHEN x IS NULL");
  }
}

void WarnOfDoubts(State& state, const syntax::Call& node) {
  constexpr std::string_view kTakeForms[] = {"to_char",       "to_date",        "date_format",
                                             "from_unixtime", "unix_timestamp", "to_timestamp"};
  const std::string& name = node.name.parts[0].text;
  if (node.arguments.size() < 2 ||
      std::none_of(std::begin(kTakeForms), std::end(kTakeForms),
                   [&](std::string_view known) { return EqualsIgnoreCase(known, name); })) {
    return;
  }
  const syntax::Literal* form = AsLiteral(*node.arguments[1]);
  if (form == nullptr || form->literal != syntax::LiteralKind::kString) return;
  if (!IsForeignForm(form->text)) return;
  state.Warn(
      form->range,
      fmt::format("'{}' has no form of a date here: write yyyy, mm, dd, hh, mi, ss", form->text));
}

}  // namespace paisql::analysis
