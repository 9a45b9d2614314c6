// A server that restarts in the middle of work, and one whose disk is full.

#include <gmock/gmock.h>

#include <fstream>

#include "store/home/home_settings.h"
#include "store/postgres/commit_proxy.h"
#include "store/postgres/postgres.h"
#include "store/postgres/server_fixture.h"

namespace paisql::store {
namespace {

using testing::HasSubstr;

class ServerRestartTest : public ServerTest {
 protected:
  // As after a crash: the server recovers what it has committed.
  static void Restart() { EXPECT_EQ(std::system(std::getenv("PAISQL_TEST_RESTART")), 0); }
};

TEST_F(ServerRestartTest, BetweenStatementsNobodyNotices) {
  EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x").ok());
  Restart();
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
  Restart();
  EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "y").ok());
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"y"});
}

TEST_F(ServerRestartTest, WithinAChangeNothingIsChanged) {
  CatalogTestPeer::SetFault(*catalog_, [&](FaultPoint point) {
    if (point == FaultPoint::kBeforeCommit) Restart();
    return Status::Ok();
  });
  const Error error = Failure(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x"));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("was lost, and nothing was changed"));
  CatalogTestPeer::SetFault(*catalog_, {});
  EXPECT_TRUE(WarehouseFiles(catalog_->home()).empty());
  EXPECT_TRUE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "y").ok());
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"y"});
}

TEST_F(ServerRestartTest, WithinACommitItTellsAfterwards) {
  const HomeSettings settings = Must(ReadHomeSettings(catalog_->home().path()));
  CommitProxy proxy(settings.catalog);
  Must(WriteHomeSettings(catalog_->home().path(), {proxy.address(), settings.catalog_id}));
  catalog_ = OpenCatalog();
  proxy.BreakNext(CommitProxy::Break::kAfterCommit, [] { Restart(); });
  const Status written = Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x");
  EXPECT_TRUE(written.ok()) << written.error().ToString();
  EXPECT_EQ(Texts(*catalog_, table_), std::vector<std::string>{"x"});
  catalog_.reset();  // before the way to the server ends
}

TEST_F(ServerTest, AServerWithAFullDiskIsNamedAndLosesNothing) {
  const char* disk = std::getenv("PAISQL_TEST_SMALL_DISK");
  if (disk == nullptr) GTEST_SKIP() << "no disk in memory can be mounted";
  const std::string name = "space_" + UniqueName();
  Must(database().Script("CREATE TABLESPACE " + name + " LOCATION '" + disk + "'"));
  Must(database().Script("ALTER TABLE tables SET TABLESPACE " + name));
  const std::string filler = disk + std::string("/../filler");
  std::ofstream(filler) << std::string(size_t{16} << 20, 'x');  // as much as there is room for

  // Long texts are in pages of their own, which are not used again at once.
  std::string last;
  Status status;
  for (int i = 0; status.ok() && i < 1000; ++i) {
    std::string comment;
    for (int part = 0; part < 1000; ++part) comment += UniqueName();
    status = catalog_->SetTableComment(table_.id, comment);
    if (status.ok()) last = comment;
  }
  const Error error = Failure(status);
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_THAT(error.detail, HasSubstr("has no space left on its disk"));
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "t"))->comment, last);
  std::filesystem::remove(filler);
  Must(catalog_->SetTableComment(table_.id, "again"));
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "t"))->comment, "again");
  Must(database().Script("ALTER TABLE tables SET TABLESPACE pg_default"));
  Must(database().Script("DROP TABLESPACE " + name));
}

}  // namespace
}  // namespace paisql::store
