#pragma once

// Reads the answers of nodes: the last line that they print, the rows of their last query, or the
// way that a branch goes. Each stands in a file; errors are those of the platform, where it has
// one.

#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/model/flow.h"
#include "nodes/model/given.h"

namespace paisql::nodes {

// Of what an assignment gives, as text.
inline constexpr size_t kLargestAnswer = 2UL << 20;

// The last line that is not empty, cut at its commas.
Result<Given> ReadLine(const std::string& path);
// Rows as JSON, as a worker writes them; no file: there was no query.
Result<Given> ReadRows(const std::string& path);
// Which of these ways a branch goes; their number for none. The error is one of a condition, with
// its place.
Result<size_t> ReadWay(const std::string& path, const std::vector<BranchArm>& ways);

}  // namespace paisql::nodes
