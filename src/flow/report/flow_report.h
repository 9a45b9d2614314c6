#pragma once

// How runs of a workflow are told: lines for people on standard error, or events for programs on
// standard output.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "nodes/run/day/run_days.h"

namespace paisql::flow {

struct FlowReportStyle {
  bool events = false;
  bool quiet = false;
  bool explain = false;  // why nodes run again
  std::string program;   // what the commands begin with that go on: "paisql --home H flow"
  std::string resume;    // the command that resumes; "" for none
};

std::unique_ptr<nodes::RunObserver> MakeFlowReporter(FlowReportStyle style);

// Name, expression, value and source of what the chosen nodes are given.
std::string ParameterTable(const nodes::Flow& flow, const nodes::Plan& plan,
                           const std::vector<bool>& chosen);

// Texts in columns as wide as they need, two blanks apart.
std::string Columns(const std::vector<std::vector<std::string>>& rows);

// Runs of workflows on a terminal: a table of their nodes that is drawn again as they go on. On
// standard error, which is a terminal with a cursor. At the end of a run its table stands there as
// it was last, and `told` says the rest.
std::unique_ptr<nodes::RunObserver> MakeLiveReporter(std::unique_ptr<nodes::RunObserver> told,
                                                     bool several_days);

// Reads the end of a node's log while the node runs. A log may be of any size: only its last
// kTailBytes are read.

inline constexpr size_t kTailBytes = 4096;

struct LogTail {
  std::string line;  // the last whole one with something in it, without control characters
  std::string rows;  // that the last statement told of, "12" or "1.2 M"; "" for none
};

// Empty for a log that cannot be read.
LogTail ReadLogTail(const std::string& path);
// Reads the tail from a text: the log's end.
LogTail TailOf(const std::string& text);

}  // namespace paisql::flow
