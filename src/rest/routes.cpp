#include "rest/routes.h"

#include <array>

#include "base/text.h"

namespace paisql::rest {

namespace {

// The kinds of objects; the rows of an earlier one come first.
constexpr std::span<const Route> (*kKinds[])() = {
    TenantRoutes,          //
    ProjectRoutes,         //
    InstanceTunnelRoutes,  // before the rows of instances, whose last ones have no action
    TableTunnelRoutes,     // as well before those of tables
    InstanceRoutes,        //
    PartitionRoutes,       //
    TableRoutes,           //
    SchemaRoutes,          //
    InstanceListRoutes,    //
    ResourceRoutes,        //
    FunctionRoutes,        //
};

bool Fits(std::string_view pattern, const std::vector<std::string>& path) {
  const std::vector<std::string> parts = Split(std::string(pattern.substr(1)), '/');
  if (parts.size() != path.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] != "{}" && parts[i] != path[i]) return false;
  }
  return true;
}

}  // namespace

Answer RespondTo(const Call& call, Service& service) {
  bool known = false;
  for (const auto kind : kKinds) {
    for (const Route& route : kind()) {
      if (!Fits(route.path, call.path)) continue;
      known = true;
      if (route.method != call.method && !(route.method == "GET" && call.method == "HEAD"))
        continue;
      if (!route.action.empty() && !call.Has(route.action)) continue;
      return route.respond(call, service);
    }
  }
  const std::string what = call.method + " /" + Join(call.path, "/");
  return known ? XmlError(405, "MethodNotAllowed", what + " is not offered")
               : XmlError(404, "NoSuchObject", what + " is not offered");
}

}  // namespace paisql::rest
