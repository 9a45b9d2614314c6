#pragma once

// Before a plan runs, each of its scans is told which files it reads: partitions are pruned in the
// catalog and all scans of one statement see one snapshot, which stays on disk as long as the
// ReadPin lives.

#include <map>
#include <utility>

#include "plan/relation.h"
#include "session/state.h"

namespace paisql::session {

class ReadPin {
 public:
  explicit ReadPin(State& state) : state_(state) {}
  ~ReadPin();
  ReadPin(const ReadPin&) = delete;
  ReadPin& operator=(const ReadPin&) = delete;

  // Fills `files` of every scan of the plan. May be called for several plans of one statement.
  Status ListFiles(plan::Relation& root);

 private:
  Status Pin(int64_t snapshot);
  // Partitions that the scan's predicate leaves, nullopt for all.
  Result<std::optional<std::vector<int64_t>>> SelectPartitions(const plan::Scan& scan);
  Result<bool> ListAtOneSnapshot(const std::vector<plan::Scan*>& scans);

  State& state_;
  bool pinned_ = false;
};

}  // namespace paisql::session
