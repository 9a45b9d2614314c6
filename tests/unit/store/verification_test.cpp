// What a verification does when the disk or the memory fails it, and when it is interrupted.

#include "store/upkeep/verification.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "store/failing_vfs.h"
#include "store/store_fixture.h"
#include "store/transaction.h"
#include "store/upkeep/set_aside.h"

namespace paisql::store {
namespace {

class VerificationTest : public StoreTest {
 protected:
  VerificationTest() {
    const Table table = Must(catalog_->CreateTable(TableNamed("t")));
    Must(Write(*catalog_, *lease_, table, WriteMode::kAppend, "old"));
    file_ = WarehouseFiles(catalog_->home()).at(0);
  }

  Result<VerifySummary> Repair() {
    VerifyOptions options;
    options.repair = true;
    options.report = [this](const Finding& finding) { findings_.push_back(finding); };
    return VerifyHome(*catalog_, options);
  }

  // In another file, as one that comes from elsewhere is.
  void Replace(const std::string& text) const {
    std::filesystem::remove(file_);
    // A sweep takes folders that are empty.
    std::filesystem::create_directories(std::filesystem::path(file_).parent_path());
    WriteText(file_, text);
  }

  int failures_ = 0;  // how many fsyncs of the log fail from now on
  FailingDisk disk_{[this](FailingDisk::Call call) {
    return call == FailingDisk::Call::kSync && failures_ > 0 && failures_-- > 0;
  }};
  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  std::vector<Finding> findings_;
  std::string file_;
};

TEST_F(VerificationTest, AFailedCommitIsSettled) {
  Replace("bad");
  failures_ = 1;
  EXPECT_EQ(Failure(Repair()).code, ErrorCode::kIo);
  // Whoever recovers the log finds the file listed, and it has not been moved.
  const std::string copy = scratch_.path() + "/copy";
  std::filesystem::copy(catalog_->home().path(), copy, std::filesystem::copy_options::recursive);
  std::filesystem::remove(copy + "/catalog.sqlite-shm");
  const auto later = Must(Catalog::Open(Must(Home::Open(copy))));
  const Table table = *Must(later->FindTable("default_project", "t"));
  EXPECT_EQ(Must(later->ListFiles(table, std::nullopt)).files.size(), 1u);
  EXPECT_EQ(ReadText(file_), "bad");
  // The line that was written before it is only that.
  Must(Repair());
  EXPECT_FALSE(std::filesystem::exists(file_));
  EXPECT_EQ(Must(ReadSetAside(catalog_->home())).size(), 1u);
}

TEST_F(VerificationTest, ASweepLeavesWhatWasPutBack) {
  Replace("bad");
  Must(Repair());
  Replace("old");
  Must(catalog_->Sweep(true));
  EXPECT_EQ(ReadText(file_), "old");
}

TEST_F(VerificationTest, ARepairIsAChangeOfTheList) {
  const Table table = *Must(catalog_->FindTable("default_project", "t"));
  const ReadVersion read = RowsRead(table, Must(catalog_->ListFiles(table, std::nullopt)));
  Replace("bad");
  Must(Repair());
  CatalogTransaction transaction = catalog_->Begin();
  transaction.Expect(read);
  transaction.Add(change::TruncateTable{table.id});
  EXPECT_TRUE(IsConflict(Failure(transaction.Commit())));
}

TEST_F(VerificationTest, AStatementOfTheDatabaseEndsWhenItIsTold) {
  Database& database = CatalogTestPeer::database(*catalog_);
  const std::string endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i * 0) FROM n";
  database.EndStatementsWhen([] { return true; });
  EXPECT_EQ(Failure(database.QueryInt(endless)).code, ErrorCode::kInstanceCancelled);
  database.EndStatementsWhen({});
  EXPECT_EQ(Must(database.QueryInt("SELECT 1")), 1);
}

}  // namespace
}  // namespace paisql::store
