#include "session/statements/services/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "fleet/running_services.h"
#include "fleet/service_changes.h"
#include "fleet/service_groups.h"
#include "fleet/stored_properties.h"

namespace paisql::session {

namespace {

using store::Service;
using store::ServiceRole;
using store::ServiceVersion;
using syntax::ServiceStatement;

}  // namespace

Result<std::optional<serving::Scaling>> ScalingAfter(const ServiceStatement& statement,
                                                     const Service& service) {
  const bool says_so = std::any_of(
      statement.properties.begin(), statement.properties.end(),
      [](const auto& property) { return property.name.text.starts_with("autoscaler."); });
  auto scaling = fleet::ScalingOf(service);
  if (scaling.ok()) return scaling;
  if (says_so) return WithRange(scaling.error(), statement.name.range);
  return std::optional<serving::Scaling>();
}

Status LeaveNumbersToLoad(const ServiceStatement& statement, Service* service) {
  PAISQL_ASSIGN(const auto scaling, ScalingAfter(statement, *service));
  if (!scaling.has_value()) return Status::Ok();
  for (ServiceVersion& version : service->versions) {
    if (version.role != ServiceRole::kRetired) version.instances = static_cast<int>(scaling->least);
  }
  return Status::Ok();
}

Status TellService(const Service& service, const Awaited& awaited, Run& run) {
  if (run.state.checking()) {
    run.out.Done();
    return Status::Ok();
  }
  std::string line = "OK: service '" + service.name + "' ";
  if (!service.running || !fleet::HasInstances(service)) {
    run.out.Message(line + (service.running ? "has no instances" : "is stopped"));
    return Status::Ok();
  }
  std::vector<std::string> shares;
  for (const ServiceVersion& version : service.versions) {
    if (version.role == ServiceRole::kRetired) continue;
    shares.push_back("version " + std::to_string(version.version) +
                     (version.role == ServiceRole::kMirror ? " gets copies of " : " answers ") +
                     std::to_string(version.weight) + " %");
  }
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  PAISQL_ASSIGN(const auto of_group, fleet::GroupShareOf(service, running, run.state.catalog()));
  if (of_group.has_value()) {
    shares.push_back("it answers " + of_group->share + " of group '" + of_group->group + "'");
  }
  run.out.Message(line + (awaited.ready ? "is ready: " : "is set: ") + Join(shares, ", "));
  return Status::Ok();
}

void TellHeirs(const std::string& group, const std::vector<Service>& heirs, Run& run) {
  if (heirs.empty() || run.state.checking()) return;
  std::vector<std::string> names;
  for (const Service& heir : heirs) names.push_back(heir.name);
  run.out.Message(fmt::format("OK: service '{}' {} for group '{}'", Join(names, "', '"),
                              names.size() == 1 ? "answers" : "answer", group));
}

Status ChangeService(const ServiceStatement& statement, const Service& before,
                     const std::function<Status(Service*)>& change, const SourceRange& range,
                     Run& run) {
  store::ServiceCatalog services(run.state.catalog());
  const auto change_all = [&](Service* service) -> Status {
    PAISQL_TRY(change(service));
    return LeaveNumbersToLoad(statement, service);
  };
  PAISQL_ASSIGN_AT(range, const std::optional<Service> made,
                   services.Change(before.id, change_all));
  if (!made.has_value()) {
    return Error{ErrorCode::kResourceNotFound,
                 "service " + before.name + " was dropped by another statement meanwhile", range,
                 ""};
  }
  std::vector<Service> heirs;
  if (!EqualsIgnoreCase(fleet::GroupOf(before), fleet::GroupOf(*made))) {
    PAISQL_ASSIGN_AT(range, heirs, fleet::LeaveShare(before, run.state.catalog()));
  }
  Awaited awaited;
  const Status ready = AwaitService(*made, &before, run, &awaited);
  if (awaited.gave_up) {
    // The error that has led here is the one to tell.
    fleet::TakeShareBack(heirs, run.state.catalog());
    (void)services.Change(before.id,
                          [&](Service* now) { return fleet::PutBack(before, *made, now); });
    TellFleet(run);
  }
  PAISQL_TRY_AT(range, ready);
  TellHeirs(fleet::GroupOf(before), heirs, run);
  return TellService(*made, awaited, run);
}

}  // namespace paisql::session
