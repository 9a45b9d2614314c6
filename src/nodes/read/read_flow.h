#pragma once

// A workflow out of its folder: flow.yaml, and the files of code beside it.

#include <string>
#include <vector>

#include "nodes/model/flow.h"

namespace paisql::nodes {

inline constexpr const char* kFlowFile = "flow.yaml";
// Its `parameters` hold for all workflows of its folder and of those below it.
inline constexpr const char* kWorkspaceFile = "workspace.yaml";

// `path` is the folder, or the flow.yaml in it. A folder without one is a workflow of all its files
// of code. What is wrong goes to `problems`, and the flow has the rest; an error is returned only
// where there is no such folder, no file of code in it, or flow.yaml is not YAML.
Result<Flow> ReadFlow(const std::string& path, std::vector<Problem>& problems);

// The same of the text of a flow.yaml; `path` is its file's, for the places.
Result<Flow> ReadFlowText(const std::string& text, const std::string& path,
                          std::vector<Problem>& problems);

// The keys of a flow.yaml itself.
std::vector<std::string> FlowKeyNames();

// "90 s", "3min", "4h", "2 days", "500ms", or seconds without a unit; nullopt for anything else.
std::optional<int64_t> ReadDuration(std::string_view text);

}  // namespace paisql::nodes
