#include "optimizer/pushed_predicates.h"

#include <algorithm>

#include "optimizer/connective.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

// Chains of equalities multiply what follows; beyond this many nothing more is looked for.
constexpr size_t kMaxPredicates = 200;

bool Contains(const Predicates& predicates, const plan::Expression& expression) {
  return std::any_of(predicates.begin(), predicates.end(), [&](const PushedPredicate& known) {
    return plan::StructurallyEqual(*known.expression, expression);
  });
}

// True if `other` can take the column's place in "column = other": both have one type, so the
// values are the same and not only equal after a conversion.
bool IsReplacement(const plan::Expression& column, const plan::Expression& other) {
  if (column.kind != plan::ExpressionKind::kColumn || !(column.type == other.type)) return false;
  if (other.kind == plan::ExpressionKind::kColumn) return true;
  const bool exact = other.type.IsInteger() || other.type.id() == TypeId::kString;
  return other.kind == plan::ExpressionKind::kConstant && exact;
}

// A constant may take a column's place anywhere. Another column may where the predicate speaks of
// nothing else; to replace in equalities of columns, too, would give every pair of a long chain.
bool MayReplace(const plan::Expression& predicate, plan::ColumnId from,
                const plan::Expression& replacement) {
  const std::vector<plan::ColumnId> columns = ColumnsOf(predicate);
  const auto is_from = [&](plan::ColumnId id) { return id == from; };
  if (columns.empty()) return false;
  if (replacement.kind == plan::ExpressionKind::kConstant) {
    return std::any_of(columns.begin(), columns.end(), is_from);
  }
  return std::all_of(columns.begin(), columns.end(), is_from);
}

// Adds what the predicates become when `from` is replaced; true when one is new.
bool AddReplaced(Predicates& predicates, size_t equality, plan::ColumnId from,
                 const plan::Expression& replacement) {
  const Substitution substitution = {{from, &replacement}};
  bool added = false;
  const size_t count = predicates.size();
  for (size_t i = 0; i < count && predicates.size() < kMaxPredicates; ++i) {
    const plan::Expression& predicate = *predicates[i].expression;
    if (i == equality || !IsPure(predicate)) continue;
    if (!MayReplace(predicate, from, replacement)) continue;
    plan::ExpressionPtr copy = plan::Clone(predicate);
    Substitute(copy, substitution);
    if (Contains(predicates, *copy)) continue;
    const bool derived = predicates[i].derived || predicates[equality].derived;
    predicates.push_back({std::move(copy), derived});
    added = true;
  }
  return added;
}

}  // namespace

Predicates CloneAll(const Predicates& predicates) {
  Predicates copies;
  for (const PushedPredicate& predicate : predicates) {
    copies.push_back({plan::Clone(*predicate.expression), predicate.derived});
  }
  return copies;
}

void Append(Predicates& to, Predicates from) {
  for (PushedPredicate& predicate : from) to.push_back(std::move(predicate));
}

void AddTerms(const plan::Expression& condition, Predicates& predicates) {
  std::vector<const plan::Expression*> terms;
  plan::SplitConjunction(condition, terms);
  for (const plan::Expression* term : terms) predicates.push_back({plan::Clone(*term)});
}

bool IsPure(const plan::Expression& expression) {
  switch (expression.kind) {
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(expression);
      if (call.function == nullptr || functions::IsVolatile(*call.function)) return false;
      break;
    }
    case plan::ExpressionKind::kColumn:
    case plan::ExpressionKind::kConstant:
    case plan::ExpressionKind::kCast:
    case plan::ExpressionKind::kCase:
      break;
    default:
      return false;
  }
  const std::vector<const plan::Expression*> children = plan::Children(expression);
  return std::all_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return IsPure(*child); });
}

std::string_view CallName(const plan::Expression& expression) {
  if (expression.kind != plan::ExpressionKind::kCall) return "";
  const auto& call = plan::As<plan::Call>(expression);
  return call.function == nullptr ? "" : call.function->name;
}

