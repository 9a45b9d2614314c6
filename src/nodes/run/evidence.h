#pragma once

// Whether what a node did in an earlier run still counts: its code and parameters are the same, the
// tables that it read are as they were when it began, and those that it wrote are there.

#include <map>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/parameters.h"
#include "session/data_flow.h"
#include "store/flows.h"

namespace paisql::nodes {

struct Evidence {
  std::string code;                               // a digest
  std::map<std::string, std::string> parameters;  // digests of their values
  std::map<std::string, std::string> inputs;      // "project.table ds=1" -> its stamp, "" for none
  std::vector<std::string> outputs;               // "project.table ds=1"

  std::string ToJson() const;
  // Any other text proves nothing: it differs from every other.
  static Evidence OfJson(const std::string& text);
};

// All that the node is, in one text: its code with what loops give in its place, and how it steers
// others, with the nodes within.
std::string WorkOf(const Node& node, const Givens& of_loops);

// Collects the evidence of the node as it is now; `work` is WorkOf. Tables that the node writes
// itself are not inputs: its own work changes them.
Result<Evidence> CollectEvidence(const std::string& work, const std::vector<Resolved>& parameters,
                                 const std::vector<session::DataFlow>& flows,
                                 store::FlowBook& book);

// "" when what was done still counts, else why not, in one line.
Result<std::string> WhyAgain(const Evidence& before, const Evidence& now, store::FlowBook& book);

}  // namespace paisql::nodes
