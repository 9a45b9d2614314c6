// What an instance does and has done: progress, summary, workers and their logs.

#include <array>
#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "rest/instances/answers.h"
#include "rest/instances/work_facts.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

using instances::InstancePtr;
using nlohmann::json;

constexpr size_t kLogBytes = size_t{1} << 20;

std::string Text(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

Answer Summed(const InstancePtr& instance, const json& body) {
  Answer answer = JsonAnswer(Text(body));
  answer.headers.emplace_back("x-odps-task-finalized",
                              instance->status().ended() ? "true" : "false");
  return answer;
}

Answer TellProgress(const Call& /*call*/, Service& /*service*/, const InstancePtr& instance) {
  return {200, "application/xml", ProgressXml(*instance)};
}

Answer TellInstanceSummary(const Call& /*call*/, Service& /*service*/,
                           const InstancePtr& instance) {
  return Summed(instance,
                {{"Instance",
                  {{"Summary", SummaryText(*instance)}, {"JsonSummary", SummaryJson(*instance)}}}});
}

Answer TellSummary(const Call& /*call*/, Service& /*service*/, const InstancePtr& instance) {
  return Summed(instance,
                {{"mapReduce",
                  {{"summary", SummaryText(*instance)}, {"jsonSummary", SummaryJson(*instance)}}}});
}

Answer TellDetail(const Call& /*call*/, Service& /*service*/, const InstancePtr& instance) {
  return JsonAnswer(DetailJson(*instance));
}

bool IsLogId(const std::string& id, const instances::Instance& instance) {
  const size_t stages = instance.trace().runs().size();
  for (size_t i = 0; i < stages; ++i) {
    if (id == LogId(i)) return true;
  }
  return false;
}

// The output of all processes of a job stands in one log, which the last worker has; SQL says
// nothing.
Answer TellLog(const Call& call, Service& /*service*/, const InstancePtr& instance) {
  const std::string id = call.Get("id");
  if (!IsLogId(id, *instance)) {
    return XmlError(404, "NoSuchObject",
                    "The instance " + instance->id() + " has no worker of the log " + id);
  }
  const bool is_last = id == LogId(instance->trace().runs().size() - 1);
  if (call.Get("logtype", "stdout") != "stdout" || !is_last) return TextAnswer("");
  const auto size = ParseNumber<size_t>(call.Get("size"));
  return TextAnswer(instance->trace().said(size.value_or(0) > 0 ? *size : kLogBytes));
}

constexpr std::array kWorkRoutes = {
    Route{"GET", kInstancePath, "instanceprogress", On<TellProgress>},
    Route{"GET", kInstancePath, "instancesummary", On<TellInstanceSummary>},
    Route{"GET", kInstancePath, "summary", On<TellSummary>},
    Route{"GET", kInstancePath, "instancedetail", On<TellDetail>},
    Route{"GET", kInstancePath, "detail", On<TellDetail>},
    Route{"GET", kInstancePath, "log", On<TellLog>},
};

}  // namespace

std::span<const Route> InstanceWorkRoutes() { return kWorkRoutes; }

}  // namespace paisql::rest
