#include <algorithm>

#include "plan/traverse.h"

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

// Equal but for the children, which the caller compares.
bool SameNode(const Expression& left, const Expression& right) {
  switch (left.kind) {
    case ExpressionKind::kColumn:
      return As<ColumnRef>(left).column == As<ColumnRef>(right).column;
    case ExpressionKind::kConstant:
      return As<Constant>(left).value == As<Constant>(right).value;
    case ExpressionKind::kCall:
      return As<Call>(left).function == As<Call>(right).function &&
             As<Call>(left).overload == As<Call>(right).overload;
    case ExpressionKind::kCast:
      return As<Cast>(left).strict == As<Cast>(right).strict;
    case ExpressionKind::kCase:
      return As<Case>(left).branches.size() == As<Case>(right).branches.size() &&
             (As<Case>(left).otherwise == nullptr) == (As<Case>(right).otherwise == nullptr);
    case ExpressionKind::kAggregate: {
      const auto& a = As<Aggregate>(left);
      const auto& b = As<Aggregate>(right);
      return a.function == b.function && a.overload == b.overload && a.star == b.star &&
             a.distinct == b.distinct && a.arguments.size() == b.arguments.size() &&
             (a.filter == nullptr) == (b.filter == nullptr) && SameKeys(a.order_by, b.order_by);
    }
    case ExpressionKind::kWindow: {
      const auto& a = As<Window>(left);
      const auto& b = As<Window>(right);
      return a.function == b.function && a.overload == b.overload && a.star == b.star &&
             a.distinct == b.distinct && a.ignore_nulls == b.ignore_nulls &&
             a.arguments.size() == b.arguments.size() &&
             (a.filter == nullptr) == (b.filter == nullptr) &&
             a.partition_by.size() == b.partition_by.size() && SameKeys(a.order_by, b.order_by) &&
             SameFrame(a.frame, b.frame);
    }
    case ExpressionKind::kScalarSubquery:
    case ExpressionKind::kExists:
    case ExpressionKind::kInSubquery:
    case ExpressionKind::kLambda:
      return false;
  }
  return false;
}

}  // namespace

bool StructurallyEqual(const Expression& left, const Expression& right) {
  if (&left == &right) return true;
  if (left.kind != right.kind || !(left.type == right.type) || !SameNode(left, right)) return false;
  const std::vector<const Expression*> left_children = Children(left);
  const std::vector<const Expression*> right_children = Children(right);
  return std::equal(
      left_children.begin(), left_children.end(), right_children.begin(), right_children.end(),
      [](const Expression* a, const Expression* b) { return StructurallyEqual(*a, *b); });
}

}  // namespace paisql::plan
