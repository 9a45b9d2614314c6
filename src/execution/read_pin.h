#pragma once

// Before plans run, each of their scans is told which files it reads: partitions are pruned in the
// catalog and all scans of one statement see one snapshot, which stays on disk as long as the
// ReadPin lives.

#include <optional>
#include <vector>

#include "engine/bindings.h"
#include "execution/host.h"
#include "plan/relation.h"

namespace paisql::execution {

class ReadPin {
 public:
  // `bindings` gets what is listed.
  ReadPin(Host& host, const engine::ExecutionSettings& settings, engine::Bindings& bindings)
      : host_(host), settings_(settings), bindings_(bindings) {}
  ~ReadPin();
  ReadPin(const ReadPin&) = delete;
  ReadPin& operator=(const ReadPin&) = delete;

  // Lists the files of the scans, which are all those of one statement. Called once.
  Status ListFiles(const std::vector<const plan::Scan*>& scans);

 private:
  Status Pin(int64_t snapshot);
  // Partitions that the scan's predicate leaves, nullopt for all.
  Result<std::optional<std::vector<int64_t>>> SelectPartitions(const plan::Scan& scan);
  // False when a commit came in between, so that the scans would see different states.
  Result<bool> ListAt(int64_t snapshot, const std::vector<const plan::Scan*>& scans);
  // Asks the scan's runtime predicates and drops those of its files whose partitions they refuse.
  // False as above.
  Result<bool> AskRuntimePredicates(const plan::Scan& scan, store::FileListing& files);
  // Which partitions make the predicate true; all of them where it cannot be answered: the
  // statement itself then fails or not.
  Result<std::vector<bool>> Judge(const plan::Expression& predicate, const plan::Scan& scan,
                                  const std::vector<store::Partition>& partitions);

  Host& host_;
  const engine::ExecutionSettings& settings_;
  engine::Bindings& bindings_;
  bool pinned_ = false;
};

}  // namespace paisql::execution
