#pragma once

// A session's way to Spark, beside its connection to the engine on this machine: which plans run
// there, and the connection, which comes with the first of them. Reset and Interrupt may be called
// from any thread, the rest from the session's.

#include <memory>
#include <mutex>

#include "engine/engine.h"
#include "engine/spark/run/spark_worker.h"
#include "plan/relation.h"
#include "session/home_context.h"
#include "session/settings/settings.h"

namespace paisql::session {

class SparkSide {
 public:
  // The connection that runs the plan: `local`, unless the settings ask for Spark. `local` stays
  // until Reset.
  Result<engine::Connection*> ConnectionFor(const plan::Relation& root, engine::Connection& local,
                                            HomeContext& context, const Settings& settings);
  void Interrupt();
  // Before the local connection goes.
  void Reset();

 private:
  std::mutex mutex_;  // guards connection_
  std::unique_ptr<engine::Connection> connection_;
  engine::spark::SparkWorkerOptions options_;  // of the connection
};

}  // namespace paisql::session
