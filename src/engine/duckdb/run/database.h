#pragma once

// One in-memory DuckDB, closed to the network, that all connections of an engine share: what is
// global to it, and so is changed for none of them alone. Safe from any thread.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/handles.h"
#include "engine/engine.h"

namespace paisql::engine {

class Database {
 public:
  static Result<std::shared_ptr<Database>> Open(const DuckdbApi& api, const EngineOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const DuckdbApi& api() const { return api_; }
  const EngineOptions& options() const { return options_; }
  duckdb_database handle() const { return handle_.get(); }
  Statements& statements() { return statements_; }

  // Another one that computes rows one after another, for statements whose functions go on from row
  // to row: threads are a setting of a whole database.
  Result<std::shared_ptr<Database>> InOrder();

  // Functions are made once for all connections: `make` runs for a name that is new, and may need
  // others first.
  using Need = std::function<Status(const std::string& name)>;
  using Make = std::function<Status(const std::string& name, const Need& need)>;
  Status NeedFunctions(const std::set<std::string>& names, const Make& make);

  // Which optimizers are off is a setting of the whole database, too. While one of these lives it
  // stays, and who needs others off waits. Planning lasts as long, and running does not.
  class Planning {
   public:
    ~Planning() { End(); }
    Planning(Planning&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
    Planning& operator=(Planning&&) = delete;
    void End();

   private:
    friend class Database;
    explicit Planning(Database& database) : database_(&database) {}
    Database* database_;
  };
  // `change` sets them. nullopt: any will do.
  Result<Planning> Plan(const std::optional<std::string>& off,
                        const std::function<Status(const std::string& off)>& change);

  // Notes the share that a connection needs; nullopt: the connection is gone. `execute` applies
  // the change.
  using Execute = std::function<Status(const std::string& sql)>;
  Status TakeShare(const void* connection, const std::optional<EngineShare>& share,
                   const Execute& execute);
  // A COPY that waits for somebody's rows may hold a thread until they come, so that no thread can
  // be ended meanwhile.
  class Appending {
   public:
    explicit Appending(Database& database) : database_(database) { ++database_.appending_; }
    ~Appending() { --database_.appending_; }
    Appending(const Appending&) = delete;
    Appending& operator=(const Appending&) = delete;

   private:
    Database& database_;
  };

  // Whether it is time for the statement that asks to free what DuckDB keeps of files that it has
  // read: it never forgets a file, and each write of a table makes a new one.
  bool ForgetsFiles();
  // Into the log of the engine's own words.
  void Log(const char* message);
  // Removes what there is on the disk. The rest stays until the process ends.
  void LeaveOpen();

 private:
  Database(const DuckdbApi& api, EngineOptions options);
  void RemoveTemporaryFiles();
  EngineShare Wanted() const;

  const DuckdbApi& api_;
  const EngineOptions options_;
  Statements statements_;
  DatabaseHandle handle_;
  std::string temp_directory_;
  std::atomic<int> appending_ = 0;
  std::atomic<int> begun_ = 0;  // statements

  std::mutex functions_mutex_;
  std::set<std::string> functions_;

  std::mutex planning_mutex_;
  std::condition_variable planning_changed_;
  int64_t last_ticket_ = 0;  // planners come in their order
  int64_t served_ = 0;
  int planners_ = 0;
  std::string off_;

  std::mutex share_mutex_;
  std::map<const void*, EngineShare> wanted_;
  EngineShare share_;  // that it has taken
  int threads_ = 0;    // likewise, 0 for DuckDB's own choice

  std::mutex in_order_mutex_;
  std::shared_ptr<Database> in_order_;

  std::mutex log_mutex_;
};

}  // namespace paisql::engine
