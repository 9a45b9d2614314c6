// Transactions of several changes: all of them or none, whatever fails or dies.

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>

#include "store/failing_vfs.h"
#include "store/store_fixture.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class TransactionTest : public StoreTest {
 protected:
  TransactionTest() {
    Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old"));
    job_.id = NewInstanceId();
    job_.project = kProject;
    job_.state = JobState::kRunning;
    Must(catalog_->InsertJob(job_));
    WriteText(ScriptPath(), "print(1)");
  }

  std::string ScriptPath() const { return scratch_.path() + "/script.py"; }

  static WriteRequest Rows(Lease& lease, int64_t table_id, const std::string& text,
                           const std::vector<std::string>& values = {}) {
    WriteRequest request;
    request.table_id = table_id;
    request.files = {Stage(lease, text, values)};
    return request;
  }

  // DDL, rows of three tables of which the transaction makes one, a resource and a job's row.
  CatalogTransaction Everything(Catalog& catalog, Lease& lease) {
    CatalogTransaction transaction = catalog.Begin();
    made_ = transaction.CreateTable(TableNamed("made", {"ds"}));
    transaction.Add(change::AddPartitions{made_, {{"empty"}}});
    transaction.Add(change::AddColumns{table_.id, {{0, "c", TypeId::kInt, "", false, ""}}});
    WriteRequest appended = Rows(lease, table_.id, "new");
    appended.schema_version = table_.schema_version + 1;
    transaction.Add(change::Write{{appended, Rows(lease, parts_.id, "part", {"1"})}});
    transaction.Add(change::Write{{Rows(lease, made_, "first", {"2"})}});
    transaction.Add(change::RenameTable{made_, "renamed"});
    Resource resource;
    resource.project = kProject;
    resource.name = "script.py";
    resource.kind = ResourceKind::kPy;
    resource.path = ScriptPath();
    transaction.Add(change::AddResource{resource});
    Job done = job_;
    done.state = JobState::kSucceeded;
    transaction.Add(change::UpdateJob{done});
    return transaction;
  }

  // What Everything changes, as one text.
  std::string Shape(Catalog& catalog) const {
    std::string shape;
    for (const Table& table : Must(catalog.ListTables(kProject))) {
      shape += table.name + "(" + std::to_string(table.columns.size()) + "," +
               std::to_string(Must(catalog.ListPartitions(table.id)).size()) + ")";
      for (const std::string& text : Texts(catalog, table)) shape += " " + text;
      shape += "; ";
    }
    for (const Resource& resource : Must(catalog.ListResources(kProject))) {
      shape += resource.name + "=" + ReadText(resource.path) + "; ";
    }
    return shape + std::string(JobStateText(Must(catalog.FindJob(job_.id))->state));
  }

  // Every file that is there is listed, once a sweep has looked.
  void ExpectNothingLeft() {
    Must(catalog_->Sweep(true));
    size_t listed = 0;
    for (const Table& table : Must(catalog_->ListTables(kProject))) {
      listed += Texts(*catalog_, table).size();
    }
    EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), listed);
    EXPECT_EQ(Must(ListFilesBelow(catalog_->home().ResourcesPath())).size(),
              Must(catalog_->ListResources(kProject)).size());
  }

  static constexpr const char* kBefore = "p(2,0); t(2,0) old; running";
  static constexpr const char* kAfter =
      "p(2,1) part; renamed(2,2) first; t(3,0) old new; script.py=print(1); succeeded";

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t")));
  Table parts_ = Must(catalog_->CreateTable(TableNamed("p", {"ds"})));
  Job job_;
  int64_t made_ = 0;
};

// What a view reads is one state, whatever others commit meanwhile; views may be nested.
TEST_F(TransactionTest, AViewSeesOneState) {
  const auto other = OpenCatalog();
  std::optional<Catalog::View> view(Must(catalog_->BeginView()));
  const int64_t snapshot = Must(catalog_->CurrentSnapshot());
  Must(other->CreateTable(TableNamed("later", {})));
  {
    const Catalog::View inner = Must(catalog_->BeginView());
    EXPECT_FALSE(Must(catalog_->FindTable(kProject, "later")).has_value());
  }
  EXPECT_EQ(Must(catalog_->ListFiles(table_, std::nullopt)).snapshot, snapshot);
  EXPECT_FALSE(Must(catalog_->FindTable(kProject, "later")).has_value());
  view.reset();
  EXPECT_TRUE(Must(catalog_->FindTable(kProject, "later")).has_value());
}

