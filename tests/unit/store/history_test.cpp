// What a home keeps of the past, for how long, and how it comes back.

#include "store/history.h"

#include <gmock/gmock.h>

#include "store/catalog/migrations.h"
#include "store/store_fixture.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class HistoryTest : public StoreTest {
 protected:
  HistoryTest() { catalog_->KeepRemovedFor(kUsualRetentionMs); }

  std::vector<DroppedTable> Dropped() { return Must(catalog_->ListDropped("default_project")); }
  int64_t Query(const std::string& sql) {
    return Must(CatalogTestPeer::database(*catalog_).QueryInt(sql)).value_or(-1);
  }
  void Put(const Table& table, WriteMode mode, const std::string& text,
           const std::vector<std::string>& values = {}) {
    Must(Write(*catalog_, *lease_, table, mode, text, values));
  }
  // What the table held after that commit.
  std::vector<std::string> TextsAt(
      const Table& table, int64_t snapshot,
      const std::optional<std::vector<std::string>>& partition = std::nullopt) {
    std::vector<std::string> texts;
    const auto listing = Must(catalog_->FilesAt(table, snapshot, partition));
    if (!listing.has_value()) return {"gone"};
    for (const DataFile& file : listing->files) texts.push_back(ReadText(file.path));
    return texts;
  }
  // As if so much time had passed since everything that was removed.
  void Age(int64_t milliseconds) {
    Must(CatalogTestPeer::database(*catalog_).Run(
        "UPDATE data_files SET kept_until_ms = kept_until_ms - ?1 "
        "WHERE removed_at IS NOT NULL",
        milliseconds));
    Must(CatalogTestPeer::database(*catalog_).Run(
        "UPDATE dropped_tables SET kept_until_ms = kept_until_ms - ?1", milliseconds));
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table plain_ = Must(catalog_->CreateTable(TableNamed("plain")));
  Table parts_ = Must(catalog_->CreateTable(TableNamed("parts", {"ds"})));
};

TEST_F(HistoryTest, ATableComesBackWithItsTraitsAndItsDeletes) {
  Table keyed = TableNamed("keyed");
  keyed.traits = {true, {1}, {}};
  const Table table = Must(catalog_->CreateTable(keyed));
  Put(table, WriteMode::kAppend, "rows");
  StagedFile deletes = Stage(*lease_, "-");
  deletes.kind = FileKind::kDelete;
  TableWrite write(*catalog_);
  write.Put({table}, {deletes});
  Must(write.Commit());
  Must(catalog_->DropTable(table.id));
  Must(catalog_->UndropTable(table.id));
  EXPECT_EQ(Must(catalog_->FindTable("default_project", "keyed"))->traits, keyed.traits);
  const FileListing listing = Must(catalog_->ListFiles(table, std::nullopt));
  ASSERT_EQ(listing.deletes.size(), 1u);
  EXPECT_EQ(ReadText(listing.deletes[0].path), "-");
  // Only base files hold rows.
  EXPECT_THAT(Texts(*catalog_, table), ElementsAre("rows"));
  EXPECT_EQ(Must(catalog_->TableSize(table.id)).rows, 4);
  // An overwriting write replaces both.
  Put(table, WriteMode::kOverwrite, "new");
  EXPECT_TRUE(Must(catalog_->ListFiles(table, std::nullopt)).deletes.empty());
}

