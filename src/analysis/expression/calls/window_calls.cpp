// Functions with OVER: partitions, order, frames, named windows.

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"
#include "functions/flags.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// Windows may be built upon each other; a longer chain is a circle.
constexpr int kMaxWindowChain = 32;

Error WindowError(const SourceRange& range, std::string detail, std::string hint = "") {
  return {ErrorCode::kWindow, std::move(detail), range, std::move(hint)};
}

plan::FrameUnit UnitOf(syntax::FrameUnit unit) {
  switch (unit) {
    case syntax::FrameUnit::kRows:
      return plan::FrameUnit::kRows;
    case syntax::FrameUnit::kRange:
      return plan::FrameUnit::kRange;
    case syntax::FrameUnit::kGroups:
      return plan::FrameUnit::kGroups;
  }
  return plan::FrameUnit::kRows;
}

plan::FrameBoundKind KindOf(syntax::FrameBoundKind kind) {
  switch (kind) {
    case syntax::FrameBoundKind::kUnboundedPreceding:
      return plan::FrameBoundKind::kUnboundedPreceding;
    case syntax::FrameBoundKind::kPreceding:
      return plan::FrameBoundKind::kPreceding;
    case syntax::FrameBoundKind::kCurrentRow:
      return plan::FrameBoundKind::kCurrentRow;
    case syntax::FrameBoundKind::kFollowing:
      return plan::FrameBoundKind::kFollowing;
    case syntax::FrameBoundKind::kUnboundedFollowing:
      return plan::FrameBoundKind::kUnboundedFollowing;
  }
  return plan::FrameBoundKind::kCurrentRow;
}

plan::FrameExclusion ExclusionOf(syntax::FrameExclusion exclusion) {
  switch (exclusion) {
    case syntax::FrameExclusion::kNoOthers:
      return plan::FrameExclusion::kNoOthers;
    case syntax::FrameExclusion::kCurrentRow:
      return plan::FrameExclusion::kCurrentRow;
    case syntax::FrameExclusion::kGroup:
      return plan::FrameExclusion::kGroup;
    case syntax::FrameExclusion::kTies:
      return plan::FrameExclusion::kTies;
  }
  return plan::FrameExclusion::kNoOthers;
}

// 2 FOLLOWING to 1 FOLLOWING, 1 PRECEDING to 2 PRECEDING: no row can be in such a frame.
bool EndsBeforeStart(const plan::Frame& frame) {
  if (frame.start.kind != frame.end.kind || !frame.start.offset) return false;
  const std::optional<Value> start = Fold(*frame.start.offset);
  const std::optional<Value> end = Fold(*frame.end.offset);
  if (!start || !end || !start->type.IsInteger() || !end->type.IsInteger()) return false;
  return frame.start.kind == plan::FrameBoundKind::kPreceding ? start->as_int() < end->as_int()
                                                              : start->as_int() > end->as_int();
}

