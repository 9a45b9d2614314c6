#pragma once

// Tells everything about one instance that its page shows. For the thread of one request.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "console/console.h"
#include "console/logview/asked.h"
#include "rest/call.h"

namespace paisql::console {

// Members that both kinds have, and those of the kind: statements, stages and result of SQL;
// processes, exit and folder of a job.
Result<nlohmann::json> SqlFacts(Console& console, const Asked& asked);
Result<nlohmann::json> JobFacts(const rest::Call& call, const Asked& asked);

// The processes of a job, as processes.json has them: {"processes": […], "logs": […]}.
nlohmann::json ProcessesJson(const Asked& asked);

// [["name", "value"], …] without secrets.
nlohmann::json PairsJson(const std::map<std::string, std::string>& pairs);

// Where the job's script may write summaries.
struct SummaryFolders {
  std::vector<std::string> folders;  // on this machine
  std::string shown;  // the first folder as the job names it, for TensorBoard; "" without a folder
};
SummaryFolders FindSummaryFolders(const Asked& asked, bool is_owner);

}  // namespace paisql::console
