#pragma once

// The instances that SHOW P and its like know: jobs of the catalog, and what clients of the home's
// servers have submitted (jobs/service/server_instances.h), which are of the kind "sql".

#include <optional>
#include <string>
#include <vector>

#include "session/state.h"
#include "syntax/statements/commands.h"

namespace paisql::session {

// As JobService::Find.
Result<store::Job> FindInstance(const std::string& id, Run& run);
// The row as it was written last; nullopt for an unknown one.
Result<std::optional<store::Job>> LookForInstance(const std::string& id, Run& run);
// The newest first. Of what clients of servers have submitted a limited user sees the own ones.
Result<std::vector<store::Job>> ListInstances(const std::string& project, int64_t limit, Run& run);
// The one of a server whose id begins or ends so; "" for none or several.
Result<std::string> FindServersId(const std::string& text, Run& run);

// KILL and WAIT of one of a server.
Status KillOfServer(const store::Job& job, Run& run);
Status WaitForServer(store::Job job, const SourceRange& range, Run& run);

}  // namespace paisql::session
