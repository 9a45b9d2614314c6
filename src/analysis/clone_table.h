#pragma once

// CLONE TABLE, as far as it can be judged before anything changes.

#include <string>
#include <vector>

#include "analysis/analyzer.h"

namespace paisql::syntax {
struct CloneTableStatement;
}

namespace paisql::analysis {

struct ClonePlan {
  store::Table source;
  // With id 0: the statement makes it as CREATE TABLE LIKE does, with the source's traits.
  store::Table target;
  // The values of all levels of each partition that is cloned; all of them, where the statement
  // names none. Empty for a table without partitions.
  std::vector<std::vector<std::string>> partitions;
};

// Errors have their places.
Result<ClonePlan> AnalyzeClone(const syntax::CloneTableStatement& statement,
                               AnalysisContext& context);

}  // namespace paisql::analysis
