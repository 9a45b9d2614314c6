// Runs of PAI jobs beside each other, and the names of jobs that have several.

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/text.h"
#include "console/answers.h"
#include "console/logview/curve_answers.h"
#include "console/logview/instance_facts.h"
#include "console/logview/instance_list.h"
#include "console/logview/instance_row.h"
#include "console/logview/numbers.h"
#include "jobs/job/past_job.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kListedRuns = 100;
constexpr size_t kComparedRuns = 12;  // the pages offer no more: web/logview/types.ts
constexpr size_t kUsuallyCompared = 5;
constexpr int64_t kSearchedJobs = 5000;  // for names that come again

bool Has(const std::vector<std::string>& ids, const std::string& id) {
  return std::ranges::find(ids, id) != ids.end();
}

// PAI jobs of the project that the user may see, the newest first.
Result<std::vector<store::Job>> SeenJobs(const rest::Call& call, const std::string& project,
                                         store::JobFilter filter, Jobs& jobs) {
  filter.pai_only = true;
  PAISQL_ASSIGN(std::vector<store::Job> found, jobs.catalog->ListJobs(project, filter));
  if (SeesOthers(call, project, *jobs.catalog)) return found;
  std::erase_if(found,
                [&](const store::Job& job) { return !EqualsIgnoreCase(job.owner, call.user); });
  return found;
}

// The newest runs of exactly this name, and older ones that are chosen.
Result<std::vector<store::Job>> RunsOfName(const rest::Call& call, const std::string& name,
                                           Jobs& jobs) {
  store::JobFilter filter;
  // In a pattern these stand for other texts.
  if (name.find_first_of("*%|") == std::string::npos) filter.name_pattern = name;
  PAISQL_ASSIGN(std::vector<store::Job> found, SeenJobs(call, ProjectOf(call), filter, jobs));
  std::erase_if(found, [&](const store::Job& job) { return job.name != name; });
  const std::vector<std::string> chosen = WordsOf(call, "ids");
  int64_t place = 0;
  std::erase_if(
      found, [&](const store::Job& job) { return ++place > kListedRuns && !Has(chosen, job.id); });
  return found;
}

Error NotAJob(const std::string& id) {
  return Error{ErrorCode::kInvalidCommand,
               "the instance " + id + " is not a PAI job",
               {},
               "compare instances that a PAI statement has begun"};
}

// Whatever they are called, each once. Those that have been purged since are added to `gone`; an
// error where all of them are, for one that the user may not read, and for statements.
Result<std::vector<store::Job>> RunsOfIds(const rest::Call& call, Console& console,
                                          std::vector<std::string>& gone) {
  std::vector<store::Job> found;
  const std::vector<std::string> words = WordsOf(call, "runs");
  std::optional<Error> missing;
  for (const std::string& id : std::set<std::string>(words.begin(), words.end())) {
    if (std::ssize(found) == kListedRuns) break;
    const Result<Asked> asked = FindAsked(id, call, console, "Read");
    if (!asked.ok() && asked.error().code == ErrorCode::kJobNotFound) {
      missing = asked.error();
      gone.push_back(id);
      continue;
    }
    if (!asked.ok()) return asked.error();
    if (!asked->job.has_value()) return NotAJob(id);
    found.push_back(*asked->job);
  }
  if (found.empty() && missing.has_value()) return *missing;
  std::ranges::sort(found, std::greater(), &store::Job::created_ms);
  return found;
}

// The last value of each curve.
json FinalsJson(const std::vector<Series>& all) {
  json finals = json::object();
  for (const Series& series : all) {
    if (series.points.empty()) continue;
    const std::string name =
        series.source.empty() ? series.name : series.source + "/" + series.name;
    finals[name] = NumberJson(std::optional(series.points.back().value));
  }
  return finals;
}

Result<json> RunJson(const store::Job& job, const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const Asked asked, FindAsked(job.id, call, console, "Read"));
  bool complete = true;
  const std::vector<Series> all = MetricsOf(call, console, asked, &complete);
  json run = RowJson(RowOf(*asked.job), true);
  run["complete"] = complete;
  run["parameters"] = PairsJson(jobs::ParametersOf(*asked.job));
  run["finals"] = FinalsJson(all);
  run["series"] = json::array();
  for (const Series& series : all) run["series"].push_back(SeriesJson(series, PointsOf(call)));
  return run;
}

Result<json> CompareJson(const rest::Call& call, Console& console) {
  const std::string name = call.Get("job");
  if (name.empty() && call.Get("runs").empty()) {
    return Error{ErrorCode::kInvalidCommand,
                 "nothing says which runs are compared",
                 {},
                 "give job=NAME, or runs=ID,ID"};
  }
  PAISQL_ASSIGN(Jobs jobs, Jobs::Open(console));
  std::vector<std::string> gone;
  PAISQL_ASSIGN(const std::vector<store::Job> runs,
                name.empty() ? RunsOfIds(call, console, gone) : RunsOfName(call, name, jobs));
  const std::vector<std::string> ids = WordsOf(call, "ids");
  const bool chosen = call.Has("ids");
  // Runs that were named one by one are all meant.
  const size_t usual = name.empty() ? kComparedRuns : kUsuallyCompared;
  json body = {{"job", name}, {"runs", json::array()}, {"compared", json::array()}, {"gone", gone}};
  for (const store::Job& job : runs) {
    body["runs"].push_back(RowJson(RowOf(job), true));
    const bool wanted = !chosen || Has(ids, job.id);
    if (!wanted || body["compared"].size() >= (chosen ? kComparedRuns : usual)) continue;
    PAISQL_ASSIGN(json run, RunJson(job, call, console));
    body["compared"].push_back(std::move(run));
  }
  return body;
}

// How often a job was run, and when last.
struct NamedRuns {
  int64_t runs = 0;
  int64_t newest_ms = 0;
};

Result<json> RepeatedJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(Jobs jobs, Jobs::Open(console));
  store::JobFilter newest;
  newest.limit = kSearchedJobs;
  PAISQL_ASSIGN(const std::vector<store::Job> found, SeenJobs(call, ProjectOf(call), newest, jobs));
  std::map<std::string, NamedRuns> names;
  for (const store::Job& job : found) {
    NamedRuns& runs = names[job.name];
    ++runs.runs;
    runs.newest_ms = std::max(runs.newest_ms, job.created_ms);
  }
  std::erase_if(names, [](const auto& one) { return one.first.empty() || one.second.runs < 2; });
  std::vector<std::pair<std::string, NamedRuns>> list(names.begin(), names.end());
  std::ranges::stable_sort(list, std::greater(),
                           [](const auto& one) { return one.second.newest_ms; });
  json body = {{"jobs", json::array()}};
  for (const auto& [name, runs] : list) {
    body["jobs"].push_back({{"name", name}, {"runs", runs.runs}, {"newest_ms", runs.newest_ms}});
  }
  return body;
}

}  // namespace

rest::Answer CompareRuns(const rest::Call& call, Console& console) {
  const Result<json> body = CompareJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer ListRepeatedJobs(const rest::Call& call, Console& console) {
  const Result<json> body = RepeatedJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
