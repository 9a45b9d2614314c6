// GROUP BY and aggregates. Each call stands once, in a SELECT of its own; what is computed of its
// value, kernels among it, is in the one around.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/failure/failure.h"
#include "engine/spark/lower/make.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

bool HasVolatile(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    const auto* const function = plan::As<plan::Call>(expression).function;
    if (function != nullptr && functions::IsVolatile(*function)) return true;
  }
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return HasVolatile(*child); });
}

// "ROLLUP" and its like: " GROUP BY GROUPING SETS ((c1, c2), (c1))".
std::string SetsText(const std::vector<std::vector<size_t>>& sets,
                     const std::vector<std::string>& keys) {
  std::vector<std::string> texts;
  for (const std::vector<size_t>& set : sets) {
    std::vector<std::string> members;
    for (const size_t key : set) members.push_back(keys[key]);
    texts.push_back("(" + Join(members, ", ") + ")");
  }
  return " GROUP BY GROUPING SETS (" + Join(texts, ", ") + ")";
}

// Without rows Spark has no group for the set without keys, which other engines have.
bool HasTotals(const plan::AggregateRelation& aggregate) {
  const auto& sets = aggregate.grouping_sets;
  return std::any_of(sets.begin(), sets.end(), [](const auto& set) { return set.empty(); });
}

// The condition that a group is that of the set without keys.
std::string OfAllRows(const std::vector<std::string>& keys) {
  std::vector<std::string> terms;
  for (const std::string& key : keys) terms.push_back("grouping(" + key + ") = 1");
  return terms.empty() ? "true" : "(" + Join(terms, " AND ") + ")";
}

// Sail puts the number of a set that stands there several times above the bits of the keys.
std::string GroupingId(const std::vector<std::string>& keys) {
  if (keys.empty()) return "CAST(0 AS BIGINT)";
  std::string id = "CAST(grouping_id(" + Join(keys, ", ") + ") AS BIGINT)";
  if (keys.size() >= 62) return id;
  return fmt::format("({} & CAST({} AS BIGINT))", id, (int64_t{1} << keys.size()) - 1);
}

}  // namespace

// Keys that are expressions are computed below, so that GROUP BY and the sets name columns.
std::string SparkPrinter::PrintAggregateRelation(const plan::AggregateRelation& aggregate) {
  std::vector<std::string> keys;
  std::vector<std::string> items;
  std::string computed;
  for (size_t i = 0; i < aggregate.keys.size(); ++i) {
    const std::string name = NameOf(aggregate.output[i].id);
    if (aggregate.keys[i]->kind == plan::ExpressionKind::kColumn &&
        aggregate.grouping_sets.empty()) {
      keys.push_back(PrintExpression(*aggregate.keys[i]));
      items.push_back(keys.back() + " AS " + name);
    } else {
      computed += ", " + PrintExpression(*aggregate.keys[i]) + " AS " + name;
      keys.push_back(name);
      items.push_back(name);
    }
  }
  const size_t first = aggregate.keys.size();
  std::vector<std::string> finished;
  for (size_t i = 0; i < first; ++i) finished.push_back(NameOf(aggregate.output[i].id));
  Calls calls;
  calls.totals = !printing_.sail && HasTotals(aggregate);
  Calls* const outside = std::exchange(calls_, &calls);
  for (size_t i = 0; i < aggregate.aggregates.size(); ++i) {
    finished.push_back(PrintExpression(*aggregate.aggregates[i]) + " AS " +
                       NameOf(aggregate.output[first + i].id));
  }
  calls_ = outside;
  const std::string row = calls.totals ? Named("true", calls.arguments) : "";
  for (const auto& [call, name] : calls.calls) items.push_back(call + " AS " + name);
  for (const auto& [text, name] : calls.arguments) computed += ", " + text + " AS " + name;
  std::string from = From(*aggregate.input);
  if (!computed.empty()) from = "(SELECT *" + computed + " FROM " + from + ") AS " + Alias();
  if (calls.totals) from = WithEmptyRow(from, keys, calls.arguments);
  std::string groups = keys.empty() ? "" : " GROUP BY " + Join(keys, ", ");
  if (!aggregate.grouping_sets.empty()) {
    groups = SetsText(aggregate.grouping_sets, keys);
    finished.push_back(NameOf(aggregate.output.back().id));
    items.push_back(GroupingId(keys) + " AS " + finished.back());
  }
  // Not as HAVING, where Spark does not know the sets if one stands there twice.
  const std::string kept = calls.totals ? NameOf(next_column_++) : "";
  if (calls.totals) {
    items.push_back("count(" + row + ") > 0 OR " + OfAllRows(keys) + " AS " + kept);
  }
  const std::string rows =
      "SELECT " + (items.empty() ? "1" : Join(items, ", ")) + " FROM " + from + groups;
  return "SELECT " + (finished.empty() ? "1" : Join(finished, ", ")) + " FROM (" + rows + ") AS " +
         Alias() + (calls.totals ? " WHERE " + kept : "");
}

