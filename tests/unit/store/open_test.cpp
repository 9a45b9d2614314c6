// Opening homes and catalogs: new, old, newer, damaged, foreign, read-only, moved.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <sys/stat.h>

#include <cmath>
#include <limits>

#include "store/catalog/migrations.h"
#include "store/store_fixture.h"
#include "store/transaction.h"
#include "store/versions.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class OpenTest : public StoreTest {
 protected:
  // A home that its owner has opened to others, for those who may read and not write it.
  void SetUp() override {
    const std::string home = scratch_.path() + "/home";
    ASSERT_EQ(mkdir(home.c_str(), 0755), 0);
    ASSERT_EQ(chmod(home.c_str(), 0755), 0);
  }

  std::string CatalogPath() const { return scratch_.path() + "/home/catalog.sqlite"; }

  void Sql(const std::string& text) const {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(db.Script(text));
  }

  static std::string JournalMode(Catalog& catalog) {
    Statement mode = Must(CatalogTestPeer::database(catalog).Prepare("PRAGMA journal_mode"));
    return Must(mode.Step()) ? mode.Text(0) : "";
  }

  // Runs the body as a user who cannot write the home, also when the tests run as root.
  void WithoutWriteAccess(const std::function<void()>& body) const {
    SetModes(0555, 0444);
    Child([&] {
      if (geteuid() == 0) {
        ASSERT_EQ(setgroups(0, nullptr), 0);
        ASSERT_EQ(setgid(65534), 0);
        ASSERT_EQ(setuid(65534), 0);
      }
      body();
    }).MustSucceed();
    SetModes(0755, 0644);
  }

 private:
  void SetModes(mode_t folder, mode_t catalog) const {
    ASSERT_EQ(chmod((scratch_.path() + "/home").c_str(), folder), 0);
    // Whoever opens a home to others opens what stands in it.
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(scratch_.path() + "/home")) {
      const mode_t mode = entry.is_directory() ? 0755 : 0644;
      ASSERT_EQ(chmod(entry.path().c_str(), mode), 0);
    }
    // The files beside it have the modes of the catalog at the time when they were made.
    for (const char* beside : {"", "-wal", "-shm"}) {
      const std::string path = CatalogPath() + beside;
      if (!std::filesystem::exists(path)) continue;
      ASSERT_EQ(chmod(path.c_str(), catalog), 0);
    }
  }
};

TEST_F(OpenTest, NewHomeHasItsFoldersAndTheDefaultProject) {
  const auto catalog = OpenCatalog();
  const Home& home = catalog->home();
  for (const std::string& folder : {home.WarehousePath(), home.StagingPath(), home.ResourcesPath(),
                                    home.JobsPath(), home.OssPath(), home.LeasesPath()}) {
    EXPECT_TRUE(std::filesystem::is_directory(folder)) << folder;
  }
  const std::vector<Project> projects = Must(catalog->ListProjects());
  ASSERT_EQ(projects.size(), 1u);
  EXPECT_EQ(projects[0].name, "default_project");
  EXPECT_FALSE(projects[0].owner.empty());
  Database& db = CatalogTestPeer::database(*catalog);
  EXPECT_EQ(Must(db.QueryInt("PRAGMA application_id")), kApplicationId);
  EXPECT_EQ(Must(db.QueryInt("PRAGMA user_version")), kSchemaVersion);
  EXPECT_EQ(Must(db.QueryInt("PRAGMA foreign_keys")), 1);
  EXPECT_EQ(Must(db.QueryInt("PRAGMA synchronous")), 2);
  EXPECT_EQ(JournalMode(*catalog), "wal");
}

TEST_F(OpenTest, ProjectsAreMadeOnceAndFoundInAnyCase) {
  const auto catalog = OpenCatalog();
  Must(catalog->EnsureProject("Iris_Project"));
  Must(catalog->EnsureProject("iris_project"));
  EXPECT_EQ(Must(catalog->ListProjects()).size(), 2u);
  EXPECT_EQ(Must(catalog->FindProject("IRIS_PROJECT"))->name, "Iris_Project");
  EXPECT_FALSE(Must(catalog->FindProject("other")).has_value());
}

