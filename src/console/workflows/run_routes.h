#pragma once

// The answers about runs of workflows. Each holds what the user may do.

#include "rest/call.h"

namespace paisql::console {

struct Console;

rest::Answer ListFlowRuns(const rest::Call& call, Console& console);
rest::Answer StartFlowRun(const rest::Call& call, Console& console);
rest::Answer TellFlowStart(const rest::Call& call, Console& console);
rest::Answer TellFlowRun(const rest::Call& call, Console& console);
rest::Answer TellNodeLog(const rest::Call& call, Console& console);
rest::Answer StopFlowRun(const rest::Call& call, Console& console);

}  // namespace paisql::console
