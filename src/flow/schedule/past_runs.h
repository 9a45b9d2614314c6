#pragma once

// Reads the home's book of runs for a caller that runs what is due of a workflow.

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "store/flows.h"

namespace paisql::flow {

// The book's answer about a command that the daemon is about to run.
enum class PastRun {
  kNone,
  kUnfinished,  // it is the last run of its business date: --resume goes on there
  kDone,        // it has succeeded
};
Result<PastRun> FindPastRun(store::FlowBook& book, const std::string& folder,
                            const std::string& bizdate, const std::string& command);
// The latest time (--cyctime) not after `until`, both of the wall clock, for which the workflow was
// run to an end; nullopt for none.
Result<std::optional<int64_t>> LastCyctime(store::FlowBook& book, const std::string& folder,
                                           int64_t until);
// How nodes ended last in the runs of this business date.
Result<std::map<std::string, std::string>> LastStates(store::FlowBook& book,
                                                      const std::string& folder,
                                                      const std::string& bizdate);
// A run of the workflow that goes on, of whomever.
Result<std::optional<store::FlowRun>> RunThatGoesOn(store::FlowBook& book,
                                                    const std::string& folder);
// Whether the process has begun a run.
Result<bool> HasBegunRun(store::FlowBook& book, const std::string& folder, pid_t pid);

}  // namespace paisql::flow
