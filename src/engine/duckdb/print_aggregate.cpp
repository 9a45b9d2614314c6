#include "base/text.h"
#include "engine/duckdb/decimal_functions.h"
#include "engine/duckdb/printer.h"
#include "engine/duckdb/sql_text.h"
#include "engine/duckdb/template.h"
#include "types/decimal_rules.h"

namespace paisql::engine {
namespace {

// Puts DISTINCT behind the first parenthesis of a call and `tail` in front of the last.
std::string InsertIntoCall(std::string call, bool distinct, const std::string& tail) {
  const size_t open = call.find('(');
  const size_t close = call.rfind(')');
  PAISQL_ASSERT(open != std::string::npos && close != std::string::npos,
                "the template of an aggregate is not a call");
  if (!tail.empty()) call.insert(close, " " + tail);
  if (distinct) call.insert(open + 1, "DISTINCT ");
  return call;
}

// `finish` around a call, "" for none.
std::string Finish(std::string call, const functions::Overload& overload, const DataType& type,
                   const std::vector<std::string>& arguments, PrintContext& context) {
  if (overload.finish.empty()) return call;
  return ExpandOperand(overload.finish, arguments, type, call, context);
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

std::string Printer::PrintSortKeys(const std::vector<plan::SortKey>& keys) {
  std::string text;
  for (const plan::SortKey& key : keys) {
    // A constant orders nothing, and DuckDB would take a number for a position.
    if (key.expression->kind == plan::ExpressionKind::kConstant) continue;
    if (!text.empty()) text += ", ";
    text += PrintExpression(*key.expression);
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
                          node.type, context_);
}

std::string Printer::PrintAggregate(const plan::Aggregate& aggregate) {
  std::vector<std::string> arguments = PrintAll(aggregate.arguments);
  if (aggregate.star) arguments = {"*"};
  std::string tail;
  const std::string keys = PrintSortKeys(aggregate.order_by);
  if (!keys.empty()) tail = "ORDER BY " + keys;
  std::string filter;
  if (aggregate.filter) filter = " FILTER (WHERE " + PrintExpression(*aggregate.filter) + ")";
  return PrintQuotient(aggregate.overload->duckdb, aggregate, [&](std::string_view text) {
    std::string call = InsertIntoCall(ExpandTemplate(text, arguments, aggregate.type, "", context_),
                                      aggregate.distinct, tail) +
                       filter;
    return Finish(std::move(call), *aggregate.overload, aggregate.type, arguments, context_);
  });
}

std::string Printer::PrintFrame(const plan::Frame& frame) {
  const auto bound = [&](const plan::FrameBound& b) -> std::string {
    switch (b.kind) {
      case plan::FrameBoundKind::kUnboundedPreceding:
        return "UNBOUNDED PRECEDING";
      case plan::FrameBoundKind::kPreceding:
        return PrintExpression(*b.offset) + " PRECEDING";
      case plan::FrameBoundKind::kCurrentRow:
        return "CURRENT ROW";
      case plan::FrameBoundKind::kFollowing:
        return PrintExpression(*b.offset) + " FOLLOWING";
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

std::string Printer::PrintWindow(const plan::Window& window) {
  std::vector<std::string> arguments = PrintAll(window.arguments);
  if (window.star) arguments = {"*"};
  std::string tail;
  const std::string inner_keys = PrintSortKeys(window.within_group);
  if (!inner_keys.empty()) tail = "ORDER BY " + inner_keys;
  if (window.ignore_nulls) tail += tail.empty() ? "IGNORE NULLS" : " IGNORE NULLS";
  std::string over;
  if (window.filter) over += " FILTER (WHERE " + PrintExpression(*window.filter) + ")";
  over += " OVER (";
  std::string_view space;
  if (!window.partition_by.empty()) {
    over += "PARTITION BY " + Join(PrintAll(window.partition_by), ", ");
    space = " ";
  }
  const std::string keys = PrintSortKeys(window.order_by);
  if (!keys.empty()) {
    over += space;
    over += "ORDER BY " + keys;
    space = " ";
  }
  if (window.frame && !window.function->flags.ignores_frame) {
    over += space;
    over += PrintFrame(*window.frame);
  }
  over += ")";
  return PrintQuotient(window.overload->duckdb, window, [&](std::string_view text) {
    std::string call = InsertIntoCall(ExpandTemplate(text, arguments, window.type, "", context_),
                                      window.distinct, tail) +
                       over;
    return Finish(std::move(call), *window.overload, window.type, arguments, context_);
  });
}

}  // namespace paisql::engine
