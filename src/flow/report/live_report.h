#pragma once

// Runs of workflows on a terminal: a table of their nodes that is drawn again as they go on.

#include <memory>

#include "flow/report/flow_report.h"

namespace paisql::flow {

// On standard error, which is a terminal with a cursor. At the end of a run its table stands there
// as it was last, and `told` says the rest.
std::unique_ptr<nodes::RunObserver> MakeLiveReporter(std::unique_ptr<nodes::RunObserver> told,
                                                     bool several_days);

}  // namespace paisql::flow