TEST_F(TransactionTest, ChangesOfManyKindsHappenTogether) {
  CatalogTransaction transaction = Everything(*catalog_, *lease_);
  EXPECT_EQ(Shape(*catalog_), kBefore);
  Must(transaction.Commit());
  EXPECT_EQ(Shape(*catalog_), kAfter);
  EXPECT_EQ(transaction.Created(made_).name, "renamed");
  EXPECT_EQ(transaction.Created(made_).id, Must(catalog_->FindTable(kProject, "renamed"))->id);
  ASSERT_EQ(transaction.resources().size(), 1u);
  EXPECT_EQ(transaction.resources()[0].bytes, 8);
  ExpectNothingLeft();
}

TEST_F(TransactionTest, WhatIsNotCommittedHasNotHappened) {
  { const CatalogTransaction transaction = Everything(*catalog_, *lease_); }
  EXPECT_EQ(Shape(*catalog_), kBefore);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
}

TEST_F(TransactionTest, AKilledOneLosesAllOfItsChanges) {
  for (const FaultPoint point :
       {FaultPoint::kFilesSynced, FaultPoint::kFileMoved, FaultPoint::kBeforeCommit}) {
    // Each rename is a place of its own.
    for (int passed = 0; passed < (point == FaultPoint::kFileMoved ? 4 : 1); ++passed) {
      Child([&] {
        const auto catalog = OpenCatalog();
        const auto lease = Must(Lease::Acquire(catalog->home()));
        int left = passed;
        CatalogTestPeer::SetFault(*catalog, [&](FaultPoint reached) {
          if (reached == point && left-- == 0) raise(SIGKILL);
          return Status::Ok();
        });
        (void)Everything(*catalog, *lease).Commit();
      }).MustBeKilled();
      EXPECT_EQ(Shape(*catalog_), kBefore);
      ExpectNothingLeft();
    }
  }
}

TEST_F(TransactionTest, AKilledOneHasHappenedOnceItWasCommitted) {
  Child([&] {
    const auto catalog = OpenCatalog();
    const auto lease = Must(Lease::Acquire(catalog->home()));
    CatalogTestPeer::SetFault(*catalog, [](FaultPoint reached) {
      if (reached == FaultPoint::kAfterCommit) raise(SIGKILL);
      return Status::Ok();
    });
    (void)Everything(*catalog, *lease).Commit();
  }).MustBeKilled();
  EXPECT_EQ(Shape(*catalog_), kAfter);
  ExpectNothingLeft();
}

TEST_F(TransactionTest, AFailureAnywhereLeavesEverythingAsItWas) {
  for (const FaultPoint point :
       {FaultPoint::kFilesSynced, FaultPoint::kFileMoved, FaultPoint::kBeforeCommit}) {
    for (int passed = 0; passed < (point == FaultPoint::kFileMoved ? 4 : 1); ++passed) {
      int left = passed;
      CatalogTestPeer::SetFault(*catalog_, [&](FaultPoint reached) -> Status {
        if (reached == point && left-- == 0) return FileError("write", "the file", ENOSPC);
        return Status::Ok();
      });
      const Error error = Failure(Everything(*catalog_, *lease_).Commit());
      EXPECT_EQ(error.code, ErrorCode::kEnvironment);
      EXPECT_FALSE(IsConflict(error));
      CatalogTestPeer::SetFault(*catalog_, nullptr);
      EXPECT_EQ(Shape(*catalog_), kBefore);
      ExpectNothingLeft();
    }
  }
  Must(Everything(*catalog_, *lease_).Commit());
  EXPECT_EQ(Shape(*catalog_), kAfter);
}

