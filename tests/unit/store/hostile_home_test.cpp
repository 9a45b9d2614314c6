// Homes from elsewhere: whatever their catalog says, nothing outside of the home is touched, and
// what cannot be is a named error.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class HostileHomeTest : public StoreTest {
 protected:
  HostileHomeTest() {
    const auto catalog = OpenCatalog();
    const auto lease = Must(Lease::Acquire(catalog->home()));
    const Table table = Must(catalog->CreateTable(TableNamed("t", {"ds"})));
    Must(Write(*catalog, *lease, table, WriteMode::kAppend, "kept", {"1"}));
    WriteText(outside_, "not ours");
  }

  void Sql(const std::string& text) const {
    Database db =
        Must(OpenSqlite(scratch_.path() + "/home/catalog.sqlite", SqliteAccess::kReadWrite, 1000));
    Must(db.Script(text));
  }

  std::string outside_ = scratch_.path() + "/outside.parquet";
};

TEST_F(HostileHomeTest, PathsStayInside) {
  const Home home = OpenHome();
  EXPECT_EQ(Must(PathInHome(home, "warehouse", "warehouse/p/t/x.parquet")),
            home.path() + "/warehouse/p/t/x.parquet");
  for (const std::string& path :
       {std::string("/etc/passwd"), std::string("warehouse/../x"), std::string("warehouse"),
        std::string("warehouse/"), std::string("warehouse//x"), std::string("warehouse/a/../../x"),
        std::string("warehouse/./x"), std::string("jobs/x"), std::string("warehouse2/x"),
        std::string("warehouse/a/"), std::string("warehouse/a\0b", 13), std::string()}) {
    EXPECT_EQ(Failure(PathInHome(home, "warehouse", path)).code, ErrorCode::kDamaged) << path;
  }
}

TEST_F(HostileHomeTest, FilesElsewhereAreNeitherReadNorRemoved) {
  for (const std::string path : {"warehouse/../../outside.parquet", "/outside.parquet"}) {
    Sql("UPDATE data_files SET path = '" + path + "', removed_at = NULL");
    const auto catalog = OpenCatalog();
    const Table table = *Must(catalog->FindTable("default_project", "t"));
    EXPECT_EQ(Failure(catalog->ListFiles(table, std::nullopt)).code, ErrorCode::kDamaged);
    Sql("UPDATE data_files SET removed_at = 1");
    Must(catalog->Sweep(true));
    EXPECT_EQ(ReadText(outside_), "not ours");
    const auto lease = Must(Lease::Acquire(catalog->home()));
    Must(Write(*catalog, *lease, table, WriteMode::kAppend, "more", {"1"}));
  }
}

TEST_F(HostileHomeTest, FoldersOfTheHomeAreNoLinks) {
  const std::string victim = scratch_.path() + "/victim";
  for (const std::string name :
       {"warehouse", "staging", "resources", "jobs", "leases", "damaged"}) {
    const std::string folder = scratch_.path() + "/home/" + name;
    const std::string saved = scratch_.path() + "/saved";
    std::filesystem::create_directory(victim);
    WriteText(victim + "/x", "not ours");
    if (std::filesystem::exists(folder)) std::filesystem::rename(folder, saved);
    std::filesystem::create_directory_symlink(victim, folder);
    EXPECT_THAT(Failure(Home::Open(scratch_.path() + "/home")).detail, HasSubstr("is a link"));
    EXPECT_EQ(ReadText(victim + "/x"), "not ours");
    std::filesystem::remove(folder);
    if (std::filesystem::exists(saved)) std::filesystem::rename(saved, folder);
  }
}

