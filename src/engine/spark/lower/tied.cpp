#include "engine/spark/lower/tied.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/assert.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::RelationKind;
using plan::RelationPtr;

namespace {

// The aggregates whose value of no rows is known.
struct OfNothing {
  std::string_view function;
  bool is_zero;  // else NULL
};
constexpr OfNothing kOfNothing[] = {
    {"avg", false}, {"count", true}, {"count_if", true},
    {"max", false}, {"min", false},  {"sum", false},
};

const OfNothing* FindOfNothing(const plan::Expression& expression) {
  if (expression.kind != plan::ExpressionKind::kAggregate) return nullptr;
  const auto& aggregate = plan::As<plan::Aggregate>(expression);
  if (aggregate.function == nullptr) return nullptr;
  const auto* const found =
      std::find_if(std::begin(kOfNothing), std::end(kOfNothing),
                   [&](const OfNothing& row) { return row.function == aggregate.function->name; });
  return found == std::end(kOfNothing) ? nullptr : found;
}

bool HasApproximate(const DataType& type) {
  return type.id() == TypeId::kDouble || type.id() == TypeId::kFloat || type.IsNested();
}

// One side reads columns of the outer query alone, and the other one none of them.
struct Sides {
  const plan::Expression* outer = nullptr;
  const plan::Expression* inner = nullptr;
};

std::optional<Sides> SidesOf(const plan::Expression& term, const Columns& outer) {
  if (term.kind != plan::ExpressionKind::kCall || plan::ContainsSubquery(term)) return std::nullopt;
  const auto& call = plan::As<plan::Call>(term);
  if (call.function->kind != functions::FunctionKind::kOperator || call.function->name != "=" ||
      HasApproximate(call.arguments[0]->type) || HasApproximate(call.arguments[1]->type)) {
    return std::nullopt;
  }
  const ColumnSet read[] = {FreeColumns(*call.arguments[0]), FreeColumns(*call.arguments[1])};
  for (const int side : {0, 1}) {
    if (!read[side].empty() && HasOnly(read[side], outer) && !HasAny(read[1 - side], outer)) {
      return Sides{call.arguments[side].get(), call.arguments[1 - side].get()};
    }
  }
  return std::nullopt;
}

bool ReadsOutside(const plan::Relation& relation, const Columns& outer) {
  const auto parts = plan::Expressions(relation);
  return std::any_of(parts.begin(), parts.end(), [&](const plan::Expression* part) {
    return HasAny(FreeColumns(*part), outer);
  });
}

bool IsGroupOfAll(const plan::AggregateRelation& aggregate) {
  return aggregate.keys.empty() && aggregate.grouping_sets.empty() &&
         std::all_of(aggregate.aggregates.begin(), aggregate.aggregates.end(),
                     [](const ExpressionPtr& one) { return FindOfNothing(*one) != nullptr; });
}

// Windows look at all rows of an outer row, and subqueries are not computed where no row fits.
bool HasWindowOrSubquery(const plan::Relation& relation) {
  const auto parts = plan::Expressions(relation);
  return std::any_of(parts.begin(), parts.end(), [](const plan::Expression* part) {
    return plan::ContainsKind(*part, plan::ExpressionKind::kWindow) ||
           plan::ContainsSubquery(*part);
  });
}

// `groups`: an aggregate of all rows has to follow. Below a filter it may not stand, because a row
// of nothing may pass the filter.
bool AreTied(const plan::Relation& relation, const Columns& outer, bool groups) {
  if (!HasAny(FreeColumns(relation), outer)) return false;
  switch (relation.kind) {
    case RelationKind::kProject:
      return !ReadsOutside(relation, outer) && !HasWindowOrSubquery(relation) &&
             AreTied(*plan::As<plan::Project>(relation).input, outer, groups);
    case RelationKind::kAggregate: {
      const auto& aggregate = plan::As<plan::AggregateRelation>(relation);
      return groups && IsGroupOfAll(aggregate) && !ReadsOutside(relation, outer) &&
             !HasWindowOrSubquery(relation) && AreTied(*aggregate.input, outer, false);
    }
    case RelationKind::kFilter: {
      if (groups) return false;
      const auto& filter = plan::As<plan::Filter>(relation);
      std::vector<const plan::Expression*> terms;
      plan::SplitConjunction(*filter.condition, terms);
      const bool equal = std::all_of(terms.begin(), terms.end(), [&](const plan::Expression* term) {
        return !HasAny(FreeColumns(*term), outer) || SidesOf(*term, outer).has_value();
      });
      return equal &&
             (!HasAny(FreeColumns(*filter.input), outer) || AreTied(*filter.input, outer, false));
    }
    default:
      return false;
  }
}

class Untying {
 public:
  Untying(const Columns& outer, Numbers& numbers) : outer_(outer), numbers_(numbers) {}

