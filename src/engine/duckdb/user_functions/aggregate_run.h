#pragma once

// A user's aggregate function in one statement. The buffers of its groups are in worker processes,
// one for each of DuckDB's threads that has rows; where a group is kept on, as in windows, one for
// all of them. The processes are given back when the last group has ended.
//
// Safe from any thread.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/user_functions/sent_rows.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "engine/duckdb/values/api.h"
#include "udf/function_pool.h"

namespace paisql::engine {

class AggregateRun {
 public:
  // A process, and the groups whose buffers it has.
  struct Lane {
    std::mutex mutex;                       // of the lease: one question at a time
    std::optional<udf::WorkerLease> lease;  // taken by the first question
    std::optional<Error> failure;           // the lease is given back, and the statement ends
    std::mutex forgotten_mutex;
    std::vector<int64_t> forgotten;  // groups that the process may forget
  };

  AggregateRun(std::shared_ptr<const UserCall> call, std::weak_ptr<StatementState> statement,
               udf::FunctionPool& pool)
      : call_(std::move(call)), statement_(std::move(statement)), pool_(pool) {}
  ~AggregateRun();
  AggregateRun(const AggregateRun&) = delete;
  AggregateRun& operator=(const AggregateRun&) = delete;

  const UserCall& call() const { return *call_; }
  bool Ended() const { return statement_.expired(); }
  Lane& LaneOfThread();
  int64_t NewGroup() { return ++last_group_; }
  static void Forget(Lane& lane, int64_t group);

  // Rows of a chunk.
  static constexpr int64_t kOfAnotherLane = -1;  // in place of a group
  Status Update(const DuckdbApi& api, Lane& lane, const SentColumns& columns,
                const std::vector<int64_t>& groups);
  // Merges each source into the target beside it. The sources are forgotten unless they are kept.
  Status Combine(Lane& from, const std::vector<int64_t>& sources, Lane& into,
                 const std::vector<int64_t>& targets);
  // Puts the groups' results into the rows of a vector from `begin` on. A group of which the lane
  // knows nothing has no rows. They are forgotten unless they are kept.
  Status Finish(const DuckdbApi& api, Lane& lane, const std::vector<int64_t>& groups,
                duckdb_vector output, idx_t begin);

 private:
  // `rows` are the rows that are sent. An error of the user's code shows their values.
  Result<workers::Frame> Ask(Lane& lane, const std::string& what, std::string payload,
                             const SentRows* rows = nullptr);
  Result<workers::Frame> AskUnlocked(Lane& lane, const std::string& what, std::string payload,
                                     const SentRows* rows);
  Status Prepare(Lane& lane, const StatementState& statement);
  static void GiveBack(Lane& lane);
  // The lane has failed, or another one; its mutex is held.
  static void End(Lane& lane, const Error& error);
  void EndAll(const Error& error);  // no mutex of a lane is held
  Status Move(Lane& from, const std::vector<int64_t>& sources, Lane& into,
              const std::vector<int64_t>& targets);

  const std::shared_ptr<const UserCall> call_;
  const std::weak_ptr<StatementState> statement_;
  udf::FunctionPool& pool_;
  std::atomic<int64_t> last_group_{0};
  std::mutex mutex_;  // guards the two below
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::map<std::thread::id, Lane*> of_threads_;
};

// The results of groups that have no rows, on a process that is taken for that alone.
Status FinishWithoutRows(const DuckdbApi& api, const UserCall& call, Statements& statements,
                         size_t count, duckdb_vector output, idx_t begin);

}  // namespace paisql::engine
