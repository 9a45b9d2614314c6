// Drafts: statements see each other's changes, the home sees all of them at once or none.

#include <gmock/gmock.h>

#include <csignal>

#include "store/draft.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;

class DraftTest : public StoreTest {
 protected:
  DraftTest() { Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old")); }

  // Makes a table with partitions and rows, and changes the one that was there.
  void ChangeAll() {
    const Table made = Must(catalog_->CreateTable(TableNamed("made", {"ds"})));
    Must(catalog_->AddPartitions(made.id, {{"1"}, {"2"}}, false));
    const auto parts = Must(catalog_->ListPartitions(made.id));
    Must(catalog_->DropPartitions(made.id, {parts.front().id}));
    Must(Write(*catalog_, *lease_, made, WriteMode::kAppend, "rows", {"3"}));
    Must(catalog_->RenameTable(made.id, "renamed"));
    Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new"));
    Must(catalog_->AddColumns(table_.id, {{0, "c", TypeId::kInt, "", false, ""}}));
  }

  // What ChangeAll changes, as one text.
  static std::string Shape(Catalog& catalog) {
    std::string shape;
    for (const Table& table : Must(catalog.ListTables(kProject))) {
      shape += table.name + "(" + std::to_string(table.columns.size());
      for (const Partition& one : Must(catalog.ListPartitions(table.id))) {
        shape += " " + one.values.front();
      }
      shape += ")";
      for (const std::string& text : Texts(catalog, table)) shape += " " + text;
      shape += "; ";
    }
    return shape;
  }

  static constexpr const char* kOld = "t(2) old; ";
  static constexpr const char* kNew = "renamed(2 2 3) rows; t(3) new; ";

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Catalog> other_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t")));
};

TEST_F(DraftTest, AllHappensAtOnce) {
  const auto draft = Must(CatalogDraft::Begin(*catalog_));
  EXPECT_TRUE(CatalogDraft::IsOn(*catalog_));
  ChangeAll();
  EXPECT_EQ(Shape(*catalog_), kNew);
  EXPECT_EQ(Shape(*other_), kOld);
  Must(draft->Commit());
  EXPECT_FALSE(CatalogDraft::IsOn(*catalog_));
  EXPECT_EQ(Shape(*catalog_), kNew);
  EXPECT_EQ(Shape(*other_), kNew);
}

TEST_F(DraftTest, NothingHappensWithoutACommit) {
  {
    const auto draft = Must(CatalogDraft::Begin(*catalog_));
    ChangeAll();
    // The files that the copy has taken off its lists are the home's.
    Must(catalog_->Sweep(true));
  }
  EXPECT_EQ(Shape(*catalog_), kOld);
  EXPECT_EQ(Shape(*other_), kOld);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1U);
}

TEST_F(DraftTest, IdsOfOthersDoNotMeetThoseOfTheDraft) {
  const auto draft = Must(CatalogDraft::Begin(*catalog_));
  ChangeAll();
  const Table theirs = Must(other_->CreateTable(TableNamed("theirs", {"ds"})));
  Must(other_->AddPartitions(theirs.id, {{"a"}, {"b"}, {"c"}}, false));
  Must(draft->Commit());
  EXPECT_EQ(Shape(*other_), "renamed(2 2 3) rows; t(3) new; theirs(2 a b c); ");
}

TEST_F(DraftTest, WhatIsHiddenIsSeenAfterTheCommit) {
  const auto draft = Must(CatalogDraft::Begin(*catalog_));
  draft->Hide(true);
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new"));
  draft->Hide(false);
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old"));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "more"));
  Must(draft->Commit());
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("new", "more"));
}

TEST_F(DraftTest, RowsThatSomebodyElseChangesAreAConflict) {
  const auto draft = Must(CatalogDraft::Begin(*catalog_));
  TableWrite write(*catalog_);
  write.Expect(RowsRead(table_, Must(catalog_->ListFiles(table_, std::nullopt))));
  write.Put({table_, WriteMode::kOverwrite}, {Stage(*lease_, "mine")});
  Must(write.Commit());
  Must(Write(*other_, *lease_, table_, WriteMode::kAppend, "theirs"));
  EXPECT_TRUE(IsConflict(Failure(draft->Commit())));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old", "theirs"));
}

TEST_F(DraftTest, OwnChangesAreNoConflict) {
  const auto draft = Must(CatalogDraft::Begin(*catalog_));
  Must(catalog_->AddColumns(table_.id, {{0, "c", TypeId::kInt, "", false, ""}}));
  for (const char* const text : {"first", "second"}) {
    const Table table = *Must(catalog_->FindTable(kProject, "t"));
    TableWrite write(*catalog_);
    write.Expect(RowsRead(table, Must(catalog_->ListFiles(table, std::nullopt))));
    write.Put({table, WriteMode::kOverwrite}, {Stage(*lease_, text)});
    Must(write.Commit());
  }
  Must(draft->Commit());
  const Table table = *Must(catalog_->FindTable(kProject, "t"));
  EXPECT_THAT(Texts(*catalog_, table), ElementsAre("second"));
}

TEST_F(DraftTest, OldFilesStayAsLongAsTheDraft) {
  auto draft = Must(CatalogDraft::Begin(*catalog_));
  Must(Write(*other_, *lease_, table_, WriteMode::kOverwrite, "theirs"));
  Must(other_->Sweep(true));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old"));
  draft.reset();
  Must(other_->Sweep(true));
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1U);
}

TEST_F(DraftTest, AKillChangesNothing) {
  catalog_.reset();
  Child([&] {
    catalog_ = OpenCatalog();
    lease_ = Must(Lease::Acquire(catalog_->home()));
    const auto draft = Must(CatalogDraft::Begin(*catalog_));
    ChangeAll();
    kill(getpid(), SIGKILL);
  }).MustBeKilled();
  EXPECT_EQ(Shape(*other_), kOld);
  Must(other_->Sweep(true));
  EXPECT_EQ(WarehouseFiles(other_->home()).size(), 1U);
}

}  // namespace
}  // namespace paisql::store
