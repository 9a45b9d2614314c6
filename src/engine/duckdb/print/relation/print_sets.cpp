// Many grouping sets. DuckDB has a hash table of some megabytes for each set of one GROUP BY, all
// at once; so the input is materialized, which may spill, and its groups are a union of small
// parts.

#include <algorithm>

#include "base/text.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {
namespace {

using Sets = std::vector<std::vector<size_t>>;

// The grouping_id of rows of these sets, whose keys are `present`. Of one set it is a number.
std::string GroupingId(const Sets& sets, const std::vector<size_t>& present,
                       const std::vector<std::string>& keys) {
  int64_t absent = 0;
  std::string asked;
  for (size_t key = 0; key < keys.size(); ++key) {
    const int64_t bit = int64_t{1} << (keys.size() - 1 - key);
    if (!std::binary_search(present.begin(), present.end(), key)) {
      absent += bit;
    } else if (sets.size() > 1) {
      asked += " + CAST(GROUPING(" + keys[key] + ") AS BIGINT) * " + std::to_string(bit);
    }
  }
  return "CAST(" + std::to_string(absent) + " AS BIGINT)" + asked;
}

std::vector<size_t> KeysOf(const Sets& sets) {
  std::vector<size_t> keys;
  for (const std::vector<size_t>& set : sets) keys.insert(keys.end(), set.begin(), set.end());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace

Select Printer::PrintSets(const plan::AggregateRelation& aggregate) {
  const std::string input = context_.NewAlias("g");
  std::string rows = "SELECT *";
  std::vector<std::string> keys;  // as columns of the input
  for (size_t i = 0; i < aggregate.keys.size(); ++i) {
    const std::string text = PrintExpression(*aggregate.keys[i]);
    const bool column = aggregate.keys[i]->kind == plan::ExpressionKind::kColumn;
    keys.push_back(column ? text : ColumnName(aggregate.output[i].id));
    if (!column) rows += ", " + text + " AS " + keys.back();
  }
  rows += " FROM " + PrintRelation(*aggregate.input).FromItem(context_);
  std::string aggregates;
  for (size_t i = 0; i < aggregate.aggregates.size(); ++i) {
    aggregates += PrintExpression(*aggregate.aggregates[i]) + " AS " +
                  ColumnName(aggregate.output[keys.size() + i].id) + ", ";
  }
  const size_t count = aggregate.grouping_sets.size();
  const size_t of_one_part = (count + kMostSetParts - 1) / kMostSetParts;
  std::vector<std::string> parts;
  for (size_t first = 0; first < count; first += of_one_part) {
    const auto begin = aggregate.grouping_sets.begin() + static_cast<std::ptrdiff_t>(first);
    const Sets sets(begin,
                    begin + static_cast<std::ptrdiff_t>(std::min(of_one_part, count - first)));
    const std::vector<size_t> present = KeysOf(sets);
    std::string items;
    for (size_t i = 0; i < keys.size(); ++i) {
      const bool known = std::binary_search(present.begin(), present.end(), i);
      items += (known ? keys[i] : "NULL") + " AS " + ColumnName(aggregate.output[i].id) + ", ";
    }
    std::vector<std::string> lists;
    for (const std::vector<size_t>& set : sets) {
      std::vector<std::string> members;
      for (const size_t key : set) members.push_back(keys[key]);
      lists.push_back("(" + Join(members, ", ") + ")");
    }
    parts.push_back("SELECT " + items + aggregates + GroupingId(sets, present, keys) + " AS " +
                    ColumnName(aggregate.output.back().id) + " FROM " + input +
                    " GROUP BY GROUPING SETS (" + Join(lists, ", ") + ")");
  }
  Select select;
  select.from = "(WITH " + input + " AS MATERIALIZED (" + rows + ") " + Join(parts, " UNION ALL ") +
                ") AS " + context_.NewAlias("t");
  select.SetColumns(aggregate.output);
  return select;
}

}  // namespace paisql::engine
