#pragma once

// The processes that answer, as the supervisor has them: started, found again after the death of a
// supervisor before it, watched, killed when they hang, ended. They do not end with the supervisor.
// Private to this folder, and to its one thread.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/result.h"
#include "fleet/control/places.h"
#include "fleet/plan/desired.h"
#include "fleet/plan/fleet_step.h"
#include "fleet/supervise/health.h"
#include "store/services.h"

namespace paisql::fleet {

class Instances {
 public:
  // `changed` is called when an instance is ready or has ended.
  Instances(EventLoop& loop, FleetPlaces places, std::string program,
            std::function<void()> changed);

  // Watches what instances say. Once, before all others.
  Status Open();
  // Takes over what runs of these rows, with its helper processes; ends every other process that a
  // supervisor of this home has started. `boot_id`: since which the rows are true.
  void Adopt(const std::vector<store::ServiceInstance>& rows, const std::string& boot_id,
             const std::vector<DesiredService>& desired);

  void Start(const InstanceKey& key, const Launch& launch);
  // It is out of the routes of this generation, and ends when the front has said so.
  void Drain(const InstanceKey& key, int64_t generation);
  void Forget(const InstanceKey& key) { all_.erase(key); }
  // Call when the wish has changed: instances that could not start may start now.
  void TryAgain(int64_t now_ms);
  // The front uses the table of that generation. `busy` are removed instances that still have
  // requests.
  void EndDrained(int64_t generation, const std::vector<std::string>& busy);

  // Notices what has become ready, has ended or has taken too long. Returns when to look again.
  int64_t Look(int64_t now_ms);
  void BoundLogs() const;

  std::vector<InstanceSeen> Seen(const std::vector<DesiredService>& desired) const;
  std::vector<store::ServiceInstance> Rows() const;
  // The CPU time that those that run have used, with their helpers.
  std::map<InstanceKey, int64_t> CpuMs() const;
  serving::RouteInstance Route(const InstanceKey& key) const;
  // Whether one of the service is expected to be ready soon.
  bool Awaited(int64_t service_id) const;
  bool empty() const { return all_.empty(); }

 private:
  struct Instance {
    InstancePhase phase = InstancePhase::kStarting;
    ProcessIdentity identity = {};
    Descriptor process = {};  // readable when it has ended
    EventLoop::Watch watch = {};
    std::string launch = {};              // Launch::Text of its start; "" when nobody knows
    std::unique_ptr<Health> health = {};  // of kReady
    bool hangs = false;                   // and was killed
    bool was_ready = false;
    int failures = 0;  // one after the other
    int restarts = 0;
    std::string last_error = {};
    size_t log_from = 0;     // what this start has written
    int64_t since_ms = 0;    // of its phase
    int64_t retry_ms = 0;    // of kPaused; kNever: not before something changes
    int64_t memory_mb = 0;   // that it may have; 0: as much as there is
    int64_t grace_ms = 0;    // of kDraining: from the request to end to the end
    int64_t drained_at = 0;  // the generation of the routes that it is not in
    int64_t kill_at_ms = 0;  // 0: it was not asked to end yet
  };

  std::string NameOf(const InstanceKey& key) const;
  std::string SocketOf(const InstanceKey& key) const;
  std::string LogOf(const InstanceKey& key) const;
  Status Spawned(const InstanceKey& key, const Launch& launch, Instance& instance);
  void EndStrays() const;
  void WatchEnd(Instance& instance);
  void BecomeReady(const InstanceKey& key, Instance& instance, int64_t now_ms);
  void ReadReady(const InstanceKey& key, Instance& instance, int64_t now_ms);
  // False when the instance is to be forgotten.
  bool Ended(const InstanceKey& key, Instance& instance, int64_t now_ms);
  static void Fail(Instance& instance, const std::string& why, int64_t now_ms);
  static void AskToEnd(Instance& instance, int64_t now_ms);
  static int64_t Deadline(const Instance& instance);
  static void Hurry(Instance& instance, int64_t now_ms);

  EventLoop& loop_;
  const FleetPlaces places_;
  const std::string program_;
  const std::function<void()> changed_;
  std::map<InstanceKey, Instance> all_;
  Descriptor sayings_;  // changes of the folder of ready files
  EventLoop::Watch sayings_watch_;
};

}  // namespace paisql::fleet
