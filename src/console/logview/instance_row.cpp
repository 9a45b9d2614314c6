#include "console/logview/instance_row.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "console/logview/asked.h"
#include "console/logview/numbers.h"
#include "store/place.h"

namespace paisql::console {

namespace {

constexpr size_t kListedTextBytes = 400;

bool IsAmong(const std::vector<std::string>& words, const std::string& word) {
  return words.empty() || std::ranges::find(words, word) != words.end();
}

bool HasPart(const std::string& whole, const std::string& part) {
  return part.empty() || ToLower(whole).find(part) != std::string::npos;
}

std::string Listed(const std::string& text, bool in_list) {
  if (!in_list || text.size() <= kListedTextBytes) return text;
  return text.substr(0, kListedTextBytes);
}

// The part of an instance's statements that is done.
std::optional<double> FractionOf(const instances::Instance& instance) {
  const instances::InstanceProgress progress = instance.progress();
  if (progress.statement == 0) return std::nullopt;
  const double all = static_cast<double>(std::max(progress.statements, progress.statement));
  return (static_cast<double>(progress.statement - 1) + progress.fraction.value_or(0)) / all;
}

}  // namespace

InstanceRow RowOf(const instances::Instance& instance, const std::string& owner) {
  const instances::Submission& asked = instance.submission();
  const instances::Instance::Status status = instance.status();
  InstanceRow row;
  row.id = instance.id();
  row.kind = "sql";
  row.name = asked.job;
  row.task = asked.task;
  row.project = store::ProjectOfPlace(asked.project);
  row.owner = asked.user.empty() ? owner : asked.user;
  row.state = StateWord(status.state);
  row.statement = Redact(asked.query);
  if (status.error.has_value()) row.message = Redact(status.error->ToString());
  row.created_ms = status.started_ms;
  const std::vector<instances::StatementTrace> runs = instance.trace().runs();
  if (!runs.empty()) row.started_ms = runs.front().started_ms;
  row.ended_ms = status.ended_ms;
  row.priority = asked.priority;
  row.progress = status.ended() ? std::nullopt : FractionOf(instance);
  return row;
}

InstanceRow RowOf(const store::Job& job) {
  InstanceRow row;
  row.id = job.id;
  row.kind = "pai";
  row.name = job.name;
  row.task = job.kind;
  row.project = job.project;
  row.owner = job.owner;
  row.state = StateWord(job.state);
  row.statement = Redact(job.statement);
  row.message = Redact(job.message);
  row.created_ms = job.created_ms;
  row.started_ms = job.started_ms;
  row.ended_ms = job.ended_ms;
  row.priority = job.priority;
  row.steps = job.steps;
  row.loss = job.loss;
  return row;
}

nlohmann::json RowJson(const InstanceRow& row, bool in_list) {
  return {{"id", row.id},
          {"kind", row.kind},
          {"name", row.name},
          {"task", row.task},
          {"project", row.project},
          {"owner", row.owner},
          {"state", row.state},
          {"statement", Listed(row.statement, in_list)},
          {"message", Listed(row.message, in_list)},
          {"created_ms", row.created_ms},
          {"started_ms", row.started_ms},
          {"ended_ms", row.ended_ms},
          {"priority", row.priority},
          {"progress", NumberJson(row.progress)},
          {"steps", NumberJson(row.steps)},
          {"loss", NumberJson(row.loss)}};
}

std::vector<std::string> WordsOf(const rest::Call& call, std::string_view parameter) {
  const std::string text = call.Get(parameter);
  return text.empty() ? std::vector<std::string>() : Split(text, ',');
}

RowFilter::RowFilter(const rest::Call& call)
    : states_(WordsOf(call, "state")),
      kinds_(WordsOf(call, "kind")),
      user_(ToLower(call.Get("user"))),
      name_(ToLower(call.Get("name"))),
      text_(ToLower(call.Get("text"))),
      from_ms_(ParseNumber<int64_t>(call.Get("from_ms"))),
      to_ms_(ParseNumber<int64_t>(call.Get("to_ms"))) {}

bool RowFilter::Takes(const InstanceRow& row) const {
  if (!IsAmong(states_, row.state) || !IsAmong(kinds_, row.kind)) return false;
  if (!HasPart(row.owner, user_) || !HasPart(row.name, name_)) return false;
  if (from_ms_.has_value() && row.created_ms < *from_ms_) return false;
  if (to_ms_.has_value() && row.created_ms > *to_ms_) return false;
  return HasPart(row.id, text_) || HasPart(row.name, text_) || HasPart(row.statement, text_);
}

}  // namespace paisql::console
