#include "instances/book/instance_text.h"

#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "instances/without_secrets.h"

namespace paisql::instances {

namespace {

using Json = nlohmann::json;

// Of what jobs have said, the end.
constexpr size_t kSaidBytes = size_t{64} << 10;

// Texts of users may be no UTF-8.
std::string TextOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json ParseObject(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json : Json::object();
}

// The member as that type, or what it has without one.
template <typename T>
T Get(const Json& json, const char* name, T otherwise = T()) {
  const auto found = json.find(name);
  if (found == json.end()) return otherwise;
  if constexpr (std::is_same_v<T, std::string>) {
    return found->is_string() ? found->template get<std::string>() : otherwise;
  } else if constexpr (std::is_same_v<T, bool>) {
    return found->is_boolean() ? found->template get<bool>() : otherwise;
  } else {
    return found->is_number() ? found->template get<T>() : otherwise;
  }
}

store::JobState StateOf(TaskState state) {
  switch (state) {
    case TaskState::kWaiting:
      return store::JobState::kWaiting;
    case TaskState::kRunning:
      return store::JobState::kRunning;
    case TaskState::kSuccess:
      return store::JobState::kSucceeded;
    case TaskState::kFailed:
      return store::JobState::kFailed;
    case TaskState::kCancelled:
      return store::JobState::kKilled;
  }
  return store::JobState::kFailed;
}

TaskState StateOf(store::JobState state) {
  switch (state) {
    case store::JobState::kWaiting:
      return TaskState::kWaiting;
    case store::JobState::kRunning:
      return TaskState::kRunning;
    case store::JobState::kSucceeded:
      return TaskState::kSuccess;
    case store::JobState::kFailed:
      return TaskState::kFailed;
    case store::JobState::kKilled:
      return TaskState::kCancelled;
  }
  return TaskState::kFailed;
}

Json JsonOf(const Error& error) {
  Json json = {
      {"code", static_cast<int>(error.code)},
      {"detail", Redact(error.detail)},
      {"hint", Redact(error.hint)},
      {"range", {error.range.begin, error.range.end, error.range.line, error.range.column}},
      {"planning", error.while_planning},
      {"about", static_cast<int>(error.about.kind)},
      {"name", error.about.name}};
  for (const Error& other : error.others) json["others"].push_back(JsonOf(other));
  return json;
}

Error ErrorOf(const Json& json) {
  Error error;
  error.code = static_cast<ErrorCode>(Get<int>(json, "code"));
  error.detail = Get<std::string>(json, "detail");
  error.hint = Get<std::string>(json, "hint");
  error.while_planning = Get<bool>(json, "planning");
  error.about = {static_cast<ErrorSubject::Kind>(Get<int>(json, "about")),
                 Get<std::string>(json, "name")};
  if (const auto range = json.find("range"); range != json.end() && range->size() == 4) {
    error.range = {range->at(0).get<size_t>(), range->at(1).get<size_t>(), range->at(2).get<int>(),
                   range->at(3).get<int>()};
  }
  if (const auto others = json.find("others"); others != json.end()) {
    for (const Json& other : *others) error.others.push_back(ErrorOf(other));
  }
  return error;
}

Json JsonOf(const InstanceResult& result) {
  Json columns = Json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({column.name, column.type.ToString(), column.trims_zeros});
  }
  return {{"has_rows", result.has_rows}, {"columns", columns},  {"rows", result.rows},
          {"bytes", result.bytes},       {"text", result.text}, {"zone", result.zone}};
}

Json JsonOf(const TraceFacts& facts) {
  Json runs = Json::array();
  for (const StatementTrace& run : facts.runs) {
    Json reads = Json::array();
    for (const session::TableRead& read : run.reads) {
      reads.push_back({{"table", read.table}, {"rows", read.rows}, {"bytes", read.bytes}});
    }
    Json one = {{"started", run.started_ms}, {"ended", run.ended_ms}, {"failed", run.failed},
                {"shown", run.rows_shown},   {"writes", run.writes},  {"reads", reads}};
    if (run.rows_written.has_value()) one["written"] = *run.rows_written;
    runs.push_back(one);
  }
  return {{"runs", runs}, {"warnings", Redact(facts.warnings)}, {"said", facts.said}};
}

// An array of the object; empty where it has none.
Json ListOf(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_array() ? *found : Json::array();
}

StatementTrace RunOf(const Json& json) {
  StatementTrace run;
  run.started_ms = Get<int64_t>(json, "started");
  run.ended_ms = Get<int64_t>(json, "ended");
  run.failed = Get<bool>(json, "failed");
  run.rows_shown = Get<int64_t>(json, "shown");
  if (json.contains("written")) run.rows_written = Get<int64_t>(json, "written");
  for (const Json& name : ListOf(json, "writes")) {
    if (name.is_string()) run.writes.push_back(name.get<std::string>());
  }
  for (const Json& read : ListOf(json, "reads")) {
    if (!read.is_object()) continue;
    run.reads.push_back(
        {Get<std::string>(read, "table"), Get<int64_t>(read, "rows"), Get<int64_t>(read, "bytes")});
  }
  return run;
}

}  // namespace

