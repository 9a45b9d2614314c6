// DEPLOY, ALTER, DROP, STOP, START, RELEASE, SWITCH and ROLLBACK SERVICE.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/hex.h"
#include "base/result.h"
#include "base/text.h"
#include "fleet/running_services.h"
#include "fleet/service_changes.h"
#include "fleet/service_groups.h"
#include "fleet/stored_properties.h"
#include "fleet/unpacked_place.h"
#include "serving/settings/group.h"
#include "serving/settings/properties.h"
#include "session/statements/answers.h"
#include "session/statements/services/handlers.h"
#include "session/statements/services/parts.h"

namespace paisql::session {

namespace {

using fleet::ServiceProperties;
using store::Service;
using store::ServiceRole;
using store::ServiceVersion;
using syntax::ServiceAction;
using syntax::ServiceStatement;

constexpr int kTokenDigits = 32;
constexpr int kWhole = 100;

// Where the statement names a group, or else a weight in one.
SourceRange GroupRange(const ServiceStatement& statement) {
  SourceRange range;
  for (const auto& [name, value] : statement.properties) {
    if (name.text == serving::kGroupProperty && !value.text.empty()) return value.range;
    if (name.text == serving::kGroupWeightProperty) range = value.range;
  }
  return range;
}

Result<ServiceProperties> ReadProperties(const ServiceStatement& statement, const Service& service,
                                         Run& run) {
  PAISQL_ASSIGN(ServiceProperties properties, ReadServiceProperties(statement, run));
  PAISQL_TRY_AT(GroupRange(statement), fleet::JoinGroup(service, run.state.catalog(), &properties));
  return properties;
}

Status ShowDeployed(const Service& service, Run& run) {
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  Facts facts;
  facts.Add("Service", service.name);
  facts.Add("Address", fleet::ServiceAddress(service, running));
  const std::string group = fleet::GroupOf(service);
  if (!group.empty()) facts.Add("GroupAddress", fleet::PredictAddress(group, running));
  facts.Add("Token", service.token);
  return run.out.Show(facts.Take());
}

Status Deploy(const ServiceStatement& statement, const ServiceName& name, Run& run) {
  const SourceRange& range = statement.name.range;
  PAISQL_TRY(CheckNewServiceName(name.name, range));
  PAISQL_TRY_AT(range, fleet::CheckNoGroup(name.name, run.state.catalog()));
  store::ServiceCatalog services(run.state.catalog());
  if (statement.conditional) {
    PAISQL_ASSIGN(const std::optional<Service> known, services.Find(name.name));
    if (known.has_value() && EqualsIgnoreCase(known->project, name.project)) {
      run.out.Done();
      return Status::Ok();
    }
  }
  Service service;
  service.project = name.project;
  service.name = name.name;
  PAISQL_ASSIGN(const ServiceProperties properties, ReadProperties(statement, service, run));
  PAISQL_ASSIGN(ServiceVersion version, ServedBy(statement, run));
  fleet::Apply(properties, &service);
  PAISQL_TRY(Complete(properties, range, run, &version));
  if (!properties.token.has_value()) service.token = RandomHex(kTokenDigits);
  service.versions.push_back(std::move(version));
  PAISQL_TRY(LeaveNumbersToLoad(statement, &service));
  PAISQL_ASSIGN_AT(range, const Service made, services.Create(service));
  Awaited awaited;
  const Status ready = AwaitService(made, nullptr, run, &awaited);
  if (awaited.gave_up) {
    (void)services.Drop(made.id);
    TellFleet(run);
  }
  PAISQL_TRY_AT(range, ready);
  if (!run.state.checking()) PAISQL_TRY(ShowDeployed(made, run));
  return TellService(made, awaited, run);
}

Status Update(const ServiceStatement& statement, const Service& before, Run& run) {
  PAISQL_ASSIGN(const ServiceProperties properties, ReadProperties(statement, before, run));
  PAISQL_ASSIGN(const ServiceVersion target, ServedBy(statement, run));
  const auto update = [&](Service* service) -> Status {
    ServiceVersion version = fleet::Inherit(target, service->Main());
    fleet::Apply(properties, service);
    PAISQL_TRY(Complete(properties, statement.name.range, run, &version));
    fleet::UpdateMain(std::move(version), service);
    return Status::Ok();
  };
  return ChangeService(statement, before, update, statement.name.range, run);
}

Status SetProperties(const ServiceStatement& statement, const Service& before, Run& run) {
  PAISQL_ASSIGN(const ServiceProperties properties, ReadProperties(statement, before, run));
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  const auto set = [&](Service* service) -> Status {
    const auto before_it = fleet::ScalingOf(*service);
    const bool was_scaled = before_it.ok() && before_it->has_value();
    fleet::Apply(properties, service);
    PAISQL_ASSIGN(const auto scaled, ScalingAfter(statement, *service));
    if (scaled.has_value() && properties.instances.has_value() && properties.scaling.empty()) {
      return Error{ErrorCode::kInvalidMetaOperation,
                   "the number of processes of service " + service->name + " follows its load",
                   statement.name.range,
                   "'autoscaler.min' and 'autoscaler.max' bound it; 'autoscaler.max'='' ends that"};
    }
    if (was_scaled && !scaled.has_value()) fleet::KeepNumbers(running.instances, service);
    ServiceVersion changed = service->Main();
    PAISQL_TRY(Complete(properties, statement.name.range, run, &changed));
    fleet::ChangeMain(std::move(changed), service);
    return Status::Ok();
  };
  return ChangeService(statement, before, set, statement.name.range, run);
}

Status RunRelease(const ServiceStatement& statement, const Service& before, Run& run) {
  const ServiceRole role = statement.mirror ? ServiceRole::kMirror : ServiceRole::kGrey;
  PAISQL_ASSIGN(const int64_t weight, ReadNumber(*statement.weight, 0, kWhole, "percentage"));
  PAISQL_ASSIGN(const ServiceProperties properties, ReadProperties(statement, before, run));
  std::optional<ServiceVersion> target;
  if (statement.model.has_value() || statement.source.has_value() ||
      statement.processor.has_value()) {
    PAISQL_ASSIGN(target, ServedBy(statement, run));
  }
  const auto release = [&](Service* service) -> Status {
    fleet::Apply(properties, service);
    const int share = static_cast<int>(weight);
    const bool of_group = role == ServiceRole::kGrey && !fleet::HasReleased(*service);
    if (!target.has_value() && of_group && !fleet::GroupOf(*service).empty()) {
      service->properties = fleet::WithProperties(
          service->properties,
          {{std::string(serving::kGroupWeightProperty), std::to_string(share)}});
      return Status::Ok();
    }
    if (!target.has_value()) return fleet::ChangeWeight(role, share, service);
    ServiceVersion version = fleet::Inherit(*target, service->Main());
    PAISQL_TRY(Complete(properties, statement.name.range, run, &version));
    return fleet::Release(std::move(version), role, share, service);
  };
  return ChangeService(statement, before, release, statement.weight->range, run);
}

Status RunSwitch(const ServiceStatement& statement, const Service& before, Run& run) {
  std::optional<int64_t> version;
  if (statement.version.has_value()) {
    PAISQL_ASSIGN(version, ReadNumber(*statement.version, 1, INT32_MAX, "version"));
  }
  if (!version.has_value() && !fleet::HasReleased(before) && !fleet::GroupOf(before).empty()) {
    store::Catalog& catalog = run.state.catalog();
    if (!run.state.checking()) {
      PAISQL_TRY_AT(statement.name.range, fleet::CheckAnswers(before, catalog));
    }
    PAISQL_TRY_AT(statement.name.range, fleet::SwitchGroup(before, catalog));
    const auto as_it_is = [](Service*) { return Status::Ok(); };
    return ChangeService(statement, before, as_it_is, statement.name.range, run);
  }
  return ChangeService(
      statement, before, [&](Service* service) { return fleet::SwitchMain(version, service); },
      statement.version.has_value() ? statement.version->range : statement.name.range, run);
}

Status RunRollback(const ServiceStatement& statement, const Service& before, Run& run) {
  return ChangeService(statement, before, fleet::RollBack, statement.name.range, run);
}

Status RunStart(const ServiceStatement& statement, const Service& before, Run& run) {
  const auto start = [](Service* service) {
    service->running = true;
    return Status::Ok();
  };
  // One that was started and cannot become ready stays to be: its supervisor tries again.
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN_AT(statement.name.range, const std::optional<Service> made,
                   services.Change(before.id, start));
  if (!made.has_value()) return Status::Ok();
  Awaited awaited;
  PAISQL_TRY_AT(statement.name.range, AwaitService(*made, nullptr, run, &awaited));
  return TellService(*made, awaited, run);
}

Status RunStop(const ServiceStatement& statement, const Service& before, Run& run) {
  const auto stop = [](Service* service) {
    service->running = false;
    return Status::Ok();
  };
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_TRY_AT(statement.name.range, services.Change(before.id, stop));
  TellFleet(run);
  run.out.Done();
  return Status::Ok();
}

Status RunDrop(const ServiceStatement& statement, const Service& before, Run& run) {
  store::ServiceCatalog services(run.state.catalog());
  // First, so that at no time nobody answers for its group.
  PAISQL_ASSIGN_AT(statement.name.range, const std::vector<Service> heirs,
                   fleet::LeaveShare(before, run.state.catalog()));
  PAISQL_TRY_AT(statement.name.range, services.Drop(before.id));
  if (!run.state.checking()) {
    fleet::SweepUnpacked(run.state.catalog(), fleet::UnpackedFolder(run.state.home()));
  }
  TellFleet(run);
  TellHeirs(fleet::GroupOf(before), heirs, run);
  run.out.Done();
  return Status::Ok();
}

struct Handler {
  ServiceAction action;
  Status (*run)(const ServiceStatement&, const Service&, Run&);
};

// The handlers of statements about a service that exists.
constexpr Handler kHandlers[] = {
    {ServiceAction::kUpdate, Update},    {ServiceAction::kSetProperties, SetProperties},
    {ServiceAction::kDrop, RunDrop},     {ServiceAction::kStart, RunStart},
    {ServiceAction::kStop, RunStop},     {ServiceAction::kRelease, RunRelease},
    {ServiceAction::kSwitch, RunSwitch}, {ServiceAction::kRollback, RunRollback},
};

}  // namespace

Status RunService(const ServiceStatement& statement, Run& run) {
  const ServiceName name = ReadServiceName(statement.name.text, run);
  if (statement.action == ServiceAction::kDeploy) return Deploy(statement, name, run);
  Result<Service> service = FindService(name, statement.name.range, run);
  if (!service.ok()) {
    if (statement.conditional && service.error().code == ErrorCode::kResourceNotFound) {
      run.out.Done();
      return Status::Ok();
    }
    return std::move(service).error();
  }
  const auto* handler =
      std::find_if(std::begin(kHandlers), std::end(kHandlers),
                   [&](const Handler& one) { return one.action == statement.action; });
  return handler->run(statement, *service, run);
}

}  // namespace paisql::session
