#pragma once

// A SELECT being built: operators of the plan are added to one SELECT as long as SQL's fixed order
// of clauses gives the same meaning, else what is there becomes a subquery. That keeps the printed
// text shallow.

#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/print/print_context.h"

namespace paisql::engine {

struct Select {
  std::string with;        // "WITH cte0 AS (…)"
  std::string from;        // "" for a row without columns
  bool joined = false;     // `from` is a join: in parentheses when it stands on a join's right
  size_t inner_joins = 0;  // in `from`, in one tree of joins
  std::vector<std::string> where;
  bool grouped = false;
  std::string group_by;
  bool distinct = false;
  std::vector<std::string> order_by;
  std::string limit;
  // The output. An item without text is a column of `from`.
  struct Item {
    plan::ColumnId id = 0;
    std::string text;
  };
  std::vector<Item> items;
  bool computed = false;  // some item has a text

  bool bare() const {
    return with.empty() && where.empty() && !grouped && !distinct && order_by.empty() &&
           limit.empty() && !computed;
  }
  bool ordered() const { return !order_by.empty() || !limit.empty(); }
  std::string Text() const;
  // This SELECT as a FROM item of an outer one, which has the same output.
  Select Wrap(PrintContext& context) const;
  // Text for FROM: the plain item where this SELECT is nothing else, a subquery otherwise.
  std::string FromItem(PrintContext& context) const;
  void SetColumns(const std::vector<plan::OutputColumn>& columns);
};

}  // namespace paisql::engine