TEST_F(OpenTest, ProcessesMayMakeOneHomeAtOnce) {
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(std::make_unique<Child>([&] {
      const auto catalog = OpenCatalog();
      EXPECT_EQ(Must(catalog->ListProjects()).size(), 1u);
      EXPECT_EQ(JournalMode(*catalog), "wal");
    }));
  }
  for (const auto& child : children) child->MustSucceed();
}

TEST_F(OpenTest, EmptyFileIsMigratedFromVersionZero) {
  OpenHome();
  WriteText(CatalogPath(), "");
  EXPECT_EQ(Must(OpenCatalog()->ListProjects()).size(), 1u);
}

TEST_F(OpenTest, ADeathInTheFirstMigrationLeavesNothingOfIt) {
  OpenHome();
  Child([&] {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(db.Script(
        "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE counters (id INTEGER)"));
    raise(SIGKILL);
  }).MustBeKilled();
  EXPECT_EQ(Must(OpenCatalog()->ListProjects()).size(), 1u);
}

TEST_F(OpenTest, NewerVersionIsRefusedAndStaysUntouched) {
  OpenCatalog();
  Sql("PRAGMA user_version = 99");
  const std::string before = ReadText(CatalogPath());
  const Error error = Failure(Catalog::Open(OpenHome()));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("was made by a newer paisql (catalog version 99, this "
                                      "program knows " +
                                      std::to_string(kSchemaVersion) + ")"));
  EXPECT_EQ(error.hint, "use that program, or another --home");
  EXPECT_EQ(ReadText(CatalogPath()), before);
}

// A home as the first version of the program has left it, with a job.
class FirstVersionTest : public OpenTest {
 protected:
  void SetUp() override {
    OpenHome();
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 1));
    Must(
        db.Script("INSERT INTO jobs VALUES ('old', 1, 'pai', 'first', 'PAI -name x;', 'me', "
                  "'failed', 'ValueError: x', 1, 2, 3, 77, 88, 'boot')"));
    EXPECT_EQ(Must(db.QueryInt("PRAGMA user_version")), 1);
  }

  static void ExpectTheJob(Catalog& catalog) {
    const Job job = *Must(catalog.FindJob("old"));
    EXPECT_EQ(job.name, "first");
    EXPECT_EQ(job.statement, "PAI -name x;");
    EXPECT_EQ(job.state, JobState::kFailed);
    EXPECT_EQ(job.message, "ValueError: x");
    EXPECT_EQ(job.supervisor_start, 88);
    EXPECT_EQ(job.priority, 9);
    EXPECT_EQ(job.parameters, "{}");
    EXPECT_FALSE(job.steps.has_value());
    EXPECT_FALSE(job.loss.has_value());
    EXPECT_EQ(job.rows_read, 0);
    EXPECT_EQ(Must(catalog.ListJobs("default_project", {})).size(), 1u);
  }
};

TEST_F(FirstVersionTest, IsMigratedWithItsJobs) {
  for (int round = 0; round < 2; ++round) {
    const auto catalog = OpenCatalog();
    ExpectTheJob(*catalog);
    Database& db = CatalogTestPeer::database(*catalog);
    EXPECT_EQ(Must(db.QueryInt("PRAGMA user_version")), kSchemaVersion);
    EXPECT_EQ(Must(db.QueryInt("SELECT COUNT(*) FROM claims")), 0);
  }
}

TEST_F(FirstVersionTest, IsReadByACopyThatLeavesItAsItIs) {
  const std::string before = ReadText(CatalogPath());
  ExpectTheJob(*Must(Catalog::OpenCopy(scratch_.path() + "/home")));
  EXPECT_EQ(ReadText(CatalogPath()), before);
}