// Further columns are NULL in it, so that no aggregate counts it.
std::string SparkPrinter::WithEmptyRow(const std::string& from,
                                       const std::vector<std::string>& keys,
                                       const NamedTexts& columns) {
  std::vector<std::string> names = keys;
  for (const auto& [text, name] : columns) names.push_back(name);
  const std::vector<std::string> nothing(names.size(), "NULL");
  return "(SELECT " + Join(names, ", ") + " FROM " + from + " UNION ALL SELECT " +
         Join(nothing, ", ") + ") AS " + Alias();
}

std::string SparkPrinter::Named(const std::string& text, NamedTexts& texts) {
  for (const auto& [known, name] : texts) {
    if (known == text) return name;
  }
  texts.emplace_back(text, NameOf(next_column_++));
  return texts.back().second;
}

std::string SparkPrinter::ArgumentName(const std::string& text, Calls& calls) {
  const bool column = text[0] == 'c' && std::all_of(text.begin() + 1, text.end(), IsDigit);
  return column && !calls.totals ? text : Named(text, calls.arguments);
}

// The error has the form of a kernel's (python/paisql/spark/told_errors.py).
std::string SparkPrinter::PrintSingleValue(const plan::Aggregate& aggregate) {
  const std::string error =
      "paisql-error:" + FailureJson({{ErrorCode::kSubqueryRows,
                                      "Data Set should contains exactly one row",
                                      {},
                                      "aggregate the subquery or limit it to one row"},
                                     {FailureOrigin::Kind::kSubquery, ""}});
  const std::string value = ArgumentName(PrintExpression(*aggregate.arguments[0]), *calls_);
  return "(CASE WHEN " + Named("count(*)", calls_->calls) + " > 1 THEN raise_error(" +
         QuoteText(error) + ") ELSE " + Named("first(" + value + ")", calls_->calls) + " END)";
}

std::string SparkPrinter::PrintAggregate(const plan::Aggregate& aggregate) {
  PAISQL_ASSERT(calls_ != nullptr, "an aggregate stands outside of a GROUP BY");
  if (IsSingleValue(aggregate)) return PrintSingleValue(aggregate);
  const SparkSpelling* spelling = FindSparkSpelling(*aggregate.overload, EvaluationMode::kNormal,
                                                    aggregate.arguments, printing_.sail);
  const bool star = aggregate.star && aggregate.function->name == "count";
  const bool plain = aggregate.made_by.index() == 0 && aggregate.order_by.empty() &&
                     !(aggregate.distinct && HasMap(aggregate.arguments.front()->type));
  if ((spelling == nullptr && !star) || !plain) return PrintListKernel(aggregate);
  Calls* const calls = std::exchange(calls_, nullptr);
  // A row whose first argument is NULL counts for no aggregate of Spark's.
  std::vector<std::string> arguments;
  if (aggregate.filter && star) {
    arguments.push_back(ArgumentName(PrintFiltered("1", *aggregate.filter), *calls));
  }
  for (const auto& argument : aggregate.arguments) {
    std::string text = PrintGuarded(*argument, aggregate.filter.get());
    const bool filtered = aggregate.filter && arguments.empty();
    if (filtered) text = PrintFiltered(text, *aggregate.filter);
    const bool constant = !filtered && !calls->totals && plan::IsConstantExpression(*argument);
    arguments.push_back(constant ? text : ArgumentName(text, *calls));
  }
  if (star && arguments.empty() && calls->totals) arguments.push_back(ArgumentName("true", *calls));
  calls_ = calls;
  const auto complete = [&](std::string_view text) {
    std::string call = arguments.empty() ? "count(*)" : Expand(text, arguments, "", "");
    if (aggregate.distinct) call.insert(call.find('(') + 1, "DISTINCT ");
    return Named(call, calls_->calls);
  };
  if (star) return complete("count($1)");
  return Finished(*spelling, aggregate.arguments, aggregate.type, aggregate.range, complete);
}

