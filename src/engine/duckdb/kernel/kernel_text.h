#pragma once

// The parts of kernels' texts. A text is a statement over the columns v0, v1, … of
// paisql_batches(), whose one column is called "value".

#include <string>
#include <vector>

#include "engine/duckdb/print/print_context.h"
#include "engine/kernel/kernel.h"

namespace paisql::engine {

inline constexpr const char* kKernelValue = "value";

// "… AS c7": a value that has come for a column of the plan.
std::string KernelColumn(const std::string& value, const KernelArgument& argument,
                         PrintContext& context);

// "CAST(…) AS value" for a value of the type that is called "value" below: its instants leave in
// UTC, or with `shown` as wall clock of the session's zone.
std::string LeavingValue(const DataType& type, bool shown, PrintContext& context);

// A kernel without its text and its state.
Kernel KernelOf(const std::vector<DataType>& arguments, const DataType& result,
                const ExecutionSettings& settings);

}  // namespace paisql::engine