TEST_F(OpenTest, TablesOfVersionThirteenHaveNoTraits) {
  OpenHome();
  {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 13));
    Must(db.Script(
        "INSERT INTO tables VALUES (5, 1, 't', 'table', '', 'me', NULL, '', 1, 2, 1, "
        "1, 1, 0); INSERT INTO columns (table_id, column_id, position, is_partition, "
        "since_version, name, type, comment, not_null, default_text) "
        "VALUES (5, 1, 1, 0, 1, 'a', 'BIGINT', '', 0, '');"
        "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, "
        "schema_version, added_at) VALUES (5, 0, 'warehouse/default_project/t/x.parquet', "
        "3, 4, 1, 1)"));
  }
  const auto catalog = OpenCatalog();
  const Table table = *Must(catalog->FindTable("default_project", "t"));
  EXPECT_EQ(table.traits, TableTraits());
  const FileListing listing = Must(catalog->ListFiles(table, std::nullopt));
  EXPECT_EQ(listing.files.at(0).rows, 3);
  EXPECT_TRUE(listing.deletes.empty());
}

// Tables, streams and resources are made anew with a place. Nothing of them may be lost, and no id
// is used again.
TEST_F(OpenTest, TablesOfVersionSixteenAreInTheSchemaDefault) {
  OpenHome();
  {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 16));
    Must(db.Script(
        "INSERT INTO tables VALUES (5, 1, 't', 'table', 'of t', 'me', 7, '', 1, 3, 1, 2, 3, 0, "
        "'{}'), (9, 1, 'gone', 'table', '', 'me', NULL, '', 1, 2, 1, 1, 1, 0, '{}');"
        "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
        "type, comment, not_null, default_text) VALUES (5, 1, 1, 0, 1, 'a', 'BIGINT', '', 0, ''), "
        "(5, 2, 2, 1, 1, 'p', 'STRING', '', 0, '');"
        "INSERT INTO partitions (table_id, key, created_ms, last_modified_ms) "
        "VALUES (5, '1', 1, 1);"
        "INSERT INTO streams (project_id, name, table_id, offset_version, comment, owner, "
        "created_ms, last_modified_ms) VALUES (1, 's', 5, 1, '', 'me', 1, 1);"
        "INSERT INTO resources (project_id, name, kind, source, comment, owner, bytes, sha256, "
        "created_ms, last_modified_ms) VALUES (1, 'r', 'table', 't', '', 'me', 0, '', 1, 1);"
        "DELETE FROM tables WHERE id = 9"));
  }
  const auto catalog = OpenCatalog();
  const Table table = *Must(catalog->FindTable("default_project", "T"));
  EXPECT_EQ(table.id, 5);
  EXPECT_EQ(table.project, "default_project");
  EXPECT_EQ(table.comment, "of t");
  EXPECT_EQ(table.lifecycle_days, 7);
  ASSERT_EQ(table.columns.size(), 1U);
  ASSERT_EQ(table.partition_columns.size(), 1U);
  EXPECT_EQ(Must(catalog->ListPartitions(5)).size(), 1U);
  EXPECT_TRUE(Must(VersionCatalog(*catalog).FindStream("default_project", "s")).has_value());
  EXPECT_TRUE(Must(catalog->FindResource("default_project", "r")).has_value());
  EXPECT_EQ(Must(catalog->ListSchemas("default_project")).size(), 1U);
  Table made = table;
  made.name = "later";
  EXPECT_EQ(Must(catalog->CreateTable(made)).id, 10);
  // The rows of other tables still refer to those of this one.
  Must(catalog->DropTable(5));
  const auto left = CatalogTestPeer::database(*catalog).QueryInt(
      "SELECT COUNT(*) FROM columns WHERE table_id = 5");
  EXPECT_EQ(Must(left), 0);
}

