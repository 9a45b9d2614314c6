#pragma once

// One in-memory DuckDB with one connection: opened with the settings that hold for the whole
// session, closed to the network, and changed per statement only where a setting of the session
// did.

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/duckdb/handles.h"
#include "engine/duckdb/print_context.h"
#include "engine/duckdb/profile.h"
#include "engine/duckdb/row_blocks.h"

namespace paisql::engine {

class Connection {
 public:
  static Result<std::shared_ptr<Connection>> Open(const DuckdbApi& api,
                                                  const EngineOptions& options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const DuckdbApi& api() const { return api_; }

  // Forgets an earlier interrupt, sets the time zone, makes the functions that the statement names.
  Status Begin(const PrintContext& context);
  // Runs a statement; the result is read chunk by chunk while DuckDB produces it.
  Result<ResultHandle> Run(const std::string& sql);
  Status Execute(const std::string& sql);
  // The error of a result whose reading failed, or the interrupt that caused it.
  Error ResultError(ResultHandle& result);

  // How the newest statement ran, if it was begun with settings.profile; read to its end before.
  std::optional<ProfileNode> Profile();

  void Interrupt();
  bool interrupted() const { return interrupted_.load(); }
  // Changes with each statement: a stream of an older one must not be read.
  int64_t statement() const { return statement_; }

 private:
  explicit Connection(const DuckdbApi& api) : api_(api), database_(api), connection_(api) {}
  Status MakeFunction(const std::string& name);
  Error Translate(const char* message) const;

  const DuckdbApi& api_;
  RowBlocks blocks_;
  DatabaseHandle database_;
  ConnectionHandle connection_;
  std::string temp_directory_;
  std::string time_zone_;
  std::string disabled_optimizers_;
  bool profiling_ = false;
  std::set<std::string> functions_;
  std::atomic<bool> interrupted_ = false;
  int64_t statement_ = 0;
};

}  // namespace paisql::engine