TEST_F(HistoryTest, DroppedTableComesBackAsItWas) {
  Put(parts_, WriteMode::kAppend, "x", {"1"});
  Put(parts_, WriteMode::kAppend, "y", {"2"});
  Must(catalog_->AddPartitions(parts_.id, {{"3"}}, false));
  Must(catalog_->DropTable(parts_.id));
  EXPECT_EQ(Must(catalog_->Sweep(true)), 0);
  ASSERT_EQ(Dropped().size(), 1u);
  EXPECT_EQ(Dropped()[0].name, "parts");
  EXPECT_EQ(Dropped()[0].rows, 2);
  EXPECT_TRUE(Dropped()[0].partitioned);

  Must(catalog_->UndropTable(parts_.id));
  const auto table = Must(catalog_->FindTable("default_project", "parts"));
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->id, parts_.id);
  EXPECT_EQ(table->columns[1].default_text, "map()");
  EXPECT_EQ(table->created_ms, parts_.created_ms);
  EXPECT_THAT(Texts(*catalog_, *table), ElementsAre("x", "y"));
  EXPECT_EQ(Must(catalog_->ListPartitions(table->id)).size(), 3u);
  EXPECT_THAT(Dropped(), IsEmpty());
  EXPECT_EQ(Must(catalog_->Sweep(true)), 0);
  Put(*table, WriteMode::kOverwrite, "z", {"1"});
  EXPECT_THAT(Texts(*catalog_, *table), ElementsAre("z", "y"));
}

TEST_F(HistoryTest, TakenNamesNeedAnother) {
  Put(plain_, WriteMode::kAppend, "old");
  Must(catalog_->DropTable(plain_.id));
  Must(catalog_->CreateTable(TableNamed("plain")));
  const Error taken = Failure(catalog_->UndropTable(plain_.id));
  EXPECT_EQ(taken.code, ErrorCode::kTableExists);
  EXPECT_THAT(taken.hint, HasSubstr("UNDROP TABLE plain AS plain_old"));
  Must(catalog_->UndropTable(plain_.id, "plain_old"));
  EXPECT_THAT(Texts(*catalog_, *Must(catalog_->FindTable("default_project", "plain_old"))),
              ElementsAre("old"));
  EXPECT_EQ(Failure(catalog_->UndropTable(plain_.id)).code, ErrorCode::kTableNotFound);
}

TEST_F(HistoryTest, NothingIsKeptWithoutATime) {
  catalog_->KeepRemovedFor(0);
  Put(plain_, WriteMode::kAppend, "a");
  Put(plain_, WriteMode::kOverwrite, "b");
  EXPECT_EQ(Must(catalog_->ListVersions(plain_.id)).size(), 1u);
  Must(catalog_->DropTable(plain_.id));
  EXPECT_THAT(Dropped(), IsEmpty());
  EXPECT_EQ(Failure(catalog_->UndropTable(plain_.id)).code, ErrorCode::kTableNotFound);
  EXPECT_EQ(Must(catalog_->Sweep()), 2);
  EXPECT_THAT(WarehouseFiles(catalog_->home()), IsEmpty());
  EXPECT_EQ(Query("SELECT COUNT(*) FROM forgotten_states"), 0);
}

TEST_F(HistoryTest, WhatIsOldGoesWithAllThatIsKnownOfIt) {
  Put(parts_, WriteMode::kAppend, "x", {"1"});
  Put(plain_, WriteMode::kAppend, "a");
  Put(plain_, WriteMode::kOverwrite, "b");
  Must(catalog_->DropTable(parts_.id));
  Age(kUsualRetentionMs - 60000);
  EXPECT_EQ(Must(catalog_->Sweep()), 0);
  Age(120000);
  EXPECT_EQ(Must(catalog_->Sweep()), 2);
  EXPECT_THAT(Dropped(), IsEmpty());
  EXPECT_EQ(Must(catalog_->ListVersions(plain_.id)).size(), 1u);
  EXPECT_THAT(Texts(*catalog_, plain_), ElementsAre("b"));
  EXPECT_EQ(Query("SELECT COUNT(*) FROM dropped_tables"), 0);
  EXPECT_EQ(Query("SELECT COUNT(*) FROM dropped_columns"), 0);
}

TEST_F(HistoryTest, AClockThatRanAheadKeepsNothingForYears) {
  Put(plain_, WriteMode::kAppend, "a");
  Must(catalog_->DropTable(plain_.id));
  Age(-365 * kMsOfDay);
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
}

