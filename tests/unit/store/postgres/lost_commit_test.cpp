// A COMMIT whose answer is lost: whether it has happened is asked of the server and of the catalog.

#include <gmock/gmock.h>

#include "store/home/home_settings.h"
#include "store/postgres/commit_proxy.h"
#include "store/postgres/postgres.h"
#include "store/postgres/server_fixture.h"

namespace paisql::store {
namespace {

using testing::HasSubstr;
using Break = CommitProxy::Break;

class LostCommitTest : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    if (IsSkipped()) return;
    const HomeSettings settings = Must(ReadHomeSettings(catalog_->home().path()));
    proxy_ = std::make_unique<CommitProxy>(settings.catalog);
    Must(WriteHomeSettings(catalog_->home().path(), {proxy_->address(), settings.catalog_id}));
    direct_ = std::make_unique<Database>(Must(OpenPostgres(settings.catalog, 1000)));
    catalog_ = OpenCatalog();
  }
  void TearDown() override {
    catalog_.reset();  // before the way to the server ends
    proxy_.reset();
  }

  std::unique_ptr<CommitProxy> proxy_;
  std::unique_ptr<Database> direct_;
};

TEST_F(LostCommitTest, AChangeThatHasHappenedIsDone) {
  proxy_->BreakNext(Break::kAfterCommit);
  const Status written = Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x");
  EXPECT_TRUE(written.ok()) << written.error().ToString();
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
}

TEST_F(LostCommitTest, OthersMayHaveCommittedMeanwhile) {
  proxy_->BreakNext(Break::kAfterCommit, [this] {
    for (int i = 0; i < 5; ++i) {
      Must(
          direct_->Run("UPDATE counters SET last_commit = ?1 || ' ' || last_commit", UniqueName()));
    }
  });
  EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x").ok());
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
}

TEST_F(LostCommitTest, AChangeThatTheServerHasNotHeardOfIsUndone) {
  proxy_->BreakNext(Break::kBeforeCommit);
  const Error error = Failure(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x"));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("nothing was changed"));
  EXPECT_TRUE(Texts(*catalog_, table_).empty());
  EXPECT_TRUE(WarehouseFiles(catalog_->home()).empty());
  EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "y").ok());
}

// As after a crash of a server that does not wait for its disk: another transaction has the number.
TEST_F(LostCommitTest, ACommitWithoutItsNameIsNotBelieved) {
  proxy_->BreakNext(Break::kAfterCommit,
                    [this] { Must(direct_->Run("UPDATE counters SET last_commit = ''")); });
  const Error error = Failure(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x"));
  EXPECT_EQ(error.code, ErrorCode::kUnknownOutcome);
  EXPECT_THAT(error.detail, HasSubstr("may have happened or not"));
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1U);
}

// Whoever interrupts the statement still learns how it ended.
TEST_F(LostCommitTest, AnInterruptDoesNotHideTheEnd) {
  bool ended = false;
  catalog_->EndWaitingWhen([&ended] { return ended; });
  CatalogTestPeer::SetFault(*catalog_, [&](FaultPoint point) {
    ended = ended || point == FaultPoint::kBeforeCommit;
    return Status::Ok();
  });
  proxy_->BreakNext(Break::kAfterCommit);
  const Status written = Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x");
  EXPECT_TRUE(written.ok()) << written.error().ToString();
}

TEST_F(LostCommitTest, WhileTheServerStaysAwayNobodyKnows) {
  Database database = Must(OpenPostgres(proxy_->address(), 100));
  Transaction transaction = Must(database.BeginWrite());
  Must(database.Run("UPDATE counters SET snapshot = snapshot + 1"));
  proxy_->BreakNext(Break::kAfterCommit, [this] { proxy_->Refuse(); });
  const Error error = Failure(transaction.Commit());
  EXPECT_EQ(transaction.fate(), CommitFate::kUnknown);
  EXPECT_THAT(error.detail, HasSubstr("lost in the middle of a commit"));
}

// A number that a server does not know is one that it has not heard of yet, if it only repeats what
// another one does.
TEST_F(LostCommitTest, AStandbyThatIsBehindIsNotBelieved) {
  Must(
      direct_->Script("CREATE FUNCTION pg_xact_status(xid8) RETURNS text LANGUAGE plpgsql AS $$ "
                      "BEGIN RAISE SQLSTATE '22023'; END $$"));
  for (const bool standby : {true, false}) {
    Must(
        direct_->Script("CREATE OR REPLACE FUNCTION pg_is_in_recovery() RETURNS bool LANGUAGE "
                        "sql AS 'SELECT " +
                        std::string(standby ? "true" : "false") + "'"));
    Database database = Must(OpenPostgres(proxy_->address() + "%2Cpg_catalog", 100));
    Transaction transaction = Must(database.BeginWrite());
    Must(database.Run("UPDATE counters SET snapshot = snapshot + 1"));
    proxy_->BreakNext(Break::kBeforeCommit);
    EXPECT_FALSE(transaction.Commit().ok());
    EXPECT_EQ(transaction.fate(), standby ? CommitFate::kUnknown : CommitFate::kNot);
  }
}

TEST_F(LostCommitTest, ACommitThatTheServerRollsBackIsNamed) {
  Transaction transaction = Must(direct_->BeginWrite());
  EXPECT_FALSE(direct_->Run("SELECT 1 / 0").ok());
  const Error error = Failure(transaction.Commit());
  EXPECT_EQ(transaction.fate(), CommitFate::kNot);
  EXPECT_THAT(error.detail, HasSubstr("has rolled the change back"));
}

}  // namespace
}  // namespace paisql::store
