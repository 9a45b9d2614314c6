#include "optimizer/generated_partition.h"

#include <algorithm>

#include "base/assert.h"
#include "optimizer/connective.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

// The comparison of partitions that follows from one of times: the function never decreases, and
// different times may have one partition.
struct Consequence {
  std::string_view of;
  std::string_view flipped;  // where the column stands on the right
  std::string_view partition;
  std::string_view partition_flipped;
};
constexpr Consequence kComparisons[] = {
    {"=", "=", "=", "="},   {"<", ">", "<=", ">="},   {"<=", ">=", "<=", ">="},
    {">", "<", ">=", "<="}, {">=", "<=", ">=", "<="},
};

class Deriver {
 public:
  Deriver(const Context& context, const plan::Scan& scan) : context_(context), scan_(scan) {
    const std::vector<plan::ColumnId> columns = ColumnsOf(*scan.generated);
    source_ = columns.front();
    for (size_t i = 0; i < scan.columns.size(); ++i) {
      if (scan.columns[i].kind == plan::Scan::Source::kPartition) partition_ = &scan.output[i];
      if (scan.output[i].id == source_) source_type_ = scan.output[i].type;
    }
  }

  // Null where the predicate says nothing of the partition.
  plan::ExpressionPtr Derive(const plan::Expression& predicate) const {
    if (partition_ == nullptr) return nullptr;
    const std::string_view name = CallName(predicate);
    if (name.empty()) return nullptr;
    const auto& arguments = plan::As<plan::Call>(predicate).arguments;
    if (name == "and" || name == "or") {
      plan::ExpressionPtr left = Derive(*arguments[0]);
      plan::ExpressionPtr right = Derive(*arguments[1]);
      if (left == nullptr || right == nullptr) {
        if (name == "or") return nullptr;
        return left != nullptr ? std::move(left) : std::move(right);
      }
      return Connect(context_, name, std::move(left), std::move(right));
    }
    if (name == "between" || name == "in") return OfList(name, predicate);
    if (name == "is_null" && IsSource(*arguments[0])) {
      return Compare("=", PartitionOf(plan::Constant(Value::Null(source_type_))));
    }
    for (const Consequence& one : kComparisons) {
      if (name != one.of) continue;
      if (IsSource(*arguments[0]) && IsKnown(*arguments[1])) {
        return CompareTimes(one.partition, PartitionOf(*arguments[1]));
      }
      if (IsSource(*arguments[1]) && IsKnown(*arguments[0])) {
        return CompareTimes(one.partition_flipped, PartitionOf(*arguments[0]));
      }
    }
    return nullptr;
  }

 private:
  // The column, or a conversion of it that keeps the order of times and whose values convert back.
  bool IsSource(const plan::Expression& expression) const {
    if (expression.kind == plan::ExpressionKind::kColumn) {
      return plan::As<plan::ColumnRef>(expression).column == source_;
    }
    if (expression.kind != plan::ExpressionKind::kCast) return false;
    const plan::Expression& operand = *plan::As<plan::Cast>(expression).operand;
    const TypeId from = operand.type.id();
    const TypeId to = expression.type.id();
    const bool keeps =
        (from == TypeId::kDate &&
         (to == TypeId::kDatetime || to == TypeId::kTimestamp || to == TypeId::kTimestampNtz)) ||
        (from == TypeId::kDatetime && to == TypeId::kTimestamp);
    return keeps && IsSource(operand);
  }

  // A time whose value the statement knows before it reads rows.
  static bool IsKnown(const plan::Expression& expression) {
    return ColumnsOf(expression).empty() && IsPure(expression) && expression.type.IsTemporal();
  }

  plan::ExpressionPtr PartitionOf(const plan::Expression& time) const {
    plan::ExpressionPtr value = plan::Clone(time);
    if (!(value->type == source_type_)) {
      auto cast = std::make_unique<plan::Cast>(std::move(value), source_type_, true);
      cast->range = time.range;
      cast->mode = context_.mode;
      value = std::move(cast);
    }
    plan::ExpressionPtr partition = plan::Clone(*scan_.generated);
    Substitute(partition, {{source_, value.get()}});
    return partition;
  }

  plan::ExpressionPtr Compare(std::string_view name, plan::ExpressionPtr value) const {
    const functions::Function* function = functions::FindOperator(name);
    PAISQL_ASSERT(function != nullptr, "an operator that the table of functions does not have");
    auto call =
        std::make_unique<plan::Call>(function, &function->overloads.back(), TypeId::kBoolean);
    call->mode = context_.mode;
    call->range = value->range;
    call->arguments.push_back(ColumnOf(*partition_, value->range));
    call->arguments.push_back(std::move(value));
    return call;
  }

  // Partitions of times come before the one of NULL, which no comparison takes.
  plan::ExpressionPtr CompareTimes(std::string_view name, plan::ExpressionPtr value) const {
    plan::ExpressionPtr compared = Compare(name, std::move(value));
    if (name != ">=") return compared;
    return Connect(context_, "and", std::move(compared),
                   Compare("<", std::make_unique<plan::Constant>(Value::String("_"))));
  }

  plan::ExpressionPtr OfList(std::string_view name, const plan::Expression& predicate) const {
    const auto& arguments = plan::As<plan::Call>(predicate).arguments;
    if (!IsSource(*arguments[0])) return nullptr;
    const bool known = std::all_of(arguments.begin() + 1, arguments.end(),
                                   [](const plan::ExpressionPtr& one) { return IsKnown(*one); });
    if (!known) return nullptr;
    const functions::Function* function = functions::FindOperator(name);
    auto call =
        std::make_unique<plan::Call>(function, &function->overloads.back(), TypeId::kBoolean);
    call->mode = context_.mode;
    call->range = predicate.range;
    call->arguments.push_back(ColumnOf(*partition_, predicate.range));
    for (size_t i = 1; i < arguments.size(); ++i) {
      call->arguments.push_back(PartitionOf(*arguments[i]));
    }
    return call;
  }

  const Context& context_;
  const plan::Scan& scan_;
  plan::ColumnId source_ = 0;
  DataType source_type_;
  const plan::OutputColumn* partition_ = nullptr;
};

}  // namespace

Predicates GeneratedPredicates(const Context& context, const plan::Scan& scan,
                               const Predicates& predicates) {
  Predicates result;
  if (scan.generated == nullptr) return result;
  const Deriver deriver(context, scan);
  for (const PushedPredicate& predicate : predicates) {
    plan::ExpressionPtr partition = deriver.Derive(*predicate.expression);
    if (partition != nullptr) result.push_back({std::move(partition), predicate.derived});
  }
  return result;
}

}  // namespace paisql::optimizer
