#include "session/statements/services/parts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/system/clock.h"
#include "fleet/fleet.h"
#include "fleet/running_services.h"
#include "session/display/layout.h"

namespace paisql::session {

namespace {

constexpr const char* kTimeoutSetting = "paisql.service.timeout";

using store::Service;
using store::ServiceVersion;

Result<store::Fleet> Ensure(Run& run) {
  const jobs::Installation& installation = run.state.options().installation;
  return fleet::EnsureFleet(run.state.catalog(), {installation.program, installation.python},
                            run.state.stop_token());
}

// Whether the version answers by the change that has come after `before`.
bool HasBegun(const ServiceVersion& version, const Service* before) {
  const ServiceVersion* known = before == nullptr ? nullptr : before->Version(version.version);
  return known == nullptr || known->role == store::ServiceRole::kRetired;
}

// Versions that have begun come first, so that no other one takes their time.
std::vector<const ServiceVersion*> AnsweringVersions(const Service& service,
                                                     const Service* before) {
  std::vector<const ServiceVersion*> versions;
  for (const ServiceVersion& version : service.versions) {
    if (version.role != store::ServiceRole::kRetired) versions.push_back(&version);
  }
  std::stable_partition(versions.begin(), versions.end(), [before](const ServiceVersion* version) {
    return HasBegun(*version, before);
  });
  return versions;
}

Error NotReady(const Service& service, const ServiceVersion& version, const fleet::Waited& waited,
               int64_t seconds) {
  std::string why;
  std::string hint;
  switch (waited.readiness) {
    case fleet::Readiness::kFailed:
      why = "cannot serve: " + waited.error;
      break;
    case fleet::Readiness::kOvertaken:
      why = "was overtaken by another statement: " + waited.error;
      hint = "DESC SERVICE " + service.name + " shows what it is";
      break;
    case fleet::Readiness::kNoFleet:
      why = "has lost its supervisor";
      hint = "START SERVICE " + service.name + " starts it again";
      break;
    default:
      why = "is not ready after " + std::to_string(seconds) + " s" +
            (waited.error.empty() ? "" : ": " + waited.error);
      hint = "DESC SERVICE " + service.name + " shows how far it is; SET " + kTimeoutSetting +
             " says how long to wait";
  }
  return {ErrorCode::kDdlFailed,
          "service " + service.name + " version " + std::to_string(version.version) + " " + why,
          {},
          std::move(hint)};
}

// Ctrl-C, after which all goes on but the statement.
Error GoesOn(Error interrupted, const Service& service) {
  interrupted.hint = "service " + service.name + " goes on starting; DESC SERVICE " + service.name +
                     " shows how far it is, its address and its token";
  return interrupted;
}

}  // namespace

Status AwaitService(const Service& service, const Service* before, Run& run, Awaited* awaited) {
  *awaited = {};
  if (run.state.checking()) return Status::Ok();
  if (!service.running || !fleet::HasInstances(service)) {
    TellFleet(run);
    return Status::Ok();
  }
  const std::vector<const ServiceVersion*> versions = AnsweringVersions(service, before);
  const auto fleet = Ensure(run);
  if (!fleet.ok()) {
    const Status interrupted = run.state.CheckInterrupted();
    if (!interrupted.ok()) return GoesOn(interrupted.error(), service);
    awaited->gave_up = HasBegun(*versions.front(), before);
    return fleet.error();
  }
  const int64_t seconds = run.state.settings().GetCount(kTimeoutSetting).value_or(0);
  if (seconds == 0) return Status::Ok();
  const int64_t deadline = SteadyMs() + seconds * 1000;
  bool ready = true;
  for (const ServiceVersion* version : versions) {
    PAISQL_ASSIGN(const fleet::Waited waited,
                  fleet::WaitUntilReady(run.state.catalog(), service.id, version->version, deadline,
                                        run.state.stop_token()));
    if (waited.readiness == fleet::Readiness::kReady) continue;
    const Status interrupted = run.state.CheckInterrupted();
    if (!interrupted.ok()) return GoesOn(interrupted.error(), service);
    Error why = NotReady(service, *version, waited, seconds);
    if (HasBegun(*version, before)) {
      awaited->gave_up = waited.readiness == fleet::Readiness::kFailed;
      return why;
    }
    ready = false;
    run.out.Warning({}, Visible(why.detail));
  }
  awaited->ready = ready;
  return Status::Ok();
}

void ReviveFleet(Run& run) {
  if (run.state.checking()) return;
  const auto running = fleet::ReadRunning(run.state.catalog());
  if (!running.ok() || running->supervised) return;
  const auto services = store::ServiceCatalog(run.state.catalog()).List();
  if (!services.ok()) return;
  const bool wanted = std::any_of(services->begin(), services->end(), [](const Service& service) {
    return service.running && fleet::HasInstances(service);
  });
  if (!wanted) return;
  const auto fleet = Ensure(run);
  if (!fleet.ok()) run.out.Warning({}, Visible(fleet.error().detail));
}

void TellFleet(Run& run) {
  if (run.state.checking()) return;
  const auto instances = store::ServiceCatalog(run.state.catalog()).ListInstances();
  if (!instances.ok() || instances->empty()) return fleet::PokeFleet(run.state.catalog());
  // Running processes must be ended, even if the supervisor has been killed.
  (void)Ensure(run);
}

}  // namespace paisql::session
