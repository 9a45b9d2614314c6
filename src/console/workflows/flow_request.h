#pragma once

// What requests about workflows have in common: the workflow or run that they name, after the
// rights of who asks; dates; the project. Errors are answered by RefusalOf.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "console/workflows/flow_start.h"
#include "console/workflows/known_flows.h"
#include "console/workflows/workflow_state.h"
#include "nodes/model/flow.h"
#include "nodes/run/plan.h"
#include "types/time/zone.h"

namespace paisql::console {

// A workflow that the user may see, as its folder is now.
struct OpenedFlow {
  KnownFlow known;
  // An error if the folder is gone, if its flow.yaml is not YAML, or if a user asks for a workflow
  // that reads files outside of its folder.
  Result<nodes::Flow> flow;
  std::vector<nodes::Problem> problems;
  std::string project;  // the project in which it runs
  std::string guard;    // the project whose rights count; "": only the owner may see it
};
Result<OpenedFlow> OpenFlow(const rest::Call& call, Console& console, const std::string& id);

// A run that the user may see. Runs whose processes were killed have ended by then.
struct OpenedRun {
  FlowBooks::Loan book;
  store::FlowRun run;
  bool readable = false;  // whether MayReadFlows allows its code and logs
};
Result<OpenedRun> OpenRun(const rest::Call& call, Console& console, const std::string& number);

// The project in which the workflow runs for this request.
std::string ProjectOfFlow(const rest::Call& call, const KnownFlow& known, const nodes::Flow* flow);
// Reads a workflow from its folder, if the request's user may see it.
Result<nodes::Flow> ReadFlowFor(const rest::Call& call, const KnownFlow& known,
                                std::vector<nodes::Problem>& problems);
// Returns the project whose rights count: the known one, else the one of flow.yaml; else "".
std::string GuardOf(const KnownFlow& known, const Result<nodes::Flow>& flow);
// Borrows a book of runs in which each run whose process was killed has ended.
Result<FlowBooks::Loan> SettledBook(Console& console);

// The time zone of sessions, in which a day begins.
TimeZone ConsoleZone(const Console& console);
// Returns the moment of the business date of the parameter `bizdate`, else of yesterday.
// kInvalidCommand for an impossible date.
Result<nodes::RunMoment> MomentOfCall(const rest::Call& call, const Console& console);

// Reads the wish of a request's body; kInvalidCommand names the member that is wrong.
Result<FlowAsk> ReadFlowAsk(const nlohmann::json& body);

}  // namespace paisql::console
