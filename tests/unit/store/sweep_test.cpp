// Leases, and what a sweep removes and keeps.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>

#include <csignal>

#include "store/home/lease_files.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SweepTest : public StoreTest {
 protected:
  std::vector<std::string> Leases() {
    std::vector<std::string> names;
    for (const std::string& name : Must(ListFolder(catalog_->home().LeasesPath()))) {
      if (name != "readers") names.push_back(name);
    }
    return names;
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
};

TEST_F(SweepTest, NothingToDoChangesNothing) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
  const auto before = Must(CatalogTestPeer::database(*catalog_).QueryInt("SELECT total_changes()"));
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  EXPECT_EQ(Must(catalog_->Sweep(true)), 0);
  EXPECT_EQ(Must(CatalogTestPeer::database(*catalog_).QueryInt("SELECT total_changes()")), before);
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("x"));
}

TEST_F(SweepTest, ReplacedFilesStayUntilTheirReaderLetsGo) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  const auto reader_catalog = OpenCatalog();
  const auto reader = Must(Lease::Acquire(reader_catalog->home()));
  Must(reader->Pin(0));
  const FileListing listing = Must(reader_catalog->ListFiles(table_, std::nullopt));
  Must(reader->Pin(listing.snapshot));
  EXPECT_EQ(reader->pinned(), listing.snapshot);

  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "middle", {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  EXPECT_EQ(ReadText(listing.files[0].path), "old");

  Must(reader->Pin(Lease::kNothing));
  EXPECT_EQ(Must(catalog_->Sweep()), 2);
  EXPECT_FALSE(std::filesystem::exists(listing.files[0].path));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("new"));
}

TEST_F(SweepTest, OlderFilesThanThePinnedSnapshotGo) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "oldest", {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "pinned", {"1"}));
  Must(lease_->Pin(Must(catalog_->CurrentSnapshot())));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 2u);
}

TEST_F(SweepTest, PinOfZeroKeepsEverything) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  Must(lease_->Pin(0));
  Must(catalog_->DropTable(table_.id));
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
}

TEST_F(SweepTest, DroppedTableLeavesNeitherFilesNorFolders) {
  for (const std::string ds : {"1", "2"}) {
    Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, ds, {ds}));
  }
  Must(catalog_->DropTable(table_.id));
  EXPECT_EQ(Must(catalog_->Sweep()), 2);
  EXPECT_TRUE(std::filesystem::is_empty(catalog_->home().WarehousePath()));
  EXPECT_EQ(Must(CatalogTestPeer::database(*catalog_).QueryInt("SELECT COUNT(*) FROM data_files")),
            0);
}

TEST_F(SweepTest, FileThatIsGoneAlreadyIsForgotten) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
  std::filesystem::remove(WarehouseFiles(catalog_->home())[0]);
  Must(catalog_->DropTable(table_.id));
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
}

TEST_F(SweepTest, MoreThanOneBatchGoes) {
  WriteRequest request;
  request.table_id = table_.id;
  for (int i = 0; i < 1100; ++i) request.files.push_back(Stage(*lease_, "x", {"1"}));
  Must(Commit(*catalog_, {request}));
  Must(catalog_->TruncateTable(table_.id));
  EXPECT_EQ(Must(catalog_->Sweep()), 1100);
  EXPECT_THAT(WarehouseFiles(catalog_->home()), IsEmpty());
}

TEST_F(SweepTest, OrphansGoWhenAskedFor) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "kept", {"1"}));
  const std::string folder = catalog_->home().WarehousePath() + "/default_project/gone/ds=1";
  Must(MakeFolders(folder));
  WriteText(folder + "/orphan.parquet", "x");
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  EXPECT_EQ(Must(catalog_->Sweep(true)), 1);
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("kept"));
}

TEST_F(SweepTest, DeadLeaseGoesWithItsStagingFolder) {
  Signal ready;
  Child child([&] {
    const auto lease = Must(Lease::Acquire(OpenHome()));
    WriteText(Must(lease->StagingFolder()) + "/half", "x");
    Must(lease->Pin(0));
    ready.Give();
    raise(SIGKILL);
  });
  ready.Await();
  child.MustBeKilled();
  EXPECT_EQ(Leases().size(), 2u);
  Must(catalog_->Sweep());
  EXPECT_THAT(Leases(), ElementsAre(lease_->id()));
  EXPECT_THAT(Must(ListFilesBelow(catalog_->home().StagingPath())), IsEmpty());
}