TEST_F(OpenTest, LossesOfTheSecondVersionAreKept) {
  OpenHome();
  {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 2));
    for (const char* values : {"'low', 0.25", "'whole', 3", "'none', NULL"}) {
      Must(db.Script(std::string("INSERT INTO jobs (id, loss, project_id, kind, name, statement, "
                                 "owner, state, message, created_ms, started_ms, ended_ms, "
                                 "supervisor_pid, supervisor_start, boot_id, rows_read) VALUES (") +
                     values + ", 1, 'pai', '', '', '', 'failed', '', 1, 2, 3, 4, 5, '', 6)"));
    }
  }
  const auto catalog = OpenCatalog();
  EXPECT_EQ(Must(catalog->FindJob("low"))->loss, 0.25);
  EXPECT_EQ(Must(catalog->FindJob("whole"))->loss, 3.0);
  EXPECT_EQ(Must(catalog->FindJob("none"))->loss, std::nullopt);
  Job job = *Must(catalog->FindJob("low"));
  EXPECT_EQ(job.rows_read, 6);
  job.loss = std::numeric_limits<double>::quiet_NaN();
  Must(catalog->UpdateJob(job));
  EXPECT_TRUE(std::isnan(Must(catalog->FindJob("low"))->loss.value_or(0)));
}

// A table of version 3 whose files hold 64-bit times, at schema version 2: c was dropped by then.
TEST_F(OpenTest, ColumnsOfTheThirdVersionRememberTheirTimes) {
  OpenHome();
  {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 3));
    for (const char* table : {"1, 1, 'timed'", "2, 1, 'plain'"}) {
      Must(db.Script(std::string("INSERT INTO tables VALUES (") + table +
                     ", 'table', '', '', NULL, '', 2, 9, 1, 1, 1)"));
    }
    for (const char* column :
         {"1, 1, 1, 0, 1, NULL, 'a', 'ARRAY<TIMESTAMP>'", "1, 2, 2, 0, 1, NULL, 'b', 'BIGINT'",
          "1, 3, 3, 0, 1, 2, 'c', 'TIMESTAMP_NTZ'", "2, 1, 1, 0, 1, NULL, 'd', 'DATETIME'",
          "2, 2, 2, 0, 1, 2, 'e', 'TIMESTAMP'"}) {
      Must(db.Script(std::string("INSERT INTO columns (table_id, column_id, position, "
                                 "is_partition, since_version, until_version, name, type, comment, "
                                 "not_null, default_text) VALUES (") +
                     column + ", 'x', 0, '')"));
    }
    for (const char* file :
         {"1, 0, 'warehouse/a.parquet', 1, 1, 1", "1, 0, 'warehouse/b.parquet', 1, 1, 2"}) {
      Must(db.Script(std::string("INSERT INTO data_files (table_id, partition_id, path, rows, "
                                 "bytes, schema_version, added_at) VALUES (") +
                     file + ", 1)"));
    }
  }
  const auto catalog = OpenCatalog();
  EXPECT_EQ(Must(catalog->FindTable("default_project", "plain"))->schema_version, 2);
  const Table table = *Must(catalog->FindTable("default_project", "timed"));
  EXPECT_EQ(table.schema_version, 3);
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].id, 1);
  EXPECT_EQ(table.columns[0].comment, "x");
  EXPECT_FALSE(table.columns[0].times_in_64_bits);
  const FileListing listing = Must(catalog->ListFiles(table, std::nullopt));
  ASSERT_EQ(listing.schema_versions.size(), 2u);
  const std::vector<Column>& first = listing.schema_versions[0].columns;
  const std::vector<Column>& second = listing.schema_versions[1].columns;
  ASSERT_EQ(first.size(), 3u);
  EXPECT_TRUE(first[0].times_in_64_bits && !first[1].times_in_64_bits && first[2].times_in_64_bits);
  ASSERT_EQ(second.size(), 2u);
  EXPECT_TRUE(second[0].times_in_64_bits && !second[1].times_in_64_bits);
}

