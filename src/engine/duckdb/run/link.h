#pragma once

// A connection of a database (database.h). It runs one statement at a time; a sibling runs another
// one beside it for the same session. Interrupt and Progress are safe from any thread.

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/report/profile.h"
#include "engine/duckdb/run/chunk_list.h"
#include "engine/duckdb/run/database.h"
#include "engine/duckdb/run/row_stream.h"
#include "engine/duckdb/values/handles.h"
#include "engine/failure/failure_places.h"

namespace paisql::engine {

// The sources that a statement reads beside its text.
struct StatementSources {
  std::shared_ptr<const ChunkList> chunks = nullptr;
  std::shared_ptr<RowStream> stream = nullptr;
  std::shared_ptr<BatchStream> batches = nullptr;
};

// Chunks of a result that have been fetched before anybody asked for them. Nothing must be fetched
// of a result that has ended.
struct FirstChunks {
  std::deque<ChunkHandle> chunks;
  bool ended = false;
};

class Link {
 public:
  static Result<std::shared_ptr<Link>> Open(std::shared_ptr<Database> database);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // Another link to the same database, which Interrupt of this one reaches too.
  Result<std::shared_ptr<Link>> OpenSibling();

  const DuckdbApi& api() const { return api_; }
  Database& database() { return *database_; }

  // Forgets an earlier interrupt, sets the time zone if `sql` needs it, makes the functions that
  // the statement names. Errors of the statement get their places from `places`.
  Status Begin(const PrintContext& context, std::string_view sql, FailurePlaces places = {},
               StatementSources sources = {});
  // Runs the statement that was begun; the result is read chunk by chunk while DuckDB produces it.
  // Refused memory that others hold, it runs again when there is room. Before that comes `undo`.
  // `first` is filled with chunks that nobody has been given then.
  struct Again {
    std::function<void()> undo = nullptr;
    FirstChunks* first = nullptr;
  };
  Result<ResultHandle> Run(const std::string& sql, const Again& again);
  Result<ResultHandle> Run(const std::string& sql) { return Run(sql, Again{}); }
  // Runs one that has no rows for us, again as Run does where its sources can be read again.
  Status Execute(const std::string& sql);
  // Nobody reads the newest statement's rows any more: DuckDB lets its memory go now instead of
  // with the next statement.
  void Close();
  // Sets the share for the statements that follow. The engine takes the most that any of its links
  // needs. Do not call it for a sibling.
  Status TakeShare(const EngineShare& share);
  // The error of a result whose reading failed, or the interrupt that caused it.
  Error ResultError(ResultHandle& result);
  // What can have raised the statement's newest error, for who knows the plan when Begin does not.
  const FailureOrigin& failed_at() const { return failed_at_; }

  // How the newest statement ran, if it was begun with settings.profile; read to its end before.
  std::optional<ProfileNode> Profile();

  // nullopt while it runs nothing.
  std::optional<QueryProgress> Progress();
  // The statement is worked on as long as this lives.
  class Busy {
   public:
    explicit Busy(Link& link) : link_(link), state_(link.state_) {
      ++link_.busy_;
      ++state_->busy;
    }
    ~Busy() {
      --link_.busy_;
      --state_->busy;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Link& link_;
    const std::shared_ptr<StatementState> state_;
  };

  void Interrupt();
  bool interrupted() const { return interrupted_.load(); }
  // Changes with each statement: a stream of an older one must not be read.
  int64_t statement() const { return statement_; }

 private:
  explicit Link(std::shared_ptr<Database> database)
      : database_(std::move(database)), api_(database_->api()), connection_(api_) {}
  Status Connect();
  void SetState(std::shared_ptr<StatementState> state);
  Status UseSettings(const PrintContext& context, std::string_view sql);
  Status MakeFunctions(const PrintContext& context);
  Status MakeFunction(const std::string& name, const Database::Need& need);
  // A statement that changes a setting or the catalog.
  Status Do(const std::string& sql);
  Status DoPlanned(const std::string& sql);  // by who has a turn to plan
  Result<ResultHandle> RunOnce(const std::string& sql);
  // `off`: the optimizers that it is planned without; nullopt for whichever are off.
  Result<ResultHandle> RunPlanned(const std::string& sql, const std::optional<std::string>& off);
  Status ExecuteOnce(const std::string& sql);
  Status TakeFirst(ResultHandle& result, FirstChunks& first);
  // How long a statement that is refused memory goes on trying.
  struct Patience;
  // Whether a statement that has failed like this, and holds nothing any more, may run again, as
  // there is room now. It waits until then. Others may have let go of what they held before it
  // could be looked at, so each statement may run again once in any case.
  bool WaitForRoom(const Error& error, Patience& patience);
  bool OthersHoldMost();
  Failure Told(FailureClass failure_class, const char* message) const;
  Error ErrorBeforeResult(const char* message);
  Error Located(Failure failure);

  const std::shared_ptr<Database> database_;
  const DuckdbApi& api_;
  ConnectionHandle connection_;
  idx_t number_ = 0;
  bool is_sibling_ = false;
  int64_t memory_bytes_ = 0;  // that it wants
  std::string time_zone_;
  bool profiling_ = false;
  std::atomic<bool> interrupted_ = false;
  std::atomic<int> busy_ = 0;
  int64_t statement_ = 0;
  // These belong to the statement that was begun:
  std::string optimizers_off_;
  std::optional<int64_t> parameter_;
  FailurePlaces places_;
  FailureOrigin failed_at_;
  // Changed by the statement's thread under the mutex, which Interrupt takes to read it.
  std::shared_ptr<StatementState> state_;
  std::mutex mutex_;  // guards siblings_, too
  std::vector<std::weak_ptr<Link>> siblings_;
};

}  // namespace paisql::engine
