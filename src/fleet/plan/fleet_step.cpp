#include "fleet/plan/fleet_step.h"

#include <algorithm>
#include <set>

namespace paisql::fleet {

namespace {

constexpr int64_t kFirstPauseMs = 100;
constexpr int64_t kLongestPauseMs = 30'000;
// One in so many new instances may start while the old ones still run.
constexpr int64_t kSurgeShare = 4;

bool Runs(const InstanceSeen& seen) {
  return seen.phase == InstancePhase::kStarting || seen.phase == InstancePhase::kReady;
}

// One service: its wish, what is seen of it, and what is decided.
class ServiceStep {
 public:
  ServiceStep(const ServiceWish& wish, std::vector<const InstanceSeen*> seen, int64_t now_ms,
              FleetStep& step)
      : wish_(wish), seen_(std::move(seen)), now_ms_(now_ms), step_(step) {}

  void Decide() {
    for (const VersionWish& version : wish_.versions) {
      if (version.role != VersionRole::kRetired) Serve(version);
    }
    for (const InstanceSeen* one : seen_) {
      if (!kept_.contains(one->key)) Leave(*one);
    }
    step_.routes.push_back(Shares());
  }

 private:
  using Instances = std::vector<const InstanceSeen*>;

  Instances Of(int64_t version, bool current) const {
    Instances found;
    for (const InstanceSeen* one : seen_) {
      if (one->key.version == version && one->current == current &&
          one->phase != InstancePhase::kDraining) {
        found.push_back(one);
      }
    }
    return found;
  }
  static int64_t ReadyOf(const Instances& instances) {
    return std::count_if(instances.begin(), instances.end(), [](const InstanceSeen* one) {
      return one->phase == InstancePhase::kReady;
    });
  }
  const VersionWish* Find(int64_t version) const {
    for (const VersionWish& one : wish_.versions) {
      if (one.version == version) return &one;
    }
    return nullptr;
  }

  // The instances that answer in place of those that a version does not have yet. They are its own
  // of an old specification, else those of the version that it replaced, or of an earlier version.
  // Only an instance that was ready once can stand in.
  Instances StandIns(const VersionWish& version) const {
    // An instance of an old specification cannot start again: the specification is lost.
    const auto proven = [](Instances instances) {
      std::erase_if(instances, [](const InstanceSeen* one) {
        return !one->was_ready || (!one->current && !Runs(*one));
      });
      return instances;
    };
    Instances found = proven(Of(version.version, false));
    std::set<int64_t> looked = {version.version};
    const VersionWish* before =
        version.role == VersionRole::kMain ? Find(version.replaced) : nullptr;
    while (found.empty() && before != nullptr && looked.insert(before->version).second) {
      // A version with its own share keeps its instances.
      if (before->role == VersionRole::kRetired) {
        found = proven(Of(before->version, true));
        for (const InstanceSeen* one : proven(Of(before->version, false))) found.push_back(one);
      }
      before = Find(before->replaced);
    }
    return found;
  }

  void Serve(const VersionWish& version) {
    Instances own = Of(version.version, true);
    Instances stand_ins = StandIns(version);
    const int64_t ready = ReadyOf(own);
    const int64_t lacking = std::max<int64_t>(version.instances - ready, 0);
    KeepOwn(version, std::move(own), stand_ins.empty());
    // The ready ones first; each new one that is ready sends an old one away.
    std::stable_sort(stand_ins.begin(), stand_ins.end(),
                     [](const InstanceSeen* left, const InstanceSeen* right) {
                       return left->phase == InstancePhase::kReady &&
                              right->phase != InstancePhase::kReady;
                     });
    if (static_cast<int64_t>(stand_ins.size()) > lacking) {
      stand_ins.resize(static_cast<size_t>(lacking));
    }
    for (const InstanceSeen* one : stand_ins) Keep(*one);
  }

  // Keeps ready instances first, then starting ones, then paused ones.
  void KeepOwn(const VersionWish& version, Instances own, bool alone) {
    std::stable_sort(own.begin(), own.end(),
                     [](const InstanceSeen* left, const InstanceSeen* right) {
                       return Rank(*left) < Rank(*right);
                     });
    const int64_t surge =
        alone ? version.instances : std::max<int64_t>(version.instances / kSurgeShare, 1);
    int64_t count = 0;
    int64_t not_ready = 0;
    for (const InstanceSeen* one : own) {
      if (count >= version.instances) break;
      ++count;
      if (one->phase != InstancePhase::kReady) ++not_ready;
      Keep(*one);
    }
    for (; count < version.instances && not_ready < surge; ++count, ++not_ready) {
      const InstanceKey key = {wish_.service_id, version.version, FreeIndex(version.version)};
      given_.insert(key);
      step_.start.push_back(key);
    }
  }

