#pragma once

// The workflows that a home knows: a workflow that has run in it, a folder that somebody has added
// to the console, or a pipeline of the Designer. Nothing else of the machine is read by
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

  // The name until the folder is read: the last part of its path.
  std::string Name() const;
  // The project whose rights count for it: that of a pipeline, else of its last run; "" where
  // nothing tells it.
  std::string Project() const;
};

std::string FlowIdOf(const std::string& folder);

// Lists workflows with a run first, the newest run at the top; then the others by their folders.
Result<std::vector<KnownFlow>> ListKnownFlows(store::FlowBook& book, const std::string& home);
// kJobNotFound for an id that no workflow has.
Result<KnownFlow> FindKnownFlow(const std::string& id, store::FlowBook& book,
                                const std::string& home);

// kInvalidCommand for a path that is not absolute, UnreadableFlow for a folder that does not
// exist or has no workflow. Gives the id. A folder that is known already stays as it is.
Result<std::string> AddFlowFolder(const std::string& folder, Console& console);
// Tells that a folder cannot be read as a workflow as an error of the request, not of the server.
Error UnreadableFlow(Error error);
// The console forgets the folder; the folder itself stays as it is.
Status RemoveFlowFolder(const KnownFlow& flow, Console& console);

// --- what users may do; a project of "" is the owner's alone ---

// Checks that the user may know of workflows of the project: this needs List on it.
Status MaySeeFlows(const rest::Call& call, Console& console, const std::string& project);
// Checks that the user may start workflows of the project: this needs CreateInstance on it.
Status MayRunFlows(const rest::Call& call, Console& console, const std::string& project);
// Checks that the user may read code and logs, which show what statements hold and print. The
// project's administrators may, and the user who has started the run.
Status MayReadFlows(const rest::Call& call, Console& console, const std::string& project,
                    const store::FlowRun* run = nullptr);

}  // namespace paisql::console
