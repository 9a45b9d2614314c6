// Versions of transactional tables, what is new between two of them, and offsets of streams.

#include "store/versions.h"

#include <gmock/gmock.h>

#include "store/history.h"
#include "store/store_fixture.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class VersionsTest : public StoreTest {
 protected:
  VersionsTest() { catalog_->KeepRemovedFor(kUsualRetentionMs); }

  static Table Transactional(const std::string& name) {
    Table table = TableNamed(name);
    table.traits.transactional = true;
    return table;
  }
  void Put(WriteMode mode, const std::string& text) {
    Must(Write(*catalog_, *lease_, table_, mode, text, {}));
  }
  // The listed files become one, which holds their rows.
  void Merge(const std::string& text) {
    TableTarget target{table_, WriteMode::kReplaceFiles};
    for (const DataFile& file : Must(catalog_->ListFiles(table_, std::nullopt)).files) {
      target.replaced.push_back(file.path);
    }
    TableWrite write(*catalog_);
    write.transaction().KeepRows();
    write.Put(target, {Stage(*lease_, text)});
    Must(write.Commit());
  }
  std::vector<int64_t> Numbers(const Table& table) {
    std::vector<int64_t> numbers;
    for (const DataVersion& one : Must(versions_.ListVersions(table.id))) {
      numbers.push_back(one.number);
    }
    return numbers;
  }
  std::vector<std::string> TextsOf(const FileListing& listing) {
    std::vector<std::string> texts;
    for (const DataFile& file : listing.files) texts.push_back(ReadText(file.path));
    return texts;
  }
  ChangedFiles Between(int64_t from, int64_t to) {
    const std::vector<DataVersion> all = Must(versions_.ListVersions(table_.id));
    return *Must(
        versions_.FilesBetween(table_, all[from - 1].last_snapshot, all[to - 1].last_snapshot));
  }
  Status Move(std::optional<int64_t> from, int64_t to) {
    CatalogTransaction transaction = catalog_->Begin();
    transaction.Add(
        change::MoveStream{Must(versions_.FindStream("default_project", "s"))->id, from, to});
    return transaction.Commit();
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  VersionCatalog versions_ = VersionCatalog(*catalog_);
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(Transactional("t")));
  Table plain_ = Must(catalog_->CreateTable(TableNamed("plain")));
};

TEST_F(VersionsTest, EachChangeOfRowsMakesOneAndAMergeMakesNone) {
  EXPECT_THAT(Numbers(table_), ElementsAre(1));
  Put(WriteMode::kAppend, "one");
  Put(WriteMode::kAppend, "two");
  Merge("onetwo");
  Must(catalog_->SetTableComment(table_.id, "no rows"));
  EXPECT_THAT(Numbers(table_), ElementsAre(1, 2, 3));
  Must(catalog_->TruncateTable(table_.id));
  EXPECT_THAT(Numbers(table_), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Numbers(plain_), IsEmpty());
}

TEST_F(VersionsTest, TableThatIsMadeWithRowsHasTwo) {
  TableWrite write(*catalog_);
  write.Put({Transactional("made")}, {Stage(*lease_, "rows")});
  Must(write.Commit());
  EXPECT_THAT(Numbers(*Must(catalog_->FindTable("default_project", "made"))), ElementsAre(1, 2));
}

TEST_F(VersionsTest, MergesAreNotNewAndWhatCameAndWentIsNotEither) {
  Put(WriteMode::kAppend, "one");
  Put(WriteMode::kAppend, "two");
  Merge("onetwo");
  Put(WriteMode::kAppend, "three");
  EXPECT_THAT(TextsOf(Between(2, 3).added), ElementsAre("two"));
  EXPECT_THAT(TextsOf(Between(1, 4).added), ElementsAre("one", "two", "three"));
  EXPECT_THAT(TextsOf(Between(1, 4).removed), IsEmpty());
  // The merged file goes, which holds rows that the range has added.
  Put(WriteMode::kOverwrite, "four");
  EXPECT_THAT(TextsOf(Between(4, 5).added), ElementsAre("four"));
  EXPECT_THAT(TextsOf(Between(4, 5).removed), ElementsAre("onetwo", "three"));
  const ChangedFiles all = Between(1, 5);
  EXPECT_THAT(TextsOf(all.added), ElementsAre("one", "two", "four"));
  EXPECT_THAT(TextsOf(all.removed), ElementsAre("onetwo"));
}

TEST_F(VersionsTest, VersionGoesWithItsFilesAndTheTablesOwnTimeCounts) {
  Put(WriteMode::kAppend, "one");
  catalog_->KeepRemovedFor(0);
  Put(WriteMode::kOverwrite, "two");
  EXPECT_THAT(Numbers(table_), ElementsAre(3));
  Table keeping = Transactional("keeping");
  keeping.traits.properties["acid.data.retain.hours"] = "24";
  table_ = Must(catalog_->CreateTable(keeping));
  Put(WriteMode::kAppend, "one");
  Put(WriteMode::kOverwrite, "two");
  Must(catalog_->Sweep());
  EXPECT_THAT(Numbers(table_), ElementsAre(1, 2, 3));
  EXPECT_THAT(TextsOf(Between(2, 3).removed), ElementsAre("one"));
}

TEST_F(VersionsTest, StreamMovesFromWhereItWasReadAlone) {
  CatalogTransaction transaction = catalog_->Begin();
  Stream stream;
  stream.project = "default_project";
  stream.name = "s";
  stream.table_id = table_.id;
  transaction.Add(change::CreateStream{stream});
  Must(transaction.Commit());
  Must(Move(1, 2));
  const Status late = Move(1, 3);
  ASSERT_FALSE(late.ok());
  EXPECT_TRUE(IsConflict(late.error()));
  EXPECT_EQ(Must(versions_.FindStream("default_project", "S"))->offset, 2);
  Must(Move(std::nullopt, 1));
  // Neither a table nor another stream gets its name.
  EXPECT_EQ(catalog_->CreateTable(TableNamed("s")).error().code, ErrorCode::kInvalidObjectType);
  EXPECT_EQ(catalog_->RenameTable(plain_.id, "s").error().code, ErrorCode::kInvalidObjectType);
  Must(catalog_->DropTable(table_.id));
  EXPECT_FALSE(Must(versions_.TableOf(stream)).has_value());
  Must(catalog_->UndropTable(table_.id));
  EXPECT_TRUE(Must(versions_.TableOf(stream)).has_value());
}

}  // namespace
}  // namespace paisql::store
