#pragma once

// The facts of a table that a plan reads, as they were when the plan was made: enough to print the
// plan, to prune it and to find its columns in files. The plan does not say which files those are
// (engine/bindings.h).

#include <cstdint>
#include <string>
#include <vector>

#include "types/data_type.h"

namespace paisql::plan {

struct TableColumn {
  int64_t id = 0;  // stable within the table, whatever the column is called
  std::string name;
  DataType type;
};

struct TableSchema {
  int64_t id = 0;
  std::string project;
  std::string name;
  int version = 1;                   // of `columns`
  std::vector<TableColumn> columns;  // data columns
  std::vector<TableColumn> partition_columns;

  bool partitioned() const { return !partition_columns.empty(); }
  // "project.name"
  std::string QualifiedName() const { return project + "." + name; }
};

}  // namespace paisql::plan
