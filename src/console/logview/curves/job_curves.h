#pragma once

// The curves of a job: what its processes have told of themselves over time
// (jobs/job/record_file.h), and the scalars of the summaries that its script writes. What was read
// of summaries is kept for the next look, in bounded memory. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "console/logview/curves/event_file.h"
#include "console/logview/curves/series.h"

namespace paisql::console {

// A job whose curves are wanted.
struct CurvesWanted {
  std::string directory;             // of the job
  std::vector<std::string> folders;  // in which summaries may lie
  int64_t from_ms = 0;               // events of other times are other jobs'
  int64_t to_ms = 0;                 // 0: it runs
};

// Of its processes: loss, steps and rows a second, by "worker-0".
std::vector<Series> RecordedSeries(const std::string& job_directory);
// CPU in cores, memory in bytes, cards, by the process; over time.
std::vector<Series> ResourceSeries(const std::string& job_directory);

class SummaryCache {
 public:
  // The series of the job's summaries, by name. `complete` says whether all was read within the
  // time.
  std::vector<Series> Read(const CurvesWanted& wanted, int64_t until_ms, bool* complete);

 private:
  struct JobSummaries {
    std::mutex mutex;
    std::map<std::string, EventFile> files;                        // by path
    std::map<std::pair<std::string, std::string>, Series> series;  // by folder and tag
    int64_t used = 0;
  };

  std::shared_ptr<JobSummaries> Find(const std::string& key);

  std::mutex mutex_;
  int64_t uses_ = 0;
  std::map<std::string, std::shared_ptr<JobSummaries>> jobs_;
};

}  // namespace paisql::console
