#pragma once

// Which tables and columns the rows of a plan come from.

#include <compare>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plan/relation.h"

namespace paisql::plan {

// A column of a table as the catalog has it.
struct ColumnOrigin {
  std::string table;  // "project.name"
  std::string column;

  auto operator<=>(const ColumnOrigin&) const = default;
};

struct ColumnLineage {
  std::string name;
  std::set<ColumnOrigin> from;  // whose values it is made of; empty for a constant
  bool copied = false;          // it is the value of the one column of `from`, as it is
};

// A table, as often as the plan reads it.
struct TableRead {
  std::string table;  // "project.name"
  // The partition columns, in their order, that the plan fixes to one value.
  std::vector<std::string> partition_columns;
  std::vector<std::optional<std::string>> partition;
};

struct Lineage {
  std::vector<TableRead> tables;       // in the order of the text
  std::vector<ColumnLineage> columns;  // one for each of the root's output
  // The columns that decide which rows there are, and how they are grouped and ordered: conditions
  // and keys.
  std::set<ColumnOrigin> rows;
};

// The plan is one that the analysis has made. Of a script that rows go through nothing is known:
// each of its columns comes from all columns that it is given.
Lineage LineageOf(const Relation& root);

}  // namespace paisql::plan
