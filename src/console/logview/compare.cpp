// The runs of one job name beside each other.

#include <algorithm>
#include <nlohmann/json.hpp>
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
constexpr size_t kComparedRuns = 12;
constexpr size_t kUsuallyCompared = 5;

// The newest runs of exactly this name that the user may see.
Result<std::vector<store::Job>> RunsOf(const rest::Call& call, const std::string& project,
                                       Jobs& jobs) {
  store::JobFilter filter;
  filter.pai_only = true;
  const std::string name = call.Get("job");
  // In a pattern these stand for other texts.
  if (name.find_first_of("*%|") == std::string::npos) filter.name_pattern = name;
  PAISQL_ASSIGN(std::vector<store::Job> found, jobs.catalog->ListJobs(project, filter));
  const bool all = SeesOthers(call, project, *jobs.catalog);
  std::erase_if(found, [&](const store::Job& job) {
    return job.name != name || !(all || EqualsIgnoreCase(job.owner, call.user));
  });
  if (std::ssize(found) > kListedRuns) found.resize(kListedRuns);
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
  if (call.Get("job").empty()) {
    return Error{ErrorCode::kInvalidCommand, "the parameter job names the runs", {}, ""};
  }
  PAISQL_ASSIGN(Jobs jobs, Jobs::Open(console));
  PAISQL_ASSIGN(const std::vector<store::Job> runs, RunsOf(call, ProjectOf(call), jobs));
  const std::vector<std::string> ids = Split(call.Get("ids"), ',');
  const bool chosen = call.Has("ids");
  json body = {{"job", call.Get("job")}, {"runs", json::array()}, {"compared", json::array()}};
  for (const store::Job& job : runs) {
    body["runs"].push_back(RowJson(RowOf(job), true));
    const bool wanted = chosen ? std::ranges::find(ids, job.id) != ids.end()
                               : body["compared"].size() < kUsuallyCompared;
    if (!wanted || body["compared"].size() >= kComparedRuns) continue;
    PAISQL_ASSIGN(json run, RunJson(job, call, console));
    body["compared"].push_back(std::move(run));
  }
  return body;
}

}  // namespace

rest::Answer CompareRuns(const rest::Call& call, Console& console) {
  const Result<json> body = CompareJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