// The last change fails: nothing of those before it stays.
TEST_F(TransactionTest, AChangeThatFailsTakesTheOthersWithIt) {
  Job unknown = job_;
  unknown.id = "none";
  Resource missing;
  missing.project = kProject;
  missing.name = "missing";
  missing.path = scratch_.path() + "/missing";
  const std::vector<std::pair<Change, ErrorCode>> failing = {
      {change::CreateTable{TableNamed("T")}, ErrorCode::kTableExists},
      {change::RenameTable{table_.id, "P"}, ErrorCode::kTableExists},
      {change::DropTable{999}, ErrorCode::kTableNotFound},
      {change::AddPartitions{table_.id, {{"1"}}}, ErrorCode::kPartition},
      {change::DropPartitions{parts_.id, {999}}, ErrorCode::kPartitionNotFound},
      {change::TruncatePartitions{parts_.id, {999}}, ErrorCode::kPartitionNotFound},
      {change::ChangeColumn{table_.id, 99, "x"}, ErrorCode::kInvalidColumn},
      {change::ChangeColumn{table_.id, 1, "B"}, ErrorCode::kInvalidColumn},
      {change::DropColumns{parts_.id, {1, 2}}, ErrorCode::kInvalidColumn},
      {change::ReplaceView{table_.id, TableNamed("v")}, ErrorCode::kInvalidObjectType},
      {change::Write{{Rows(*lease_, parts_.id, "x")}}, ErrorCode::kPartition},
      {change::AddResource{missing}, ErrorCode::kIo},
      {change::DropResource{999}, ErrorCode::kResourceNotFound},
      {change::UpdateJob{unknown}, ErrorCode::kJobNotFound},
  };
  for (const auto& [change, code] : failing) {
    CatalogTransaction transaction = Everything(*catalog_, *lease_);
    transaction.Add(change);
    const Error error = Failure(transaction.Commit());
    EXPECT_EQ(error.code, code) << error.detail;
    EXPECT_EQ(Shape(*catalog_), kBefore) << error.detail;
  }
  ExpectNothingLeft();
}

TEST_F(TransactionTest, ChangesSeeWhatThoseBeforeThemHaveDone) {
  CatalogTransaction transaction = catalog_->Begin();
  const int64_t gone = transaction.CreateTable(TableNamed("gone"));
  const int64_t stays = transaction.CreateTable(TableNamed("stays"));
  transaction.Add(change::Write{{Rows(*lease_, stays, "1"), Rows(*lease_, gone, "2")}});
  transaction.Add(change::DropTable{gone});
  WriteRequest replacing = Rows(*lease_, stays, "3");
  replacing.mode = WriteMode::kOverwrite;
  transaction.Add(change::Write{{replacing}});
  // The name is free by now.
  transaction.Add(change::DropTable{table_.id});
  const int64_t again = transaction.CreateTable(TableNamed("t"));
  transaction.Add(change::ChangeColumn{again, 1, "renamed", {}, "said anew"});
  transaction.Add(change::SetTableComment{again, "another"});
  Must(transaction.Commit());

  EXPECT_EQ(transaction.Created(gone).id, 0);
  EXPECT_THAT(Texts(*catalog_, transaction.Created(stays)), ElementsAre("3"));
  const Table t = *Must(catalog_->FindTable(kProject, "t"));
  EXPECT_EQ(t.id, transaction.Created(again).id);
  EXPECT_NE(t.id, table_.id);
  EXPECT_EQ(t.columns[0].name, "renamed");
  EXPECT_EQ(t.columns[0].comment, "said anew");
  EXPECT_EQ(t.columns[0].type, TypeId::kBigint);
  EXPECT_EQ(t.comment, "another");
  EXPECT_THAT(Texts(*catalog_, t), IsEmpty());
  ExpectNothingLeft();
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
}

// A multi-insert: what one branch appends is not what another one replaces.
TEST_F(TransactionTest, RequestsOfOneWriteDoNotReplaceEachOther) {
  WriteRequest replacing = Rows(*lease_, table_.id, "replacing");
  replacing.mode = WriteMode::kOverwrite;
  Must(Commit(*catalog_, {Rows(*lease_, table_.id, "appended"), replacing}));
  EXPECT_THAT(Texts(*catalog_, table_), UnorderedElementsAre("appended", "replacing"));
}

