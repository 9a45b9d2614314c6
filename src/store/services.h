#pragma once

// Services in the catalog: what they are to be, which statements write, and what runs of them,
// which the home's supervisor writes (serving/fleet). Plain values, and ServiceCatalog, which reads
// and writes them.
//
// A service has numbered versions, each a model or a folder with a processor. One of them is the
// main version; others take a share of the requests (grey) or copies of them (mirror); retired ones
// take none and are kept to go back to. Whoever runs them goes by these rules:
// - a running service has `instances` processes of each version that is not retired;
// - until a main version has instances that are ready, requests go on to those that the version
//   `replaced` still has, also when that one is retired; so a version that cannot be loaded costs
//   no request;
// - a process of a retired version, of a stopped service or of one that is no more answers what it
//   has been asked, and ends.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::store {

enum class ServiceRole { kMain, kGrey, kMirror, kRetired };
// "main", "grey", "mirror", "retired".
std::string_view ServiceRoleText(ServiceRole role);

struct ServiceVersion {
  int64_t version = 0;    // 1, 2, …; 0 for the next one when it is added
  std::string processor;  // "tensorflow"
  // The model that it serves; model_id 0 for a folder. Project and name are not written.
  int64_t model_id = 0;
  std::string model_project;
  std::string model_name;
  int64_t model_version = 0;
  // Absolute: of a version without a model the folder to serve; of one with a model the model's,
  // which is not written.
  std::string folder;
  // A JSON object of texts by the dotted keys of service.json: {"metadata.rpc.batching": "true"}.
  // What only a new process would take over stands here, all else with the service.
  std::string properties = "{}";
  ServiceRole role = ServiceRole::kMain;
  // How many of 100 requests it answers, or gets copied if it is a mirror. The weights of main and
  // grey versions add up to 100; a retired one has 0.
  int weight = 100;
  int instances = 1;
  int64_t replaced = 0;    // the version that was main before this one became it, or 0
  int64_t created_ms = 0;  // UTC milliseconds since the epoch, as all times below
};

struct Service {
  int64_t id = 0;
  std::string project;
  // One service of a home has it, whatever the project, since addresses have no projects. Names
  // compare without regard to letter case.
  std::string name;
  std::string token;     // "": none is asked for. Never shown but to the owner, never in a log.
  bool readable = true;  // false: token or properties have "***" for what this user may not read
  std::string owner;
  bool running = true;            // what it is to be
  std::string properties = "{}";  // of the whole service, in the same form
  int64_t created_ms = 0;
  int64_t updated_ms = 0;
  std::vector<ServiceVersion> versions;  // ascending

  // nullptr for a version that there is not.
  const ServiceVersion* Version(int64_t version) const;
  ServiceVersion* Version(int64_t version);
  // Each service that was read has one.
  const ServiceVersion& Main() const;
  ServiceVersion& Main();
};

enum class InstanceState { kStarting, kReady, kDraining, kBackoff, kFailed };
// "starting", "ready", "draining", "backoff" (ended, started again soon), "failed" (not started
// again until something changes).
std::string_view InstanceStateText(InstanceState state);

// One process of a version.
struct ServiceInstance {
  int64_t service_id = 0;
  int64_t version = 0;
  int index = 0;  // 0, 1, … of its version
  int64_t pid = 0;
  int64_t process_start = 0;  // when it began, in the unit of FleetProcess::start
  int port = 0;               // of 127.0.0.1
  InstanceState state = InstanceState::kStarting;
  int restarts = 0;
  std::string last_error;
  int64_t updated_ms = 0;
};

// A process, found again also when its pid has been given to another one.
struct FleetProcess {
  int64_t pid = 0;    // 0: there is none
  int64_t start = 0;  // clock ticks after the machine's start, as /proc/<pid>/stat has it
};

// The processes of the home that belong to no single service.
struct Fleet {
  FleetProcess supervisor;
  FleetProcess front;
  std::string boot_id;  // of the machine's start since which these are theirs
  std::string host;     // where the front process listens
  int port = 0;
  int64_t started_ms = 0;
};

// Belongs to the catalog's thread; the catalog outlives it. Errors are those of store/catalog.h.
// Each method that changes something is one transaction.
class ServiceCatalog {
 public:
  explicit ServiceCatalog(Catalog& catalog) : state_(*catalog.state_) {}

  // --- what is to be ---
  // Grows with every change of what services are to be, and with nothing else.
  Result<int64_t> Revision();
  Result<std::optional<Service>> Find(const std::string& name);  // in any project
  // Sorted by name; of all projects for "".
  Result<std::vector<Service>> List(const std::string& project = "");
  // Its one version is the first. kInvalidMetaOperation when the name is taken, kModelNotFound when
  // its model is no more.
  Result<Service> Create(const Service& service);
  // Gives `change` the service as it is now and keeps what it makes of it: token, running,
  // properties, and the versions, of which those with the number 0 are new. Returns what it is
  // then. nullopt, without a call, for a service that is no more.
  Result<std::optional<Service>> Change(int64_t service_id,
                                        const std::function<Status(Service*)>& change);
  Status Drop(int64_t service_id);

  // --- what runs ---
  Result<std::optional<Fleet>> ReadFleet();
  Status WriteFleet(const Fleet& fleet);
  // By service, version and index; also those of services that are no more.
  Result<std::vector<ServiceInstance>> ListInstances();
  // Inserts or replaces the instances `put`, by service, version and index, with this moment as
  // updated_ms; then deletes `removed`.
  Status ChangeInstances(const std::vector<ServiceInstance>& put,
                         const std::vector<ServiceInstance>& removed);

 private:
  CatalogState& state_;
};

}  // namespace paisql::store
