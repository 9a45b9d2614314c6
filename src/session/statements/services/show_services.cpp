// SHOW SERVICES and DESC SERVICE.

#include <string>
#include <vector>

#include "base/display/amounts.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "fleet/running_services.h"
#include "fleet/service_groups.h"
#include "fleet/stored_properties.h"
#include "jobs/spec/quota.h"
#include "serving/settings/properties.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/models/find_model.h"
#include "session/statements/services/parts.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

using store::Service;
using store::ServiceInstance;
using store::ServiceRole;
using store::ServiceVersion;

// "2 cores, 800 MB", "" for nothing.
std::string ClaimsText(const fleet::Claims& claims) {
  std::vector<std::string> parts;
  if (claims.cpu > 0) parts.push_back(jobs::CoresText(claims.cpu));
  if (claims.memory_mb > 0) parts.push_back(std::to_string(claims.memory_mb) + " MB");
  return Join(parts, ", ");
}

void AddProperties(const std::string& stored, Facts& facts) {
  for (const auto& [name, value] : fleet::StoredProperties(stored)) {
    if (name == serving::kProcessorPath) continue;
    facts.Add("Property " + Visible(name), Visible(RedactValue(name, value)));
  }
}

// Adds the job that trained the model of the version.
Status AddLineage(const ServiceVersion& version, Run& run, Facts& facts) {
  if (version.model_id == 0) return Status::Ok();
  PAISQL_ASSIGN(const std::optional<store::Model> model,
                run.state.catalog().FindModel(version.model_project, version.model_name));
  if (!model.has_value()) return Status::Ok();
  const store::ModelVersion* trained = model->Version(version.model_version);
  if (trained != nullptr) AddTraining(*trained, facts);
  return Status::Ok();
}

void AddInstances(const Service& service, const ServiceVersion& version,
                  const fleet::RunningServices& running, Facts& facts) {
  for (const ServiceInstance& one : running.instances) {
    if (one.service_id != service.id || one.version != version.version) continue;
    std::string text(store::InstanceStateText(one.state));
    if (one.pid != 0) text += ", process " + std::to_string(one.pid);
    if (one.port != 0) text += ", port " + std::to_string(one.port);
    if (one.restarts != 0) text += ", " + Counted(static_cast<size_t>(one.restarts), "restart");
    facts.Add("Instance " + std::to_string(one.index + 1), text);
    if (!one.last_error.empty()) facts.Add("LastError", Visible(one.last_error));
  }
}

Status AddVersion(const Service& service, const ServiceVersion& version,
                  const fleet::RunningServices& running, Run& run, Facts& facts) {
  const bool retired = version.role == ServiceRole::kRetired;
  facts.Add("Version", std::to_string(version.version) + " (" +
                           std::string(store::ServiceRoleText(version.role)) + ")");
  facts.Add("Serves", Visible(fleet::ServedText(version)));
  facts.Add("CreatedTime", run.state.Zone().Format(version.created_ms / 1000));
  if (!retired) {
    facts.Add("Share", std::to_string(version.weight) + " %" +
                           (version.role == ServiceRole::kMirror ? " copied" : ""));
    facts.Add("Processor", version.processor);
    facts.Add("Ready", fleet::ReadyText(service, version, running));
    const std::string claims = ClaimsText(fleet::ClaimsOf(service, version, running));
    if (!claims.empty()) facts.Add("Claims", claims);
    AddProperties(version.properties, facts);
  }
  AddInstances(service, version, running, facts);
  return retired ? Status::Ok() : AddLineage(version, run, facts);
}

// "live 25 %"
std::string GroupText(const std::optional<fleet::GroupShare>& of_group) {
  return of_group.has_value() ? of_group->group + " " + of_group->share : "";
}

}  // namespace

Result<Answer> ShowServices(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  store::ServiceCatalog services(run.state.catalog());
  PAISQL_ASSIGN(const std::vector<Service> all, services.List(project));
  ReviveFleet(run);
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"service", "state", "version",  "serves", "ready",
                    "claims",  "group", "modified", "address"};
  for (const Service& service : all) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, service.name)) {
      continue;
    }
    const ServiceVersion& main = service.Main();
    PAISQL_ASSIGN(const auto of_group, fleet::GroupShareOf(service, running, run.state.catalog()));
    answer.rows.push_back({service.name, std::string(fleet::ServiceStateName(service, running)),
                           std::to_string(main.version), Visible(fleet::ServedText(main)),
                           fleet::ReadyText(service, main, running),
                           ClaimsText(fleet::ClaimsOf(service, running)), GroupText(of_group),
                           zone.Format(service.updated_ms / 1000),
                           fleet::ServiceAddress(service, running)});
  }
  answer.text = Box(answer) + Counted(answer.rows.size(), "service") + "\n";
  return answer;
}

Result<Answer> DescribeService(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const Service service, FindService(ReadServiceName(statement.name.ToString(), run),
                                                   statement.name.range, run));
  ReviveFleet(run);
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(run.state.catalog()));
  const TimeZone zone = run.state.Zone();
  Facts facts;
  facts.Add("Name", service.name);
  facts.Add("Project", service.project);
  facts.Add("Owner", service.owner);
  facts.Add("State", std::string(fleet::ServiceStateName(service, running)));
  facts.Add("Address", fleet::ServiceAddress(service, running));
  PAISQL_ASSIGN(const auto of_group, fleet::GroupShareOf(service, running, run.state.catalog()));
  if (of_group.has_value()) {
    facts.Add("Group", of_group->group);
    facts.Add("GroupAddress", fleet::PredictAddress(of_group->group, running));
    facts.Add("GroupShare", of_group->share);
  }
  facts.Add("Token", service.token);
  facts.Add("CreatedTime", zone.Format(service.created_ms / 1000));
  facts.Add("LastModifiedTime", zone.Format(service.updated_ms / 1000));
  AddProperties(service.properties, facts);
  const auto scaling = fleet::ScalingOf(service);
  if (scaling.ok() && scaling->has_value()) {
    facts.Add("Scaling", serving::ScalingText(**scaling));
  }
  for (const ServiceVersion& version : service.versions) {
    PAISQL_TRY_AT(statement.name.range, AddVersion(service, version, running, run, facts));
  }
  return facts.Take();
}

}  // namespace paisql::session
