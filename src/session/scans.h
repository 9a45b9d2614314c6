#pragma once

// Before a plan runs, each of its scans is told which files it reads: partitions are pruned in the
// catalog and all scans of one statement see one snapshot, which stays on disk as long as the
// ReadPin lives.

#include <vector>

#include "plan/relation.h"
#include "session/state.h"

namespace paisql::session {

class ReadPin {
 public:
  explicit ReadPin(State& state) : state_(state) {}
  ~ReadPin();
  ReadPin(const ReadPin&) = delete;
  ReadPin& operator=(const ReadPin&) = delete;

  // Fills `files` of every scan of the plans, which are all those of one statement. Called once.
  Status ListFiles(const std::vector<plan::Relation*>& roots);
  // The same for plans that are going to run: what they read is checked (damage.h).
  Status ListForReading(const std::vector<plan::Relation*>& roots);

 private:
  Status Pin(int64_t snapshot);
  // Partitions that the scan's predicate leaves, nullopt for all.
  Result<std::optional<std::vector<int64_t>>> SelectPartitions(const plan::Scan& scan);
  // False when a commit came in between, so that the scans would see different states.
  Result<bool> ListAt(int64_t snapshot, const std::vector<plan::Scan*>& scans);
  // Asks the scan's runtime predicates and drops the files of partitions that they refuse. False as
  // above.
  Result<bool> AskRuntimePredicates(int64_t snapshot, plan::Scan& scan);
  // Which partitions make the predicate true; all of them where it cannot be answered: the
  // statement itself then fails or not.
  Result<std::vector<bool>> Judge(const plan::Expression& predicate, const plan::Scan& scan,
                                  const std::vector<store::Partition>& partitions);

  State& state_;
  bool pinned_ = false;
};

}  // namespace paisql::session
