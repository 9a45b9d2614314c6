#include "session/statements/services/await_service.h"

#include "base/system/steady_clock.h"
#include "fleet/fleet.h"
#include "session/statements/services/find_service.h"

namespace paisql::session {

namespace {

constexpr const char* kTimeoutSetting = "paisql.service.timeout";

Error NotReady(const store::Service& service, const store::ServiceVersion& version,
               const std::string& why, std::string hint) {
  return {ErrorCode::kDdlFailed,
          "service " + service.name + " version " + std::to_string(version.version) + " " + why,
          {},
          std::move(hint)};
}

}  // namespace

Status AwaitService(const store::Service& service, Run& run, bool* gave_up) {
  *gave_up = false;
  if (run.state.checking()) return Status::Ok();
  if (!service.running || !HasInstances(service)) {
    TellFleet(run);
    return Status::Ok();
  }
  const training::Installation& installation = run.state.options().installation;
  const auto fleet =
      fleet::EnsureFleet(run.state.catalog(), {installation.program, installation.python});
  if (!fleet.ok()) {
    *gave_up = true;
    return fleet.error();
  }
  const int64_t seconds = run.state.settings().GetCount(kTimeoutSetting).value_or(0);
  if (seconds == 0) return Status::Ok();
  const int64_t deadline = SteadyMs() + seconds * 1000;
  const std::string look = "DESC SERVICE " + service.name + " shows how far it is";
  for (const store::ServiceVersion& version : service.versions) {
    if (version.role == store::ServiceRole::kRetired) continue;
    PAISQL_ASSIGN(const fleet::Waited waited,
                  fleet::WaitUntilReady(run.state.catalog(), service.id, version.version, deadline,
                                        run.state.stop_token()));
    switch (waited.readiness) {
      case fleet::Readiness::kReady:
        break;
      case fleet::Readiness::kFailed:
        *gave_up = true;
        return NotReady(service, version, "cannot serve: " + waited.error, "");
      case fleet::Readiness::kTimeout:
        return NotReady(service, version,
                        "is not ready after " + std::to_string(seconds) + " s" +
                            (waited.error.empty() ? "" : ": " + waited.error),
                        look + "; SET " + std::string(kTimeoutSetting) + " says how long to wait");
      case fleet::Readiness::kStopped: {
        PAISQL_TRY(run.state.CheckInterrupted());
        break;
      }
      case fleet::Readiness::kNoFleet:
        return NotReady(service, version, "has lost its supervisor",
                        "START SERVICE " + service.name + " starts it again");
    }
  }
  return Status::Ok();
}

void TellFleet(Run& run) {
  if (!run.state.checking()) fleet::PokeFleet(run.state.catalog());
}

}  // namespace paisql::session
