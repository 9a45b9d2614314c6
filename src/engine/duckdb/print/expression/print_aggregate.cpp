#include <algorithm>

#include "base/text.h"
#include "engine/duckdb/functions/decimal_functions.h"
#include "engine/duckdb/print/expression/template.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/user_functions/sent_rows.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "engine/duckdb/values/timestamp_form.h"
#include "functions/flags.h"
#include "plan/traverse.h"
#include "types/decimal_rules.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// Whether a function that gives another answer each time is called anywhere in the expression.
bool IsVolatile(const plan::Expression& expression) {
  if (expression.kind == ExpressionKind::kCall &&
      functions::IsVolatile(*plan::As<plan::Call>(expression).function)) {
    return true;
  }
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return IsVolatile(*child); });
}

// The parts of a spelling that are printed for these arguments.
struct AggregateText {
  std::string_view call;
  std::string_view finish;
};

AggregateText TextFor(const Spelling& spelling, const std::vector<plan::ExpressionPtr>& arguments) {
  const JoinedLater* later = spelling.extra.later;
  if (later != nullptr && arguments[later->separator]->kind != ExpressionKind::kConstant) {
    return {later->text, later->finish};
  }
  return {spelling.text, spelling.extra.finish};
}

// Puts DISTINCT after the first parenthesis of a call and `tail` in front of the last.
std::string InsertIntoCall(std::string call, bool distinct, const std::string& tail) {
  const size_t open = call.find('(');
  const size_t close = call.rfind(')');
  PAISQL_ASSERT(open != std::string::npos && close != std::string::npos,
                "the spelling of an aggregate is not a call");
  if (!tail.empty()) call.insert(close, " " + tail);
  if (distinct) call.insert(open + 1, "DISTINCT ");
  return call;
}

// `finish` around a call, "" for none.
std::string Finish(std::string call, std::string_view finish, const DataType& type,
                   const std::vector<std::string>& arguments, PrintContext& context) {
  if (finish.empty()) return call;
  return ExpandOperand(finish, arguments, type, call, context);
}

// All rows of the partition, in words by which DuckDB does not know it: it computes an aggregate of
// ours over a frame that is known to be all rows with a state of which it fills in the first row
// only.
constexpr std::string_view kWholePartition =
    "ROWS BETWEEN 4611686018427387904 PRECEDING AND UNBOUNDED FOLLOWING";

bool IsWholePartition(const plan::Window& window) {
  using plan::FrameBoundKind;
  if (!window.frame) return window.order_by.empty();
  const plan::Frame& frame = *window.frame;
  if (frame.exclusion != plan::FrameExclusion::kNoOthers) return false;
  // Without an order all rows are peers of each other.
  const bool peers = window.order_by.empty() && frame.unit != plan::FrameUnit::kRows;
  const FrameBoundKind start = frame.start.kind;
  const FrameBoundKind end = frame.end.kind;
  return (start == FrameBoundKind::kUnboundedPreceding ||
          (peers && start == FrameBoundKind::kCurrentRow)) &&
         (end == FrameBoundKind::kUnboundedFollowing ||
          (peers && end == FrameBoundKind::kCurrentRow));
}

std::string_view ExclusionText(plan::FrameExclusion exclusion) {
  switch (exclusion) {
    case plan::FrameExclusion::kNoOthers:
      return "";
    case plan::FrameExclusion::kCurrentRow:
      return " EXCLUDE CURRENT ROW";
    case plan::FrameExclusion::kGroup:
      return " EXCLUDE GROUP";
    case plan::FrameExclusion::kTies:
      return " EXCLUDE TIES";
  }
  PAISQL_UNREACHABLE("a frame exclusion of unknown kind");
}

}  // namespace

// DuckDB computes what an aggregate needs for every row and asks FILTER afterwards. So that nothing
// fails in a row that is left out, whatever is computed stands in a CASE with the same condition,
// which DuckDB computes once. A condition by chance guards nothing, and would be another one there.
std::string Printer::PrintGuarded(const plan::Expression& expression,
                                  const plan::Expression* filter) {
  std::string text = PrintExpression(expression);
  if (filter == nullptr || expression.kind == ExpressionKind::kColumn ||
      plan::IsConstantExpression(expression) || IsVolatile(*filter)) {
    return text;
  }
  return "(CASE WHEN " + PrintExpression(*filter) + " THEN " + text + " END)";
}

