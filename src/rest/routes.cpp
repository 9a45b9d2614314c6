#include "rest/routes.h"

#include <array>

#include "base/text.h"

namespace paisql::rest {

namespace {

// The kinds of objects; the rows of an earlier one come first.
constexpr std::span<const Route> (*kKinds[])() = {
    TenantRoutes,          //
    PolicyRoutes,          // before the rows of projects, whose last ones have no action
    ConfigurationRoutes,   // likewise
    ProjectRoutes,         //
    AuthorizationRoutes,   //
    UserAndRoleRoutes,     //
    InstanceTunnelRoutes,  // before the rows of instances, whose last ones have no action
    TableTunnelRoutes,     // as well before those of tables
    SubmitRoutes,          //
    InstanceWorkRoutes,    // before those of the status, whose last one has no action
    InstanceQueueRoutes,   //
    InstanceXflowRoutes,   //
    InstanceRoutes,        //
    MaxQaRoutes,           //
    LogviewRoutes,         //
    PartitionRoutes,       //
    TableRoutes,           //
    SchemaRoutes,          //
    InstanceListRoutes,    //
    ResourceRoutes,        //
    VolumeRoutes,          //
    VolumeTunnelRoutes,    //
    StorageRoutes,         //
    StorageRpcRoutes,      //
    FunctionRoutes,        //
    OfflineModelRoutes,    //
    XFlowRoutes,           //
    StreamObjectRoutes,    //
};

bool Fits(std::string_view pattern, const std::vector<std::string>& path) {
  const std::vector<std::string> parts = Split(std::string(pattern.substr(1)), '/');
  if (parts.size() != path.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] != "{}" && parts[i] != path[i]) return false;
  }
  return true;
}

bool Answers(const Route& route, const Call& call) {
  return (route.method == call.method || (route.method == "GET" && call.method == "HEAD")) &&
         (route.action.empty() || call.Has(route.action));
}

struct Found {
  const Route* route = nullptr;
  bool path_is_known = false;
};

Found Find(const Call& call) {
  bool known = false;
  for (const auto kind : kKinds) {
    for (const Route& route : kind()) {
      if (!Fits(route.path, call.path)) continue;
      if (Answers(route, call)) return {&route, true};
      known = true;
    }
  }
  return {nullptr, known};
}

}  // namespace

std::vector<Route> AllRoutes() {
  std::vector<Route> all;
  for (const auto kind : kKinds) {
    const std::span<const Route> rows = kind();
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

const Route* FindRoute(const Call& call) { return Find(call).route; }

Answer RespondTo(const Call& call, Service& service) {
  const Found found = Find(call);
  if (found.route != nullptr) return found.route->respond(call, service);
  const std::string what = call.method + " /" + Join(call.path, "/");
  return found.path_is_known ? XmlError(405, "MethodNotAllowed", what + " is not offered")
                             : XmlError(404, "NoSuchObject", what + " is not offered");
}

}  // namespace paisql::rest
