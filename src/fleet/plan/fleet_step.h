#pragma once

// Decides the supervisor's next steps for the services of a home. The rule is a pure function of
// the wish and of the observed state. The supervisor calls it after every event, so it needs no
// memory: a supervisor that replaces a killed one decides alike.
//
// The rule:
// - Each version that is not retired gets its number of instances.
// - What a version was started with may change (its specification). Instances of an old one are
//   replaced, and so are those of the version that a main version has replaced: some new ones at a
//   time, and an old one goes when a new one is ready in its place. As long as nothing new can be
//   started, the old ones answer, and are started again when they end.
// - An instance that goes is first taken out of the routes, and ended when it has answered all.
// - What has ended by itself is started again when its pause is over.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paisql::fleet {

enum class VersionRole { kMain, kGrey, kMirror, kRetired };

struct VersionWish {
  int64_t version = 0;
  VersionRole role = VersionRole::kMain;
  int64_t weight = 100;  // of a mirror: copies of 100 requests
  int64_t instances = 1;
  int64_t replaced = 0;  // the version that was main before this one, or 0
};

struct ServiceWish {
  int64_t service_id = 0;
  bool running = true;
  std::vector<VersionWish> versions;
};

// The place of an instance: one process at a time has it.
struct InstanceKey {
  int64_t service_id = 0;
  int64_t version = 0;
  int index = 0;

  auto operator<=>(const InstanceKey&) const = default;
};

enum class InstancePhase {
  kStarting,
  kReady,
  kDraining,  // it answers what it has, and ends
  kPaused,    // it has ended by itself, and waits to be started again
};

struct InstanceSeen {
  InstanceKey key;
  InstancePhase phase = InstancePhase::kStarting;
  bool current = true;     // was started with what its version wants now
  bool was_ready = false;  // in its life, or in the one before its pause
  int64_t retry_ms = 0;    // of kPaused: when it may be started, by the clock of `now_ms`
};

struct RouteShare {
  int64_t version = 0;
  int64_t weight = 0;  // 0: none but who names the version
  std::vector<InstanceKey> ready;

  bool operator==(const RouteShare&) const = default;
};

struct ServiceShares {
  int64_t service_id = 0;
  std::vector<RouteShare> shares;
  int64_t mirror_version = 0;  // 0: none
  int64_t mirror_percent = 0;

  bool operator==(const ServiceShares&) const = default;
};

struct FleetStep {
  std::vector<InstanceKey> start;
  std::vector<InstanceKey> drain;     // those that run
  std::vector<InstanceKey> forget;    // those that are paused
  std::vector<ServiceShares> routes;  // of the running services, for what is there now
  std::optional<int64_t> next_ms;     // when a pause ends
};

FleetStep DecideFleet(const std::vector<ServiceWish>& wishes, const std::vector<InstanceSeen>& seen,
                      int64_t now_ms);

// How long what has ended for the n-th time in a row, from 1, pauses: 100 ms, doubled each time up
// to 30 s.
int64_t PauseMs(int failures);

}  // namespace paisql::fleet
