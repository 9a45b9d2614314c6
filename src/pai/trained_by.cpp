#include "pai/trained_by.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "base/text.h"
#include "jobs/job/past_job.h"
#include "jobs/job/training_facts.h"
#include "oss/bucket.h"
#include "pai/value/table_url.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

// The parameters that name where a job keeps what it learns. `buckets` may have several.
constexpr std::string_view kPlaces[] = {"checkpointdir", "buckets"};

// Those that name the tables that a job writes. `outputs` may have several.
constexpr std::string_view kOutputNames[] = {"outputtablename", "outputs"};

// A job reads the clock for its end before the catalog does for its files, which come with it.
constexpr int64_t kCommitMs = 1000;

// Whether a parameter's value names the table, as table, project.table or
// odps://project/tables/table[/key=value…].
bool NamesTable(const std::string& value, const store::Table& table, const std::string& project) {
  std::string name = value;
  if (const std::optional<TableUrlParts> url = ReadTableUrl(value)) {
    name = url->place + "." + url->table;
  }
  return EqualsIgnoreCase(name, table.QualifiedName()) ||
         (project == table.project && EqualsIgnoreCase(name, table.name));
}

bool WritesTable(const store::Job& job, const store::Table& table) {
  for (const auto& [name, value] : jobs::ParametersOf(job)) {
    const std::string lower = ToLower(name);
    if (lower != kOutputNames[0] && lower != kOutputNames[1]) continue;
    for (const std::string& one : Split(value, ',')) {
      if (NamesTable(std::string(Trim(one)), table, job.project)) return true;
    }
  }
  return false;
}

bool LiesIn(const std::string& path, std::string folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return path == folder || path.starts_with(folder + "/");
}

bool WritesInto(const store::Job& job, const std::string& folder, const store::Home& home) {
  for (const auto& [name, value] : jobs::ParametersOf(job)) {
    const std::string lower = ToLower(name);
    if (lower != kPlaces[0] && lower != kPlaces[1]) continue;
    for (const std::string& place : Split(value, ',')) {
      const auto local = oss::LocalPathOf(home, Trim(place));
      if (local.ok() && LiesIn(folder, fs::path(*local).lexically_normal().string())) return true;
    }
  }
  return false;
}

// When the export, a folder or a file, was written, in milliseconds.
int64_t WrittenAt(const std::string& path) {
  struct stat status {};
  const auto is_there = [&status](const std::string& file) {
    return stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  };
  if (!is_there(path) && !is_there(path + "/saved_model.pb") &&
      !is_there(path + "/saved_model.pbtxt")) {
    return 0;
  }
  return int64_t{status.st_mtim.tv_sec} * 1000 + status.st_mtim.tv_nsec / 1'000'000;
}

Result<std::vector<store::Job>> PaiJobs(const std::string& project, store::Catalog& catalog) {
  store::JobFilter filter;
  filter.pai_only = true;
  return catalog.ListJobs(project, filter);
}

void Note(const store::Job& job, const store::Home& home, store::ModelVersion* version) {
  version->job_id = job.id;
  version->training = jobs::TrainingFacts(home.JobPath(job.id), job);
}

}  // namespace

Status FindTraining(const std::string& path, const std::string& project, store::Catalog& catalog,
                    const store::Home& home, store::ModelVersion* version) {
  PAISQL_ASSIGN(const std::vector<store::Job> jobs, PaiJobs(project, catalog));
  const int64_t written = WrittenAt(path);
  const store::Job* found = nullptr;
  for (const store::Job& job : jobs) {
    if (job.created_ms > written || !WritesInto(job, path, home)) continue;
    if (found == nullptr) found = &job;
    if (job.ended_ms == 0 || job.ended_ms >= written) {
      found = &job;
      break;
    }
  }
  if (found != nullptr) Note(*found, home, version);
  return Status::Ok();
}

Status FindTrainingOfTable(const store::Table& table, int64_t written_ms,
                           const std::string& project, store::Catalog& catalog,
                           const store::Home& home, store::ModelVersion* version) {
  PAISQL_ASSIGN(const std::vector<store::Job> jobs, PaiJobs(project, catalog));
  const auto wrote = [&](const store::Job& job) {
    const bool ran = job.created_ms <= written_ms &&
                     (job.ended_ms == 0 || job.ended_ms + kCommitMs >= written_ms);
    return ran && WritesTable(job, table);
  };
  const auto found = std::find_if(jobs.begin(), jobs.end(), wrote);
  if (found != jobs.end()) Note(*found, home, version);
  return Status::Ok();
}

}  // namespace paisql::pai
