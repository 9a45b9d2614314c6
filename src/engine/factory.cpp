#include "engine/factory.h"

#include "base/text.h"
#include "engine/duckdb/run/make.h"

namespace paisql::engine {

Result<std::unique_ptr<Engine>> EngineFactory::MakeEngine(std::string_view name,
                                                          const EngineOptions& options) const {
  const auto found = engines_.find(name);
  if (found != engines_.end()) return found->second(options);
  std::vector<std::string> names;
  for (const auto& [known, make] : engines_) names.push_back(known);
  return Error{ErrorCode::kEnvironment,
               "there is no engine " + std::string(name),
               {},
               names.empty() ? "this program was built without engines"
                             : "the engines are " + Join(names, ", ")};
}

Result<std::unique_ptr<Connection>> EngineFactory::MakeConnection(
    std::string_view name, const EngineOptions& options) const {
  PAISQL_ASSIGN(const std::unique_ptr<Engine> engine, MakeEngine(name, options));
  return engine->Connect();
}

Result<std::unique_ptr<RowFilter>> EngineFactory::MakeRowFilter(const EngineOptions& options,
                                                                Connection* beside) const {
  if (row_filter_) return row_filter_(options, beside);
  return Error{ErrorCode::kEnvironment,
               "nothing here can judge partitions",
               {},
               "name every level of the partition"};
}

Status Connection::WriteParts(const plan::Relation& root, const Bindings& /*bindings*/,
                              const WriteTarget& /*target*/, const ExecutionSettings& /*settings*/,
                              const TakePart& /*take*/) {
  return Error{ErrorCode::kUnsupported, "the engine cannot write the rows of a query part by part",
               root.range, "write them into a table first"};
}

EngineFactory BuiltInEngines(const std::string& library_folder) {
  EngineFactory factory;
  AddDuckdb(factory, library_folder);
  return factory;
}

}  // namespace paisql::engine
