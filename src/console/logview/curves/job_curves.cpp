#include "console/logview/curves/job_curves.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/record_file.h"

namespace paisql::console {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEventName = ".tfevents.";
constexpr size_t kMostFiles = 64;
constexpr int kDeepest = 4;
constexpr size_t kMostEntries = 20'000;  // of folders that are looked at
constexpr size_t kMostSeries = 200;
constexpr size_t kMostPoints = 200'000;  // of a series; then every other one goes
constexpr size_t kMostJobs = 16;
constexpr double kMsOfSecond = 1000;
constexpr int64_t kClockToleranceMs = 2000;

using ValueOf = std::function<std::optional<double>(const jobs::ProcessRecord& before,
                                                    const jobs::ProcessRecord& now)>;

struct RecordedValue {
  const char* name;
  bool once;  // a value that stays the same is told once
  ValueOf value;
};

// How much of a count came in a second.
std::optional<double> Rate(int64_t before, int64_t now, const jobs::ProcessRecord& first,
                           const jobs::ProcessRecord& second) {
  const int64_t passed_ms = second.time_ms - first.time_ms;
  if (passed_ms <= 0 || now < before) return std::nullopt;
  return static_cast<double>(now - before) * kMsOfSecond / static_cast<double>(passed_ms);
}

std::vector<RecordedValue> ProgressValues() {
  using Record = jobs::ProcessRecord;
  return {{"loss", true, [](const Record&, const Record& now) { return now.loss; }},
          {"steps/s", false, [](const Record&, const Record& now) { return now.steps_per_second; }},
          {"rows read/s", false,
           [](const Record& before, const Record& now) {
             return now.rows_read == 0 ? std::nullopt
                                       : Rate(before.rows_read, now.rows_read, before, now);
           }},
          {"rows written/s", false, [](const Record& before, const Record& now) {
             return now.rows_written == 0
                        ? std::nullopt
                        : Rate(before.rows_written, now.rows_written, before, now);
           }}};
}

std::vector<RecordedValue> ResourceValues() {
  using Record = jobs::ProcessRecord;
  constexpr double kWholeCard = 100;
  return {{"cpu", false,
           [](const Record& before, const Record& now) -> std::optional<double> {
             if (!now.cpu_ms.has_value()) return std::nullopt;
             const auto rate = Rate(before.cpu_ms.value_or(0), *now.cpu_ms, before, now);
             return rate.has_value() ? std::optional(*rate / kMsOfSecond) : std::nullopt;
           }},
          {"memory", false,
           [](const Record&, const Record& now) -> std::optional<double> {
             if (!now.memory_bytes.has_value()) return std::nullopt;
             return static_cast<double>(*now.memory_bytes);
           }},
          {"gpu", false, [](const Record&, const Record& now) -> std::optional<double> {
             if (!now.gpu.has_value()) return std::nullopt;
             return static_cast<double>(*now.gpu) / kWholeCard;
           }}};
}

std::vector<Series> SeriesOfRecords(const std::string& directory,
                                    const std::vector<RecordedValue>& values) {
  std::vector<Series> all;
  const jobs::JobPlaces places{directory};
  const Result<std::vector<std::string>> names = ListFolder(places.RecordFolder());
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (!name.ends_with(".csv")) continue;
    const std::string process = name.substr(0, name.size() - 4);
    const std::vector<jobs::ProcessRecord> records = jobs::ReadRecords(places.Record(process));
    for (const RecordedValue& value : values) {
      Series series{value.name, process, false, {}};
      for (size_t i = 0; i < records.size(); ++i) {
        const jobs::ProcessRecord& now = records[i];
        const auto number = value.value(records[i == 0 ? 0 : i - 1], now);
        if (!number.has_value()) continue;
        const auto step = value.once && now.loss_step.has_value() ? now.loss_step : now.step;
        if (value.once && !series.points.empty() && series.points.back().step == step) continue;
        series.points.push_back({step, now.time_ms, *number});
      }
      if (!series.points.empty()) all.push_back(std::move(series));
    }
  }
  return all;
}

