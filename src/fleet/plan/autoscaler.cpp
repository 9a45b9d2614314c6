#include "fleet/plan/autoscaler.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace paisql::fleet {

namespace {

constexpr int64_t kDecideMs = 1'000;
constexpr double kTolerance = 0.1;
constexpr double kMsInSecond = 1000;
constexpr double kPercent = 100;
constexpr double kWholeCorePercent = 100;

bool IsServing(const InstanceSeen& seen) { return seen.phase != InstancePhase::kDraining; }

int64_t RunningOf(const VersionKey& version, const std::vector<InstanceSeen>& seen) {
  return std::count_if(seen.begin(), seen.end(), [&version](const InstanceSeen& one) {
    return one.key.service_id == version.first && one.key.version == version.second &&
           IsServing(one);
  });
}

// How many instances the load needs, `load` being that of all in units of what one is to have.
int64_t NeedOf(double load, int64_t instances) {
  const auto now = static_cast<double>(instances);
  if (std::abs(load - now) <= kTolerance * now) return instances;
  return static_cast<int64_t>(std::ceil(load));
}

}  // namespace

void Autoscaler::SeeRequests(const VersionKey& version, int64_t total, int64_t now_ms) {
  requests_[version].Add(total, now_ms);
}

void Autoscaler::SeeCpu(const InstanceKey& instance, int64_t cpu_ms, int64_t now_ms) {
  cpu_ms_[instance].Add(cpu_ms, now_ms);
}

void Autoscaler::Apply(const std::vector<DesiredService>& desired,
                       const std::vector<InstanceSeen>& seen, int64_t now_ms,
                       std::vector<ServiceWish>* wishes) {
  std::set<VersionKey> known;
  for (size_t i = 0; i < desired.size(); ++i) {
    if (!desired[i].scaling.has_value()) continue;
    for (const VersionWish& version : desired[i].wish.versions) {
      known.insert({desired[i].wish.service_id, version.version});
    }
    Follow(desired[i], seen, now_ms, &(*wishes)[i]);
  }
  std::erase_if(scaled_, [&known](const auto& entry) { return !known.contains(entry.first); });
  std::erase_if(requests_, [&known](const auto& entry) { return !known.contains(entry.first); });
  std::erase_if(cpu_ms_, [&seen](const auto& entry) {
    return std::none_of(seen.begin(), seen.end(),
                        [&entry](const InstanceSeen& one) { return one.key == entry.first; });
  });
}

void Autoscaler::Follow(const DesiredService& service, const std::vector<InstanceSeen>& seen,
                        int64_t now_ms, ServiceWish* wish) {
  const serving::Scaling& scaling = *service.scaling;
  for (VersionWish& version : wish->versions) {
    const VersionKey key = {wish->service_id, version.version};
    Scaled& scaled = scaled_[key];
    if (version.role == VersionRole::kRetired || !wish->running) {
      scaled.role = version.role;
      continue;
    }
    if (scaled.instances == 0 || scaled.role != version.role) {
      const VersionKey replaced = {wish->service_id, version.replaced};
      const auto before = scaled_.find(replaced);
      const int64_t of_replaced = std::max(RunningOf(replaced, seen),
                                           before == scaled_.end() ? 0 : before->second.instances);
      const bool takes_over = version.role == VersionRole::kMain && version.replaced > 0;
      // The number of instances at its retirement says nothing about today.
      const int64_t own = scaled.role == VersionRole::kRetired ? 0 : scaled.instances;
      scaled.instances = std::max({own, RunningOf(key, seen), takes_over ? of_replaced : 0});
      scaled.needs.clear();
    }
    scaled.role = version.role;
    scaled.instances = std::clamp(scaled.instances, scaling.least, scaling.most);
    if (scaled.needs.empty()) scaled.needs.push_back({scaled.instances, now_ms});
    if (now_ms >= scaled.decided_ms + kDecideMs) {
      scaled.decided_ms = now_ms;
      Decide(key, service, seen, now_ms, &scaled);
    }
    version.instances = scaled.instances;
  }
}

Autoscaler::Busy Autoscaler::BusyOf(const VersionKey& version,
                                    const std::vector<InstanceSeen>& seen, int64_t now_ms) const {
  Busy busy;
  for (const InstanceSeen& one : seen) {
    if (one.key.service_id != version.first || one.key.version != version.second) continue;
    if (one.phase != InstancePhase::kReady) continue;
    const auto meter = cpu_ms_.find(one.key);
    const auto rate = meter == cpu_ms_.end() ? std::nullopt : meter->second.Rate(now_ms);
    busy.all_known = busy.all_known && rate.has_value();
    busy.cores += rate.value_or(0) / kMsInSecond;
  }
  return busy;
}

void Autoscaler::Decide(const VersionKey& version, const DesiredService& service,
                        const std::vector<InstanceSeen>& seen, int64_t now_ms,
                        Scaled* scaled) const {
  const serving::Scaling& scaling = *service.scaling;
  int64_t need = 0;
  bool is_known = true;
  if (scaling.qps > 0) {
    const auto meter = requests_.find(version);
    const auto rate = meter == requests_.end() ? std::nullopt : meter->second.Rate(now_ms);
    is_known = rate.has_value();
    if (rate) need = NeedOf(*rate / static_cast<double>(scaling.qps), scaled->instances);
  }
  if (scaling.cpu > 0) {
    const Busy busy = BusyOf(version, seen, now_ms);
    const auto launch = service.launches.find(version.second);
    const int64_t stated = launch == service.launches.end() ? 0 : launch->second.options.cpu;
    const double cores = stated == 0 ? 1 : static_cast<double>(stated) / kWholeCorePercent;
    is_known = is_known && busy.all_known;
    const double of_one = cores * static_cast<double>(scaling.cpu) / kPercent;
    need = std::max(need, NeedOf(busy.cores / of_one, scaled->instances));
  }
  if (!is_known) need = std::max(need, scaled->instances);
  scaled->needs.push_back({std::clamp(need, scaling.least, scaling.most), now_ms});
  const int64_t longest = std::max(scaling.up_window_ms, scaling.down_window_ms);
  while (scaled->needs.size() > 1 && scaled->needs.front().at_ms < now_ms - longest) {
    scaled->needs.pop_front();
  }
  int64_t up = scaling.most;
  int64_t down = scaling.least;
  for (const Need& one : scaled->needs) {
    if (one.at_ms >= now_ms - scaling.up_window_ms) up = std::min(up, one.instances);
    if (one.at_ms >= now_ms - scaling.down_window_ms) down = std::max(down, one.instances);
  }
  if (up > scaled->instances) scaled->instances = up;
  if (down < scaled->instances) scaled->instances = down;
}

}  // namespace paisql::fleet
