#pragma once

// Which function answers a request: a table of methods, paths and the parameters that tell actions
// of one path apart.

#include <span>
#include <string_view>
#include <vector>

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

using Respond = Answer (*)(const Call& call, Service& service);

// How large the body of a request may be, and the form of errors about it.
enum class BodyKind {
  kSmall,       // 1 MB
  kStatements,  // 64 MB
  kFile,        // as large as an upload may be
  kRows,        // the same, of a tunnel, whose errors are JSON
};

struct Route {
  std::string_view method;
  // "{}" stands for one part of any text.
  std::string_view path;
  // A parameter that the request has; "" for any request. The first row that fits answers.
  std::string_view action;
  Respond respond;
  BodyKind body = BodyKind::kSmall;
};

// Rows of one kind of objects each (projects.cpp, instances.cpp, …).
std::span<const Route> ProjectRoutes();
std::span<const Route> TenantRoutes();
std::span<const Route> SubmitRoutes();
std::span<const Route> InstanceRoutes();
std::span<const Route> InstanceWorkRoutes();
std::span<const Route> InstanceQueueRoutes();
std::span<const Route> InstanceXflowRoutes();
std::span<const Route> MaxQaRoutes();
std::span<const Route> LogviewRoutes();
std::span<const Route> InstanceTunnelRoutes();
std::span<const Route> TableTunnelRoutes();
std::span<const Route> TableRoutes();
std::span<const Route> PartitionRoutes();
std::span<const Route> SchemaRoutes();
std::span<const Route> InstanceListRoutes();
std::span<const Route> ResourceRoutes();
std::span<const Route> VolumeRoutes();
std::span<const Route> VolumeTunnelRoutes();
std::span<const Route> FunctionRoutes();
std::span<const Route> StorageRoutes();
std::span<const Route> StorageRpcRoutes();
std::span<const Route> AuthorizationRoutes();
std::span<const Route> UserAndRoleRoutes();
std::span<const Route> PolicyRoutes();
std::span<const Route> ConfigurationRoutes();
std::span<const Route> OfflineModelRoutes();
std::span<const Route> XFlowRoutes();
std::span<const Route> StreamObjectRoutes();

// All rows, in the order in which they are looked at.
std::vector<Route> AllRoutes();
// The row that answers the request, by its method, path and parameters; null for none.
const Route* FindRoute(const Call& call);
// Finds the row and calls it; 404 and 405 in the platform's words where there is none.
Answer RespondTo(const Call& call, Service& service);

}  // namespace paisql::rest
