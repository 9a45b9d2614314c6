#include "session/home_context.h"

#include <cstdlib>
#include <utility>

#include "engine/spark/run/spark_pool.h"
#include "oss/warehouse.h"
#include "store/catalog/warehouse.h"

namespace paisql::session {

HomeContext::HomeContext(HomeOptions options)
    : options_(std::move(options)),
      spark_(options_.spark != nullptr ? options_.spark
                                       : std::make_shared<engine::spark::SparkPool>()) {}

Status HomeContext::UseWarehouse(store::Catalog& catalog,
                                 const std::function<std::stop_token()>& stop) {
  PAISQL_ASSIGN(store::WarehousePlace place, store::ReadWarehousePlace(catalog.home().path()));
  const std::lock_guard lock(warehouse_mutex_);
  if (place != warehouse_) {
    warehouse_ = std::move(place);
    bucket_ = oss::OpenWarehouse(catalog.home(), warehouse_,
                                 {options_.installation.oss_remote, options_.installation.python});
    file_check_.UseBucket(bucket_);
  }
  store::Warehouse(catalog).Use(warehouse_, bucket_, stop);
  return Status::Ok();
}

HomeContext::~HomeContext() {
  // Closing an engine waits for its threads, which an interrupt leaves at work for a while.
  if (!options_.ends_process || interrupted_) return;
  for (auto& [folder, loaded] : engines_) loaded.engine->LeaveOpen();
}

Result<engine::EngineOptions> HomeContext::EngineOptions(const EngineWish& wish) const {
  engine::EngineOptions options;
  options.share = wish.share;
  options.tells_progress = options_.tells_progress;
  options.python = options_.installation.python;
  options.python_folder = options_.installation.python_folder;
  if (const char* log = std::getenv("PAISQL_ENGINE_LOG")) options.error_log = log;
  options.temp_directory = wish.spill_folder;
  if (options.temp_directory.empty() && wish.lease != nullptr) {
    // Below the lease's folder a crash leaves nothing behind that the sweep would not find.
    PAISQL_ASSIGN(const std::string staging, wish.lease->StagingFolder());
    options.temp_directory = staging + "/spill";
  }
  return options;
}

Result<std::unique_ptr<engine::Connection>> HomeContext::Connect(const EngineWish& wish) {
  const std::lock_guard lock(mutex_);
  auto found = engines_.find(wish.spill_folder);
  if (found == engines_.end()) {
    PAISQL_ASSIGN(const engine::EngineOptions options, EngineOptions(wish));
    PAISQL_ASSIGN(std::unique_ptr<engine::Engine> engine,
                  options_.engines.MakeEngine(options_.engine, options));
    found = engines_.emplace(wish.spill_folder, Loaded{wish.lease, std::move(engine)}).first;
  }
  PAISQL_ASSIGN(std::unique_ptr<engine::Connection> connection, found->second.engine->Connect());
  // An engine that holds more at the moment goes on with what it has.
  (void)connection->TakeShare(wish.share);
  ++found->second.connections;
  return connection;
}

void HomeContext::Disconnect(const std::string& spill_folder, bool close) {
  const std::lock_guard lock(mutex_);
  const auto found = engines_.find(spill_folder);
  if (--found->second.connections == 0 && close) engines_.erase(found);
}

Result<std::unique_ptr<engine::RowFilter>> HomeContext::MakeRowFilter(
    const EngineWish& wish, engine::Connection* beside) const {
  PAISQL_ASSIGN(const engine::EngineOptions options, EngineOptions(wish));
  return options_.engines.MakeRowFilter(options, beside);
}

}  // namespace paisql::session