bool RejectsNull(const plan::Expression& predicate) {
  const std::string_view name = CallName(predicate);
  if (name == "and" || name == "or") {
    const auto& arguments = plan::As<plan::Call>(predicate).arguments;
    const bool first = RejectsNull(*arguments[0]);
    const bool second = RejectsNull(*arguments[1]);
    return name == "and" ? first || second : first && second;
  }
  constexpr std::string_view kStrict[] = {"=",  "<>", "<",    "<=",         ">",
                                          ">=", "in", "like", "like_plain", "between"};
  if (std::find(std::begin(kStrict), std::end(kStrict), name) == std::end(kStrict)) return false;
  for (const plan::ExpressionPtr& argument : plan::As<plan::Call>(predicate).arguments) {
    const plan::Expression* node = argument.get();
    while (node->kind == plan::ExpressionKind::kCast) {
      node = plan::As<plan::Cast>(*node).operand.get();
    }
    if (node->kind != plan::ExpressionKind::kColumn &&
        node->kind != plan::ExpressionKind::kConstant) {
      return false;
    }
  }
  return true;
}

ColumnIds OutputIds(const plan::Relation& relation) {
  ColumnIds ids;
  for (const plan::OutputColumn& column : relation.output) ids.insert(column.id);
  return ids;
}

std::vector<plan::ColumnId> ColumnsOf(const plan::Expression& expression) {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(expression, columns);
  return columns;
}

bool SpeaksOnlyOf(const plan::Expression& expression, const ColumnIds& ids) {
  const std::vector<plan::ColumnId> columns = ColumnsOf(expression);
  return !columns.empty() && std::all_of(columns.begin(), columns.end(),
                                         [&](plan::ColumnId id) { return ids.contains(id); });
}

void Substitute(plan::ExpressionPtr& expression, const Substitution& substitution) {
  if (expression->kind == plan::ExpressionKind::kColumn) {
    const auto it = substitution.find(plan::As<plan::ColumnRef>(*expression).column);
    if (it != substitution.end()) expression = plan::Clone(*it->second);
    return;
  }
  plan::ForEachChild(*expression,
                     [&](plan::ExpressionPtr& child) { Substitute(child, substitution); });
}

Predicates Over(const Predicates& predicates, const plan::Relation& relation) {
  const ColumnIds ids = OutputIds(relation);
  Predicates result;
  for (const PushedPredicate& predicate : predicates) {
    const std::vector<plan::ColumnId> columns = ColumnsOf(*predicate.expression);
    if (std::any_of(columns.begin(), columns.end(),
                    [&](plan::ColumnId id) { return ids.contains(id); })) {
      result.push_back({plan::Clone(*predicate.expression), predicate.derived});
    }
  }
  return result;
}

Predicates OnlyOver(const Predicates& predicates, const plan::Relation& relation) {
  const ColumnIds ids = OutputIds(relation);
  Predicates result;
  for (const PushedPredicate& predicate : predicates) {
    if (SpeaksOnlyOf(*predicate.expression, ids)) {
      result.push_back({plan::Clone(*predicate.expression), predicate.derived});
    }
  }
  return result;
}

void AddConsequences(Predicates& predicates) {
  bool added = true;
  while (added && predicates.size() < kMaxPredicates) {
    added = false;
    const size_t count = predicates.size();
    for (size_t i = 0; i < count; ++i) {
      if (CallName(*predicates[i].expression) != "=") continue;
      const plan::ExpressionPtr equality = plan::Clone(*predicates[i].expression);
      const auto& sides = plan::As<plan::Call>(*equality).arguments;
      for (size_t side = 0; side < 2; ++side) {
        if (!IsReplacement(*sides[side], *sides[1 - side])) continue;
        const plan::ColumnId from = plan::As<plan::ColumnRef>(*sides[side]).column;
        added = AddReplaced(predicates, i, from, *sides[1 - side]) || added;
      }
    }
  }
}

plan::ExpressionPtr PartOver(Context& context, const plan::Expression& predicate,
                             const ColumnIds& ids) {
  if (SpeaksOnlyOf(predicate, ids)) return IsPure(predicate) ? plan::Clone(predicate) : nullptr;
  const std::string_view name = CallName(predicate);
  if (name != "and" && name != "or") return nullptr;
  const auto& arguments = plan::As<plan::Call>(predicate).arguments;
  plan::ExpressionPtr left = PartOver(context, *arguments[0], ids);
  if (left == nullptr && name == "or") return nullptr;
  plan::ExpressionPtr right = PartOver(context, *arguments[1], ids);
  if (left == nullptr) return right;
  if (right == nullptr) return name == "and" ? std::move(left) : nullptr;
  return Connect(context, name, std::move(left), std::move(right));
}

}  // namespace paisql::optimizer