TraceFacts TraceOf(const store::InstanceRow& row) {
  const Json json = ParseObject(row.outcome);
  const auto trace = json.find("trace");
  if (trace == json.end() || !trace->is_object()) return {};
  TraceFacts facts;
  facts.warnings = Get<std::string>(*trace, "warnings");
  facts.said = Get<std::string>(*trace, "said");
  for (const Json& run : ListOf(*trace, "runs")) {
    if (run.is_object()) facts.runs.push_back(RunOf(run));
  }
  return facts;
}

store::InstanceRow RowOf(const Instance& instance, const std::string& server) {
  const Submission& asked = instance.submission();
  store::InstanceRow row;
  row.id = instance.id();
  row.project = asked.project;
  row.user = asked.user;
  row.server = server;
  row.unique_id = asked.unique_id;
  row.query = Redact(asked.query);
  row.submission = TextOf({{"task", asked.task},
                           {"kind", asked.kind},
                           {"job", asked.job},
                           {"settings", SettingsWithoutSecrets(asked.settings)},
                           {"source", SourceWithoutSecrets(asked.source)}});
  row.priority = asked.priority;
  row.submitted_ms = instance.status().started_ms;
  return row;
}

void AddOutcome(const Instance::Status& status, const InstanceResult* result,
                const InstanceProgress& progress, const Trace& trace, store::InstanceRow& row) {
  row.state = StateOf(status.state);
  row.ended_ms = status.ended_ms;
  Json json = {{"statement", progress.statement},
               {"statements", progress.statements},
               {"rows_written", progress.rows_written}};
  if (status.error.has_value()) {
    row.message = Redact(status.error->ToString());
    json["error"] = JsonOf(*status.error);
  }
  if (result != nullptr) json["result"] = JsonOf(*result);
  json["trace"] = JsonOf(trace.facts(kSaidBytes));
  row.outcome = TextOf(json);
}

Submission SubmissionOf(const store::InstanceRow& row) {
  const Json json = ParseObject(row.submission);
  Submission asked;
  asked.project = row.project;
  asked.user = row.user;
  asked.query = row.query;
  asked.priority = row.priority;
  asked.unique_id = row.unique_id;
  asked.task = Get<std::string>(json, "task", asked.task);
  asked.kind = Get<std::string>(json, "kind", asked.kind);
  asked.source = Get<std::string>(json, "source");
  asked.job = Get<std::string>(json, "job");
  const auto settings = json.find("settings");
  if (settings == json.end() || !settings->is_object()) return asked;
  for (const auto& [key, value] : settings->items()) {
    if (value.is_string()) asked.settings[key] = value.get<std::string>();
  }
  return asked;
}

Instance::Status StatusOf(const store::InstanceRow& row) {
  Instance::Status status;
  status.state = StateOf(row.state);
  status.started_ms = row.submitted_ms;
  status.ended_ms = row.ended_ms;
  if (status.state != TaskState::kFailed) return status;
  const Json json = ParseObject(row.outcome);
  const auto error = json.find("error");
  status.error = error != json.end() && error->is_object()
                     ? ErrorOf(*error)
                     : Error{ErrorCode::kInstanceCancelled, row.message, {}, ""};
  return status;
}

InstanceProgress ProgressOf(const store::InstanceRow& row) {
  const Json json = ParseObject(row.outcome);
  InstanceProgress progress;
  progress.statement = Get<int64_t>(json, "statement");
  progress.statements = Get<int64_t>(json, "statements");
  progress.rows_written = Get<int64_t>(json, "rows_written");
  return progress;
}

std::shared_ptr<InstanceResult> ResultOf(const store::InstanceRow& row) {
  const Json json = ParseObject(row.outcome);
  const auto found = json.find("result");
  if (found == json.end() || !found->is_object()) return nullptr;
  auto result = std::make_shared<InstanceResult>();
  result->has_rows = Get<bool>(*found, "has_rows");
  result->rows = Get<int64_t>(*found, "rows");
  result->bytes = Get<int64_t>(*found, "bytes");
  result->text = Get<std::string>(*found, "text");
  result->zone = Get<std::string>(*found, "zone");
  result->expired = row.expired;
  const auto columns = found->find("columns");
  if (columns == found->end()) return result;
  for (const Json& column : *columns) {
    if (column.size() != 3) continue;
    const auto type = ParseDataType(column.at(1).get<std::string>());
    // A type that this program does not know.
    if (!type.ok()) result->expired = true;
    result->columns.push_back({column.at(0).get<std::string>(),
                               type.ok() ? *type : DataType(TypeId::kString),
                               column.at(2).get<bool>()});
  }
  return result;
}

}  // namespace paisql::instances