  // The columns of the relation that have the inner sides.
  Columns Take(RelationPtr& relation) {
    if (!HasAny(FreeColumns(*relation), outer_)) return {};
    switch (relation->kind) {
      case RelationKind::kProject:
        return TakeProject(plan::As<plan::Project>(*relation));
      case RelationKind::kAggregate:
        return TakeAggregate(plan::As<plan::AggregateRelation>(*relation));
      case RelationKind::kFilter:
        return TakeFilter(relation);
      default:
        PAISQL_UNREACHABLE("a relation that is not tied by equalities");
    }
  }

  std::vector<ExpressionPtr> TakeOuterSides() { return std::move(outer_sides_); }

  ExpressionPtr OfNothing(plan::ColumnId column) const {
    const auto found = nothing_.find(column);
    if (found == nothing_.end() || IsNull(*found->second)) return nullptr;
    return plan::Clone(*found->second);
  }

 private:
  static bool IsNull(const plan::Expression& value) {
    return value.kind == plan::ExpressionKind::kConstant &&
           plan::As<plan::Constant>(value).value.is_null();
  }

  Columns TakeProject(plan::Project& project) {
    const Columns below = Take(project.input);
    for (size_t i = 0; i < project.expressions.size() && !nothing_.empty(); ++i) {
      ExpressionPtr value = plan::Clone(*project.expressions[i]);
      Substitute(value);
      nothing_[project.output[i].id] = std::move(value);
    }
    const Columns keys = Renumbered(below, numbers_);
    for (size_t i = 0; i < keys.size(); ++i) {
      project.expressions.push_back(Reference(below[i]));
      project.output.push_back(keys[i]);
    }
    return keys;
  }

  Columns TakeAggregate(plan::AggregateRelation& aggregate) {
    const Columns below = Take(aggregate.input);
    const Columns keys = Renumbered(below, numbers_);
    aggregate.keys = References(below);
    for (size_t i = 0; i < aggregate.aggregates.size(); ++i) {
      const bool zero = FindOfNothing(*aggregate.aggregates[i])->is_zero;
      const Value value = zero ? Value::Bigint(0) : Value::Null(aggregate.output[i].type);
      nothing_[aggregate.output[i].id] = std::make_unique<plan::Constant>(value);
    }
    aggregate.output.insert(aggregate.output.begin(), keys.begin(), keys.end());
    return keys;
  }

  Columns TakeFilter(RelationPtr& relation) {
    auto& filter = plan::As<plan::Filter>(*relation);
    Columns keys = Take(filter.input);
    const Columns kept = filter.input->output;
    std::vector<ExpressionPtr> own;
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
    for (ExpressionPtr& term : TakeTerms(std::move(filter.condition))) {
      const std::optional<Sides> sides = SidesOf(*term, outer_);
      if (!sides) {
        own.push_back(std::move(term));
        continue;
      }
      outer_sides_.push_back(plan::Clone(*sides->outer));
      keys.push_back({numbers_.Column(), "key", sides->inner->type});
      items.emplace_back(keys.back(), plan::Clone(*sides->inner));
    }
    relation = MakeFilter(std::move(filter.input), Conjunction(std::move(own)));
    if (!items.empty()) relation = MakeProject(std::move(relation), kept, std::move(items));
    return keys;
  }

  void Substitute(ExpressionPtr& expression) const {
    if (expression->kind == plan::ExpressionKind::kColumn) {
      const auto found = nothing_.find(plan::As<plan::ColumnRef>(*expression).column);
      if (found != nothing_.end()) expression = plan::Clone(*found->second);
      return;
    }
    plan::ForEachChild(*expression, [this](ExpressionPtr& child) { Substitute(child); });
  }

  const Columns& outer_;
  Numbers& numbers_;
  std::vector<ExpressionPtr> outer_sides_;
  // What columns are in an aggregate of no rows.
  std::unordered_map<plan::ColumnId, ExpressionPtr> nothing_;
};

}  // namespace

bool IsTied(const plan::Relation& relation, const Columns& outer, bool scalar) {
  return HasOnly(FreeColumns(relation), outer) && AreTied(relation, outer, scalar);
}

Ties Untie(RelationPtr& relation, const Columns& outer, Numbers& numbers) {
  const plan::ColumnId value = relation->output.front().id;
  Untying untying(outer, numbers);
  Ties ties;
  ties.keys = untying.Take(relation);
  ties.outer = untying.TakeOuterSides();
  ties.of_nothing = untying.OfNothing(value);
  return ties;
}

}  // namespace paisql::engine::spark
