#include "engine/duckdb/run/make.h"

#include "engine/duckdb/failure/start.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/row_filter.h"

namespace paisql::engine {
namespace {

constexpr const char* kLibrary = "/libduckdb.so";

Result<std::shared_ptr<Database>> Open(const std::string& library, const EngineOptions& options) {
  PAISQL_ASSIGN(const DuckdbApi* api, LoadApi(library));
  return CatchStartRefusals([&] { return Database::Open(*api, options); });
}

}  // namespace

void AddDuckdb(EngineFactory& factory, const std::string& library_folder) {
  const std::string library = library_folder + kLibrary;
  factory.AddEngine(
      std::string(kDefaultEngine),
      [library](const EngineOptions& options) -> Result<std::unique_ptr<Engine>> {
        PAISQL_ASSIGN(auto database, Open(library, options));
        return std::unique_ptr<Engine>(std::make_unique<DuckdbEngine>(std::move(database)));
      });
  factory.SetRowFilter([library](const EngineOptions& options,
                                 Connection* beside) -> Result<std::unique_ptr<RowFilter>> {
    std::shared_ptr<Link> link;
    if (const auto* connection = dynamic_cast<const DuckdbConnection*>(beside)) {
      link = connection->link();
    } else {
      PAISQL_ASSIGN(auto database, Open(library, options));
      PAISQL_ASSIGN(link, Link::Open(std::move(database)));
    }
    return std::unique_ptr<RowFilter>(std::make_unique<DuckdbRowFilter>(std::move(link)));
  });
}

}  // namespace paisql::engine
