// The answers of the pages about instances.

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>

#include "base/process/process.h"
#include "base/system/clock.h"
#include "console/answers.h"
#include "console/logview/asked.h"
#include "console/logview/curve_answers.h"
#include "console/logview/instance_facts.h"
#include "console/logview/instance_list.h"
#include "console/logview/log_answers.h"
#include "console/route.h"
#include "jobs/job/job_row.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::console {

namespace {

using nlohmann::json;

rest::Answer TellInstance(const rest::Call& call, Console& console) {
  const Result<Asked> asked = FindAsked(call, console, "Read");
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  Result<json> facts =
      asked->instance != nullptr ? SqlFacts(console, *asked) : JobFacts(call, *asked);
  if (!facts.ok()) return RefusalOf(facts.error(), call);
  (*facts)["service"] = console.service.address;
  (*facts)["now_ms"] = NowMs();
  (*facts)["may_stop"] = FindAsked(call, console, "Write").ok();
  return JsonAnswer(*facts);
}

rest::Answer TellProcesses(const rest::Call& call, Console& console) {
  const Result<Asked> asked = FindAsked(call, console, "Read");
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  if (asked->instance != nullptr) {
    return JsonAnswer({{"processes", json::array()}, {"logs", json::array()}});
  }
  return JsonAnswer(ProcessesJson(*asked));
}

Error HasEndedAlready(const std::string& id) {
  return Error{ErrorCode::kInvalidCommand, "the instance " + id + " has already ended", {}, ""};
}

// It ends soon; the page sees when.
Status Stop(const Asked& asked, Console& console) {
  if (asked.instance != nullptr) {
    return console.service.instances.Cancel(asked.id()) ? Status::Ok()
                                                        : Status(HasEndedAlready(asked.id()));
  }
  if (jobs::HasEnded(asked.job->state)) return HasEndedAlready(asked.id());
  if (SignalProcess(jobs::SupervisorOf(*asked.job), SIGTERM)) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the job is just starting or ending",
               {},
               "stop it again in a moment"};
}

rest::Answer StopAsked(const rest::Call& call, Console& console) {
  const Result<Asked> asked = FindAsked(call, console, "Write");
  if (!asked.ok()) return RefusalOf(asked.error(), call);
  const Status stopped = Stop(*asked, console);
  return stopped.ok() ? JsonAnswer({{"stopping", true}}) : RefusalOf(stopped.error(), call);
}

constexpr std::array kLogviewRoutes = {
    Route{"GET", "/logview/instances", ListInstanceRows},
    Route{"GET", "/logview/jobs", ListRepeatedJobs},
    Route{"GET", "/logview/compare", CompareRuns},
    Route{"GET", "/logview/instances/{}", TellInstance},
    Route{"GET", "/logview/instances/{}/processes", TellProcesses},
    Route{"GET", "/logview/instances/{}/metrics", TellMetrics},
    Route{"GET", "/logview/instances/{}/resources", TellResources},
    Route{"POST", "/logview/instances/{}/stop", StopAsked},
    Route{"GET", "/logview/instances/{}/logs/{}/{}/{}", TellLines},
    Route{"GET", "/logview/instances/{}/logs/{}/{}/{}/search", SearchLines},
    Route{"GET", "/logview/instances/{}/logs/{}/{}/{}/download", DownloadLog},
};

}  // namespace

std::span<const Route> LogviewRoutes() { return kLogviewRoutes; }

}  // namespace paisql::console