TEST_F(TransactionTest, SingleFilesAreReplaced) {
  for (const std::string ds : {"1", "2"}) {
    Must(Write(*catalog_, *lease_, parts_, WriteMode::kAppend, "a" + ds, {ds}));
    Must(Write(*catalog_, *lease_, parts_, WriteMode::kAppend, "b" + ds, {ds}));
  }
  const FileListing listing = Must(catalog_->ListFiles(parts_, std::nullopt));
  WriteRequest request = Rows(*lease_, parts_.id, "new", {"3"});
  request.mode = WriteMode::kReplaceFiles;
  request.replaced = {listing.files[0].path, listing.files[3].path};
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Texts(*catalog_, parts_), ElementsAre("b1", "a2", "new"));
  // Files can go without others in their place.
  request.files.clear();
  request.replaced = {listing.files[1].path};
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Texts(*catalog_, parts_), ElementsAre("a2", "new"));
  ExpectNothingLeft();
}

TEST_F(TransactionTest, ACopyOfTheCatalogTakesTransactionsAndLeavesTheHomeAlone) {
  const auto copy = Must(Catalog::OpenCopy(catalog_->home().path()));
  CatalogTransaction transaction = copy->Begin();
  const int64_t made = transaction.CreateTable(TableNamed("made"));
  transaction.Add(change::DropTable{table_.id});
  Resource resource;
  resource.project = kProject;
  resource.name = "script.py";
  resource.path = ScriptPath();
  transaction.Add(change::AddResource{resource});
  Must(transaction.Commit());
  EXPECT_EQ(transaction.Created(made).name, "made");
  EXPECT_EQ(transaction.resources()[0].path, ScriptPath());
  EXPECT_EQ(Shape(*catalog_), kBefore);
}

class FailingTransactionTest : public TransactionTest {
 protected:
  // What another process finds after all of them were killed: the log is recovered.
  std::unique_ptr<Catalog> AfterAllWereKilled() {
    const std::string copy = scratch_.path() + "/copy" + std::to_string(++copies_);
    std::filesystem::copy(catalog_->home().path(), copy, std::filesystem::copy_options::recursive);
    std::filesystem::remove(copy + "/catalog.sqlite-shm");
    return Must(Catalog::Open(Must(Home::Open(copy))));
  }

  void SetUp() override { catalog_ = OpenCatalog(); }
  void TearDown() override { catalog_.reset(); }  // before the disk

  int failures_ = 0;  // how many fsyncs of the log fail from now on
  int copies_ = 0;
  FailingDisk disk_{[this](FailingDisk::Call call) {
    return call == FailingDisk::Call::kSync && failures_ > 0 && failures_-- > 0;
  }};
};

TEST_F(FailingTransactionTest, ACommitThatFailsOnceHasNotHappened) {
  failures_ = 1;
  EXPECT_EQ(Failure(Everything(*catalog_, *lease_).Commit()).code, ErrorCode::kIo);
  EXPECT_EQ(Shape(*catalog_), kBefore);
  EXPECT_EQ(Shape(*AfterAllWereKilled()), kBefore);
  ExpectNothingLeft();
  Must(Everything(*catalog_, *lease_).Commit());
  EXPECT_EQ(Shape(*catalog_), kAfter);
}

TEST_F(FailingTransactionTest, AnUnknownOutcomeIsWholeAndNoConflict) {
  failures_ = 1000;
  int attempts = 0;
  const Status status = RetryOnConflict([&] {
    ++attempts;
    return Everything(*catalog_, *lease_).Commit();
  });
  EXPECT_EQ(attempts, 1);
  EXPECT_EQ(Failure(status).code, ErrorCode::kUnknownOutcome);
  const auto later = AfterAllWereKilled();
  failures_ = 0;
  EXPECT_THAT(Shape(*later), AnyOf(kBefore, kAfter));
  Must(later->Sweep(true));
  EXPECT_THAT(Shape(*later), AnyOf(kBefore, kAfter));
}

}  // namespace
}  // namespace paisql::store
