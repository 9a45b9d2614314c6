#include "instances/admission/admission.h"

#include <algorithm>
#include <utility>

namespace paisql::instances {

namespace {

int64_t BytesOf(const Submission& asked) {
  return static_cast<int64_t>(asked.query.size() + asked.source.size());
}

std::string OwnerOf(const Submission& asked) { return asked.user + '\n' + asked.project; }

}  // namespace

bool Admission::HasRoom(int64_t bytes) const {
  if (waiting_ == 0) return true;
  return waiting_ < limits_.waiting && waiting_bytes_ + bytes <= limits_.waiting_bytes;
}

void Admission::Add(InstancePtr instance, bool small) {
  const Submission& asked = instance->submission();
  Level& level = levels_[asked.priority];
  const std::string owner = OwnerOf(asked);
  auto group = std::ranges::find(level.groups, owner, &Group::owner);
  if (group == level.groups.end()) {
    // It comes last in the turn that goes on.
    const size_t at = std::min(level.turn, level.groups.size());
    group = level.groups.insert(level.groups.begin() + static_cast<std::ptrdiff_t>(at),
                                {owner, asked.user, {}, {}});
    level.turn = at + 1;
  }
  ++waiting_;
  waiting_bytes_ += BytesOf(asked);
  (small ? group->small : group->large).push_back({next_ticket_++, std::move(instance)});
}

InstancePtr Admission::Next(int64_t now_ms) {
  NoteOverdue(now_ms);
  const bool general = general_ < limits_.at_once;
  if (!general && lane_ >= limits_.small_at_once) return nullptr;
  for (auto& [priority, level] : levels_) {
    InstancePtr instance = Take(level, !general);
    if (instance != nullptr) return Begin(std::move(instance), !general, now_ms);
  }
  return nullptr;
}

bool Admission::HasLane(const std::string& user) const {
  const auto found = in_lane_of_.find(user);
  return found == in_lane_of_.end() || found->second < 2 * limits_.small_at_once;
}

// The oldest one of the group whose turn it is.
InstancePtr Admission::Take(Level& level, bool small_only) {
  for (size_t i = 0; i < level.groups.size(); ++i) {
    const size_t at = (level.turn + i) % level.groups.size();
    Group& group = level.groups[at];
    if (small_only && (group.small.empty() || !HasLane(group.user))) continue;
    const bool small =
        !group.small.empty() && (small_only || group.large.empty() ||
                                 group.small.front().ticket < group.large.front().ticket);
    std::deque<Waiting>& from = small ? group.small : group.large;
    InstancePtr instance = std::move(from.front().instance);
    from.pop_front();
    --waiting_;
    waiting_bytes_ -= BytesOf(instance->submission());
    level.turn = at + 1;
    if (group.size() == 0) Forget(level, at);
    return instance;
  }
  return nullptr;
}

void Admission::Forget(Level& level, size_t group) {
  level.groups.erase(level.groups.begin() + static_cast<std::ptrdiff_t>(group));
  if (level.turn > group) --level.turn;
}

InstancePtr Admission::Begin(InstancePtr instance, bool in_lane, int64_t now_ms) {
  running_[instance.get()] = {in_lane, false, now_ms};
  if (in_lane) ++in_lane_of_[instance->submission().user];
  ++(in_lane ? lane_ : general_);
  return instance;
}

// Only so many may leave the lane and go on: threads have a bound.
void Admission::NoteOverdue(int64_t now_ms) {
  for (auto& [instance, running] : running_) {
    if (overdue_ >= most_overdue()) return;
    if (!running.in_lane || running.overdue) continue;
    if (running.began_ms + limits_.small_ms > now_ms) continue;
    running.overdue = true;
    --lane_;
    ++overdue_;
  }
}

int64_t Admission::NextChangeMs() const {
  int64_t next = INT64_MAX;
  if (waiting_ == 0 || overdue_ >= most_overdue()) return next;
  for (const auto& [instance, running] : running_) {
    if (!running.in_lane || running.overdue) continue;
    next = std::min(next, running.began_ms + limits_.small_ms);
  }
  return next;
}

void Admission::End(const Instance& instance) {
  const auto found = running_.find(&instance);
  if (found == running_.end()) return;
  const Running& running = found->second;
  --(running.overdue ? overdue_ : running.in_lane ? lane_ : general_);
  const auto of_user = in_lane_of_.find(instance.submission().user);
  if (running.in_lane && --of_user->second == 0) in_lane_of_.erase(of_user);
  running_.erase(found);
}

bool Admission::Remove(const Instance& instance) {
  const auto level = levels_.find(instance.submission().priority);
  if (level == levels_.end()) return false;
  std::vector<Group>& groups = level->second.groups;
  const auto group = std::ranges::find(groups, OwnerOf(instance.submission()), &Group::owner);
  if (group == groups.end()) return false;
  const auto is_it = [&](const Waiting& one) { return one.instance.get() == &instance; };
  if (std::erase_if(group->small, is_it) + std::erase_if(group->large, is_it) == 0) return false;
  --waiting_;
  waiting_bytes_ -= BytesOf(instance.submission());
  if (group->size() == 0) Forget(level->second, static_cast<size_t>(group - groups.begin()));
  return true;
}

std::vector<InstancePtr> Admission::RemoveAll() {
  std::vector<InstancePtr> all;
  for (auto& [priority, level] : levels_) {
    for (Group& group : level.groups) {
      for (Waiting& one : group.small) all.push_back(std::move(one.instance));
      for (Waiting& one : group.large) all.push_back(std::move(one.instance));
    }
  }
  levels_.clear();
  waiting_ = 0;
  waiting_bytes_ = 0;
  return all;
}

QueuePlace Admission::PlaceOf(const Instance& instance) const {
  QueuePlace place;
  place.waiting = static_cast<int64_t>(waiting_);
  place.running = static_cast<int64_t>(running_.size());
  if (running_.contains(&instance)) return place;
  for (const auto& [priority, level] : levels_) {
    if (priority == instance.submission().priority) {
      place.ahead += AheadIn(level, instance);
      break;
    }
    for (const Group& group : level.groups) place.ahead += static_cast<int64_t>(group.size());
  }
  return place;
}

// Each turn of its own group is one of each other group's, too.
int64_t Admission::AheadIn(const Level& level, const Instance& instance) {
  const std::string owner = OwnerOf(instance.submission());
  const auto own = std::ranges::find(level.groups, owner, &Group::owner);
  if (own == level.groups.end()) return 0;
  int64_t ticket = -1;
  for (const auto* const queue : {&own->small, &own->large}) {
    for (const Waiting& one : *queue) {
      if (one.instance.get() == &instance) ticket = one.ticket;
    }
  }
  if (ticket < 0) return 0;
  const auto older = [&](const Waiting& one) { return one.ticket < ticket; };
  const int64_t turns =
      std::ranges::count_if(own->small, older) + std::ranges::count_if(own->large, older);
  int64_t ahead = turns;
  const size_t groups = level.groups.size();
  const auto own_at = static_cast<size_t>(own - level.groups.begin());
  const size_t own_turn = (own_at + groups - level.turn % groups) % groups;
  for (size_t at = 0; at < groups; ++at) {
    if (at == own_at) continue;
    const size_t turn = (at + groups - level.turn % groups) % groups;
    ahead +=
        std::min(static_cast<int64_t>(level.groups[at].size()), turns + (turn < own_turn ? 1 : 0));
  }
  return ahead;
}

}  // namespace paisql::instances
