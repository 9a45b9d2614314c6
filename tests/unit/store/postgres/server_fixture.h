#pragma once

// What the tests of catalogs on a server share. They need tests/postgres/with_server.

#include <cstdlib>
#include <memory>
#include <string>

#include "store/store_fixture.h"

namespace paisql::store {

class ServerTest : public StoreTest {
 protected:
  void SetUp() override {
    if (std::getenv("PAISQL_TEST_CATALOG") == nullptr) {
      GTEST_SKIP() << "no server: run it by tests/postgres/with_server";
    }
    catalog_ = OpenCatalog();
    lease_ = Must(Lease::Acquire(catalog_->home()));
    table_ = Must(catalog_->CreateTable(TableNamed("t")));
  }
  static std::string ServerAddress() { return std::getenv("PAISQL_TEST_CATALOG"); }
  Database& database() { return CatalogTestPeer::database(*catalog_); }
  // A connection of the test's own to the schema of the home's catalog.
  Database Connect() const {
    const HomeSettings settings = Must(ReadHomeSettings(catalog_->home().path()));
    return Must(OpenPostgres(settings.catalog, 1000));
  }
  // Ends the catalog's connection, as a server does that stops.
  void EndConnection() {
    const auto pid = Must(database().QueryInt("SELECT pg_backend_pid()"));
    Database other = Connect();
    EXPECT_EQ(Must(other.QueryInt("SELECT pg_terminate_backend(?1::int, 5000)", *pid)), 1);
  }

  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<Lease> lease_;
  Table table_;
};

}  // namespace paisql::store