std::vector<std::string> Printer::PrintArguments(const std::vector<plan::ExpressionPtr>& arguments,
                                                 const plan::Expression* filter) {
  std::vector<std::string> texts;
  for (const auto& argument : arguments) texts.push_back(PrintGuarded(*argument, filter));
  return texts;
}

std::string Printer::PrintSortKeys(const std::vector<plan::SortKey>& keys,
                                   const plan::Expression* filter) {
  std::string text;
  for (const plan::SortKey& key : keys) {
    // A constant orders nothing, and DuckDB would take a number for a position.
    if (key.expression->kind == plan::ExpressionKind::kConstant) continue;
    if (!text.empty()) text += ", ";
    text += PrintGuarded(*key.expression, filter);
    text += key.descending ? " DESC" : " ASC";
    text += key.nulls_first ? " NULLS FIRST" : " NULLS LAST";
  }
  return text;
}

// The average of DECIMALs is the quotient of two calls, since DuckDB's own is a DOUBLE.
template <typename Node, typename PrintPart>
std::string Printer::PrintQuotient(std::string_view text, const Node& node, PrintPart print) {
  constexpr std::string_view kOver = " / ";
  const size_t over = text.find(kOver);
  if (over == std::string_view::npos) return print(text);
  const DataType sum =
      DataType::Decimal(kMaxDecimalPrecision, node.arguments.front()->type.scale());
  return PrintDecimalCall('/', print(text.substr(0, over)), sum,
                          print(text.substr(over + kOver.size())), AsDecimal(TypeId::kBigint),
                          node.type, EvaluationMode::kStrict, context_);
}

std::string Printer::PrintAggregate(const plan::Aggregate& aggregate) {
  std::string filter;
  if (aggregate.filter) filter = " FILTER (WHERE " + PrintExpression(*aggregate.filter) + ")";
  std::vector<std::string> arguments = PrintArguments(aggregate.arguments, aggregate.filter.get());
  if (IsUserMade(aggregate.made_by)) {
    const std::string call = PrintUserAggregate(
        {aggregate.made_by, aggregate.arguments, aggregate.type, false}, arguments, context_);
    return PrintReturned(InsertIntoCall(call, aggregate.distinct, "") + filter, aggregate.type,
                         context_);
  }
  const Spelling* spelling =
      context_.SpellingOf(aggregate.function, *aggregate.overload, aggregate.range);
  if (spelling == nullptr) return "NULL";
  if (aggregate.star) arguments = {"*"};
  std::string tail;
  const std::string keys = PrintSortKeys(aggregate.order_by, aggregate.filter.get());
  if (!keys.empty()) tail = "ORDER BY " + keys;
  const AggregateText printed = TextFor(*spelling, aggregate.arguments);
  return PrintQuotient(printed.call, aggregate, [&](std::string_view text) {
    std::string call = InsertIntoCall(ExpandTemplate(text, arguments, aggregate.type, "", context_),
                                      aggregate.distinct, tail) +
                       filter;
    return Finish(std::move(call), printed.finish, aggregate.type, arguments, context_);
  });
}

// A TIMESTAMP is a number to DuckDB and takes no INTERVAL. Days to seconds are a number too; the
// length of months depends on the row.
std::string Printer::PrintOffset(const plan::Window& window, const plan::FrameBound& bound) {
  std::string offset = PrintExpression(*bound.offset);
  const DataType& type = bound.offset->type;
  if (!type.IsInterval() || window.order_by.size() != 1) return offset;
  const plan::SortKey& key = window.order_by.front();
  if (!IsTimestamp(key.expression->type)) return offset;
  if (type.id() == TypeId::kIntervalDayTime) return context_.Native(timestamp::kSpan, offset);
  const bool earlier = (bound.kind == plan::FrameBoundKind::kPreceding) != key.descending;
  const std::string row = PrintExpression(*key.expression);
  const std::string other =
      context_.Native(key.expression->type.id() == TypeId::kTimestamp ? timestamp::kShiftByCalendar
                                                                      : timestamp::kShift,
                      row + ", " + (earlier ? "(- " + offset + ")" : offset));
  return "(" + (earlier ? row + " - " + other : other + " - " + row) + ")";
}

