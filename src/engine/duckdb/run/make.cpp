#include "engine/duckdb/run/make.h"

#include "engine/duckdb/run/engine.h"
#include "engine/duckdb/run/row_filter.h"

namespace paisql::engine {
namespace {

constexpr const char* kLibrary = "/libduckdb.so";

Result<std::shared_ptr<Connection>> Open(const std::string& library, const EngineOptions& options) {
  PAISQL_ASSIGN(const DuckdbApi* api, LoadApi(library));
  return Connection::Open(*api, options);
}

}  // namespace

void AddDuckdb(EngineFactory& factory, const std::string& library_folder) {
  const std::string library = library_folder + kLibrary;
  factory.AddEngine(
      std::string(kDefaultEngine),
      [library](const EngineOptions& options) -> Result<std::unique_ptr<Engine>> {
        PAISQL_ASSIGN(auto connection, Open(library, options));
        return std::unique_ptr<Engine>(std::make_unique<DuckdbEngine>(std::move(connection)));
      });
  factory.SetRowFilter([library](const EngineOptions& options,
                                 Engine* beside) -> Result<std::unique_ptr<RowFilter>> {
    std::shared_ptr<Connection> connection;
    if (const auto* engine = dynamic_cast<const DuckdbEngine*>(beside)) {
      connection = engine->connection();
    } else {
      PAISQL_ASSIGN(connection, Open(library, options));
    }
    return std::unique_ptr<RowFilter>(std::make_unique<DuckdbRowFilter>(std::move(connection)));
  });
}

}  // namespace paisql::engine
