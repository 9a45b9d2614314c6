// The tunnel of instances: all rows of a query, which a client reads in parts.

#include <array>

#include "rest/instances/await_end.h"
#include "rest/routes.h"
#include "rest/tunnel/download.h"

namespace paisql::rest {

namespace {

constexpr int kWaitMs = 60000;

Answer NoInstance(const std::string& id) {
  return JsonError(404, "NoSuchObject", "The instance " + id + " is not found");
}

// A client that wants no more rows than the platform gives without a permission.
bool IsLimited(const Call& call) {
  return call.Has("instance_tunnel_limit_enabled") &&
         call.Get("instance_tunnel_limit_enabled") != "false";
}

// The download is the instance itself, so it needs no state of its own.
Answer BeginDownload(const Call& call, Service& service) {
  const instances::InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return AtEnd(instance, kWaitMs, [instance, limited = IsLimited(call)] {
    return DescribeInstance(*instance, 0, limited);
  });
}

Answer GetDownload(const Call& call, Service& service) {
  const instances::InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return DescribeInstance(*instance, 0, IsLimited(call));
}

Answer GetRows(const Call& call, Service& service) {
  const instances::InstancePtr instance = FindInstance(call.path[3], call.user, service);
  if (instance == nullptr) return NoInstance(call.path[3]);
  return DownloadInstanceRows(call, *instance, 0, TimestampForm::kStruct, IsLimited(call));
}

constexpr std::array kInstanceTunnelRoutes = {
    Route{"POST", "/projects/{}/instances/{}", "downloads", BeginDownload},
    Route{"GET", "/projects/{}/instances/{}", "data", GetRows},
    Route{"GET", "/projects/{}/instances/{}", "downloadid", GetDownload},
};

}  // namespace

std::span<const Route> InstanceTunnelRoutes() { return kInstanceTunnelRoutes; }

}  // namespace paisql::rest
