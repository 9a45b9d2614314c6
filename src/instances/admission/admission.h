#pragma once

// Which instance begins next, and how many run at once: those of smaller priority first, and among
// equals each user of each project in turn. Small ones have a lane of their own beside the others,
// so that no heavy statement holds them up; what takes longer there than it looked leaves the lane
// to the next. A user who has many of those begins small ones beside the others alone, so that the
// lane stays open for the rest. For one thread at a time. Private to instances.

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "instances/instance.h"

namespace paisql::instances {

struct AdmissionLimits {
  int at_once = 4;                           // of whatever size
  int small_at_once = 2;                     // small ones besides, in the lane
  int64_t small_ms = 1000;                   // what runs longer is not small
  size_t waiting = 10000;                    // instances
  int64_t waiting_bytes = int64_t{1} << 30;  // of their texts
};

// Where an instance is in the queue.
struct QueuePlace {
  int64_t ahead = 0;    // so many begin before it, as it looks now
  int64_t waiting = 0;  // instances, this one among them
  int64_t running = 0;
};

class Admission {
 public:
  explicit Admission(AdmissionLimits limits) : limits_(limits) {}

  // Whether another one of so many bytes may wait.
  bool HasRoom(int64_t bytes) const;
  // Whether what comes now begins at once, whatever its size.
  bool BeginsAtOnce() const { return waiting_ == 0 && general_ < limits_.at_once; }
  void Add(InstancePtr instance, bool small);
  // What is to begin now; null where nothing may. It counts as running until End.
  InstancePtr Next(int64_t now_ms);
  // When Next may have another answer by the time alone; INT64_MAX where never.
  int64_t NextChangeMs() const;
  void End(const Instance& instance);
  // Whether it has waited; now it does not.
  bool Remove(const Instance& instance);
  std::vector<InstancePtr> RemoveAll();

  // Of one that waits; of others `ahead` is 0.
  QueuePlace PlaceOf(const Instance& instance) const;
  // The most that can run at once.
  int most_running() const { return limits_.at_once + limits_.small_at_once + most_overdue(); }

 private:
  struct Waiting {
    int64_t ticket = 0;  // which grow
    InstancePtr instance;
  };
  // Of one user in one project.
  struct Group {
    std::string owner;
    std::string user;
    std::deque<Waiting> small;
    std::deque<Waiting> large;
    size_t size() const { return small.size() + large.size(); }
  };
  // Of one priority.
  struct Level {
    std::vector<Group> groups;  // none is empty
    size_t turn = 0;            // of the group that is next
  };
  struct Running {
    bool in_lane = false;
    bool overdue = false;
    int64_t began_ms = 0;
  };

  int most_overdue() const { return 4 * limits_.small_at_once; }
  // Whether the user may begin another one in the lane.
  bool HasLane(const std::string& user) const;
  InstancePtr Take(Level& level, bool small_only);
  InstancePtr Begin(InstancePtr instance, bool in_lane, int64_t now_ms);
  void NoteOverdue(int64_t now_ms);
  void Forget(Level& level, size_t group);
  static int64_t AheadIn(const Level& level, const Instance& instance);

  const AdmissionLimits limits_;
  std::map<int, Level> levels_;  // by priority
  std::map<const Instance*, Running> running_;
  size_t waiting_ = 0;
  int64_t waiting_bytes_ = 0;
  int64_t next_ticket_ = 0;
  int general_ = 0;  // that run, but for those of the lane
  int lane_ = 0;     // that run in the lane, but for those that are overdue
  int overdue_ = 0;
  // How many statements of each user run in the lane, overdue ones included. Users without one
  // have no entry.
  std::map<std::string, int> in_lane_of_;
};

}  // namespace paisql::instances
