// Moves of a catalog between its file and a server, those that were killed among them.

#include "store/move_catalog.h"

#include <gmock/gmock.h>

#include <optional>
#include <thread>

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
  Error OpeningFails() const { return Failure(Catalog::Open(home())); }
  // As a process that is killed leaves one beside catalog.sqlite: with a change in it.
  void LeaveLog() {
    const std::string log = home().CatalogPath() + "-wal";
    std::string said;
    {
      Database file = Must(OpenSqlite(home().CatalogPath(), SqliteAccess::kReadWrite, 0));
      Must(file.Script("PRAGMA journal_mode = WAL; DELETE FROM data_files"));
      said = ReadText(log);
    }
    WriteText(log, said);
    WriteText(home().CatalogPath() + "-shm", "of the one that was killed");
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
  EXPECT_FALSE(left->ListFiles(table_, std::nullopt).ok());
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

TEST_F(MoveCatalogTest, AMoveToTheFileThatDiedAfterItsCommitIsFinished) {
  const HomeSettings settings = Settings();
  MoveTo(kCatalogInFile);
  std::filesystem::rename(home().CatalogPath(), home().CatalogPath() + ".new");
  Must(WriteHomeSettings(home().path(), settings));
  EXPECT_THAT(OpeningFails().hint, HasSubstr("sqlite` finishes a move that was broken off"));
  MoveTo(kCatalogInFile);
  EXPECT_EQ(Must(CatalogPlace(home())), "catalog.sqlite");
  ExpectWhole();
}

TEST_F(MoveCatalogTest, AMoveToTheFileThatDiedAtItsLastStepIsFinished) {
  const HomeSettings settings = Settings();
  MoveTo(kCatalogInFile);
  Must(WriteHomeSettings(home().path(), settings));
  const Error error = OpeningFails();
  EXPECT_THAT(error.detail, HasSubstr("two catalogs"));
  EXPECT_THAT(error.hint, HasSubstr("finishes a move that was broken off"));
  MoveTo(kCatalogInFile);
  ExpectWhole();
}

TEST_F(MoveCatalogTest, AMoveToTheFileThatDiedBeforeItsCommitHasNotBegun) {
  WriteText(home().CatalogPath() + ".new", "half of it");
  ExpectWhole();
  MoveTo(kCatalogInFile);
  ExpectWhole();
}

TEST_F(MoveCatalogTest, AMoveToTheServerThatDiedBeforeItsLastStepIsFinished) {
  MoveTo(kCatalogInFile);
  const std::string address = NewCatalogAddress();
  MoveTo(address);
  std::filesystem::rename(home().CatalogPath() + ".moved", home().CatalogPath());
  LeaveLog();
  EXPECT_THAT(OpeningFails().detail, HasSubstr("two catalogs"));
  MoveTo(address);
  for (const char* part : {"", "-wal", "-shm"}) {
    EXPECT_FALSE(FileExists(home().CatalogPath() + part)) << part;
  }
  ExpectWhole();
  MoveTo(kCatalogInFile);
  ExpectWhole();
}

// A log of another catalog would be taken for that of the new file.
TEST_F(MoveCatalogTest, ALogThatIsLeftOverIsNotOfTheNewFile) {
  MoveTo(kCatalogInFile);
  for (const bool died : {false, true}) {
    MoveTo(NewCatalogAddress());
    const HomeSettings settings = Settings();
    std::filesystem::copy_file(home().CatalogPath() + ".moved", home().CatalogPath());
    LeaveLog();
    std::filesystem::remove(home().CatalogPath());
    if (died) {
      const std::string log = ReadText(home().CatalogPath() + "-wal");
      MoveTo(kCatalogInFile);
      std::filesystem::rename(home().CatalogPath(), home().CatalogPath() + ".new");
      WriteText(home().CatalogPath() + "-wal", log);
      Must(WriteHomeSettings(home().path(), settings));
    }
    MoveTo(kCatalogInFile);
    ExpectWhole();
  }
}

TEST_F(MoveCatalogTest, SettingsWrittenBesideACatalogAreNoMove) {
  MoveTo(kCatalogInFile);
  Must(WriteHomeSettings(home().path(), {NewCatalogAddress(), ""}));
  EXPECT_THAT(OpeningFails().hint, HasSubstr("move home.conf away"));
  EXPECT_FALSE(MoveCatalog(home(), kCatalogInFile).ok());
  EXPECT_TRUE(FileExists(home().CatalogPath()));
}

TEST_F(MoveCatalogTest, AMoveThatFailsLeavesTheFileAsItWas) {
  const std::string taken = Settings().catalog;
  MoveTo(kCatalogInFile);
  const Error error = Failure(MoveCatalog(home(), taken));
  EXPECT_THAT(error.detail, HasSubstr("has a catalog already"));
  EXPECT_THAT(error.hint, HasSubstr("what this home's catalog left there when it moved"));
  EXPECT_TRUE(HasLog(home()));
  ExpectWhole();
}

TEST_F(MoveCatalogTest, ACopyOfAMoveThatWasBrokenOffIsNamed) {
  MoveTo(kCatalogInFile);
  const std::string address = NewCatalogAddress();
  std::filesystem::copy_file(home().CatalogPath(), home().CatalogPath() + ".saved");
  MoveTo(address);
  std::filesystem::rename(home().CatalogPath() + ".saved", home().CatalogPath());
  Must(WriteHomeSettings(home().path(), {}));
  const Error error = Failure(MoveCatalog(home(), address));
  EXPECT_THAT(error.detail, HasSubstr("left by a move that was broken off, of home"));
  EXPECT_THAT(error.hint, HasSubstr("DROP SCHEMA home_"));
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

// It has looked at home.conf before the move, and gets the file after it.
TEST_F(MoveCatalogTest, AProcessThatWaitedForTheFileSeesThatItHasMoved) {
  MoveTo(kCatalogInFile);
  const std::string path = home().CatalogPath();
  const auto uses = [&path] {
    int count = 0;
    for (const auto& one : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      count += std::filesystem::read_symlink(one.path(), gone) == path ? 1 : 0;
    }
    return count;
  };
  std::optional<Database> mover = Must(OpenSqlite(path, SqliteAccess::kReadWrite, 0));
  Must(mover->Script("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"));
  const int before = uses();
  Error error;
  std::thread waiting([&] { error = OpeningFails(); });
  while (uses() == before) std::this_thread::yield();
  Must(WriteHomeSettings(home().path(), {NewCatalogAddress(), "id"}));
  mover.reset();
  waiting.join();
  EXPECT_THAT(error.detail, HasSubstr("has moved to a server"));
}

// Both have found no catalog, and one of them has made it meanwhile.
TEST_F(MoveCatalogTest, TwoHomesDoNotBeginOneCatalog) {
  const std::string other = scratch_.path() + "/other";
  std::filesystem::create_directories(other);
  Must(WriteHomeSettings(other, {Settings().catalog, ""}));
  EXPECT_THAT(Failure(BeginServerCatalog(database(), Must(Home::Open(other)))).detail,
              HasSubstr("the catalog of another home"));
}

TEST_F(MoveCatalogTest, ACopyOfAHomeIsRefusedAndAHomeThatMovedIsNot) {
  const std::string old = home().path();
  const std::string other = scratch_.path() + "/other";
  const std::string address = Settings().catalog;
  catalog_.reset();
  lease_.reset();
  std::filesystem::copy(old, other, std::filesystem::copy_options::recursive);
  const Home there = Must(Home::Open(other));
  const Error error = Failure(Catalog::Open(there));
  EXPECT_THAT(error.detail, HasSubstr("has the catalog of home " + old + ", not that of home "));
  EXPECT_THAT(error.hint, HasSubstr("paisql catalog --home " + other + " " + address));
  EXPECT_THAT(error.hint, HasSubstr("end its sessions first"));
  EXPECT_THAT(Failure(MoveCatalog(there, address)).detail, HasSubstr("a copy of it is"));
  // Another way to write the address.
  const HomeSettings settings = Must(ReadHomeSettings(old));
  Must(WriteHomeSettings(other, {address + "&connect_timeout=9", settings.catalog_id}));
  EXPECT_THAT(Failure(MoveCatalog(there, address + "&connect_timeout=9")).detail,
              HasSubstr("a copy of it is"));
  Must(WriteHomeSettings(other, settings));
  std::filesystem::remove_all(old);
  Must(MoveCatalog(there, address));
  EXPECT_EQ(Texts(*Must(Catalog::Open(there)), table_), std::vector<std::string>{"x"});
  EXPECT_THAT(Failure(MoveCatalog(there, address)).detail, HasSubstr("on a server already"));
}

// What a copy to the file has left does not keep a home from saying where it is.
TEST_F(MoveCatalogTest, AHomeThatMovedWithAHalfOfItsNewFileIsMended) {
  const std::string old = home().path();
  const std::string other = scratch_.path() + "/other";
  const std::string address = Settings().catalog;
  catalog_.reset();
  lease_.reset();
  WriteText(home().CatalogPath() + ".new", "half of it");
  std::filesystem::rename(old, other);
  const Home there = Must(Home::Open(other));
  Must(MoveCatalog(there, address));
  EXPECT_EQ(Texts(*Must(Catalog::Open(there)), table_), std::vector<std::string>{"x"});
}

// The last step of a move to the server, and the new path, in one command.
TEST_F(MoveCatalogTest, AHomeThatMovedBeforeItsLastStepIsMended) {
  MoveTo(kCatalogInFile);
  const std::string address = NewCatalogAddress();
  MoveTo(address);
  lease_.reset();
  std::filesystem::rename(home().CatalogPath() + ".moved", home().CatalogPath());
  const std::string other = scratch_.path() + "/other";
  std::filesystem::rename(home().path(), other);
  const Home there = Must(Home::Open(other));
  Must(MoveCatalog(there, address));
  EXPECT_EQ(Texts(*Must(Catalog::Open(there)), table_), std::vector<std::string>{"x"});
}

TEST_F(MoveCatalogTest, ACopyOfAHomeWithACopyOfItsDatabaseIsAHome) {
  const std::string name = "one_" + UniqueName();
  const auto address_of = [](const std::string& database) {
    return ServerAddress().substr(0, ServerAddress().rfind('/') + 1) + database;
  };
  Must(database().Script("CREATE DATABASE " + name));
  const std::string old = scratch_.path() + "/old";
  std::filesystem::create_directories(old);
  Must(WriteHomeSettings(old, {address_of(name), ""}));
  EXPECT_TRUE(Catalog::Open(Must(Home::Open(old))).ok());
  Must(database().Script("CREATE DATABASE " + name + "_copy TEMPLATE " + name));
  const std::string other = scratch_.path() + "/other";
  std::filesystem::copy(old, other, std::filesystem::copy_options::recursive);
  const HomeSettings settings = Must(ReadHomeSettings(old));
  Must(WriteHomeSettings(other, {address_of(name + "_copy"), settings.catalog_id}));
  const Home there = Must(Home::Open(other));
  EXPECT_FALSE(Catalog::Open(there).ok());
  Must(MoveCatalog(there, address_of(name + "_copy")));
  EXPECT_TRUE(Catalog::Open(there).ok());
  EXPECT_TRUE(Catalog::Open(Must(Home::Open(old))).ok());
}

}  // namespace
}  // namespace paisql::store
