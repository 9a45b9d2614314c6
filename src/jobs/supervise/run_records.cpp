#include "jobs/supervise/run_records.h"

#include <algorithm>

#include "base/files/files.h"
#include "base/system/clock.h"

namespace paisql::jobs {

namespace {

// A short job has records often, a long one every second.
constexpr int64_t kSoonestMs = 250;
constexpr int64_t kLatestMs = 1000;
constexpr int64_t kPartOfElapsed = 64;
// Of one process, and of all together.
constexpr size_t kMostLines = 4096;
constexpr size_t kFewestLines = 256;
constexpr size_t kAllLines = 65536;

const ProcessUsage* FindUsage(const std::vector<ProcessUsage>& usages, ProcessHandle handle) {
  const auto found = std::ranges::find(usages, handle, &ProcessUsage::process);
  return found == usages.end() ? nullptr : &*found;
}

ProcessRecord RecordOf(const RoleProcess& process, const ProcessUsage* usage) {
  const ProcessProgress& progress = process.progress();
  ProcessRecord record;
  record.time_ms = NowMs();
  record.step = progress.step;
  record.loss = progress.loss;
  record.loss_step = progress.loss_step;
  record.steps_per_second = progress.steps_per_second;
  record.rows_read = progress.rows_read;
  record.rows_written = progress.rows_written;
  if (usage == nullptr) return record;
  record.cpu_ms = usage->cpu_ms;
  record.memory_bytes = usage->memory_bytes;
  record.gpu = usage->gpu;
  return record;
}

}  // namespace

RunRecords::RunRecords(const JobPlaces& places, const std::vector<RoleProcess>& processes)
    : next_ms_(SteadyMs()) {
  (void)MakeFolders(places.RecordFolder());
  const size_t lines =
      std::clamp(kAllLines / std::max<size_t>(processes.size(), 1), kFewestLines, kMostLines);
  for (const RoleProcess& process : processes) {
    files_.emplace_back(places.Record(process.plan().Name()), lines);
  }
}

void RunRecords::Take(const std::vector<RoleProcess>& processes,
                      const std::vector<ProcessUsage>& usages, bool last) {
  for (size_t i = 0; i < files_.size(); ++i) {
    const RoleProcess& process = processes[i];
    const bool runs = process.state() == RoleProcess::State::kRunning;
    const bool has_run = process.handle() != ProcessHandle::kNone;
    if (!(runs || (last && has_run))) continue;
    files_[i].Add(RecordOf(process, FindUsage(usages, process.handle())), last);
  }
  const int64_t now = SteadyMs();
  if (begun_ms_ == 0) begun_ms_ = now;
  next_ms_ = now + std::clamp((now - begun_ms_) / kPartOfElapsed, kSoonestMs, kLatestMs);
}

}  // namespace paisql::jobs
