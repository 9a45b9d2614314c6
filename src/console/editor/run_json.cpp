#include "console/editor/run_json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "console/answers.h"
#include "console/editor/check.h"
#include "console/editor/text_places.h"
#include "messages/messages.h"

namespace paisql::console {

namespace {

using instances::Instance;
using instances::InstanceProgress;
using instances::TaskState;
using nlohmann::json;

constexpr size_t kSaidBytes = size_t{16} << 10;
constexpr size_t kLineBytes = 2000;
// What a statement says at most; the rest is in the instance's result for clients.
constexpr size_t kShownTextBytes = size_t{4} << 20;

// With its place in the text, and the further errors.
json PlacedErrorJson(const Error& error, const TextPlaces& places, const rest::Call& call) {
  json body = ErrorJson(error, call);
  // The code and the place stand beside it.
  std::string message(ErrorCodeText(error.code));
  if (!error.detail.empty()) {
    message += " - " + messages::Translate(LanguageOf(call), Redact(error.detail));
  }
  body["message"] = std::move(message);
  if (error.range.known()) {
    body["begin"] = places.UnitsOf(error.range.begin);
    body["end"] = places.UnitsOf(error.range.end);
  }
  json others = json::array();
  for (const Error& other : error.others) others.push_back(PlacedErrorJson(other, places, call));
  body["others"] = std::move(others);
  return body;
}

json ProgressJson(const InstanceProgress& progress) {
  json body = {{"statement", progress.statement},         {"statements", progress.statements},
               {"rows_read", progress.rows_read},         {"bytes_read", progress.bytes_read},
               {"bytes_to_read", progress.bytes_to_read}, {"rows_written", progress.rows_written}};
  body["fraction"] = progress.fraction.has_value() ? json(*progress.fraction) : json();
  return body;
}

// What its statements have read, together by tables.
json ReadsOf(const Instance& instance) {
  std::map<std::string, session::TableRead> tables;
  for (const instances::StatementTrace& run : instance.trace().runs()) {
    for (const session::TableRead& read : run.reads) {
      tables[read.table].rows += read.rows;
      tables[read.table].bytes += read.bytes;
    }
  }
  json reads = json::array();
  for (const auto& [name, read] : tables) {
    reads.push_back({{"table", name}, {"rows", read.rows}, {"bytes", read.bytes}});
  }
  return reads;
}

json ResultJson(const instances::InstanceResult& result) {
  json columns = json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"name", column.name},
                       {"type", column.type.ToString()},
                       {"number", column.type.IsNumeric()},
                       {"time", column.type.IsTemporal()}});
  }
  return {{"has_rows", result.has_rows},
          {"columns", std::move(columns)},
          {"rows", result.rows},
          {"bytes", result.bytes},
          {"text", result.text.substr(0, kShownTextBytes)},
          {"expired", result.expired}};
}

int64_t RowsWritten(const Instance& instance) {
  int64_t rows = -1;
  for (const instances::StatementTrace& run : instance.trace().runs()) {
    if (run.rows_written.has_value()) rows = std::max<int64_t>(rows, 0) + *run.rows_written;
  }
  return rows;
}

}  // namespace

json RunLineJson(const Instance& instance) {
  const Instance::Status status = instance.status();
  const instances::Submission& asked = instance.submission();
  json body = {{"id", instance.id()},
               {"state", StateWord(status.state)},
               {"project", asked.project},
               {"statement", Redact(asked.query.substr(0, kLineBytes))},
               {"verb", VerbOf(Trim(asked.query))},
               {"started_ms", status.started_ms},
               {"ended_ms", status.ended_ms}};
  const auto result = instance.result();
  body["rows"] = result != nullptr && result->has_rows ? json(result->rows) : json();
  body["error"] = status.error.has_value() ? json(status.error->ToString()) : json();
  return body;
}

json RunJson(const Instance& instance, const rest::Call& call, Console& console) {
  const Instance::Status status = instance.status();
  const instances::Submission& asked = instance.submission();
  const bool is_own = call.user == asked.user;
  json body = RunLineJson(instance);
  body["statement"] = is_own ? asked.query : Redact(asked.query);
  body["progress"] = ProgressJson(instance.progress());
  body["ahead"] = status.ended() ? 0 : console.service.instances.QueueOf(instance.id()).ahead;
  body["now_ms"] = NowMs();
  body["warnings"] = instance.trace().warnings();
  body["said"] = instance.trace().said(kSaidBytes);
  body["reads"] = ReadsOf(instance);
  const int64_t written = RowsWritten(instance);
  body["rows_written"] = written < 0 ? json() : json(written);
  if (status.error.has_value()) {
    body["error"] = PlacedErrorJson(*status.error, TextPlaces(asked.query), call);
  }
  const auto result = instance.result();
  body["result"] = result == nullptr ? json() : ResultJson(*result);
  return body;
}

}  // namespace paisql::console
