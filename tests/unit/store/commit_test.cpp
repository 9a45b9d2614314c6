// Commits: whole or not at all, whatever fails or dies, and whoever else writes.

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>

#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class CommitTest : public StoreTest {
 protected:
  static std::function<Status(FaultPoint)> KillAt(FaultPoint wanted) {
    return [wanted](FaultPoint point) {
      if (point == wanted) raise(SIGKILL);
      return Status::Ok();
    };
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t")));
  Table parts_ = Must(catalog_->CreateTable(TableNamed("p", {"ds"})));
};

TEST_F(CommitTest, AppendAddsAndOverwriteReplaces) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "1"));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "22"));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("1", "22"));
  const Catalog::Size size = Must(catalog_->TableSize(table_.id));
  EXPECT_EQ(size.rows, 3);
  EXPECT_EQ(size.bytes, 3);
  EXPECT_EQ(size.files, 2);
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "333"));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("333"));
  EXPECT_TRUE(std::filesystem::is_empty(Must(lease_->StagingFolder())));
}

TEST_F(CommitTest, OverwriteReplacesTheTargetPartitionsOnly) {
  for (const std::string ds : {"1", "2", "3"}) {
    Must(Write(*catalog_, *lease_, parts_, WriteMode::kAppend, "old" + ds, {ds}));
  }
  WriteRequest request;
  request.table_id = parts_.id;
  request.mode = WriteMode::kOverwrite;
  request.files = {Stage(*lease_, "new2", {"2"}), Stage(*lease_, "new4", {"4"})};
  request.named_partitions = {{"3"}, {"5"}};
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Texts(*catalog_, parts_), UnorderedElementsAre("old1", "new2", "new4"));
  EXPECT_EQ(Must(catalog_->ListPartitions(parts_.id)).size(), 5u);
  const int64_t id = Must(catalog_->ListPartitions(parts_.id, {"2"}))[0].id;
  EXPECT_EQ(Must(catalog_->TableSize(parts_.id, id)).rows, 4);
}

TEST_F(CommitTest, EmptyOverwriteEmptiesTheTable) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "1"));
  WriteRequest request;
  request.table_id = table_.id;
  request.mode = WriteMode::kOverwrite;
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Texts(*catalog_, table_), IsEmpty());
}

TEST_F(CommitTest, TruncateAndDropKeepOtherData) {
  for (const std::string ds : {"1", "2", "3"}) {
    Must(Write(*catalog_, *lease_, parts_, WriteMode::kAppend, ds, {ds}));
  }
  const auto partitions = Must(catalog_->ListPartitions(parts_.id));
  Must(catalog_->TruncatePartitions(parts_.id, {partitions[0].id}));
  Must(catalog_->DropPartitions(parts_.id, {partitions[1].id}));
  EXPECT_THAT(Texts(*catalog_, parts_), ElementsAre("3"));
  EXPECT_EQ(Must(catalog_->ListPartitions(parts_.id)).size(), 2u);
  Must(catalog_->TruncateTable(parts_.id));
  EXPECT_THAT(Texts(*catalog_, parts_), IsEmpty());
  EXPECT_EQ(Failure(catalog_->TruncatePartitions(parts_.id, {999})).code,
            ErrorCode::kPartitionNotFound);
}

TEST_F(CommitTest, TableChangedMeanwhileIsAnErrorAndLosesNothing) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "1"));
  Must(catalog_->AddColumns(table_.id, {{0, "c", TypeId::kInt, "", false, ""}}));
  const Error error = Failure(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "2"));
  EXPECT_EQ(error.code, ErrorCode::kInvalidMetaOperation);
  EXPECT_EQ(error.hint, "run the statement again");
  EXPECT_EQ(Failure(catalog_->ListFiles(table_, std::nullopt)).code,
            ErrorCode::kInvalidMetaOperation);
  const Table now = *Must(catalog_->FindTable("default_project", "t"));
  EXPECT_THAT(Texts(*catalog_, now), ElementsAre("1"));

  Must(catalog_->DropTable(now.id));
  Must(catalog_->CreateTable(TableNamed("t")));
  EXPECT_EQ(Failure(Write(*catalog_, *lease_, now, WriteMode::kAppend, "3")).code,
            ErrorCode::kTableNotFound);
}

TEST_F(CommitTest, SeveralTablesChangeTogetherOrNotAtAll) {
  WriteRequest good;
  good.table_id = table_.id;
  good.files = {Stage(*lease_, "good")};
  WriteRequest bad;
  bad.table_id = 999;
  const std::string staged = good.files[0].path;
  EXPECT_FALSE(Commit(*catalog_, {good, bad}).ok());
  EXPECT_THAT(Texts(*catalog_, table_), IsEmpty());
  EXPECT_EQ(ReadText(staged), "good");
  bad.table_id = parts_.id;
  bad.files = {Stage(*lease_, "part", {"1"})};
  Must(Commit(*catalog_, {good, bad}));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("good"));
  EXPECT_THAT(Texts(*catalog_, parts_), ElementsAre("part"));
}