// To Sail calls that differ in FILTER only are the same one.
std::string SparkPrinter::PrintFiltered(const std::string& value, const plan::Expression& filter) {
  return "CASE WHEN " + PrintExpression(filter) + " THEN " + value + " END";
}

// Spark computes arguments for all rows and asks FILTER afterwards, as DuckDB does.
std::string SparkPrinter::PrintGuarded(const plan::Expression& argument,
                                       const plan::Expression* filter) {
  if (filter == nullptr || IsNative(argument) || HasVolatile(*filter) ||
      argument.kind == plan::ExpressionKind::kColumn) {
    return PrintExpression(argument);
  }
  plan::Case guarded(argument.type);
  guarded.range = argument.range;
  guarded.branches.push_back({plan::Clone(*filter), plan::Clone(argument)});
  return PrintExpression(guarded);
}

// The rows of a group as a list of structures.
std::string SparkPrinter::PrintListKernel(const plan::Aggregate& aggregate) {
  plan::ExpressionPtr clone = plan::Clone(aggregate);
  auto& computed = plan::As<plan::Aggregate>(*clone);
  Calls* const calls = std::exchange(calls_, nullptr);
  Arguments fields;
  // Equal ones are one column: DISTINCT takes no other keys than its arguments.
  std::vector<plan::ExpressionPtr> taken;
  const auto take = [&](plan::ExpressionPtr& argument) {
    if (plan::IsConstantExpression(*argument)) return;
    const DataType type = argument->type;
    const auto known = std::find_if(taken.begin(), taken.end(), [&](const auto& other) {
      return plan::StructurallyEqual(*other, *argument);
    });
    const auto at = static_cast<size_t>(known - taken.begin());
    if (known == taken.end()) {
      fields.columns.push_back({next_column_++, type});
      fields.texts.push_back(PrintGuarded(*argument, aggregate.filter.get()));
      taken.push_back(std::move(argument));
    }
    const plan::ColumnId id = fields.columns[at].column;
    argument = std::make_unique<plan::ColumnRef>(id, type, NameOf(id));
  };
  for (plan::ExpressionPtr& argument : computed.arguments) take(argument);
  for (plan::SortKey& key : computed.order_by) take(key.expression);
  computed.filter = nullptr;
  std::vector<std::string> items;
  for (size_t i = 0; i < fields.texts.size(); ++i) {
    items.push_back(fmt::format("'f{}', {}", i, fields.texts[i]));
  }
  if (items.empty()) {  // COUNT(1) and its like need the number of rows
    fields.columns.push_back({next_column_++, TypeId::kBoolean});
    items.emplace_back("'f0', true");
  }
  std::string row = "named_struct(" + Join(items, ", ") + ")";
  if (aggregate.filter) row = PrintFiltered(row, *aggregate.filter);
  calls_ = calls;
  const std::string list = Named("collect_list(" + ArgumentName(row, *calls_) + ")", calls_->calls);
  return CallKernel(
      printing_.kernels.MakeAggregateKernel(computed, fields.columns, printing_.settings), {list},
      aggregate.range);
}

}  // namespace paisql::engine::spark
