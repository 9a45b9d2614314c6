// The job of sql_stream: rows of a stream's source into its output as they are, or as queries make
// them. Its workers are those of predictors, without a model.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pai/alink/alink_jobs.h"
#include "pai/alink/streams/stream_places.h"
#include "pai/alink/streams/stream_queries.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr const char* kStreamVariable = "PAISQL_ALINK";
constexpr int64_t kMostWorkers = 1000;

}  // namespace

Status BuildSqlStreamJob(const Parameters& parameters, const BuildContext& context,
                         jobs::JobSpec* spec) {
  nlohmann::json job = {{"kind", "stream"}, {"recovery", "resume"}};
  PAISQL_ASSIGN(const StreamRows rows, BindStreamSource(parameters, context, spec, &job));
  job["columns"] = nlohmann::json::array();
  std::vector<store::Column> columns;
  for (const store::Column& one : rows.table.columns) {
    if (!TravelsInStream(one.type)) {
      return Wrong(
          rows.range,
          "column '" + one.name + "' is " + one.type.ToString() + ", which a stream does not carry",
          "leave it out with -DinputQuery=\"SELECT ... FROM input\"");
    }
    job["columns"].push_back(one.name);
    columns.push_back(NewColumn(one.name, one.type));
    columns.back().id = static_cast<int64_t>(columns.size());
  }
  PAISQL_TRY(BindStreamSink(parameters, context, std::move(columns), spec, &job));
  const int64_t count = parameters.Number("numWorkers");
  if (count < 1 || count > kMostWorkers) {
    return Wrong(parameters.Find("numWorkers")->value_range,
                 "a job cannot have " + std::to_string(count) + " workers",
                 "give one worker at least, and 1000 at most");
  }
  spec->roles = {ProcessesOf("worker", count, 0)};
  SetLimits(parameters, spec);
  PAISQL_TRY(AddStream(parameters, spec, &job));
  spec->environment[kStreamVariable] = job.dump();
  PAISQL_TRY(AddBucketAccess(parameters, context, spec));
  return RefuseConfinedStream(parameters, context, spec);
}

}  // namespace paisql::pai
