#pragma once

// How runs of a workflow are told: lines for people on standard error, or events for programs on
// standard output.

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

}  // namespace paisql::flow
