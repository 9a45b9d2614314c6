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
  // An error where the folder is gone, its flow.yaml is not YAML, or a user asks for one that reads
  // what lies outside of its folder.
  Result<nodes::Flow> flow;
  std::vector<nodes::Problem> problems;
  std::string project;  // in which it runs
  std::string guard;    // the project whose rights count; "": it is the owner's alone
};
Result<OpenedFlow> OpenFlow(const rest::Call& call, Console& console, const std::string& id);

// A run that the user may see. Runs whose processes were killed have ended by then.
struct OpenedRun {
  FlowBooks::Loan book;
  store::FlowRun run;
  bool readable = false;  // by MayReadFlows
};
Result<OpenedRun> OpenRun(const rest::Call& call, Console& console, const std::string& number);

// The project in which the workflow runs for this request.
std::string ProjectOfFlow(const rest::Call& call, const KnownFlow& known, const nodes::Flow* flow);
// A workflow as this request's user may see it, out of its folder.
Result<nodes::Flow> ReadFlowFor(const rest::Call& call, const KnownFlow& known,
                                std::vector<nodes::Problem>& problems);
// The project whose rights count: the known one, else that of flow.yaml; "" for none.
std::string GuardOf(const KnownFlow& known, const Result<nodes::Flow>& flow);
// A book in which no run goes on whose process was killed.
Result<FlowBooks::Loan> SettledBook(Console& console);

// That of sessions: a day begins there.
TimeZone ConsoleZone(const Console& console);
// The moment of the business date of the parameter `bizdate`, else of yesterday. kInvalidCommand
// for a date that there is not.
Result<nodes::RunMoment> MomentOfCall(const rest::Call& call, const Console& console);

// The wish of a request's body; kInvalidCommand names the member that is wrong.
Result<FlowAsk> ReadFlowAsk(const nlohmann::json& body);

}  // namespace paisql::console
