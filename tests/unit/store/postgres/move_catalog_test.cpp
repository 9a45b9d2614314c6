// Moves of a catalog between its file and a server, those that were killed among them.

#include "store/move_catalog.h"

#include <gmock/gmock.h>

#include "store/catalog/server_catalog.h"
#include "store/home/home_settings.h"
#include "store/postgres/postgres.h"
#include "store/postgres/server_fixture.h"

namespace paisql::store {
namespace {

using testing::HasSubstr;

class MoveCatalogTest : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    if (IsSkipped()) return;
    EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x").ok());
  }
  Home home() const { return OpenHome(); }
  HomeSettings Settings() const { return Must(ReadHomeSettings(home().path())); }
  void MoveTo(const std::string& target) {
    catalog_.reset();
    Must(MoveCatalog(home(), target));
  }
  // The home works, and has the rows.
  void ExpectWhole() {
    catalog_ = OpenCatalog();
    EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
    catalog_.reset();
  }
  // Whether the file of the catalog is one with a write-ahead log.
  static bool HasLog(const Home& home) { return ReadText(home.CatalogPath()).at(18) == 2; }
};

TEST_F(MoveCatalogTest, ACatalogMovesToAFileAndBack) {
  const Table dropped = Must(catalog_->CreateTable(TableNamed("dropped", {"p"})));
  ASSERT_TRUE(catalog_->AddPartitions(dropped.id, {{"1"}}, false).ok());
  ASSERT_TRUE(catalog_->DropTable(dropped.id).ok());
  const Home home = catalog_->home();
  const auto left = std::exchange(catalog_, nullptr);
  ASSERT_TRUE(MoveCatalog(home, kCatalogInFile).ok());
  EXPECT_EQ(Must(CatalogPlace(home)), "catalog.sqlite");
  EXPECT_EQ(left->CurrentSnapshot().error().code, ErrorCode::kEnvironment);
  EXPECT_FALSE(left->TouchTable(table_.id).ok());
  {
    const auto catalog = OpenCatalog();
    EXPECT_EQ(Texts(*catalog, table_), std::vector<std::string>{"x"});
    EXPECT_GT(Must(catalog->CreateTable(TableNamed("u"))).id, dropped.id);
    const Status busy = MoveCatalog(home, NewCatalogAddress());
    ASSERT_FALSE(busy.ok());
    EXPECT_THAT(busy.error().detail, HasSubstr("other processes use home"));
    EXPECT_TRUE(HasLog(home));
  }
  const std::string address = NewCatalogAddress();
  const Status moved = MoveCatalog(home, address);
  ASSERT_TRUE(moved.ok()) << moved.error().ToString();
  EXPECT_FALSE(FileExists(home.CatalogPath()));
  catalog_ = OpenCatalog();
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
  const Table last = Must(catalog_->CreateTable(TableNamed("v")));
  EXPECT_GT(last.id, Must(catalog_->FindTable(kProject, "u"))->id);
}

TEST_F(MoveCatalogTest, AMoveThatFailsLeavesTheFileAsItWas) {
  const std::string taken = Settings().catalog;
  MoveTo(kCatalogInFile);
  const Error error = Failure(MoveCatalog(home(), taken));
  EXPECT_THAT(error.detail, HasSubstr("has a catalog already"));
  EXPECT_TRUE(HasLog(home()));
  ExpectWhole();
}

TEST_F(MoveCatalogTest, NothingOfAFilesOwnTablesIsRunOnTheServer) {
  MoveTo(kCatalogInFile);
  {
    Database file = Must(OpenSqlite(home().CatalogPath(), SqliteAccess::kReadWrite, 0));
    Must(file.Script("CREATE TABLE strange (a TEXT); CREATE INDEX odd ON projects (comment)"));
  }
  MoveTo(NewCatalogAddress());
  catalog_ = OpenCatalog();
  EXPECT_EQ(*Must(database().QueryInt("SELECT count(*) FROM pg_class WHERE relname IN ('strange', "
                                      "'odd') AND relnamespace = current_schema()::regnamespace")),
            0);
  ExpectWhole();
}

// Both have found no catalog, and one of them has made it meanwhile.
TEST_F(MoveCatalogTest, TwoHomesDoNotBeginOneCatalog) {
  const std::string other = scratch_.path() + "/other";
  std::filesystem::create_directories(other);
  Must(WriteHomeSettings(other, {Settings().catalog, ""}));
  EXPECT_THAT(Failure(BeginServerCatalog(database(), Must(Home::Open(other)))).detail,
              HasSubstr("the catalog of another home"));
}

}  // namespace
}  // namespace paisql::store
