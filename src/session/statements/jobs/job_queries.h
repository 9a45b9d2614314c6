#pragma once

// The inputs of a PAI statement that are queries: analysed when the statement is checked, and
// computed while its job runs, over tables as they are when it is submitted.

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "analysis/snapshot.h"
#include "execution/plan_run.h"
#include "jobs/spec/input_queries.h"
#include "jobs/spec/parts_list.h"
#include "pai/value/query_resolver.h"
#include "session/data_flow.h"
#include "session/state.h"

namespace paisql::session {

class JobQueries : public pai::QueryResolver, public jobs::InputQueries {
 public:
  // By the session's settings, in its project. The run outlives it.
  explicit JobQueries(Run& run);
  // Serves a past job's statement, in its project and by the settings of then. That statement's
  // text is not the one that was typed now. So an error while it runs has its place at `range`,
  // and warnings of the analysis are not shown.
  JobQueries(Run& run, const std::string& project,
             const std::map<std::string, std::string>& settings, const SourceRange& range);
  // Ends what is still computed.
  ~JobQueries() override;
  JobQueries(const JobQueries&) = delete;
  JobQueries& operator=(const JobQueries&) = delete;

  Result<pai::Answer> Ask(const std::string& query, const SourceRange& range) override;
  Result<std::vector<store::Column>> Resolve(const std::string& query,
                                             const pai::QueryPlaces& places) override;
  Result<pai::RowQuery> ResolveRows(const std::string& query, const pai::QueryPlaces& places,
                                    const pai::RowSource* source, bool repeats) override;
  // Whether there is any.
  bool empty() const { return queries_.empty(); }
  // Adds the tables that the queries read, also those that were asked.
  void AddReads(DataFlow& flow) const;

  Result<std::optional<int64_t>> Pin(bool prepare) override;
  std::vector<jobs::InputListing> Reads() const override;
  Result<std::vector<store::DataFile>> Compute(size_t number, const std::string& folder) override;

  // Computes, one query after the other, on a thread of their own what has got a place by Compute.
  // Until End, this run asks the engine for nothing else.
  void Begin();
  // Waits until all is computed, or ends it where its reader has closed it. The error of the query
  // that has failed, with its place; no error where the end of its readers has ended it.
  Status End(bool still_read);

 private:
  struct Query {
    analysis::SnapshotPlan plan;
    analysis::UsedNames used;
    pai::QueryPlaces places;
    std::string title;
  };

  analysis::AnalysisContext Context();
  execution::RunOptions Options();
  Error Placed(const Query& query, Error error) const;
  void ComputeAll(engine::Connection& connection, const engine::ExecutionSettings& settings);
  Status ComputeOne(size_t number, engine::Connection& connection,
                    const engine::ExecutionSettings& settings);

  Run& run_;
  std::string project_;
  Settings settings_;
  std::string now_;
  std::optional<SourceRange> range_;
  std::vector<std::unique_ptr<Query>> queries_;
  DataFlow asked_;  // what queries of Ask have read
  // One for each query, in their order.
  std::vector<std::unique_ptr<execution::PlanRun>> runs_;
  std::vector<jobs::PartsList> places_;       // of them too
  engine::Connection* connection_ = nullptr;  // that the thread uses
  std::thread thread_;
  std::atomic<bool> ending_ = false;
  std::atomic<bool> done_ = false;
  std::optional<Error> failure_;  // the thread's, until it is joined
  size_t failed_ = 0;             // which query's
};

}  // namespace paisql::session