TEST_F(HistoryTest, EveryStateIsKnownUntilAFileOfItGoes) {
  Put(plain_, WriteMode::kAppend, "a");
  Put(plain_, WriteMode::kAppend, "b");
  Put(plain_, WriteMode::kOverwrite, "c");
  Must(catalog_->TruncateTable(plain_.id));
  const std::vector<TableVersion> versions = Must(catalog_->ListVersions(plain_.id));
  ASSERT_EQ(versions.size(), 4u);
  EXPECT_THAT(TextsAt(plain_, versions[0].snapshot), ElementsAre("a"));
  EXPECT_THAT(TextsAt(plain_, versions[1].snapshot), ElementsAre("a", "b"));
  EXPECT_THAT(TextsAt(plain_, versions[2].snapshot), ElementsAre("c"));
  EXPECT_THAT(TextsAt(plain_, versions[3].snapshot), IsEmpty());
  EXPECT_TRUE(versions[2].added && versions[2].removed);
  EXPECT_EQ(versions[1].rows, 2);

  EXPECT_TRUE(Must(catalog_->PurgeTable(plain_.id)));
  EXPECT_EQ(Must(catalog_->ListVersions(plain_.id)).size(), 1u);
  EXPECT_THAT(TextsAt(plain_, versions[2].snapshot), ElementsAre("gone"));
  EXPECT_EQ(Must(catalog_->Sweep()), 3);
  EXPECT_FALSE(Must(catalog_->PurgeTable(plain_.id)));
}

TEST_F(HistoryTest, PartitionsHaveStatesOfTheirOwnAlsoAfterTheyAreDropped) {
  Put(parts_, WriteMode::kAppend, "x", {"1"});
  Put(parts_, WriteMode::kAppend, "y", {"2"});
  const std::vector<Partition> partitions = Must(catalog_->ListPartitions(parts_.id));
  Must(catalog_->DropPartitions(parts_.id, {partitions[0].id}));
  Put(parts_, WriteMode::kAppend, "new", {"1"});
  const std::vector<std::string> one = {"1"};
  const std::vector<TableVersion> versions = Must(catalog_->ListVersions(parts_.id, one));
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_THAT(TextsAt(parts_, versions[0].snapshot, one), ElementsAre("x"));
  EXPECT_THAT(TextsAt(parts_, versions[1].snapshot, one), IsEmpty());
  EXPECT_THAT(TextsAt(parts_, versions[2].snapshot, one), ElementsAre("new"));
  EXPECT_THAT(TextsAt(parts_, versions[2].snapshot - 1), ElementsAre("y"));
}

TEST_F(HistoryTest, AMergeOfFilesIsNoStateOfItsOwn) {
  Put(plain_, WriteMode::kAppend, "a");
  Put(plain_, WriteMode::kAppend, "b");
  TableTarget merge{plain_, WriteMode::kReplaceFiles};
  for (const DataFile& file : Must(catalog_->ListFiles(plain_, std::nullopt)).files) {
    merge.replaced.push_back(file.path);
  }
  TableWrite write(*catalog_);
  write.transaction().KeepRows();
  write.Put(merge, {Stage(*lease_, "ab")});
  Must(write.Commit());
  const std::vector<TableVersion> versions = Must(catalog_->ListVersions(plain_.id));
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions[1].rows, 2);
  EXPECT_THAT(TextsAt(plain_, versions[1].snapshot - 1), ElementsAre("a"));
}

