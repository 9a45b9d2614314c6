#pragma once

// What one transaction brings, and what a draft collects of several (store/draft.h). Private to the
// store.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/catalog/commit/placement.h"
#include "store/changes.h"
#include "store/home/lease.h"
#include "store/reads.h"

namespace paisql::store {

struct CommitStep {
  explicit CommitStep(CatalogState& state) : placement(state) {}

  std::vector<ReadVersion> reads;
  std::vector<Change> changes;  // the placement knows them by their addresses
  bool keeps_rows = false;
  std::optional<int64_t> kept_ms;
  Placement placement;
  // Of a draft: the ids, in its copy, of the tables that the step has made, and the keys of
  // partitions that it names and that the draft has made.
  std::vector<int64_t> made;
  std::map<int64_t, std::string> new_partitions;
  // Likewise the models that it names and the draft has made.
  struct ModelName {
    std::string project;
    std::string name;
  };
  std::map<int64_t, ModelName> new_models;
};
using CommitSteps = std::vector<std::unique_ptr<CommitStep>>;

// The catalog's write transaction for these changes.
Result<CatalogWrite> BeginFor(const CommitSteps& steps, CatalogState& state);

struct DraftState {
  explicit DraftState(Database copy) : other(std::move(copy)) {}

  // The copy, or the home's database while the catalog stands on the copy.
  Database other;
  int64_t snapshot = 0;        // when the draft began
  int64_t last_partition = 0;  // greater ids are of the draft
  int64_t last_model = 0;      // likewise
  bool hides = false;
  std::unique_ptr<Lease> lease;  // null on a read-only home
  CommitSteps steps;

  // Says what the step has read in words that hold for the home's catalog, too. Called before the
  // copy changes.
  Status Translate(CommitStep& step, CatalogState& state) const;
};

}  // namespace paisql::store