// What stood in a home of version 5 counts as unchanged until the next commit.
TEST_F(OpenTest, ListsOfTheFifthVersionCanBeExpected) {
  OpenHome();
  {
    Database db = Must(OpenSqlite(CatalogPath(), SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 5));
    Must(db.Script(
        "INSERT INTO tables VALUES (1, 1, 't', 'table', '', '', NULL, '', 1, 2, 1, 1, 1);"
        "INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, "
        "type, comment, not_null, default_text) VALUES (1, 1, 1, 0, 1, 'a', 'BIGINT', '', 0, '');"
        "UPDATE counters SET snapshot = 7"));
  }
  const auto catalog = OpenCatalog();
  const auto lease = Must(Lease::Acquire(catalog->home()));
  const Table table = *Must(catalog->FindTable("default_project", "t"));
  const ReadVersion read = RowsRead(table, Must(catalog->ListFiles(table, std::nullopt)));
  const auto overwrite = [&] {
    CatalogTransaction transaction = catalog->Begin();
    transaction.Expect(read);
    transaction.Add(change::TruncateTable{table.id});
    return transaction.Commit();
  };
  Must(overwrite());
  EXPECT_TRUE(IsConflict(Failure(overwrite())));
}

TEST_F(OpenTest, DatabaseOfAnotherProgramIsRefused) {
  OpenHome();
  Sql("CREATE TABLE t (x INTEGER)");
  EXPECT_THAT(Failure(Catalog::Open(OpenHome())).detail, HasSubstr("not a catalog of paisql"));
}

TEST_F(OpenTest, DamagedCatalogIsAnErrorThatNamesTheCure) {
  OpenHome();
  WriteText(CatalogPath(), std::string(8192, 'x'));
  const Error error = Failure(Catalog::Open(OpenHome()));
  EXPECT_EQ(error.code, ErrorCode::kDamaged);
  EXPECT_THAT(error.detail, HasSubstr("is damaged"));
  EXPECT_THAT(error.hint, HasSubstr("--home"));
}

TEST_F(OpenTest, DamageInTheMiddleIsToldWhenItIsMet) {
  const auto root =
      Must(CatalogTestPeer::database(*OpenCatalog())
               .QueryInt("SELECT rootpage FROM sqlite_schema WHERE name = 'projects'"));
  std::string bytes = ReadText(CatalogPath());
  bytes.replace(static_cast<size_t>(*root - 1) * 4096, 4096, std::string(4096, 'x'));
  WriteText(CatalogPath(), bytes);
  const auto catalog = OpenCatalog();
  const Error error = Failure(catalog->ListProjects());
  EXPECT_EQ(error.code, ErrorCode::kDamaged);
  EXPECT_THAT(error.detail, HasSubstr("is damaged"));
  EXPECT_EQ(Failure(catalog->EnsureProject("p")).code, ErrorCode::kDamaged);
}

TEST_F(OpenTest, HomeThatIsAFileIsRefused) {
  WriteText(scratch_.path() + "/file", "x");
  for (const std::string path : {"/file", "/file/below"}) {
    const Error error = Failure(Home::Open(scratch_.path() + path));
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_THAT(error.hint, HasSubstr("--home"));
  }
  EXPECT_EQ(Failure(Home::Open("")).code, ErrorCode::kEnvironment);
}

TEST_F(OpenTest, HomeIsFoundFromTheEnvironment) {
  setenv("PAISQL_HOME", "/somewhere", 1);
  EXPECT_EQ(DefaultHomePath(), "/somewhere");
  unsetenv("PAISQL_HOME");
  setenv("HOME", "/people/me", 1);
  EXPECT_EQ(DefaultHomePath(), "/people/me/.paisql");
}

TEST_F(OpenTest, MovedHomeKeepsItsData) {
  Table table;
  {
    const auto catalog = OpenCatalog();
    const auto lease = Must(Lease::Acquire(catalog->home()));
    table = Must(catalog->CreateTable(TableNamed("t")));
    Must(Write(*catalog, *lease, table, WriteMode::kAppend, "rows"));
  }
  std::filesystem::rename(scratch_.path() + "/home", scratch_.path() + "/elsewhere");
  const auto catalog = Must(Catalog::Open(Must(Home::Open(scratch_.path() + "/elsewhere"))));
  EXPECT_THAT(Texts(*catalog, table), ElementsAre("rows"));
}

