// The answers about services: the list, one with its versions, its curves, logs and token, and the
// statements that change it.

#include "console/services/service_routes.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/route.h"
#include "console/services/service_json.h"
#include "console/services/service_state.h"
#include "console/services/service_statements.h"
#include "fleet/control/places.h"
#include "instances/instance_service.h"
#include "rest/named.h"
#include "session/permissions.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using rest::Answer;
using rest::Call;

constexpr int kAwaitMs = 15'000;

Status RequireAdministrator(const Call& call, store::Catalog& catalog, const std::string& project,
                            std::string_view what) {
  session::Permissions permissions(catalog, call.user, call.allowed);
  if (!permissions.limited()) return Status::Ok();
  return permissions.RequireRank(access::Rank::kAdministrator, project, what, {});
}

Result<json> ListOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  store::ServiceCatalog services(*catalog);
  PAISQL_ASSIGN(const std::vector<store::Service> all, services.List());
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(*catalog));
  json list = json::array();
  for (const store::Service& service : all) {
    if (!MaySeeService(call, *catalog, service).ok()) continue;
    PAISQL_ASSIGN(json row, ListedServiceJson(service, running, *catalog));
    const auto newest = console.services->history.NewestOf(service.name);
    row["now"] = newest.has_value() ? CurvesJson({*newest}) : json();
    list.push_back(std::move(row));
  }
  const bool may_deploy =
      RequireAdministrator(call, *catalog, ProjectOf(call), "deploy services").ok();
  return json{{"services", std::move(list)},
              {"supervised", running.supervised},
              {"may_deploy", may_deploy}};
}

Result<json> DetailOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  PAISQL_ASSIGN(const fleet::RunningServices running, fleet::ReadRunning(*catalog));
  PAISQL_ASSIGN(json made, ServiceJson(service, running, *catalog));
  made["may_change"] =
      RequireAdministrator(call, *catalog, service.project, "change services").ok();
  made["owns_home"] = call.user.empty() && call.allowed == nullptr;
  return made;
}

// Only for who asks for it: no other answer has it.
Result<json> TokenOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  return json{{"token", service.token}};
}

Result<json> CurvesOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  const int64_t after = ParseNumber<int64_t>(call.Get("after")).value_or(0);
  return CurvesJson(console.services->history.PointsOf(service.name, after));
}

// Runs the statements as an instance of the user, which goes on when the page is closed.
Result<json> Submitted(const Call& call, Console& console, const std::string& project,
                       const std::string& text) {
  instances::Submission submission;
  submission.project = project;
  submission.user = call.user;
  submission.allowed = call.allowed;
  submission.query = text;
  submission.source = text;
  PAISQL_ASSIGN(const instances::InstancePtr made,
                console.service.instances.Submit(std::move(submission)));
  return json{{"instance", made->id()}, {"statement", Redact(text)}};
}

Result<json> DeployedBy(const Call& call, Console& console) {
  PAISQL_ASSIGN(const json body, BodyOf(call));
  PAISQL_ASSIGN(const std::string text, DeployStatement(body));
  return Submitted(call, console, ProjectOf(call), text);
}

Result<json> ChangedBy(const Call& call, Console& console) {
  PAISQL_ASSIGN(const json body, BodyOf(call));
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  PAISQL_TRY(RequireAdministrator(call, *catalog, service.project, "change services"));
  PAISQL_ASSIGN(const std::string text, ServiceStatements(service, body));
  return Submitted(call, console, service.project, text);
}

Result<instances::InstancePtr> ActionOf(const Call& call, Console& console) {
  const instances::InstancePtr found = rest::FindInstance(call.path[1], call.user, console.service);
  if (found != nullptr) return found;
  return Error{ErrorCode::kJobNotFound, "the instance " + call.path[1] + " does not exist", {}, ""};
}

Answer ActionJson(const instances::Instance& instance, const Call& call) {
  const instances::Instance::Status status = instance.status();
  json made = {{"instance", instance.id()},
               {"ended", status.ended()},
               {"succeeded", status.state == instances::TaskState::kSuccess},
               {"error", status.error.has_value() ? ErrorJson(*status.error, call) : json()}};
  return JsonAnswer(made);
}

Answer TellAction(const Call& call, Console& console) {
  const Result<instances::InstancePtr> found = ActionOf(call, console);
  if (!found.ok()) return RefusalOf(found.error(), call);
  const instances::InstancePtr& instance = *found;
  if (instance->status().ended()) return ActionJson(*instance, call);
  Answer answer;
  answer.later = std::make_shared<const rest::Later>(
      rest::Later{[instance](std::function<void()> ready) -> std::function<void()> {
                    const int64_t number = instance->OnEnd(std::move(ready));
                    return [instance, number] { instance->ForgetOnEnd(number); };
                  },
                  kAwaitMs, [instance, call] { return ActionJson(*instance, call); }});
  return answer;
}

Result<json> LogOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Service service, ServiceOf(call, *catalog));
  PAISQL_TRY(RequireAdministrator(call, *catalog, service.project, "read logs of services"));
  const fleet::FleetPlaces places(console.service.options.home_path);
  const std::string source = call.Get("source", "instance");
  // Those of the whole home tell of all projects.
  if (source != "instance" && (!call.user.empty() || call.allowed != nullptr)) {
    return Error{CodeOf("ODPS-0130013"),
                 "the logs of the front and the supervisor are the home's owner's alone",
                 {},
                 ""};
  }
  std::string path;
  if (source == "front") {
    path = places.FrontLog();
  } else if (source == "supervisor") {
    path = places.SupervisorLog();
  } else {
    path = places.LogFolder() + "/" + std::to_string(service.id) + "-" +
           std::to_string(WholeNumberOr(call.Get("version"), 0)) + "-" +
           std::to_string(WholeNumberOr(call.Get("index"), 0)) + ".log";
  }
  return ReadLogPiece(path, ParseNumber<int64_t>(call.Get("after")).value_or(-1));
}

template <Result<json> (*tell)(const Call&, Console&)>
Answer TellService(const Call& call, Console& console) {
  const Result<json> told = tell(call, console);
  return told.ok() ? JsonAnswer(*told) : RefusalOf(told.error(), call);
}

constexpr std::array kServiceRows = {
    Route{"GET", "/services", TellService<ListOf>},
    Route{"POST", "/services", TellService<DeployedBy>},
    Route{"GET", "/services/{}", TellService<DetailOf>},
    Route{"POST", "/services/{}", TellService<ChangedBy>},
    Route{"GET", "/services/{}/token", TellService<TokenOf>},
    Route{"GET", "/services/{}/curves", TellService<CurvesOf>},
    Route{"GET", "/services/{}/log", TellService<LogOf>},
    Route{"GET", "/services/{}/signature", TellSignature},
    Route{"POST", "/services/{}/call", CallService, uint64_t{4} << 20},
    Route{"GET", "/service-actions/{}", TellAction},
};

}  // namespace

std::span<const Route> ServiceRoutes() { return kServiceRows; }

Status MaySeeService(const Call& call, store::Catalog& catalog, const store::Service& service) {
  if (call.user.empty() && call.allowed == nullptr) return Status::Ok();
  return rest::RequireOfProject(call, catalog, service.project, "List");
}

Result<store::Service> ServiceOf(const Call& call, store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(std::optional<store::Service> found, services.Find(call.path[1]));
  if (!found.has_value()) {
    return Error{
        ErrorCode::kResourceNotFound, "the service " + call.path[1] + " does not exist", {}, ""};
  }
  PAISQL_TRY(MaySeeService(call, catalog, *found));
  return *std::move(found);
}

}  // namespace paisql::console
