// Windows in Spark's own words.

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "functions/flags.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

// A whole number that Spark takes where it wants an INT that is the same for all rows.
std::optional<std::string> PlainNumber(const plan::Expression& expression, int64_t least) {
  const plan::Expression* plain = &expression;
  while (plain->kind == plan::ExpressionKind::kCast) {
    plain = plan::As<plan::Cast>(*plain).operand.get();
  }
  if (plain->kind != plan::ExpressionKind::kConstant || !plain->type.IsInteger()) {
    return std::nullopt;
  }
  const Value& value = plan::As<plan::Constant>(*plain).value;
  if (value.is_null() || value.as_int() < least ||
      value.as_int() > std::numeric_limits<int32_t>::max()) {
    return std::nullopt;
  }
  return std::to_string(value.as_int());
}

// Which argument of a function is such a number, and the least one that is not an error.
struct NumberAt {
  size_t index = 0;
  int64_t least = 0;
};
std::optional<NumberAt> NumberOf(std::string_view function) {
  if (function == "ntile") return NumberAt{0, 1};
  if (function == "lag" || function == "lead") return NumberAt{1, 0};
  if (function == "nth_value") return NumberAt{1, 1};
  return std::nullopt;
}

bool HasOffset(const plan::FrameBound& bound) {
  return bound.kind == plan::FrameBoundKind::kPreceding ||
         bound.kind == plan::FrameBoundKind::kFollowing;
}

// As a window Sail refuses other aggregates, and collect_list would copy a list for each row.
bool MayBeNative(const plan::Window& window) {
  if (window.function->kind == functions::FunctionKind::kWindow) return true;
  constexpr std::string_view kAggregates[] = {"count", "sum", "avg", "min", "max"};
  return std::find(std::begin(kAggregates), std::end(kAggregates), window.function->name) !=
         std::end(kAggregates);
}

bool OrdersNothing(const plan::Window& window) {
  return std::all_of(window.order_by.begin(), window.order_by.end(),
                     [](const auto& key) { return plan::IsConstantExpression(*key.expression); });
}

// RANGE over peers needs an order in Spark, and offsets of its own types.
bool IsNativeFrame(const plan::Window& window) {
  if (!window.frame || window.function->flags->ignores_frame) return true;
  const plan::Frame& frame = *window.frame;
  if (frame.exclusion != plan::FrameExclusion::kNoOthers) return false;
  const bool offsets = HasOffset(frame.start) || HasOffset(frame.end);
  if (frame.unit != plan::FrameUnit::kRows) {
    return frame.unit == plan::FrameUnit::kRange && !offsets && !OrdersNothing(window);
  }
  const auto fits = [](const plan::FrameBound& bound) {
    return !HasOffset(bound) || PlainNumber(*bound.offset, 0).has_value();
  };
  return fits(frame.start) && fits(frame.end);
}

// Sail subtracts the rows that leave a frame: after 1e300 or Infinity a sum of DOUBLEs stays wrong.
bool LosesRows(const plan::Window& window) {
  const bool adds = window.function->name == "sum" || window.function->name == "avg";
  const bool doubles = window.type.id() == TypeId::kDouble || window.type.id() == TypeId::kFloat;
  return adds && doubles && window.frame.has_value() &&
         window.frame->start.kind != plan::FrameBoundKind::kUnboundedPreceding;
}

bool IsPlainKey(const plan::Expression& key) {
  return !key.type.IsNested() && key.type.id() != TypeId::kJson && key.type.id() != TypeId::kVoid;
}

// Nested values have no order of the platform's in Spark, but Spark alone finds equal ones.
bool IsPartitionKey(const DataType& type, bool sail) {
  if (type.id() == TypeId::kJson || type.id() == TypeId::kVoid) return false;
  return !type.IsNested() ||
         (!sail && std::all_of(type.fields().begin(), type.fields().end(),
                               [](const DataType& part) { return IsPartitionKey(part, false); }));
}