std::string Printer::PrintFrame(const plan::Window& window) {
  const plan::Frame& frame = *window.frame;
  const auto bound = [&](const plan::FrameBound& b) -> std::string {
    switch (b.kind) {
      case plan::FrameBoundKind::kUnboundedPreceding:
        return "UNBOUNDED PRECEDING";
      case plan::FrameBoundKind::kPreceding:
        return PrintOffset(window, b) + " PRECEDING";
      case plan::FrameBoundKind::kCurrentRow:
        return "CURRENT ROW";
      case plan::FrameBoundKind::kFollowing:
        return PrintOffset(window, b) + " FOLLOWING";
      case plan::FrameBoundKind::kUnboundedFollowing:
        return "UNBOUNDED FOLLOWING";
    }
    PAISQL_UNREACHABLE("a frame bound of unknown kind");
  };
  std::string text = frame.unit == plan::FrameUnit::kRows    ? "ROWS"
                     : frame.unit == plan::FrameUnit::kRange ? "RANGE"
                                                             : "GROUPS";
  text += " BETWEEN " + bound(frame.start);
  text += " AND " + bound(frame.end);
  text += ExclusionText(frame.exclusion);
  return text;
}

std::string Printer::PrintOver(const plan::Window& window, bool ours) {
  std::string over;
  if (window.filter) over += " FILTER (WHERE " + PrintExpression(*window.filter) + ")";
  over += " OVER (";
  std::string_view space;
  if (!window.partition_by.empty()) {
    over += "PARTITION BY " + Join(PrintAll(window.partition_by), ", ");
    space = " ";
  }
  std::string keys = PrintSortKeys(window.order_by);
  if (keys.empty() && !window.order_by.empty()) {
    // The key that RANGE with an offset measures is the same in all rows.
    const plan::SortKey& key = window.order_by.front();
    keys = CastText(PrintExpression(*key.expression), key.expression->type) +
           (key.descending ? " DESC" : " ASC");
  }
  if (!keys.empty()) {
    over += space;
    over += "ORDER BY " + keys;
    space = " ";
  }
  if (ours && IsWholePartition(window)) {
    over += space;
    over += kWholePartition;
  } else if (window.frame && !window.function->flags->ignores_frame) {
    over += space;
    over += PrintFrame(window);
  }
  return over + ")";
}

std::string Printer::PrintWindow(const plan::Window& window) {
  std::vector<std::string> arguments = PrintArguments(window.arguments, window.filter.get());
  if (IsUserMade(window.made_by)) {
    const std::string call = PrintUserAggregate(
        {window.made_by, window.arguments, window.type, true}, arguments, context_);
    return PrintReturned(InsertIntoCall(call, window.distinct, "") + PrintOver(window, true),
                         window.type, context_);
  }
  const Spelling* spelling = context_.SpellingOf(window.function, *window.overload, window.range);
  if (spelling == nullptr) return "NULL";
  if (window.star) arguments = {"*"};
  std::string tail;
  const std::string inner_keys = PrintSortKeys(window.within_group, window.filter.get());
  if (!inner_keys.empty()) tail = "ORDER BY " + inner_keys;
  if (window.ignore_nulls) tail += tail.empty() ? "IGNORE NULLS" : " IGNORE NULLS";
  const std::string over = PrintOver(window, spelling->text.starts_with("paisql_"));
  const AggregateText printed = TextFor(*spelling, window.arguments);
  return PrintQuotient(printed.call, window, [&](std::string_view text) {
    std::string call = InsertIntoCall(ExpandTemplate(text, arguments, window.type, "", context_),
                                      window.distinct, tail) +
                       over;
    return Finish(std::move(call), printed.finish, window.type, arguments, context_);
  });
}

}  // namespace paisql::engine
