#pragma once

// The instance that a request is about: statements that a client has submitted, or a job of PAI;
// and whether the request's user may see it. For the thread of one request.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "console/console.h"
#include "instances/instance.h"
#include "jobs/service/job_service.h"
#include "rest/call.h"
#include "store/types.h"

namespace paisql::console {

// Parts of a request below /console/api/logview/instances/{}.
inline constexpr size_t kInstancePart = 2;

// The jobs of the home, with a catalog of their own.
struct Jobs {
  static Result<Jobs> Open(Console& console);

  rest::Catalogs::Loan catalog;
  std::unique_ptr<jobs::JobService> service;
};

// Statements that a client has submitted, or a job of PAI.
struct Asked {
  instances::InstancePtr instance;
  std::optional<store::Job> job;
  Jobs jobs;

  const std::string& id() const { return instance != nullptr ? instance->id() : job->id; }
  std::string project() const;
  // The job's folder.
  std::string Directory() const;
};

// kJobNotFound for an unknown id; ODPS-0130013 for another user's instance if the user of the
// request may not do the action, "Read" or "Write", with it.
Result<Asked> FindAsked(const rest::Call& call, Console& console, std::string_view action);
Result<Asked> FindAsked(const std::string& id, const rest::Call& call, Console& console,
                        std::string_view action);
// Whether lists of the project show other users' instances: they do to its owner and its
// administrators.
bool SeesOthers(const rest::Call& call, const std::string& project, store::Catalog& catalog);

// The words of instances' states (console/answers.h), for jobs.
std::string_view StateWord(store::JobState state);

}  // namespace paisql::console
