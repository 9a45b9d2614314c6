#pragma once

// Chooses the instance for the next request of a service. The table of routes changes while the
// front answers requests, and each choice uses the newest table. When an instance has left the
// table, its count of requests says when the last one has ended.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "serving/access/admission.h"
#include "serving/front/front_metrics.h"
#include "serving/front/routes.h"
#include "serving/front/splitter.h"

namespace paisql::serving {

// An instance. It lives as long as a request or the table uses it.
struct InstanceUse {
  std::string id;
  std::string socket;
  std::atomic<int64_t> requests{0};  // that it has and has not answered
  std::atomic<bool> removed{false};  // from the table
};

// A request's hold on an instance.
class InstanceHold {
 public:
  InstanceHold() = default;
  // `idle` is called when the last hold on a removed instance ends.
  InstanceHold(std::shared_ptr<InstanceUse> use, std::shared_ptr<const std::function<void()>> idle);
  InstanceHold(InstanceHold&& other) noexcept = default;
  InstanceHold& operator=(InstanceHold&& other) noexcept;
  ~InstanceHold() { Release(); }

  const std::string& socket() const { return use_->socket; }
  const std::string& id() const { return use_->id; }

 private:
  void Release();
  std::shared_ptr<InstanceUse> use_;
  std::shared_ptr<const std::function<void()>> idle_;
};

// One service of the table. Any thread.
class ServiceLine {
 public:
  struct Version {
    std::string version;
    std::vector<std::shared_ptr<InstanceUse>> instances;
    std::shared_ptr<VersionCounts> counts;
  };

  // With unchanged weights, continues the round robin of the line `before`.
  ServiceLine(ServiceRoute route, std::vector<Version> versions, const ServiceLine* before);

  const ServiceRoute& route() const { return route_; }
  const std::vector<Version>& versions() const { return versions_; }
  RateLimit& rate_limit() const { return *rate_limit_; }
  bool HasReady() const;
  // By number; nullopt when there is no such version.
  std::optional<size_t> FindVersion(const std::string& version) const;
  // By weight, of those that have instances beside the ones already tried.
  std::optional<size_t> NextVersion(const std::vector<std::string>& tried) const;
  // Whether a copy of this request is to be made.
  bool MirrorsNext() const;

 private:
  struct Split {
    explicit Split(std::vector<int64_t> weights) : splitter(std::move(weights)) {}
    std::mutex mutex;
    Splitter splitter;
    int64_t mirror_credit = 0;
  };

  const ServiceRoute route_;
  const std::vector<Version> versions_;
  std::shared_ptr<Split> split_;
  std::shared_ptr<RateLimit> rate_limit_;
};

class Switchboard {
 public:
  // `idle` is called on any thread when a removed instance has answered its last request.
  Switchboard(FrontMetrics& metrics, std::function<void()> idle);

  void Update(const RouteTable& table);
  // Ids of instances that have left the table and still have requests.
  std::vector<std::string> BusyRemoved();
  // The number of answered requests of each version in the table, by service and version.
  struct VersionLoad {
    std::string service;
    std::string version;
    int64_t requests = 0;
  };
  std::vector<VersionLoad> Load() const;
  // The sockets of all instances in the table.
  std::vector<std::string> Sockets() const;
  int64_t updates() const { return updates_; }

  // nullptr for a name that there is not.
  std::shared_ptr<const ServiceLine> Find(const std::string& service) const;
  // nullptr for a name that no group has.
  std::shared_ptr<const GroupLine> FindGroup(const std::string& name) const;
  bool AllReady() const;

  struct Choice {
    InstanceHold hold;
    std::shared_ptr<VersionCounts> counts;
  };
  // The least loaded instance of the next version, or of the one that is named. nullopt when none
  // is left that was not tried.
  std::optional<Choice> Choose(const std::string& service, const std::string& version,
                               const std::vector<std::string>& tried) const;

 private:
  using Lines = std::map<std::string, std::shared_ptr<const ServiceLine>>;
  using Groups = std::map<std::string, std::shared_ptr<const GroupLine>>;
  std::shared_ptr<const Lines> lines() const;
  std::shared_ptr<const Groups> groups() const;

  FrontMetrics& metrics_;
  const std::shared_ptr<const std::function<void()>> idle_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Lines> lines_;
  std::shared_ptr<const Groups> groups_;
  std::atomic<int64_t> updates_{0};
  std::map<std::string, std::shared_ptr<InstanceUse>> uses_;  // of the thread that updates
};

}  // namespace paisql::serving
