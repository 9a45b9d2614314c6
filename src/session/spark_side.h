#pragma once

// A session's way to Spark, beside its connection to the engine on this machine: which plans run
// there, and the connection, which comes with the first of them. Reset and Interrupt may be called
// from any thread, the rest from the session's.

#include <memory>
#include <mutex>
#include <string>

#include "engine/bindings.h"
#include "engine/engine.h"
#include "engine/spark/run/spark_options.h"
#include "plan/relation.h"
#include "session/home_context.h"
#include "session/settings/settings.h"

namespace paisql::session {

struct EngineChoice {
  bool spark = false;
  std::string why;       // for EXPLAIN; "" where no setting asks for Spark
  bool by_size = false;  // paisql.engine=auto has chosen
};

// The connection that runs a plan.
struct Placement {
  engine::Connection* connection = nullptr;
  EngineChoice choice;
  std::string refusal;  // why Spark does not run what it was chosen for by size
};

// Which engine runs a plan whose files are listed (paisql.engine).
EngineChoice ChooseEngine(const plan::Relation& root, const engine::Bindings& bindings,
                          const Settings& settings);

class SparkSide {
 public:
  // A connection to the Spark that the settings name. `local` stays until Reset.
  Result<engine::Connection*> ConnectionTo(engine::Connection& local, HomeContext& context,
                                           const Settings& settings);
  void Interrupt();
  // Before the local connection goes.
  void Reset();

 private:
  std::mutex mutex_;  // guards connection_
  std::unique_ptr<engine::Connection> connection_;
  engine::spark::SparkWorkerOptions options_;  // of the connection
};

}  // namespace paisql::session
