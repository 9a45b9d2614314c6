#pragma once

// The Python function that says what a table URL means, for operations that get URLs while a graph
// runs. Python sets it by paisql_set_describer(); there is one in a process.

#include <cstdint>
#include <string>

#include "libraries/tensors/scan.h"

namespace paisql::tensors {

// The table that one URL stands for.
struct DescribedTable {
  std::string scan;       // for Scan
  int64_t columns = 0;    // that it gives
  int64_t first_row = 0;  // number, in the table, of its first row
};

// `selection` is what Python gave the operation of columns and slices. Waits for Python. Throws
// ReadError with Python's message for a URL that cannot be read, and when there is no Python to
// ask.
DescribedTable DescribeTable(const std::string& url, const std::string& selection);

}  // namespace paisql::tensors
