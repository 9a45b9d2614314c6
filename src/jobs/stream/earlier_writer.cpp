#include "jobs/stream/earlier_writer.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <vector>

#include "base/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_row.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

// 0 for none, and where it cannot be read, as in a folder that was removed meanwhile.
int64_t OutputTable(const JobPlaces& places, size_t index) {
  const Result<std::string> text = ReadFile(places.OutputFile(index));
  if (!text.ok()) return 0;
  const Json output = Json::parse(*text, nullptr, false);
  if (!output.is_object() || !output.contains("table_id")) return 0;
  return output["table_id"].is_number_integer() ? output["table_id"].get<int64_t>() : 0;
}

}  // namespace

Result<std::string> FindEarlierWriter(store::Catalog& catalog, const std::string& own_id,
                                      const StreamTables& tables) {
  PAISQL_ASSIGN(const std::optional<store::Job> own, catalog.FindJob(own_id));
  if (!own.has_value()) return std::string();
  PAISQL_ASSIGN(const std::vector<store::Job> jobs, catalog.ListActiveJobs());
  for (const store::Job& job : jobs) {
    // A writer that waits for its turn finds this one when it begins.
    if (job.id == own_id || job.state != store::JobState::kRunning) continue;
    if (std::tie(job.started_ms, job.id) > std::tie(own->started_ms, own->id)) continue;
    const std::string directory = catalog.home().JobPath(job.id);
    const JobPlaces places{directory};
    if (StreamTables{OutputTable(places, 0), OutputTable(places, 1)} != tables) continue;
    if (IsLeaseHeld(catalog.home(), ReadJobLease(directory))) return job.id;
  }
  return std::string();
}

}  // namespace paisql::jobs
