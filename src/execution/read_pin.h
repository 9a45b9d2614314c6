#pragma once

// A ReadPin chooses the files of each scan before plans run. It prunes partitions in the catalog.
// All scans of one statement see one snapshot, which stays on disk as long as the ReadPin lives.

#include <limits>
#include <map>
#include <optional>
#include <utility>
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

  // Lists the files of the scans. Later calls list the snapshot of the first call. It is a conflict
  // when other writers have since changed a table and made that impossible.
  Status ListFiles(const std::vector<const plan::Scan*>& scans);

 private:
  Status Pin(int64_t snapshot);
  // Partitions that the scan's predicate leaves, nullopt for all.
  Result<std::optional<std::vector<int64_t>>> SelectPartitions(const plan::Scan& scan);
  // The listing of a scan of the table's history, whose partitions may have been dropped since.
  Result<store::FileListing> HistoryListing(const plan::Scan& scan);
  // The catalog's listing for the scan. Several scans of one table ask the catalog once.
  Result<store::FileListing> Listing(const plan::Scan& scan);
  Status AddExternalFiles(const plan::Scan& scan, store::FileListing& files);
  Status List(const std::vector<const plan::Scan*>& scans);
  // Asks the scan's runtime predicates and drops those of its files whose partitions they refuse.
  Status AskRuntimePredicates(const plan::Scan& scan, store::FileListing& files);
  // Which partitions make the predicate true; all of them where it cannot be answered: the
  // statement itself then fails or not.
  Result<std::vector<bool>> Judge(const plan::Expression& predicate, const plan::Scan& scan,
                                  const std::vector<store::Partition>& partitions);

  Host& host_;
  const engine::ExecutionSettings& settings_;
  engine::Bindings& bindings_;
  // Table and chosen partitions.
  using Listed = std::pair<int64_t, std::optional<std::vector<int64_t>>>;
  std::map<Listed, store::FileListing> listed_;
  std::optional<int64_t> snapshot_;  // of the first listing
  // The oldest commit after which files are read that were listed then.
  int64_t oldest_ = std::numeric_limits<int64_t>::max();
  bool pinned_ = false;
};

}  // namespace paisql::execution