TEST_F(OpenTest, ReadOnlyHomeAnswersQueriesAndRefusesWrites) {
  Table table;
  {
    const auto catalog = OpenCatalog();
    const auto lease = Must(Lease::Acquire(catalog->home()));
    table = Must(catalog->CreateTable(TableNamed("t")));
    Must(Write(*catalog, *lease, table, WriteMode::kAppend, "rows"));
  }
  WithoutWriteAccess([&] {
    const Home home = OpenHome();
    EXPECT_FALSE(home.writable());
    const auto catalog = Must(Catalog::Open(home));
    EXPECT_THAT(Texts(*catalog, table), ElementsAre("rows"));
    Must(catalog->EnsureProject("default_project"));
    EXPECT_EQ(Must(catalog->Sweep()), 0);
    const auto lease = Must(Lease::Acquire(home));
    Must(lease->Pin(0));
    for (const Error& error :
         {Failure(catalog->CreateTable(TableNamed("u"))), Failure(catalog->DropTable(table.id)),
          Failure(catalog->EnsureProject("new_one")), Failure(lease->StagingFolder()),
          Failure(Commit(*catalog, {WriteRequest()})), Failure(catalog->InsertJob(Job()))}) {
      EXPECT_EQ(error.code, ErrorCode::kEnvironment);
      EXPECT_THAT(error.detail, HasSubstr("home is read-only"));
      EXPECT_FALSE(error.hint.empty());
    }
  });
}

TEST_F(OpenTest, ReadOnlyUserSeesTheCommitsOfARunningWriter) {
  const auto catalog = OpenCatalog();
  const auto lease = Must(Lease::Acquire(catalog->home()));
  const Table table = Must(catalog->CreateTable(TableNamed("t")));
  Must(Write(*catalog, *lease, table, WriteMode::kAppend, "rows"));
  Signal reading;
  Signal swept;
  Child reader([&] {
    WithoutWriteAccess([&] {
      const Home home = OpenHome();
      const auto mine = Must(Catalog::Open(home));
      const auto pin = Must(Lease::Acquire(home));
      Must(pin->Pin(0));
      const FileListing listing = Must(mine->ListFiles(table, std::nullopt));
      reading.Give();
      swept.Await();
      ASSERT_EQ(listing.files.size(), 1u);
      EXPECT_EQ(ReadText(listing.files[0].path), "rows");
    });
  });
  // A reader without write access has no lease of its own, and still keeps its files.
  reading.Await();
  Must(catalog->TruncateTable(table.id));
  EXPECT_EQ(Must(catalog->Sweep()), 0);
  swept.Give();
  reader.MustSucceed();
  EXPECT_EQ(Must(catalog->Sweep()), 1);
}

TEST_F(OpenTest, ReadOnlyUserSeesTheCommitsOfAKilledWriter) {
  OpenCatalog();
  Child([&] {
    const auto catalog = OpenCatalog();
    Must(catalog->EnsureProject("late"));
    raise(SIGKILL);
  }).MustBeKilled();
  WithoutWriteAccess([&] { EXPECT_TRUE(Must(OpenCatalog()->FindProject("late")).has_value()); });
}

TEST_F(OpenTest, ReadOnlyUserIsToldWhenAKilledWritersCommitsCannotBeRead) {
  OpenCatalog();
  Child([&] {
    const auto catalog = OpenCatalog();
    Must(catalog->EnsureProject("late"));
    raise(SIGKILL);
  }).MustBeKilled();
  ASSERT_TRUE(std::filesystem::remove(CatalogPath() + "-shm"));
  WithoutWriteAccess([&] {
    const Error error = Failure(Catalog::Open(OpenHome()));
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_THAT(error.hint, HasSubstr("open it once with permission to write"));
  });
  EXPECT_TRUE(Must(OpenCatalog()->FindProject("late")).has_value());
}

TEST_F(OpenTest, HomeThatCannotBeMadeIsRefused) {
  OpenCatalog();
  WithoutWriteAccess([&] {
    const std::string below = scratch_.path() + "/home/new";
    EXPECT_EQ(Failure(Home::Open(below)).code, ErrorCode::kEnvironment);
  });
}

}  // namespace
}  // namespace paisql::store