// Keys that are the same in all rows order nothing. `left` stay all the same.
void DropConstantKeys(std::vector<plan::SortKey>& keys, size_t left = 0) {
  for (size_t i = keys.size(); i-- > 0 && keys.size() > left;) {
    if (!plan::IsConstantExpression(*keys[i].expression)) continue;
    keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// RANGE with an offset measures how far its key is away, be that a constant.
bool MeasuresKey(const std::optional<plan::Frame>& frame) {
  return frame && frame->unit == plan::FrameUnit::kRange &&
         (frame->start.offset != nullptr || frame->end.offset != nullptr);
}

}  // namespace

Result<const syntax::WindowSpecification*> ExpressionAnalyzer::NamedWindow(
    const syntax::Identifier& name) {
  std::vector<std::string> names;
  if (rules_.named_windows != nullptr) {
    for (const syntax::NamedWindow& window : *rules_.named_windows) {
      if (EqualsIgnoreCase(window.name.text, name.text)) return &window.specification;
      names.push_back(window.name.text);
    }
  }
  return SemanticError(name.range, fmt::format("window {} cannot be resolved", name.text),
                       DidYouMean(name.text, names));
}

Status ExpressionAnalyzer::WindowParts(const syntax::WindowSpecification& specification,
                                       plan::Window& window, int depth) {
  if (depth > kMaxWindowChain) {
    return WindowError(specification.range, "windows refer to each other in a circle",
                       "write out one of them");
  }
  if (specification.base) {
    PAISQL_ASSIGN(const syntax::WindowSpecification* base, NamedWindow(*specification.base));
    PAISQL_TRY(WindowParts(*base, window, depth + 1));
    if (!specification.partition_by.empty()) {
      return WindowError(specification.range,
                         "a window built upon another may not have PARTITION BY",
                         "leave it out: the other window's applies");
    }
    if (!specification.order_by.empty() && !window.order_by.empty()) {
      return WindowError(specification.range, "the window's ORDER BY is already given",
                         "leave one of them out");
    }
  } else {
    window.partition_by = AnalyzeAll(specification.partition_by);
    for (const plan::ExpressionPtr& key : window.partition_by) {
      PAISQL_TRY(ExpectComparable(*key, "be a key of PARTITION BY"));
    }
  }
  if (!specification.order_by.empty()) {
    window.order_by = SortKeys(specification.order_by, true);
  }
  if (specification.frame) return WindowFrame(specification, window);
  return Status::Ok();
}

Result<plan::FrameBound> ExpressionAnalyzer::Bound(const syntax::FrameBound& bound,
                                                   const SourceRange& range,
                                                   const plan::Window& window,
                                                   plan::FrameUnit unit) {
  plan::FrameBound result;
  result.kind = KindOf(bound.kind);
  if (!bound.offset) return result;
  result.offset = Analyze(*bound.offset);
  const std::optional<Value> value = Fold(*result.offset);
  const DataType& type = result.offset->type;
  const bool interval = type.IsInterval();
  if (!value || value->is_null() || !(type.IsNumeric() || interval)) {
    return WindowError(bound.offset->range.known() ? bound.offset->range : range,
                       "the frame's offset must be a constant number", "write a number");
  }
  if (type.IsInteger() && value->as_int() < 0) {
    return WindowError(bound.offset->range, "the frame's offset may not be negative",
                       "write n PRECEDING or n FOLLOWING");
  }
  if (unit != plan::FrameUnit::kRange) {
    if (!type.IsInteger()) {
      return WindowError(bound.offset->range, "the frame's offset must be a whole number",
                         "only RANGE takes a fraction");
    }
    result.offset = CoerceTo(state_, std::move(result.offset), TypeId::kBigint);
    return result;
  }
  if (window.order_by.size() != 1) {
    return WindowError(range, "RANGE with an offset needs exactly one ORDER BY expression",
                       "use ROWS, or order by one number or time");
  }
  const DataType& key = window.order_by[0].expression->type;
  if (key.id() == TypeId::kDate && type.IsInteger()) {
    // A number of days, as DATE_ADD takes it.
    syntax::IntervalLiteral days;
    days.from_unit = "DAY";
    days.range = bound.offset->range;
    PAISQL_ASSIGN(Value span, IntervalValue(std::to_string(value->as_int()), days));
    result.offset = MakeConstant(std::move(span), days.range);
    return result;
  }
  const bool fits = interval ? TimeArithmeticType('-', key, type).has_value() : key.IsNumeric();
  if (!fits && !IsFailed(key)) {
    return WindowError(bound.offset->range,
                       fmt::format("ORDER BY of type {} takes no offset of type {}", key.ToString(),
                                   type.ToString()),
                       "numbers take numbers, times take an INTERVAL");
  }
  return result;
}

Status ExpressionAnalyzer::WindowFrame(const syntax::WindowSpecification& specification,
                                       plan::Window& window) {
  const syntax::WindowFrame& frame = *specification.frame;
  if (window.order_by.empty() && specification.order_by.empty() &&
      frame.unit != syntax::FrameUnit::kRows) {
    return WindowError(frame.range, "the frame needs ORDER BY in its window",
                       "add ORDER BY, or use ROWS");
  }
  plan::Frame result;
  result.unit = UnitOf(frame.unit);
  if (result.unit == plan::FrameUnit::kRange && (frame.start.offset || frame.end.offset)) {
    DropConstantKeys(window.order_by, 1);
  }
  PAISQL_ASSIGN(result.start, Bound(frame.start, frame.range, window, result.unit));
  PAISQL_ASSIGN(result.end, Bound(frame.end, frame.range, window, result.unit));
  result.exclusion = ExclusionOf(frame.exclusion);
  if (result.start.kind == plan::FrameBoundKind::kUnboundedFollowing ||
      result.end.kind == plan::FrameBoundKind::kUnboundedPreceding ||
      result.start.kind > result.end.kind || EndsBeforeStart(result)) {
    return WindowError(frame.range, "the frame ends before it starts",
                       "write BETWEEN with the earlier bound first");
  }
  window.frame = std::move(result);
  return Status::Ok();
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::WindowCall(const functions::Function& function,
                                                           const syntax::Call& node,
                                                           const UserFunction* user) {
  if (!rules_.windows || inside_aggregate_) {
    return WindowError(node.range,
                       fmt::format("window function {} is not allowed in {}", function.name,
                                   inside_aggregate_ ? "an aggregate function" : rules_.name),
                       "compute it in a subquery");
  }
  if (inside_window_) {
    return WindowError(node.range, "window functions may not stand inside each other",
                       "compute the inner one in a subquery");
  }
  PAISQL_TRY(CheckWithinGroup(function, node));
  // The functions that give a value of some row; all others know no rows to pass over.
  const bool of_a_row = user == nullptr && (function.flags->nulls_argument ||
                                            function.name == "lag" || function.name == "lead");
  if (function.kind == functions::FunctionKind::kWindow && (node.filter || node.distinct)) {
    return WindowError(node.range,
                       fmt::format("{} is not allowed for function {}",
                                   node.filter ? "FILTER" : "DISTINCT", function.name),
                       "it belongs to aggregate functions; leave rows out in a subquery");
  }
  if (node.ignore_nulls && !of_a_row) {
    return WindowError(node.range,
                       fmt::format("IGNORE NULLS is not allowed for function {}", function.name),
                       "it belongs to FIRST_VALUE, LAST_VALUE, NTH_VALUE, LAG and LEAD");
  }
  found_window_ = true;
  inside_window_ = true;
  const auto analyze_parts = [&]() -> Result<plan::ExpressionPtr> {
    auto window = std::make_unique<plan::Window>(&function, nullptr, TypeId::kUnknown);
    window->star = node.star;
    window->distinct = node.distinct;
    window->ignore_nulls = node.ignore_nulls;
    window->range = node.range;
    std::vector<plan::ExpressionPtr>& arguments = window->arguments;
    PAISQL_ASSIGN(arguments, OrderedArguments(function, node, window->within_group));
    if (node.filter) window->filter = AnalyzeBoolean(*node.filter);
    if (user == nullptr) {
      PAISQL_TRY(GatherCounted(function, node.range, arguments, window->filter));
    }
    PAISQL_TRY(WindowParts(*node.over, *window, 0));
    PAISQL_ASSIGN(AggregateMeaning meaning, ResolveAggregate(function, node, user, arguments));
    window->overload = meaning.overload;
    window->type = std::move(meaning.type);
    window->made_by = std::move(meaning.made_by);
    if (function.flags->nulls_argument && !arguments.empty() &&
        meaning.argument_types.back().id() == TypeId::kBoolean && arguments.size() > 1) {
      const std::optional<Value> ignore = Fold(*arguments.back());
      window->ignore_nulls |= ignore && !ignore->is_null() && ignore->as_bool();
    }
    const bool ordered = !window->order_by.empty();
    if (!MeasuresKey(window->frame)) DropConstantKeys(window->order_by);
    if (window->distinct && !window->order_by.empty()) {
      return WindowError(node.range, "DISTINCT in a window function excludes ORDER BY",
                         "leave one of them out, or make the rows distinct in a subquery");
    }
    if (function.flags->needs_order_by && !ordered && node.over->order_by.empty()) {
      return WindowError(node.range,
                         fmt::format("function {} needs ORDER BY in its window", function.name),
                         "add ORDER BY to OVER (…)");
    }
    if (function.flags->ignores_frame) {
      window->frame.reset();
    } else if (!window->frame && ordered && !window->distinct) {
      // The default differs by mode: rows of equal keys are peers in Hive-compatible mode only.
      plan::Frame frame;
      frame.unit =
          state_.types().hive_compatible ? plan::FrameUnit::kRange : plan::FrameUnit::kRows;
      frame.start.kind = plan::FrameBoundKind::kUnboundedPreceding;
      frame.end.kind = plan::FrameBoundKind::kCurrentRow;
      window->frame = std::move(frame);
    }
    return plan::ExpressionPtr(std::move(window));
  };
  Result<plan::ExpressionPtr> result = analyze_parts();
  inside_window_ = false;
  return result;
}

}  // namespace paisql::analysis
