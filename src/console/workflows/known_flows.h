#pragma once

// The workflows that a home knows: those that have run in it, those whose folders somebody has
// added to the console, and the pipelines of the designer. Nothing else of the machine is read by
// its path. Errors are those of the home.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rest/call.h"
#include "store/flows.h"

namespace paisql::console {

struct Console;

enum class FlowOrigin { kRan, kAdded, kPipeline };
std::string_view FlowOriginText(FlowOrigin origin);

struct KnownFlow {
  std::string id;      // of its folder, for addresses
  std::string folder;  // absolute
  FlowOrigin origin = FlowOrigin::kRan;
  std::optional<store::FlowRun> last;  // run

  // Its folder's last part, before anybody has read it.
  std::string Name() const;
  // The project whose rights count for it: that of a pipeline, else of its last run; "" where
  // nothing tells it.
  std::string Project() const;
};

std::string FlowIdOf(const std::string& folder);

// Those with a run first, the newest at the top; then the others by their folders.
Result<std::vector<KnownFlow>> ListKnownFlows(store::FlowBook& book, const std::string& home);
// kJobNotFound for an id that no workflow has.
Result<KnownFlow> FindKnownFlow(const std::string& id, store::FlowBook& book,
                                const std::string& home);

// kInvalidCommand for a path that is not absolute, UnreadableFlow where there is no such folder or
// it has no workflow. Gives the id. One that is known already stays as it is.
Result<std::string> AddFlowFolder(const std::string& folder, Console& console);
// The error of a folder that cannot be read as a workflow, as one of the request: the server is
// well.
Error UnreadableFlow(Error error);
// Only the console forgets it: nothing of the folder goes.
Status RemoveFlowFolder(const KnownFlow& flow, Console& console);

// --- what users may do; a project of "" is the owner's alone ---

// Whether the request's user may know of workflows of the project: List on it.
Status MaySeeFlows(const rest::Call& call, Console& console, const std::string& project);
// CreateInstance on it.
Status MayRunFlows(const rest::Call& call, Console& console, const std::string& project);
// Code and logs show what statements hold and print: they are for the project's administrators, and
// for who has started the run.
Status MayReadFlows(const rest::Call& call, Console& console, const std::string& project,
                    const store::FlowRun* run = nullptr);

}  // namespace paisql::console
