#pragma once

// State of a statement for our functions that DuckDB calls in it. DuckDB makes a function once for
// all connections; a call finds its statement when it is bound, by the connection that binds it,
// and keeps it.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/duckdb/values/api.h"
#include "inference/model_cache.h"
#include "udf/function_pool.h"

namespace paisql::engine {

struct ChunkList;
struct RowBlock;
class RowStream;
class BatchStream;
class Statements;

struct StatementState {
  // While this lives, until its End, calls on this thread are DuckDB's planning: it computes
  // constants, and keeps each as a tree of values that is many times larger than the constant.
  class Planning {
   public:
    explicit Planning(StatementState& state) : state_(state) {
      state_.planner = std::this_thread::get_id();
      state_.refused_constant = false;
      const std::lock_guard lock(state_.mutex);
      state_.constants.clear();
    }
    ~Planning() { End(); }
    Planning(const Planning&) = delete;
    Planning& operator=(const Planning&) = delete;
    void End() const { state_.planner = std::thread::id(); }

   private:
    StatementState& state_;
  };

  StatementState(Statements& of_database, int64_t memory);

  // Whether the process has grown since the statement's start by more than a statement may take,
  // and no other statement that is worked on has asked for more. What DuckDB counts itself is less
  // than that: it does not count texts and arrays that functions are making.
  bool Overgrown() const;
  // A function makes so many bytes that DuckDB does not count.
  void Ask(int64_t bytes) { asked += bytes; }

  // A number that no other statement has while this one lives.
  int64_t number() const { return reinterpret_cast<intptr_t>(this); }
  bool planning() const { return planner.load() == std::this_thread::get_id(); }
  void RefuseConstant() { refused_constant = true; }

  Statements& statements;
  const int64_t memory_bytes;       // that its connection wants; 0: the engine's default
  const int64_t resident_at_start;  // of the process

  // The statement, with all that runs beside it for it, is to end.
  std::atomic<bool> stop{false};
  // Most of DuckDB's steps leave a constant alone that cannot be computed; some fail, such as that
  // which simplifies CASE.
  std::atomic<bool> refused_constant{false};
  std::atomic<std::thread::id> planner{};
  std::atomic<int64_t> asked{0};
  std::atomic<int> busy{0};  // threads that wait for DuckDB to work on it
  std::mutex mutex;          // guards constants and answered
  // Sizes that came from constants: a batch of rows shares one such value.
  std::set<std::pair<int64_t, int64_t>> constants;
  // What functions of users have answered for constants, by the call and its arguments.
  std::map<std::string, std::string> answered;

  std::shared_ptr<udf::PrintedOutput> printed;  // what its functions of users print; may be null
  // DuckDB's functions for those of users in it. Set before the statement runs.
  std::set<std::string> user_calls;

  // The rows that its table functions read; a running scan holds its own. Set before the statement
  // runs.
  std::vector<std::shared_ptr<const RowBlock>> blocks;  // paisql_rows(i)
  std::shared_ptr<const ChunkList> chunks;              // paisql_chunks()
  std::shared_ptr<RowStream> stream;                    // paisql_row_stream(), once
  std::shared_ptr<BatchStream> batches;                 // paisql_batches(), once
};

// The newest statement of each connection of a database, and what all of them share. Safe from any
// thread; it outlives the database.
class Statements {
 public:
  void Set(idx_t connection, std::shared_ptr<StatementState> state);
  void Remove(idx_t connection);
  // Null for a connection that we did not make.
  std::shared_ptr<StatementState> Find(idx_t connection) const;
  // By its number; null where it has ended.
  std::shared_ptr<StatementState> FindNumber(int64_t number) const;
  // The statement that is worked on and calls a function of a user's; null where several do.
  std::shared_ptr<StatementState> FindCaller(const std::string& user_call) const;
  // Whether every statement that is worked on is to end.
  bool AllStop() const;
  // Whether no other statement that is worked on has asked for more.
  bool AskedMost(const StatementState& state) const;
  // Whether there is more than one connection.
  bool Several() const;

  std::string python;  // whose TensorFlow computes models; set at the start
  inference::ModelCache models;
  udf::FunctionPool functions;

 private:
  mutable std::mutex mutex_;
  std::map<idx_t, std::shared_ptr<StatementState>> newest_;
};

// The beginning of a scalar function's extra info, for BindStatement.
struct NativeContext {
  Statements* statements = nullptr;
};

idx_t NumberOf(const DuckdbApi& api, duckdb_connection connection);

// The bind function of scalar functions that ask for their statement (native_call.h).
void BindStatement(duckdb_bind_info info);

// For the bind functions of table functions, whose extra info is the Statements. Null, and the
// binding has failed, where there is no statement.
std::shared_ptr<StatementState> StatementOf(duckdb_bind_info info);

}  // namespace paisql::engine