TEST_F(HostileHomeTest, LinkedFoldersAreNotSwept) {
  const auto catalog = OpenCatalog();
  const std::string folder = scratch_.path() + "/elsewhere";
  std::filesystem::create_directory(folder);
  WriteText(folder + "/x.parquet", "not ours");
  std::filesystem::create_directory_symlink(folder, catalog->home().WarehousePath() + "/link");
  Sql("INSERT INTO data_files (table_id, partition_id, path, rows, bytes, schema_version, "
      "added_at, "
      "removed_at) VALUES (99, 0, 'warehouse/link/x.parquet', 1, 1, 1, 1, 1)");
  EXPECT_EQ(Failure(catalog->Sweep(true)).code, ErrorCode::kDamaged);
  EXPECT_EQ(ReadText(folder + "/x.parquet"), "not ours");
}

TEST_F(HostileHomeTest, ImpossibleValuesAreErrors) {
  const char* changes[] = {
      "UPDATE data_files SET rows = -1",
      "UPDATE data_files SET schema_version = -7",
      "UPDATE data_files SET schema_version = 99999999999",
      "UPDATE data_files SET path = ''",
      "UPDATE partitions SET key = 'a/b/c'",
      "UPDATE columns SET type = 'NOTHING<'",
      "UPDATE tables SET traits = '{\"primary_key\": [\"a\"]}'",
      "UPDATE tables SET traits = ''",
      "DELETE FROM counters",
      "UPDATE counters SET snapshot = -1",
  };
  for (const char* change : changes) {
    const std::string saved = ReadText(scratch_.path() + "/home/catalog.sqlite");
    Sql(change);
    {
      const auto catalog = OpenCatalog();
      const auto table = catalog->FindTable("default_project", "t");
      Status outcome = Status::Ok();
      if (!table.ok()) {
        outcome = table.error();
      } else if (const auto listing = catalog->ListFiles(**table, std::nullopt); !listing.ok()) {
        outcome = listing.error();
      } else {
        outcome = catalog->DropTable((*table)->id);
      }
      EXPECT_EQ(Failure(outcome).code, ErrorCode::kDamaged) << change;
    }
    WriteText(scratch_.path() + "/home/catalog.sqlite", saved);
  }
}

TEST_F(HostileHomeTest, ImpossibleVersionsAreErrors) {
  for (const char* version : {"-1", "-2147483648", "0"}) {
    Sql(std::string("PRAGMA user_version = ") + version);
    EXPECT_EQ(Failure(Catalog::Open(OpenHome())).code, ErrorCode::kDamaged) << version;
  }
}

TEST_F(HostileHomeTest, ACatalogBringsNoCodeAlong) {
  Sql("CREATE TRIGGER t AFTER UPDATE ON tables BEGIN DELETE FROM data_files; END");
  const auto catalog = OpenCatalog();
  const Table table = *Must(catalog->FindTable("default_project", "t"));
  Must(catalog->SetTableComment(table.id, "changed"));
  EXPECT_THAT(Texts(*catalog, table), ElementsAre("kept"));
}

TEST_F(HostileHomeTest, APipeAmongTheLeasesHoldsNobodyUp) {
  const auto catalog = OpenCatalog();
  const std::string pipe = catalog->home().LeasesPath() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Must(catalog->Sweep());
  EXPECT_FALSE(std::filesystem::exists(pipe));
}

TEST_F(HostileHomeTest, NamesOfJobsAreNoPaths) {
  const auto catalog = OpenCatalog();
  Job job;
  job.id = "../../x";
  job.project = "default_project";
  Must(catalog->InsertJob(job));
  EXPECT_EQ(Failure(catalog->FindJob(job.id)).code, ErrorCode::kDamaged);
  EXPECT_EQ(Failure(catalog->ListJobs("default_project", {})).code, ErrorCode::kDamaged);
}

TEST(InstanceIdTest, ClocksBefore1970) {
  EXPECT_THAT(InstanceIdAt(-1), testing::StartsWith("19691231235959999g"));
  EXPECT_THAT(InstanceIdAt(-86400001), testing::StartsWith("19691230235959999g"));
  EXPECT_THAT(InstanceIdAt(1005), testing::StartsWith("19700101000001005g"));
  EXPECT_EQ(InstanceIdAt(-1).size(), InstanceIdAt(1).size());
}

}  // namespace
}  // namespace paisql::store