TEST_F(CommitTest, CreateTableAsIsOneCommit) {
  const auto create = [&](const std::string& name) {
    TableWrite write(*catalog_);
    write.Put({TableNamed(name)}, {Stage(*lease_, "rows")});
    return write.Commit();
  };
  Must(create("made"));
  const Table made = *Must(catalog_->FindTable("default_project", "made"));
  EXPECT_THAT(Texts(*catalog_, made), ElementsAre("rows"));
  CatalogTestPeer::SetFault(*catalog_, [](FaultPoint point) -> Status {
    if (point == FaultPoint::kBeforeCommit) return FileError("write", "x", EIO);
    return Status::Ok();
  });
  EXPECT_FALSE(create("no").ok());
  EXPECT_FALSE(Must(catalog_->FindTable("default_project", "no")).has_value());
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
}

TEST_F(CommitTest, FilesOutsideOfStagingAreRefused) {
  WriteRequest request;
  request.table_id = table_.id;
  for (const std::string& path :
       {scratch_.path() + "/x", catalog_->home().StagingPath() + "/../catalog.sqlite"}) {
    request.files = {{path, {}, 1}};
    EXPECT_EQ(Failure(Commit(*catalog_, {request})).code, ErrorCode::kIo);
  }
  request.files = {{catalog_->home().StagingPath() + "/missing", {}, 1}};
  EXPECT_THAT(Failure(Commit(*catalog_, {request})).detail, HasSubstr("missing"));
  request.files = {Stage(*lease_, "x", {"1"})};
  EXPECT_EQ(Failure(Commit(*catalog_, {request})).code, ErrorCode::kPartition);
}

TEST_F(CommitTest, AJobSucceedsWithWhatItHasWrittenOrNotAtAll) {
  Job job;
  job.id = NewInstanceId();
  job.project = "default_project";
  job.state = JobState::kRunning;
  Must(catalog_->InsertJob(job));
  Job finished = job;
  finished.state = JobState::kSucceeded;
  WriteRequest request;
  request.table_id = table_.id;
  request.files = {Stage(*lease_, "1")};
  const auto commit = [&](const std::vector<WriteRequest>& requests, const Job& row) {
    TableWrite write(*catalog_);
    for (const WriteRequest& one : requests) write.Put(one);
    write.transaction().Add(change::UpdateJob{row});
    return write.Commit();
  };
  const auto state = [&] { return Must(catalog_->FindJob(job.id))->state; };

  CatalogTestPeer::SetFault(*catalog_, [](FaultPoint point) -> Status {
    if (point == FaultPoint::kBeforeCommit) return FileError("write", "the file", ENOSPC);
    return Status::Ok();
  });
  EXPECT_FALSE(commit({request}, finished).ok());
  EXPECT_EQ(state(), JobState::kRunning);
  EXPECT_THAT(Texts(*catalog_, table_), IsEmpty());
  CatalogTestPeer::SetFault(*catalog_, nullptr);

  Job unknown = finished;
  unknown.id = "none";
  EXPECT_EQ(Failure(commit({request}, unknown)).code, ErrorCode::kJobNotFound);
  EXPECT_THAT(Texts(*catalog_, table_), IsEmpty());

  Must(commit({request}, finished));
  EXPECT_EQ(state(), JobState::kSucceeded);
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("1"));

  finished.state = JobState::kFailed;
  Must(commit({}, finished));
  EXPECT_EQ(state(), JobState::kFailed);
}

TEST_F(CommitTest, ManyFilesInOneCommit) {
  WriteRequest request;
  request.table_id = parts_.id;
  for (int i = 0; i < 100; ++i) {
    request.files.push_back(Stage(*lease_, std::to_string(i), {std::to_string(i)}));
  }
  Must(Commit(*catalog_, {request}));
  EXPECT_EQ(Texts(*catalog_, parts_).size(), 100u);
}

TEST_F(CommitTest, FullDiskAtAnyStepLeavesTheOldRowsAndTheStagedFile) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old"));
  for (const FaultPoint full :
       {FaultPoint::kFilesSynced, FaultPoint::kFileMoved, FaultPoint::kBeforeCommit}) {
    CatalogTestPeer::SetFault(*catalog_, [full](FaultPoint point) -> Status {
      if (point == full) return FileError("write", "the file", ENOSPC);
      return Status::Ok();
    });
    WriteRequest request;
    request.table_id = table_.id;
    request.mode = WriteMode::kOverwrite;
    request.files = {Stage(*lease_, "new1"), Stage(*lease_, "new2")};
    const Error error = Failure(Commit(*catalog_, {request}));
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_THAT(error.detail, HasSubstr("no space is left"));
    EXPECT_THAT(error.hint, HasSubstr("free some space"));
    EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old"));
    EXPECT_EQ(ReadText(request.files[0].path), "new1");
    EXPECT_EQ(ReadText(request.files[1].path), "new2");
    EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
  }
}