  static int Rank(const InstanceSeen& seen) {
    switch (seen.phase) {
      case InstancePhase::kReady:
        return 0;
      case InstancePhase::kStarting:
        return 1;
      default:
        return 2;
    }
  }

  int FreeIndex(int64_t version) const {
    int index = 0;
    const auto taken = [&](int candidate) {
      const InstanceKey key = {wish_.service_id, version, candidate};
      return given_.contains(key) ||
             std::any_of(seen_.begin(), seen_.end(),
                         [&key](const InstanceSeen* one) { return one->key == key; });
    };
    while (taken(index)) ++index;
    return index;
  }

  void Keep(const InstanceSeen& one) {
    if (!kept_.insert(one.key).second || one.phase != InstancePhase::kPaused) return;
    if (one.retry_ms <= now_ms_) {
      step_.start.push_back(one.key);
    } else {
      step_.next_ms = std::min(step_.next_ms.value_or(one.retry_ms), one.retry_ms);
    }
  }

  void Leave(const InstanceSeen& one) {
    if (Runs(one)) step_.drain.push_back(one.key);
    if (one.phase == InstancePhase::kPaused) step_.forget.push_back(one.key);
  }

  RouteShare& ShareOf(std::vector<RouteShare>& shares, int64_t version) const {
    for (RouteShare& share : shares) {
      if (share.version == version) return share;
    }
    shares.push_back({version, 0, {}});
    for (const InstanceSeen* one : seen_) {
      if (one->key.version == version && one->phase == InstancePhase::kReady &&
          kept_.contains(one->key)) {
        shares.back().ready.push_back(one->key);
      }
    }
    return shares.back();
  }

  ServiceShares Shares() const {
    ServiceShares service;
    service.service_id = wish_.service_id;
    // While instances are being replaced, each of the two sides gets its part of the weight; so
    // that all stay whole numbers, all are multiplied.
    int64_t scale = 1;
    for (const VersionWish& version : wish_.versions) {
      if (HasStandIns(version)) scale *= version.instances;
    }
    for (const VersionWish& version : wish_.versions) {
      if (version.role == VersionRole::kRetired) continue;
      if (version.role == VersionRole::kMirror) {
        service.mirror_version = version.version;
        service.mirror_percent = version.weight;
        ShareOf(service.shares, version.version);
        continue;
      }
      const int64_t weight = version.weight * scale;
      const int64_t stand_in = StandInWeight(version, weight, service.shares);
      ShareOf(service.shares, version.version).weight += weight - stand_in;
    }
    return service;
  }

  bool HasStandIns(const VersionWish& version) const {
    if (version.role == VersionRole::kRetired || version.role == VersionRole::kMirror) return false;
    const Instances stand_ins = StandIns(version);
    return version.instances > 0 && !stand_ins.empty() &&
           stand_ins.front()->key.version != version.version && ReadyOf(stand_ins) > 0;
  }

  // Gives the versions that stand in what the version itself cannot take yet, and says how much.
  int64_t StandInWeight(const VersionWish& version, int64_t weight,
                        std::vector<RouteShare>& shares) const {
    if (!HasStandIns(version)) return 0;
    const int64_t ready = ReadyOf(Of(version.version, true));
    const int64_t lacking = std::max<int64_t>(version.instances - ready, 0);
    const int64_t part = weight / version.instances * lacking;
    if (part > 0) ShareOf(shares, StandIns(version).front()->key.version).weight += part;
    return part;
  }

  const ServiceWish& wish_;
  const Instances seen_;
  const int64_t now_ms_;
  FleetStep& step_;
  std::set<InstanceKey> kept_;
  std::set<InstanceKey> given_;
};

}  // namespace

FleetStep DecideFleet(const std::vector<ServiceWish>& wishes, const std::vector<InstanceSeen>& seen,
                      int64_t now_ms) {
  FleetStep step;
  std::set<int64_t> served;
  for (const ServiceWish& wish : wishes) {
    if (!wish.running) continue;
    served.insert(wish.service_id);
    std::vector<const InstanceSeen*> own;
    for (const InstanceSeen& one : seen) {
      if (one.key.service_id == wish.service_id) own.push_back(&one);
    }
    ServiceStep(wish, std::move(own), now_ms, step).Decide();
  }
  for (const InstanceSeen& one : seen) {
    if (served.contains(one.key.service_id)) continue;
    if (Runs(one)) step.drain.push_back(one.key);
    if (one.phase == InstancePhase::kPaused) step.forget.push_back(one.key);
  }
  return step;
}

int64_t PauseMs(int failures) {
  int64_t pause = kFirstPauseMs;
  for (int i = 1; i < failures && pause < kLongestPauseMs; ++i) pause *= 2;
  return std::min(pause, kLongestPauseMs);
}

}  // namespace paisql::fleet
