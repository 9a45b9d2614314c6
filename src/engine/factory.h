#pragma once

// Makes engines by name. A home's context has a factory of its own, so that a test can give it an
// engine of its own; nothing is shared between two factories.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/row_filter.h"

namespace paisql::engine {

// The engine that runs statements unless a session names another one: the one on this machine.
inline constexpr std::string_view kDefaultEngine = "duckdb";

class EngineFactory {
 public:
  // Both are called from any thread.
  using EngineMaker = std::function<Result<std::unique_ptr<Engine>>(const EngineOptions&)>;
  // The filter may share what `beside` has loaded, and keeps that alive then.
  using RowFilterMaker =
      std::function<Result<std::unique_ptr<RowFilter>>(const EngineOptions&, Connection* beside)>;

  void AddEngine(std::string name, EngineMaker make) {
    engines_[std::move(name)] = std::move(make);
  }
  void SetRowFilter(RowFilterMaker make) { row_filter_ = std::move(make); }

  // kEnvironment for a name that nobody has added, and where the engine cannot be loaded.
  Result<std::unique_ptr<Engine>> MakeEngine(std::string_view name,
                                             const EngineOptions& options) const;
  // To an engine of its own.
  Result<std::unique_ptr<Connection>> MakeConnection(std::string_view name,
                                                     const EngineOptions& options) const;
  // Beside a connection, whose thread asks it, or alone (nullptr).
  Result<std::unique_ptr<RowFilter>> MakeRowFilter(const EngineOptions& options,
                                                   Connection* beside) const;

 private:
  std::map<std::string, EngineMaker, std::less<>> engines_;
  RowFilterMaker row_filter_;
};

// All engines that this program has. `library_folder` is where their libraries lie.
EngineFactory BuiltInEngines(const std::string& library_folder);

}  // namespace paisql::engine
