#pragma once

// Cleans up after runs whose process was killed.

#include <string>
#include <vector>

#include "store/flows.h"

namespace paisql::nodes {

// Ends the catalog's runs whose process was killed, and kills what is left of their nodes. Gives
// all runs that still run.
Result<std::vector<store::FlowRun>> SettleRuns(store::FlowBook& book);

// In the environment of what a run starts, with RunMark as its value, by which it is found again.
inline constexpr const char* kRunVariable = "PAISQL_FLOW_RUN";
std::string RunMark(const std::string& home, int64_t run);

// The log of a node's attempts in a run.
std::string LogPath(const store::FlowBook& book, int64_t run, const std::string& node);

}  // namespace paisql::nodes
