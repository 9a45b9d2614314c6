#pragma once

// A query whose rows are kept in files as a table would keep them, without being one: what a job
// reads.

#include <vector>

#include "analysis/analyzer.h"

namespace paisql::analysis {

struct SnapshotPlan {
  plan::RelationPtr root;
  std::vector<store::Column> columns;  // of the root's output, with ids from 1
};

// The rules of CREATE TABLE … AS: each column has a name of its own, which is _c0 and the like
// where the query gives none, and a type that tables store.
Result<SnapshotPlan> AnalyzeSnapshot(const syntax::Query& query, AnalysisContext& context);

}  // namespace paisql::analysis
