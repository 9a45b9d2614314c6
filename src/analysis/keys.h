#pragma once

// The plans that keep the rows of a table with a PRIMARY KEY unique by key and partition. They read
// files that the caller binds to their scans: fresh ones, which a statement has staged, and those
// that the table lists.

#include <vector>

#include "analysis/analyzer.h"

namespace paisql::analysis {

struct KeyPlans {
  // One row where several fresh rows have one key.
  plan::RelationPtr repeated;
  // Of the fresh rows of one key the last one, by the order of the files and then in its file. It
  // has the columns of a WritePlan whose partitions are dynamic.
  plan::RelationPtr latest;
  // A row for each listed file that holds keys of fresh rows: its position, and how many.
  plan::RelationPtr touched;
  // The listed rows whose key no fresh row has, with the columns of `latest`.
  plan::RelationPtr others;
  std::vector<const plan::Scan*> fresh_scans;
  std::vector<const plan::Scan*> listed_scans;
};

// The ids of the table's key and of its columns agree.
Result<KeyPlans> PlanKeys(const store::Table& table, AnalysisContext& context);

}  // namespace paisql::analysis