TEST_F(HistoryTest, OfOneTableTheNewestThousandFilesAreKept) {
  Put(plain_, WriteMode::kAppend, "0");
  // As after many writes: all of them but the last few are made up.
  const auto add_replaced = [&](const std::string& folder, int removed_at, int count) {
    for (int i = 0; i < count; ++i) {
      Must(CatalogTestPeer::database(*catalog_).Run(
          "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, "
          "schema_version, added_at, removed_at, kept_until_ms) "
          "VALUES (?1, 0, ?2, 1, 1, 1, 2, ?3, 99999999999999)",
          plain_.id, "warehouse/" + folder + "/" + std::to_string(i), removed_at));
    }
  };
  add_replaced("none", 3, 1200);
  Put(plain_, WriteMode::kOverwrite, "1");
  constexpr const char* kKept =
      "SELECT COUNT(*) FROM data_files WHERE path GLOB 'warehouse/none/*' AND kept_until_ms > 0";
  EXPECT_EQ(Query(kKept), 1200);
  add_replaced("more", 4, 1000);
  Put(plain_, WriteMode::kOverwrite, "2");
  EXPECT_EQ(Query(kKept), 0);
}

TEST_F(HistoryTest, ReadersAndSweepsOfOthersLeaveWhatIsKept) {
  Put(plain_, WriteMode::kAppend, "a");
  Must(catalog_->DropTable(plain_.id));
  const auto other = OpenCatalog();  // keeps nothing of what it removes itself
  EXPECT_EQ(Must(other->Sweep(true)), 0);
  Must(other->UndropTable(plain_.id));
  EXPECT_THAT(Texts(*catalog_, plain_), ElementsAre("a"));
}

TEST_F(HistoryTest, AKilledUndropIsNoneOrWhole) {
  Put(plain_, WriteMode::kAppend, "a");
  Must(catalog_->DropTable(plain_.id));
  for (const FaultPoint point : {FaultPoint::kBeforeCommit, FaultPoint::kAfterCommit}) {
    Child child([&] {
      const auto catalog = OpenCatalog();
      CatalogTestPeer::SetFault(*catalog, [&](FaultPoint reached) {
        if (reached == point) raise(SIGKILL);
        return Status::Ok();
      });
      (void)catalog->UndropTable(plain_.id);
    });
    child.MustBeKilled();
    EXPECT_EQ(Must(catalog_->FindTable("default_project", "plain")).has_value(),
              point == FaultPoint::kAfterCommit);
    Must(catalog_->Sweep(true));
  }
  EXPECT_THAT(Texts(*catalog_, plain_), ElementsAre("a"));
}

// A home of the version before keeps what it has, and nothing of before can be restored.
TEST_F(StoreTest, HistoryBeginsWithItsVersion) {
  const std::string path = OpenHome().CatalogPath();
  {
    Database db = Must(OpenSqlite(path, SqliteAccess::kReadWrite, 1000));
    Must(Migrate(db, 0, 12));
    Must(
        db.Script("INSERT INTO tables (id, project_id, name, kind, comment, owner, view_text, "
                  "schema_version, next_column_id, created_ms, last_ddl_ms, last_modified_ms) "
                  "VALUES (1, 1, 't', 'table', '', '', '', 1, 2, 1, 1, 1);"
                  "INSERT INTO columns (table_id, column_id, position, is_partition, "
                  "since_version, name, type, comment, not_null, default_text) "
                  "VALUES (1, 1, 1, 0, 1, 'a', 'BIGINT', '', 0, '');"
                  "UPDATE counters SET snapshot = 7;"
                  "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, "
                  "schema_version, added_at, removed_at) VALUES "
                  "(1, 0, 'warehouse/default_project/t/old.parquet', 5, 1, 1, 5, 6), "
                  "(1, 0, 'warehouse/default_project/t/new.parquet', 3, 1, 1, 6, NULL)"));
  }
  const auto catalog = OpenCatalog();
  const std::vector<TableVersion> versions = Must(catalog->ListVersions(1));
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_EQ(versions[0].snapshot, 7);
  EXPECT_EQ(versions[0].rows, 3);
  EXPECT_EQ(Must(catalog->Sweep()), 1);
  catalog->KeepRemovedFor(kUsualRetentionMs);
  Must(catalog->TruncateTable(1));
  EXPECT_EQ(Must(catalog->ListVersions(1)).size(), 2u);
}

}  // namespace
}  // namespace paisql::store
