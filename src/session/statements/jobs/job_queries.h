#pragma once

// The inputs of a PAI statement that are queries: analysed when the statement is checked, computed
// when its job is submitted, over tables as they are then.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/snapshot.h"
#include "execution/plan_run.h"
#include "pai/value/query_resolver.h"
#include "session/data_flow.h"
#include "session/state.h"
#include "training/spec/input_queries.h"

namespace paisql::session {

class JobQueries : public pai::QueryResolver, public training::InputQueries {
 public:
  // By the session's settings, in its project. The run outlives it.
  explicit JobQueries(Run& run);
  // Of a past job's statement: in its project, by the settings of then. That statement's text is
  // not the one that was typed now, so what fails while it runs has its place at `range`, and what
  // the analysis warns of is not shown.
  JobQueries(Run& run, const std::string& project,
             const std::map<std::string, std::string>& settings, const SourceRange& range);

  Result<std::vector<store::Column>> Resolve(const std::string& query,
                                             const pai::QueryPlaces& places) override;
  // Whether there is any.
  bool empty() const { return queries_.empty(); }
  // What they read.
  void AddReads(DataFlow& flow) const;

  Result<std::optional<int64_t>> Pin(bool prepare) override;
  std::vector<training::InputListing> Reads() const override;
  Result<std::vector<store::DataFile>> Compute(size_t number, const std::string& folder) override;

 private:
  struct Query {
    analysis::SnapshotPlan plan;
    std::set<std::string> views;  // read through
    pai::QueryPlaces places;
    std::string title;
  };

  analysis::AnalysisContext Context();
  execution::RunOptions Options();
  Error Placed(const Query& query, Error error) const;

  Run& run_;
  std::string project_;
  Settings settings_;
  std::string now_;
  std::optional<SourceRange> range_;
  std::vector<std::unique_ptr<Query>> queries_;
  // One for each query, in their order.
  std::vector<std::unique_ptr<execution::PlanRun>> runs_;
};

}  // namespace paisql::session
