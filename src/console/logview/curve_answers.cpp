#include "console/logview/curve_answers.h"

#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/logview/curves/job_curves.h"
#include "console/logview/instance_facts.h"
#include "console/logview/logview_state.h"
#include "console/logview/numbers.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr size_t kUsualPoints = 600;
constexpr size_t kFewestPoints = 10;
constexpr size_t kMostPicturePoints = 10'000;
constexpr int64_t kReadMs = 300;

// Tells one state of the curves from a later one.
std::string MarkOf(const std::vector<Series>& all) {
  size_t points = 0;
  int64_t newest_ms = 0;
  for (const Series& series : all) {
    points += series.points.size();
    if (!series.points.empty()) newest_ms = std::max(newest_ms, series.points.back().time_ms);
  }
  return std::to_string(points) + ":" + std::to_string(newest_ms);
}

json CurvesJson(const rest::Call& call, const std::vector<Series>& all, bool complete,
                const Asked& asked) {
  const bool runs = asked.job.has_value() && !jobs::HasEnded(asked.job->state);
  const std::string cursor = MarkOf(all);
  json body = {{"cursor", cursor}, {"complete", complete}, {"grows", runs}};
  if (call.Get("after") == cursor) {
    body["unchanged"] = true;
    return body;
  }
  body["series"] = json::array();
  for (const Series& series : all) body["series"].push_back(SeriesJson(series, PointsOf(call)));
  return body;
}

}  // namespace

size_t PointsOf(const rest::Call& call) {
  return ParseNumber<size_t>(call.Get("points"), kFewestPoints, kMostPicturePoints)
      .value_or(kUsualPoints);
}

json SeriesJson(const Series& series, size_t points) {
  json steps = json::array();
  json times = json::array();
  json values = json::array();
  for (const CurvePoint& point : Downsampled(series.points, points)) {
    steps.push_back(NumberJson(point.step));
    times.push_back(point.time_ms);
    values.push_back(NumberJson(std::optional(point.value)));
  }
  return {{"name", series.name},
          {"source", series.source},
          {"is_summary", series.is_summary},
          {"count", series.points.size()},
          {"steps", std::move(steps)},
          {"times", std::move(times)},
          {"values", std::move(values)}};
}

std::vector<Series> MetricsOf(const rest::Call& call, Console& console, const Asked& asked,
                              bool* complete) {
  *complete = true;
  if (!asked.job.has_value()) return {};
  std::vector<Series> all = RecordedSeries(asked.Directory());
  CurvesWanted wanted;
  wanted.directory = asked.Directory();
  wanted.folders = FindSummaryFolders(asked, call.user.empty()).folders;
  wanted.from_ms = asked.job->created_ms;
  wanted.to_ms = asked.job->ended_ms;
  for (Series& series : console.logview->summaries.Read(wanted, SteadyMs() + kReadMs, complete)) {
    all.push_back(std::move(series));
  }
  return all;
}

rest::Answer TellMetrics(const rest::Call& call, Console& console) {
  const Result<Asked> asked = FindAsked(call, console, "Read");
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  bool complete = true;
  const std::vector<Series> all = MetricsOf(call, console, *asked, &complete);
  return JsonAnswer(CurvesJson(call, all, complete, *asked));
}

rest::Answer TellResources(const rest::Call& call, Console& console) {
  const Result<Asked> asked = FindAsked(call, console, "Read");
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  const std::vector<Series> all =
      asked->job.has_value() ? ResourceSeries(asked->Directory()) : std::vector<Series>();
  return JsonAnswer(CurvesJson(call, all, true, *asked));
}

}  // namespace paisql::console
