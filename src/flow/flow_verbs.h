#pragma once

// One function a verb of `paisql flow`; each gives the program's exit status.

#include <memory>
#include <string>
#include <vector>

#include "flow/flow_flags.h"
#include "nodes/model/flow.h"
#include "nodes/run/plan.h"
#include "session/session.h"
#include "store/flows.h"
#include "types/time/zone.h"

namespace paisql::flow {

struct FlowCall {
  FlowFlags flags;
  session::SessionOptions options;
  std::vector<std::string> command;  // the whole command line, for the one that resumes
};

int FlowCheck(const FlowCall& call);
int FlowRunVerb(const FlowCall& call);
int FlowStatus(const FlowCall& call);
int FlowLog(const FlowCall& call);
int FlowGraph(const FlowCall& call);
int FlowNew(const FlowCall& call);
int FlowImport(const FlowCall& call);
int FlowExport(const FlowCall& call);
int FlowSchedule(const FlowCall& call);

// --- what they share ---

int FailFlow(const Error& error, int status);
// That of sessions: a day begins there.
TimeZone SessionZone(const FlowCall& call);
// Whole lines to standard output; gives the exit status.
int PrintFlowText(const std::string& text);
// The workflow of the first word. An error has no place.
Result<nodes::Flow> ReadFlowOf(const FlowCall& call, std::vector<nodes::Problem>& problems);
// The moment of --bizdate, else of yesterday.
nodes::RunMoment MomentOf(const FlowCall& call);
Result<std::unique_ptr<store::FlowBook>> OpenBook(const FlowCall& call);
// "paisql --home H": what begins the commands that are proposed.
std::string ProgramText(const FlowCall& call);

}  // namespace paisql::flow