std::string BoundText(const plan::FrameBound& bound) {
  const std::string offset = HasOffset(bound) ? PlainNumber(*bound.offset, 0).value_or("0") : "";
  switch (bound.kind) {
    case plan::FrameBoundKind::kUnboundedPreceding:
      return "UNBOUNDED PRECEDING";
    case plan::FrameBoundKind::kPreceding:
      return offset + " PRECEDING";
    case plan::FrameBoundKind::kCurrentRow:
      return "CURRENT ROW";
    case plan::FrameBoundKind::kFollowing:
      return offset + " FOLLOWING";
    case plan::FrameBoundKind::kUnboundedFollowing:
      return "UNBOUNDED FOLLOWING";
  }
  PAISQL_UNREACHABLE("a bound of unknown kind");
}

}  // namespace

bool SparkPrinter::IsNative(const plan::Window& window) {
  if (window.made_by.index() != 0) return false;
  const bool star = window.star && window.function->name == "count";
  const auto spelled = [&] {
    return MayBeNative(window) && FindSparkSpelling(*window.overload, EvaluationMode::kNormal,
                                                    window.arguments, printing_.sail) != nullptr;
  };
  if (!star && !spelled()) return false;
  if (window.filter || window.distinct || !window.within_group.empty()) return false;
  const std::optional<NumberAt> number = NumberOf(window.function->name);
  if (number && number->index < window.arguments.size() &&
      !PlainNumber(*window.arguments[number->index], number->least)) {
    return false;
  }
  if (window.ignore_nulls && window.function->flags->ignores_frame) return false;  // LAG, LEAD
  if (printing_.sail && LosesRows(window)) return false;
  return IsNativeFrame(window) &&
         std::all_of(window.partition_by.begin(), window.partition_by.end(),
                     [&](const auto& key) { return IsPartitionKey(key->type, printing_.sail); }) &&
         std::all_of(window.order_by.begin(), window.order_by.end(),
                     [](const auto& key) { return IsPlainKey(*key.expression); });
}

std::string SparkPrinter::PrintWindow(const plan::Window& window, std::vector<std::string>& below) {
  const SparkSpelling* spelling = FindSparkSpelling(*window.overload, EvaluationMode::kNormal,
                                                    window.arguments, printing_.sail);
  const std::optional<NumberAt> number = NumberOf(window.function->name);
  std::vector<std::string> arguments;
  for (size_t i = 0; i < window.arguments.size(); ++i) {
    const plan::Expression& argument = *window.arguments[i];
    if (number && number->index == i) {
      arguments.push_back(PlainNumber(argument, number->least).value_or("0"));
    } else if (argument.kind == plan::ExpressionKind::kConstant && IsNative(argument)) {
      arguments.push_back(PrintExpression(argument));
    } else {
      arguments.push_back(Below(argument, below));
    }
  }
  const bool star = window.star && window.function->name == "count";
  const std::string over = (window.ignore_nulls ? " IGNORE NULLS" : "") + PrintOver(window, below);
  const auto complete = [&](std::string_view text) {
    return (star ? "count(*)" : Expand(text, arguments, "", "")) + over;
  };
  if (star) return complete("");
  return Finished(*spelling, window.arguments, window.type, window.range, complete);
}

std::string SparkPrinter::PrintOver(const plan::Window& window, std::vector<std::string>& below) {
  std::vector<std::string> parts;
  std::vector<std::string> keys;
  for (const plan::ExpressionPtr& key : window.partition_by) {
    keys.push_back(MapsAsEntries(Below(*key, below), key->type));
  }
  if (!keys.empty()) parts.push_back("PARTITION BY " + Join(keys, ", "));
  keys.clear();
  for (const plan::SortKey& key : window.order_by) {
    if (plan::IsConstantExpression(*key.expression)) continue;
    keys.push_back(Below(*key.expression, below) + DirectionOf(key));
  }
  const bool ranks = window.function->flags->ignores_frame;
  const bool frame = window.frame && !ranks;
  // Spark has no rank, and no frame of rows, without an order.
  if (keys.empty() && (ranks || frame || !window.order_by.empty())) {
    keys.emplace_back("CAST(0 AS BIGINT)");
  }
  if (!keys.empty()) parts.push_back("ORDER BY " + Join(keys, ", "));
  if (frame) {
    parts.push_back((window.frame->unit == plan::FrameUnit::kRows ? "ROWS" : "RANGE") +
                    (" BETWEEN " + BoundText(window.frame->start)) + " AND " +
                    BoundText(window.frame->end));
  }
  return " OVER (" + Join(parts, " ") + ")";
}

}  // namespace paisql::engine::spark
