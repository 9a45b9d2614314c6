#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <variant>

#include "plan/model_use.h"
#include "plan/traverse.h"
#include "plan/user_function_use.h"

namespace paisql::plan {
namespace {

bool SameKeys(const std::vector<SortKey>& left, const std::vector<SortKey>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const SortKey& a, const SortKey& b) {
                      return a.descending == b.descending && a.nulls_first == b.nulls_first;
                    });
}

bool SameFrame(const std::optional<Frame>& left, const std::optional<Frame>& right) {
  if (!left || !right) return left.has_value() == right.has_value();
  return left->unit == right->unit && left->start.kind == right->start.kind &&
         left->end.kind == right->end.kind && left->exclusion == right->exclusion;
}

// Parameters of lambdas on the left: which ones of the right stand at the same places.
using Renames = std::unordered_map<ColumnId, ColumnId>;

bool SameColumn(ColumnId left, ColumnId right, const Renames& renames) {
  const auto renamed = renames.find(left);
  return (renamed == renames.end() ? left : renamed->second) == right;
}

bool SameMaker(const MadeBy& left, const MadeBy& right) {
  if (left.index() != right.index()) return false;
  const auto same = [&right]<typename Use>(const Use& use) {
    if constexpr (std::is_same_v<Use, std::monostate>) {
      return true;
    } else {
      const Use& other = std::get<Use>(right);
      return use == other || *use == *other;
    }
  };
  return std::visit(same, left);
}

// Equal but for the children, which the caller compares.
bool SameNode(const Expression& left, const Expression& right, const Renames& renames) {
  switch (left.kind) {
    case ExpressionKind::kColumn:
      return SameColumn(As<ColumnRef>(left).column, As<ColumnRef>(right).column, renames);
    case ExpressionKind::kConstant:
      return As<Constant>(left).value == As<Constant>(right).value;
    case ExpressionKind::kCall:
      return As<Call>(left).function == As<Call>(right).function &&
             As<Call>(left).overload == As<Call>(right).overload &&
             As<Call>(left).mode == As<Call>(right).mode &&
             SameMaker(As<Call>(left).made_by, As<Call>(right).made_by);
    case ExpressionKind::kCast:
      return As<Cast>(left).mode == As<Cast>(right).mode;
    case ExpressionKind::kCase:
      return As<Case>(left).branches.size() == As<Case>(right).branches.size() &&
             (As<Case>(left).otherwise == nullptr) == (As<Case>(right).otherwise == nullptr);
    case ExpressionKind::kAggregate: {
      const auto& a = As<Aggregate>(left);
      const auto& b = As<Aggregate>(right);
      return a.function == b.function && a.overload == b.overload && a.star == b.star &&
             a.distinct == b.distinct && a.arguments.size() == b.arguments.size() &&
             (a.filter == nullptr) == (b.filter == nullptr) && SameKeys(a.order_by, b.order_by) &&
             SameMaker(a.made_by, b.made_by);
    }
    case ExpressionKind::kWindow: {
      const auto& a = As<Window>(left);
      const auto& b = As<Window>(right);
      return a.function == b.function && a.overload == b.overload && a.star == b.star &&
             a.distinct == b.distinct && a.ignore_nulls == b.ignore_nulls &&
             a.arguments.size() == b.arguments.size() &&
             (a.filter == nullptr) == (b.filter == nullptr) &&
             SameKeys(a.within_group, b.within_group) &&
             a.partition_by.size() == b.partition_by.size() && SameKeys(a.order_by, b.order_by) &&
             SameFrame(a.frame, b.frame) && SameMaker(a.made_by, b.made_by);
    }
    case ExpressionKind::kScalarSubquery:
    case ExpressionKind::kExists:
    case ExpressionKind::kInSubquery:
      return false;
    case ExpressionKind::kLambda:
      return As<Lambda>(left).parameters.size() == As<Lambda>(right).parameters.size();
  }
  return false;
}

bool Equal(const Expression& left, const Expression& right, Renames& renames) {
  if (&left == &right) return true;
  if (left.kind != right.kind || !(left.type == right.type)) return false;
  if (!SameNode(left, right, renames)) return false;
  if (left.kind == ExpressionKind::kLambda) {
    const std::vector<ColumnId>& from = As<Lambda>(left).parameters;
    for (size_t i = 0; i < from.size(); ++i) renames[from[i]] = As<Lambda>(right).parameters[i];
  }
  const std::vector<const Expression*> left_children = Children(left);
  const std::vector<const Expression*> right_children = Children(right);
  return std::equal(
      left_children.begin(), left_children.end(), right_children.begin(), right_children.end(),
      [&](const Expression* a, const Expression* b) { return Equal(*a, *b, renames); });
}

}  // namespace

bool StructurallyEqual(const Expression& left, const Expression& right) {
  Renames renames;
  return Equal(left, right, renames);
}

}  // namespace paisql::plan