// The moment in an event file's name: "events.out.tfevents.1790000000.host".
std::optional<int64_t> MomentOfName(const std::string& name) {
  const size_t at = name.find(kEventName);
  if (at == std::string::npos) return std::nullopt;
  const std::string rest = name.substr(at + kEventName.size());
  const auto seconds = ParseNumber<int64_t>(rest.substr(0, rest.find('.')));
  return seconds.has_value() ? std::optional(*seconds * 1000) : std::nullopt;
}

struct FoundEvents {
  std::string path;
  std::string folder;  // relative to that in which it was looked for
};

std::vector<FoundEvents> FindEventFiles(const CurvesWanted& wanted) {
  std::vector<FoundEvents> found;
  for (const std::string& folder : wanted.folders) {
    std::error_code code;
    size_t entries = 0;
    fs::recursive_directory_iterator one(folder, fs::directory_options::skip_permission_denied,
                                         code);
    for (; !code && one != fs::recursive_directory_iterator(); one.increment(code)) {
      if (++entries > kMostEntries || found.size() >= kMostFiles) break;
      if (one.depth() >= kDeepest) one.disable_recursion_pending();
      const auto moment_ms = MomentOfName(one->path().filename());
      std::error_code not_told;
      // A link may lead to what its maker may not read.
      if (!moment_ms.has_value() || one->is_symlink(not_told)) continue;
      if (!one->is_regular_file(not_told)) continue;
      if (*moment_ms < wanted.from_ms - kClockToleranceMs) continue;
      if (wanted.to_ms != 0 && *moment_ms > wanted.to_ms + kClockToleranceMs) continue;
      const fs::path relative = one->path().parent_path().lexically_relative(folder);
      found.push_back({one->path(), relative == "." ? "" : relative.string()});
    }
  }
  std::ranges::sort(found, {}, &FoundEvents::path);
  const auto same = std::ranges::unique(found, {}, &FoundEvents::path);
  found.erase(same.begin(), same.end());
  return found;
}

void AddPoint(Series& series, const CurvePoint& point) {
  series.points.push_back(point);
  if (series.points.size() <= kMostPoints) return;
  series.points = Downsampled(series.points, kMostPoints / 2);
}

}  // namespace

std::vector<Series> RecordedSeries(const std::string& job_directory) {
  return SeriesOfRecords(job_directory, ProgressValues());
}

std::vector<Series> ResourceSeries(const std::string& job_directory) {
  return SeriesOfRecords(job_directory, ResourceValues());
}

std::shared_ptr<SummaryCache::JobSummaries> SummaryCache::Find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  auto& job = jobs_[key];
  if (job == nullptr) job = std::make_shared<JobSummaries>();
  job->used = ++uses_;
  std::shared_ptr<JobSummaries> found = job;
  if (jobs_.size() > kMostJobs) {
    jobs_.erase(
        std::ranges::min_element(jobs_, {}, [](const auto& one) { return one.second->used; }));
  }
  return found;
}

std::vector<Series> SummaryCache::Read(const CurvesWanted& wanted, int64_t until_ms,
                                       bool* complete) {
  const std::vector<FoundEvents> found = FindEventFiles(wanted);
  *complete = true;
  if (found.empty()) return {};
  // Who may look into fewer folders shares nothing with who may look into more.
  const std::shared_ptr<JobSummaries> job =
      Find(wanted.directory + "\n" + Join(wanted.folders, "\n"));
  const std::lock_guard lock(job->mutex);
  for (const FoundEvents& one : found) {
    EventFile& file = job->files.try_emplace(one.path, one.path).first->second;
    const auto take = [&](std::string_view tag, const CurvePoint& point) {
      const std::pair key(one.folder, std::string(tag));
      if (!job->series.contains(key) && job->series.size() >= kMostSeries) return;
      Series& series = job->series[key];
      series.name = key.second;
      series.source = one.folder;
      series.is_summary = true;
      AddPoint(series, point);
    };
    if (!file.ReadOn(take, until_ms)) *complete = false;
  }
  std::vector<Series> all;
  for (const auto& [key, series] : job->series) all.push_back(series);
  return all;
}

}  // namespace paisql::console