TEST_F(CommitTest, CatalogThatCannotGrowIsAFullDisk) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old"));
  Database& db = CatalogTestPeer::database(*catalog_);
  const auto pages = Must(db.QueryInt("PRAGMA page_count"));
  Must(db.Script("PRAGMA max_page_count = " + std::to_string(*pages)));
  WriteRequest request;
  request.table_id = parts_.id;
  for (int i = 0; i < 300; ++i) {
    request.files.push_back(Stage(*lease_, "x", {std::to_string(i)}));
  }
  const Error error = Failure(Commit(*catalog_, {request}));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("no space is left"));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old"));
  EXPECT_TRUE(Must(catalog_->ListPartitions(parts_.id)).empty());
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
  EXPECT_EQ(ReadText(request.files[299].path), "x");
  Must(db.Script("PRAGMA max_page_count = 1000000"));
  Must(Commit(*catalog_, {request}));
  EXPECT_EQ(Texts(*catalog_, parts_).size(), 300u);
}

TEST_F(CommitTest, TargetThatCannotBeMadeMovesNothing) {
  // A file stands where the second partition's folder would have to be.
  Must(MakeFolders(catalog_->home().WarehousePath() + "/default_project/p"));
  WriteText(catalog_->home().WarehousePath() + "/default_project/p/ds=2", "in the way");
  WriteRequest request;
  request.table_id = parts_.id;
  request.files = {Stage(*lease_, "1", {"1"}), Stage(*lease_, "2", {"2"})};
  EXPECT_FALSE(Commit(*catalog_, {request}).ok());
  EXPECT_EQ(ReadText(request.files[0].path), "1");
  EXPECT_THAT(Texts(*catalog_, parts_), IsEmpty());
}

TEST_F(CommitTest, KilledWriterLeavesTheOldRowsWhole) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old"));
  for (const FaultPoint point :
       {FaultPoint::kFilesSynced, FaultPoint::kFileMoved, FaultPoint::kBeforeCommit}) {
    Child([&] {
      const auto catalog = OpenCatalog();
      const auto lease = Must(Lease::Acquire(catalog->home()));
      CatalogTestPeer::SetFault(*catalog, KillAt(point));
      (void)Write(*catalog, *lease, table_, WriteMode::kOverwrite, "new");
    }).MustBeKilled();
    EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old"));
    EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 2u);
    EXPECT_EQ(Must(catalog_->Sweep()), 1);
    EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
    EXPECT_THAT(Must(ListFilesBelow(catalog_->home().StagingPath())), IsEmpty());
    Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "old"));
    Must(catalog_->Sweep());
  }
}

TEST_F(CommitTest, WriterKilledAfterItsCommitHasWritten) {
  Child([&] {
    const auto catalog = OpenCatalog();
    const auto lease = Must(Lease::Acquire(catalog->home()));
    CatalogTestPeer::SetFault(*catalog, KillAt(FaultPoint::kAfterCommit));
    (void)Write(*catalog, *lease, table_, WriteMode::kOverwrite, "new");
  }).MustBeKilled();
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("new"));
}

TEST_F(CommitTest, ProcessesThatAppendAtOnceAllHaveTheirRows) {
  constexpr int kProcesses = 4;
  constexpr int kWrites = 25;
  std::vector<std::unique_ptr<Child>> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(std::make_unique<Child>([&] {
      const auto catalog = OpenCatalog();
      const auto lease = Must(Lease::Acquire(catalog->home()));
      for (int i = 0; i < kWrites; ++i) {
        Must(Write(*catalog, *lease, table_, WriteMode::kAppend, "x"));
        Must(Write(*catalog, *lease, parts_, WriteMode::kAppend, "x", {std::to_string(i % 3)}));
        Must(catalog->Sweep(true));
      }
    }));
  }
  for (const auto& child : children) child->MustSucceed();
  EXPECT_EQ(Texts(*catalog_, table_).size(), size_t{kProcesses * kWrites});
  for (const std::string& text : Texts(*catalog_, parts_)) EXPECT_EQ(text, "x");
  EXPECT_EQ(Must(catalog_->TableSize(parts_.id)).rows, kProcesses * kWrites);
  EXPECT_EQ(Must(catalog_->ListPartitions(parts_.id)).size(), 3u);
}

}  // namespace
}  // namespace paisql::store