TEST_F(SweepTest, ALeaseThatIsLockedAfterItWasSurveyedLives) {
  // As its owner makes it: the file first, then the lock.
  const std::string path = catalog_->home().LeasesPath() + "/00000000000000000000000000000001";
  const Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  const LeaseSurvey survey = Must(SurveyLeases(catalog_->home()));
  ASSERT_THAT(survey.dead, ElementsAre("00000000000000000000000000000001"));
  ASSERT_EQ(flock(file.get(), LOCK_EX | LOCK_NB), 0);
  Must(RemoveDeadLease(catalog_->home(), survey.dead[0]));
  EXPECT_TRUE(std::filesystem::exists(path));
  ASSERT_EQ(flock(file.get(), LOCK_UN), 0);
  Must(RemoveDeadLease(catalog_->home(), survey.dead[0]));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(SweepTest, WhatALivingWriterHasMovedIsLookedAtAgain) {
  const std::string folder = catalog_->home().WarehousePath() + "/default_project/t/ds=1";
  Must(MakeFolders(folder));
  WriteText(folder + "/" + LeasedName(lease_->id()) + ".parquet", "moved, not listed");
  EXPECT_EQ(Must(catalog_->Sweep(true)), 0);
  lease_.reset();
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
  EXPECT_THAT(WarehouseFiles(catalog_->home()), IsEmpty());
}

TEST_F(SweepTest, LiveLeaseOfAnotherProcessKeepsWhatItStages) {
  Signal ready;
  Signal done;
  Child child([&] {
    const auto lease = Must(Lease::Acquire(OpenHome()));
    WriteText(Must(lease->StagingFolder()) + "/half", "x");
    ready.Give();
    done.Await();
  });
  ready.Await();
  Must(catalog_->Sweep(true));
  EXPECT_EQ(Must(ListFilesBelow(catalog_->home().StagingPath())).size(), 1u);
  done.Give();
  child.MustSucceed();
}

TEST_F(SweepTest, EndedLeaseLeavesNothing) {
  {
    const auto lease = Must(Lease::Acquire(catalog_->home()));
    WriteText(Must(lease->StagingFolder()) + "/x", "x");
    EXPECT_EQ(Leases().size(), 2u);
  }
  EXPECT_THAT(Leases(), ElementsAre(lease_->id()));
  EXPECT_THAT(Must(ListFolder(catalog_->home().StagingPath())), IsEmpty());
}

TEST_F(SweepTest, StrayStagingFolderGoesWithTheOrphans) {
  Must(MakeFolders(catalog_->home().StagingPath() + "/stray"));
  Must(catalog_->Sweep(true));
  EXPECT_THAT(Must(ListFolder(catalog_->home().StagingPath())), IsEmpty());
}

TEST_F(SweepTest, InheritedLeaseOutlivesItsFirstOwner) {
  auto first = Must(Lease::Acquire(catalog_->home()));
  Must(first->Pin(5));
  const std::string id = first->id();
  Signal handed_over;
  Signal done;
  Child heir([&] {
    const auto adopted = Must(Lease::Adopt(OpenHome(), id, dup(first->descriptor())));
    EXPECT_EQ(adopted->pinned(), 5);
    EXPECT_EQ(adopted->id(), id);
    EXPECT_NE(fcntl(adopted->descriptor(), F_GETFD) & FD_CLOEXEC, 0);
    handed_over.Give();
    done.Await();
  });
  handed_over.Await();
  first->Abandon();
  first.reset();
  Must(catalog_->Sweep());
  EXPECT_EQ(Leases().size(), 2u);
  done.Give();
  heir.MustSucceed();
  EXPECT_EQ(Leases().size(), 1u);
}

TEST_F(SweepTest, AdoptingSomethingElseIsRefused) {
  const Descriptor other(open("/dev/null", O_RDONLY));
  EXPECT_EQ(Failure(Lease::Adopt(catalog_->home(), lease_->id(), other.get())).code,
            ErrorCode::kEnvironment);
  EXPECT_FALSE(Lease::Adopt(catalog_->home(), "none", lease_->descriptor()).ok());
}

TEST_F(SweepTest, UnreadablePinKeepsEverything) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
  WriteText(catalog_->home().LeasesPath() + "/" + lease_->id(), "nonsense");
  Must(catalog_->TruncateTable(table_.id));
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  Must(lease_->Pin(Lease::kNothing));
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
}

}  // namespace
}  // namespace paisql::store
