#pragma once

// Answers with curves. Rows of routes.cpp.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "console/console.h"
#include "console/logview/asked.h"
#include "console/logview/curves/series.h"
#include "rest/call.h"

namespace paisql::console {

// GET /logview/instances/{}/metrics?points=N&after=CURSOR: the job's curves; {"unchanged": true}
// where nothing came after the cursor.
rest::Answer TellMetrics(const rest::Call& call, Console& console);
// GET …/resources?points=N&after=CURSOR: CPU, memory and cards over time.
rest::Answer TellResources(const rest::Call& call, Console& console);

// The job's own records and its summaries. `complete`: all of these was read.
std::vector<Series> MetricsOf(const rest::Call& call, Console& console, const Asked& asked,
                              bool* complete);
// The series as JSON, with at most about so many points.
nlohmann::json SeriesJson(const Series& series, size_t points);
// The request's points, within limits.
size_t PointsOf(const rest::Call& call);

}  // namespace paisql::console
