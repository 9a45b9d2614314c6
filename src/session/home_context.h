#pragma once

// The parts that the sessions of one process on one home share: how statements and jobs run, the
// engine, which is loaded once, and what is known of the data files. Safe from any thread. The
// shell makes one context and one session; a server makes one context for all of its sessions.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "engine/factory.h"
#include "jobs/spec/runtime.h"
#include "store/home/lease.h"
#include "store/home/warehouse_place.h"
#include "store/upkeep/file_check.h"

namespace paisql::pai {
class Components;
}
namespace paisql::store {
class Catalog;
}
namespace paisql::engine::spark {
class SparkPool;
}

namespace paisql::session {

struct HomeOptions {
  std::string home_path;
  // The factory of engines, and the name of the engine that runs statements.
  engine::EngineFactory engines;
  std::string engine{engine::kDefaultEngine};
  jobs::Installation installation;
  // The components that PAI statements may name; null: those of this program. It outlives the
  // session.
  const pai::Components* components = nullptr;
  // Clients of Spark, which several homes of a process may share; null: the context makes its own.
  std::shared_ptr<engine::spark::SparkPool> spark;
  // Somebody may ask Session::Progress; statements cost a little more then.
  bool tells_progress = false;
  // The process ends with the context, so the engine need not be closed.
  bool ends_process = false;
};

// A session's request to the engine.
struct EngineWish {
  engine::EngineShare share;
  std::string spill_folder;  // that the user has chosen; "": in the staging folder of the lease
  // Null where nothing can be written. The engine keeps it alive, as its files lie there.
  std::shared_ptr<store::Lease> lease;
};

class HomeContext {
 public:
  explicit HomeContext(HomeOptions options);
  ~HomeContext();
  HomeContext(const HomeContext&) = delete;
  HomeContext& operator=(const HomeContext&) = delete;

  const HomeOptions& options() const { return options_; }

  // A connection to the engine, which the first one loads. There is one engine, and another one for
  // each folder that a user has chosen to spill into. Each Connect has its Disconnect, which comes
  // when the connection has gone.
  Result<std::unique_ptr<engine::Connection>> Connect(const EngineWish& wish);
  // `close`: an engine that nobody uses any more ends now, so that the next one is a fresh one.
  void Disconnect(const std::string& spill_folder, bool close);
  // Beside the connection, where its engine has one.
  Result<std::unique_ptr<engine::RowFilter>> MakeRowFilter(const EngineWish& wish,
                                                           engine::Connection* beside) const;

  store::FileCheck& file_check() { return file_check_; }
  // Gives the catalog of a session, and file_check(), the bucket of the home's data files. `stop`
  // gives what stops a commit that waits for it. kEnvironment when nobody can tell which that is.
  Status UseWarehouse(store::Catalog& catalog, const std::function<std::stop_token()>& stop);
  const std::shared_ptr<engine::spark::SparkPool>& spark() const { return spark_; }

  // The engine's threads may still be at work on what nobody waits for.
  void NoteInterrupted() { interrupted_ = true; }

 private:
  struct Loaded {
    std::shared_ptr<store::Lease> lease;  // ends after the engine
    std::unique_ptr<engine::Engine> engine;
    int connections = 0;
  };

  Result<engine::EngineOptions> EngineOptions(const EngineWish& wish) const;

  const HomeOptions options_;
  store::FileCheck file_check_;
  std::mutex warehouse_mutex_;  // guards those below
  store::WarehousePlace warehouse_;
  std::shared_ptr<store::WarehouseBucket> bucket_;
  const std::shared_ptr<engine::spark::SparkPool> spark_;
  std::mutex mutex_;
  std::map<std::string, Loaded> engines_;  // by the folder of the user's choice
  std::atomic<bool> interrupted_ = false;
};

}  // namespace paisql::session
