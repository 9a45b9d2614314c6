#pragma once

// A connection of one in-memory DuckDB, which is opened with the settings that hold for the whole
// session, closed to the network, and changed per statement only where a setting of the session
// did. A connection runs one statement at a time; a sibling runs another one beside it.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/failure/failure_places.h"
#include "engine/duckdb/functions/native_state.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/report/profile.h"
#include "engine/duckdb/run/chunk_shelf.h"
#include "engine/duckdb/run/row_blocks.h"
#include "engine/duckdb/run/row_stream.h"
#include "engine/duckdb/values/handles.h"

namespace paisql::engine {

class Connection {
 public:
  static Result<std::shared_ptr<Connection>> Open(const DuckdbApi& api,
                                                  const EngineOptions& options);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Another connection of the same database, which Interrupt of this one reaches too.
  Result<std::shared_ptr<Connection>> OpenSibling();

  const DuckdbApi& api() const { return api_; }
  // What kChunkFunction reads, whichever connection of the database asks for it.
  ChunkShelf& shelf() { return database_->shelf; }
  RowStreams& streams() { return database_->streams; }

  // Forgets an earlier interrupt, sets the time zone if `sql` needs it, makes the functions that
  // the statement names. Errors of the statement get their places from `places`.
  Status Begin(const PrintContext& context, std::string_view sql, FailurePlaces places = {});
  // Runs the statement that was begun; the result is read chunk by chunk while DuckDB produces it.
  Result<ResultHandle> Run(const std::string& sql);
  Status Execute(const std::string& sql);
  // For the statements that follow; 0 is DuckDB's own choice.
  Status TakeThreads(int threads);
  // The error of a result whose reading failed, or the interrupt that caused it.
  Error ResultError(ResultHandle& result) const;

  void SetMemory(int64_t bytes) { database_->natives.memory_bytes = bytes; }

  // How the newest statement ran, if it was begun with settings.profile; read to its end before.
  std::optional<ProfileNode> Profile();

  // nullopt while it runs nothing. Safe from any thread.
  std::optional<QueryProgress> Progress();
  // The statement is worked on as long as this lives.
  class Busy {
   public:
    explicit Busy(Connection& connection) : connection_(connection) { ++connection_.busy_; }
    ~Busy() { --connection_.busy_; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Connection& connection_;
  };

  // Removes what the database has on the disk. The rest stays until the process ends; nothing may
  // run any more.
  void LeaveOpen();

  void Interrupt();
  bool interrupted() const { return interrupted_.load(); }
  // Changes with each statement: a stream of an older one must not be read.
  int64_t statement() const { return statement_; }

 private:
  // What all connections of one database share.
  struct Database {
    explicit Database(const DuckdbApi& api) : handle(api) {}
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void RemoveTemporaryFiles();

    RowBlocks blocks;  // a statement takes its own when it is prepared
    ChunkShelf shelf;
    RowStreams streams;
    NativeState natives;
    DatabaseHandle handle;
    std::string temp_directory;
    std::string error_log;
    std::set<std::string> functions;
    int threads = 0;  // of the configuration, 0 for DuckDB's own choice
    bool one_thread = false;
    int statements = 0;  // since files were forgotten
  };

  Connection(const DuckdbApi& api, std::shared_ptr<Database> database)
      : api_(api), database_(std::move(database)), connection_(api) {}
  Status Connect();
  Result<ResultHandle> RunPlanned(const std::string& sql);
  Status DisableOptimizers(const std::string& names);
  Status MakeFunction(const std::string& name);
  Status UseThreads(bool one);
  // Now and then frees what DuckDB keeps of files that it has read: it never forgets a file, and
  // each write of a table makes a new one.
  Status ForgetFiles();
  Failure Told(FailureClass failure_class, const char* message) const;
  Error ErrorBeforeResult(const char* message) const;

  const DuckdbApi& api_;
  std::shared_ptr<Database> database_;
  ConnectionHandle connection_;
  std::string time_zone_;
  std::string disabled_optimizers_;
  bool profiling_ = false;
  std::atomic<bool> interrupted_ = false;
  std::atomic<int> busy_ = 0;
  bool is_sibling_ = false;
  int64_t statement_ = 0;
  std::optional<int64_t> parameter_;  // of the statement that was begun
  FailurePlaces places_;              // of it too
  std::mutex mutex_;                  // guards siblings_, which Interrupt reads from another thread
  std::vector<std::weak_ptr<Connection>> siblings_;
};

}  // namespace paisql::engine
