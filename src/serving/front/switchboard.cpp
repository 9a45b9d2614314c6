#include "serving/front/switchboard.h"

#include <algorithm>

namespace paisql::serving {

namespace {

constexpr int64_t kPercent = 100;

bool Contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::shared_ptr<InstanceUse> LeastLoaded(const ServiceLine::Version& version,
                                         const std::vector<std::string>& tried) {
  std::shared_ptr<InstanceUse> best;
  for (const auto& use : version.instances) {
    if (Contains(tried, use->id)) continue;
    if (best == nullptr || use->requests < best->requests) best = use;
  }
  return best;
}

std::vector<int64_t> WeightsOf(const ServiceRoute& route) {
  std::vector<int64_t> weights;
  for (const RouteVersion& version : route.versions) weights.push_back(version.weight);
  return weights;
}

std::vector<std::string> NamesOf(const ServiceRoute& route) {
  std::vector<std::string> names;
  for (const RouteVersion& version : route.versions) names.push_back(version.version);
  return names;
}

}  // namespace

InstanceHold::InstanceHold(std::shared_ptr<InstanceUse> use,
                           std::shared_ptr<const std::function<void()>> idle)
    : use_(std::move(use)), idle_(std::move(idle)) {
  ++use_->requests;
}

InstanceHold& InstanceHold::operator=(InstanceHold&& other) noexcept {
  if (this == &other) return *this;
  Release();
  use_ = std::move(other.use_);
  idle_ = std::move(other.idle_);
  return *this;
}

void InstanceHold::Release() {
  if (use_ == nullptr) return;
  const bool last = --use_->requests == 0;
  if (last && use_->removed) (*idle_)();
  use_.reset();
}

ServiceLine::ServiceLine(ServiceRoute route, std::vector<Version> versions,
                         const ServiceLine* before)
    : route_(std::move(route)), versions_(std::move(versions)) {
  const bool same_split = before != nullptr && WeightsOf(before->route_) == WeightsOf(route_) &&
                          NamesOf(before->route_) == NamesOf(route_);
  split_ = same_split ? before->split_ : std::make_shared<Split>(WeightsOf(route_));
  const bool same_limit = before != nullptr && before->route_.rate_limit == route_.rate_limit;
  rate_limit_ = same_limit ? before->rate_limit_ : std::make_shared<RateLimit>(route_.rate_limit);
}

bool ServiceLine::HasReady() const {
  return std::any_of(versions_.begin(), versions_.end(),
                     [](const Version& version) { return !version.instances.empty(); });
}

std::optional<size_t> ServiceLine::FindVersion(const std::string& version) const {
  for (size_t i = 0; i < versions_.size(); ++i) {
    if (versions_[i].version == version) return i;
  }
  return std::nullopt;
}

std::optional<size_t> ServiceLine::NextVersion(const std::vector<std::string>& tried) const {
  const std::lock_guard lock(split_->mutex);
  return split_->splitter.Next(
      [&](size_t index) { return LeastLoaded(versions_[index], tried) != nullptr; });
}

bool ServiceLine::MirrorsNext() const {
  if (route_.mirror_percent <= 0 || route_.mirror_version.empty()) return false;
  const std::lock_guard lock(split_->mutex);
  split_->mirror_credit += route_.mirror_percent;
  if (split_->mirror_credit < kPercent) return false;
  split_->mirror_credit -= kPercent;
  return true;
}

Switchboard::Switchboard(FrontMetrics& metrics, std::function<void()> idle)
    : metrics_(metrics),
      idle_(std::make_shared<const std::function<void()>>(std::move(idle))),
      lines_(std::make_shared<Lines>()),
      groups_(std::make_shared<Groups>()) {}

std::shared_ptr<const Switchboard::Lines> Switchboard::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

std::shared_ptr<const Switchboard::Groups> Switchboard::groups() const {
  const std::lock_guard lock(mutex_);
  return groups_;
}

std::vector<Switchboard::VersionLoad> Switchboard::Load() const {
  std::vector<VersionLoad> load;
  for (const auto& [name, line] : *lines()) {
    for (const ServiceLine::Version& version : line->versions()) {
      load.push_back({name, version.version, version.counts->AllAnswered()});
    }
  }
  return load;
}

void Switchboard::Update(const RouteTable& table) {
  const auto before = lines();
  auto after = std::make_shared<Lines>();
  std::map<std::string, std::shared_ptr<InstanceUse>> kept;
  for (const auto& [name, line] : *before) {
    for (const ServiceLine::Version& version : line->versions()) {
      version.counts->instances = 0;
      version.counts->weight = 0;
    }
  }
  for (const ServiceRoute& route : table.services) {
    std::vector<ServiceLine::Version> versions;
    for (const RouteVersion& version : route.versions) {
      std::vector<std::shared_ptr<InstanceUse>> instances;
      for (const RouteInstance& instance : version.instances) {
        std::shared_ptr<InstanceUse>& use = uses_[instance.id];
        // Others read both without a lock; an id means one process, which keeps its socket.
        if (use == nullptr) {
          use = std::make_shared<InstanceUse>();
          use->id = instance.id;
          use->socket = instance.socket;
        }
        use->removed = false;
        kept[instance.id] = use;
        instances.push_back(use);
      }
      const auto counts = metrics_.Of(route.name, version.version);
      counts->instances = static_cast<int64_t>(instances.size());
      counts->weight = version.weight;
      versions.push_back({version.version, std::move(instances), counts});
    }
    const auto old = before->find(route.name);
    (*after)[route.name] = std::make_shared<const ServiceLine>(
        route, std::move(versions), old == before->end() ? nullptr : old->second.get());
  }
  const auto groups_before = groups();
  auto groups_after = std::make_shared<Groups>();
  for (const GroupRoute& group : table.groups) {
    const auto old = groups_before->find(group.name);
    (*groups_after)[group.name] = std::make_shared<const GroupLine>(
        group, old == groups_before->end() ? nullptr : old->second.get());
  }
  {
    const std::lock_guard lock(mutex_);
    lines_ = std::move(after);
    groups_ = std::move(groups_after);
  }
  ++updates_;
  // Mark after the table is replaced: a thread that still uses the old table sees the mark and
  // chooses again.
  for (const auto& [id, use] : uses_) {
    if (!kept.contains(id)) use->removed = true;
  }
}

std::vector<std::string> Switchboard::BusyRemoved() {
  std::vector<std::string> busy;
  std::erase_if(uses_, [&busy](const auto& entry) {
    if (!entry.second->removed) return false;
    if (entry.second->requests == 0) return true;
    busy.push_back(entry.first);
    return false;
  });
  return busy;
}

std::vector<std::string> Switchboard::Sockets() const {
  std::vector<std::string> sockets;
  const auto all = lines();
  for (const auto& [name, line] : *all) {
    for (const ServiceLine::Version& version : line->versions()) {
      for (const auto& use : version.instances) sockets.push_back(use->socket);
    }
  }
  return sockets;
}

std::shared_ptr<const ServiceLine> Switchboard::Find(const std::string& service) const {
  const auto all = lines();
  const auto found = all->find(service);
  return found == all->end() ? nullptr : found->second;
}

std::shared_ptr<const GroupLine> Switchboard::FindGroup(const std::string& name) const {
  const auto all = groups();
  const auto found = all->find(name);
  return found == all->end() ? nullptr : found->second;
}

bool Switchboard::AllReady() const {
  const auto all = lines();
  return std::all_of(all->begin(), all->end(), [](const auto& entry) {
    return entry.second->route().ends || entry.second->HasReady();
  });
}

std::optional<Switchboard::Choice> Switchboard::Choose(
    const std::string& service, const std::string& version,
    const std::vector<std::string>& tried) const {
  while (true) {
    const auto line = Find(service);
    if (line == nullptr) return std::nullopt;
    const auto index = version.empty() ? line->NextVersion(tried) : line->FindVersion(version);
    if (!index.has_value()) return std::nullopt;
    const ServiceLine::Version& chosen = line->versions()[*index];
    auto use = LeastLoaded(chosen, tried);
    if (use == nullptr) return std::nullopt;
    // The hold goes before the look at the mark, as the mark goes before the look at the holds: one
    // of the two sees the other.
    Choice choice{InstanceHold(use, idle_), chosen.counts};
    if (!use->removed) return choice;
  }
}

}  // namespace paisql::serving
