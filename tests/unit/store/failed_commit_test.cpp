// A COMMIT whose fsync fails leaves its change in the log. Nothing may be lost by it, whether the
// log is recovered later or not.

#include <gmock/gmock.h>

#include <filesystem>

#include "store/failing_vfs.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FailedCommitTest : public StoreTest {
 protected:
  FailedCommitTest() {
    const Table table = Must(catalog_->CreateTable(TableNamed("t")));
    Must(Write(*catalog_, *lease_, table, WriteMode::kAppend, "old"));
  }

  Table TableT(Catalog& catalog) { return *Must(catalog.FindTable("default_project", "t")); }

  std::vector<std::string> Rows(Catalog& catalog) { return Texts(catalog, TableT(catalog)); }

  WriteRequest Overwrite(const std::string& text) {
    WriteRequest request;
    request.table_id = TableT(*catalog_).id;
    request.mode = WriteMode::kOverwrite;
    request.files = {Stage(*lease_, text)};
    return request;
  }

  // What another process finds after all of them were killed: the log is recovered, since nothing
  // tells how much of it counts.
  std::unique_ptr<Catalog> AfterAllWereKilled() {
    const std::string copy = scratch_.path() + "/copy" + std::to_string(++copies_);
    std::filesystem::copy(catalog_->home().path(), copy, std::filesystem::copy_options::recursive);
    std::filesystem::remove(copy + "/catalog.sqlite-shm");
    return Must(Catalog::Open(Must(Home::Open(copy))));
  }

  // Every file that the table lists is there, and no sweep takes it.
  void ExpectWhole(Catalog& catalog) {
    const std::vector<std::string> rows = Rows(catalog);
    EXPECT_THAT(rows, AnyOf(ElementsAre("old"), ElementsAre("new")));
    Must(catalog.Sweep(true));
    EXPECT_EQ(Rows(catalog), rows);
    EXPECT_EQ(WarehouseFiles(catalog.home()).size(), 1u);
  }

  int failures_ = 0;  // how many fsyncs of the log fail from now on
  bool full_ = false;
  FailingDisk disk_{[this](FailingDisk::Call call) {
    if (call == FailingDisk::Call::kWrite) return full_;
    return failures_ > 0 && failures_-- > 0;
  }};
  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  int copies_ = 0;
};

TEST_F(FailedCommitTest, OneFailureIsSettled) {
  WriteRequest request = Overwrite("new");
  failures_ = 1;
  const Error error = Failure(Commit(*catalog_, {request}));
  EXPECT_EQ(error.code, ErrorCode::kIo);
  EXPECT_EQ(ReadText(request.files[0].path), "new");
  EXPECT_THAT(Rows(*catalog_), ElementsAre("old"));
  const auto later = AfterAllWereKilled();
  EXPECT_THAT(Rows(*later), ElementsAre("old"));
  ExpectWhole(*later);
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Rows(*catalog_), ElementsAre("new"));
}

TEST_F(FailedCommitTest, AFullDiskIsASureFailure) {
  full_ = true;
  const Error error = Failure(Commit(*catalog_, {Overwrite("new")}));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("no space is left"));
  full_ = false;
  EXPECT_THAT(Rows(*catalog_), ElementsAre("old"));
  ExpectWhole(*AfterAllWereKilled());
}

TEST_F(FailedCommitTest, AnUnknownOutcomeKeepsBothSets) {
  const auto other = OpenCatalog();
  failures_ = 1000;
  const Error error = Failure(Commit(*catalog_, {Overwrite("new")}));
  EXPECT_EQ(error.code, ErrorCode::kUnknownOutcome);
  EXPECT_THAT(error.hint, HasSubstr("look whether it has happened"));
  EXPECT_TRUE(catalog_->left_files());
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 2u);
  EXPECT_THAT(Rows(*other), ElementsAre("old"));

  const auto later = AfterAllWereKilled();
  EXPECT_EQ(WarehouseFiles(later->home()).size(), 2u);
  EXPECT_THAT(Rows(*later), AnyOf(ElementsAre("old"), ElementsAre("new")));
  for (const std::string& text : Rows(*later)) EXPECT_FALSE(text.empty());
}

TEST_F(FailedCommitTest, ASweepSettlesBeforeItRemoves) {
  const auto other = OpenCatalog();
  failures_ = 1000;
  EXPECT_EQ(Failure(Commit(*catalog_, {Overwrite("new")})).code, ErrorCode::kUnknownOutcome);
  lease_->LeaveToSweep();
  lease_.reset();

  // As long as the disk fails, nothing is removed.
  EXPECT_FALSE(other->Sweep(true).ok());
  EXPECT_EQ(WarehouseFiles(other->home()).size(), 2u);
  failures_ = 0;
  Must(other->Sweep(true));
  EXPECT_THAT(Rows(*other), ElementsAre("old"));
  EXPECT_EQ(WarehouseFiles(other->home()).size(), 1u);
  ExpectWhole(*AfterAllWereKilled());
}

TEST_F(FailedCommitTest, ARecoveredChangeIsWhole) {
  failures_ = 1000;
  EXPECT_EQ(Failure(Commit(*catalog_, {Overwrite("new")})).code, ErrorCode::kUnknownOutcome);
  // The last process ends as a killed one does: the next one recovers the log.
  const auto later = AfterAllWereKilled();
  failures_ = 0;
  ExpectWhole(*later);
}

TEST_F(FailedCommitTest, ADropIsDoneOrNot) {
  const int64_t id = TableT(*catalog_).id;
  failures_ = 1;
  EXPECT_FALSE(catalog_->DropTable(id).ok());
  EXPECT_THAT(Rows(*catalog_), ElementsAre("old"));
  ExpectWhole(*AfterAllWereKilled());
}

TEST_F(FailedCommitTest, AReplacedResourceIsWhole) {
  Resource resource;
  resource.project = "default_project";
  resource.name = "r.py";
  resource.path = scratch_.path() + "/r.py";
  WriteText(resource.path, "old");
  Must(catalog_->AddResource(resource, false));
  WriteText(resource.path, "new");
  for (const int failures : {1, 1000}) {
    failures_ = failures;
    EXPECT_FALSE(catalog_->AddResource(resource, true).ok());
    const auto later = AfterAllWereKilled();
    failures_ = 0;
    Must(later->Sweep(true));
    const auto found = Must(later->FindResource("default_project", "r.py"));
    ASSERT_TRUE(found.has_value());
    EXPECT_THAT(ReadText(found->path), AnyOf("old", "new"));
  }
}

TEST_F(FailedCommitTest, WaitingForAnotherWriterEndsWhenItIsToldTo) {
  const auto other = OpenCatalog();
  Transaction held = Must(CatalogTestPeer::database(*other).BeginWrite());
  int asked = 0;
  catalog_->EndWaitingWhen([&asked] { return ++asked > 3; });
  EXPECT_EQ(Failure(catalog_->EnsureProject("p2")).code, ErrorCode::kInstanceCancelled);
  held.Rollback();
  catalog_->EndWaitingWhen(nullptr);
  Must(catalog_->EnsureProject("p2"));
}

}  // namespace
}  // namespace paisql::store
