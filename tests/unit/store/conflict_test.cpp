// What a transaction has read must hold when it commits: nobody replaces rows that he has not seen.

#include <gmock/gmock.h>

#include "store/store_fixture.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;

class ConflictTest : public StoreTest {
 protected:
  ConflictTest() {
    Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old"));
    for (const std::string ds : {"1", "2", "3"}) {
      Must(Write(*catalog_, *lease_, parts_, WriteMode::kAppend, ds, {ds}));
    }
  }

  // What `catalog_` has read: the whole table, or these partitions of it.
  ReadVersion Read(const Table& table, const std::vector<std::string>& partitions = {}) {
    if (partitions.empty()) return RowsRead(table, Must(catalog_->ListFiles(table, std::nullopt)));
    return RowsRead(table, Must(catalog_->ListFiles(table, Ids(partitions))));
  }

  std::vector<int64_t> Ids(const std::vector<std::string>& partitions) {
    std::vector<int64_t> ids;
    for (const std::string& one : partitions) {
      ids.push_back(Must(catalog_->ListPartitions(parts_.id, {one})).at(0).id);
    }
    return ids;
  }

  WriteRequest Overwrite(const Table& table, const std::vector<std::string>& values = {}) {
    WriteRequest request;
    request.table_id = table.id;
    request.schema_version = table.schema_version;
    request.mode = WriteMode::kOverwrite;
    request.files = {Stage(*lease_, "mine", values)};
    return request;
  }

  Status CommitAfter(const ReadVersion& read, const WriteRequest& request) {
    CatalogTransaction transaction = catalog_->Begin();
    transaction.Expect(read);
    transaction.Add(change::Write{{request}});
    return transaction.Commit();
  }

  Status Replace(Catalog& catalog, const Table& table, std::vector<std::string> paths,
                 std::vector<StagedFile> files) {
    TableWrite write(catalog);
    write.Put({table, WriteMode::kReplaceFiles, {}, std::move(paths)}, std::move(files));
    return write.Commit();
  }

  Status OtherWrites(const Table& table, const std::vector<std::string>& values = {}) {
    return Write(*other_, *lease_, table, WriteMode::kAppend, "theirs", values);
  }

  static void ExpectConflict(const Status& status, const std::string& table) {
    const Error error = Failure(status);
    EXPECT_TRUE(IsConflict(error)) << error.ToString();
    EXPECT_EQ(error.code, ErrorCode::kInvalidMetaOperation);
    EXPECT_EQ(error.about.name, std::string(kProject) + "." + table);
    EXPECT_EQ(error.hint, "run the statement again");
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Catalog> other_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t")));
  Table parts_ = Must(catalog_->CreateTable(TableNamed("p", {"ds"})));
};

TEST_F(ConflictTest, RowsThatCameMeanwhileAreNotReplaced) {
  const ReadVersion read = Read(table_);
  const WriteRequest request = Overwrite(table_);
  Must(OtherWrites(table_));
  const Status status = CommitAfter(read, request);
  ExpectConflict(status, "t");
  EXPECT_EQ(status.error().detail,
            "the rows of table default_project.t were changed by another statement meanwhile");
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("old", "theirs"));
  EXPECT_EQ(ReadText(request.files[0].path), "mine");
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 5u);
  Must(CommitAfter(Read(table_), request));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine"));
}

TEST_F(ConflictTest, EveryChangeOfTheListCounts) {
  const std::vector<std::function<void()>> changes = {
      [&] { Must(OtherWrites(parts_, {"2"})); },
      [&] { Must(OtherWrites(parts_, {"new"})); },
      [&] { Must(other_->AddPartitions(parts_.id, {{"empty"}}, false)); },
      [&] { Must(other_->TruncatePartitions(parts_.id, Ids({"2"}))); },
      [&] { Must(other_->DropPartitions(parts_.id, Ids({"2"}))); },
      [&] { Must(other_->TruncateTable(parts_.id)); },
      [&] {
        Must(OtherWrites(parts_, {"3"}));
        const std::string last = Must(other_->ListFiles(parts_, std::nullopt)).files.back().path;
        Must(Replace(*other_, parts_, {last}, {}));
      },
  };
  for (const auto& change : changes) {
    const ReadVersion read = Read(parts_);
    change();
    ExpectConflict(CommitAfter(read, Overwrite(parts_, {"1"})), "p");
  }
}

TEST_F(ConflictTest, WhatDoesNotTouchTheRowsIsNone) {
  const ReadVersion read = Read(table_);
  Must(OtherWrites(parts_, {"1"}));
  Must(other_->SetTableComment(table_.id, "x"));
  Must(other_->RenameTable(table_.id, "renamed"));
  Must(other_->TouchTable(table_.id));
  Must(CommitAfter(read, Overwrite(table_)));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine"));
}

// Files that were merged hold the rows that were read.
TEST_F(ConflictTest, MergedFilesAreNoChange) {
  Must(OtherWrites(parts_, {"1"}));
  Must(OtherWrites(parts_, {"1"}));
  const ReadVersion read = Read(parts_);
  const FileListing before = Must(catalog_->ListFiles(parts_, std::nullopt));
  const Table table = *Must(catalog_->FindTable(kProject, "p"));
  const int64_t partition = Ids({"1"})[0];
  const auto merge = [&](Catalog& catalog) {
    TableTarget target{parts_, WriteMode::kReplaceFiles};
    for (const DataFile& file : before.files) {
      if (file.partition_id == partition) target.replaced.push_back(file.path);
    }
    TableWrite write(catalog);
    write.transaction().KeepRows();
    write.Put(target, {Stage(*lease_, "mine", {"1"})});
    return write.Commit();
  };
  Must(merge(*other_));
  const FileListing after = Must(catalog_->ListFiles(parts_, std::nullopt));
  EXPECT_LT(after.files.size(), before.files.size());
  for (size_t i = 0; i < before.partitions.size(); ++i) {
    EXPECT_EQ(after.partitions[i].last_modified_ms, before.partitions[i].last_modified_ms);
  }
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "p"))->last_modified_ms, table.last_modified_ms);
  // Only one of two merges the same files.
  ExpectConflict(merge(*catalog_), "p");
  Must(CommitAfter(read, Overwrite(parts_, {"1"})));
  // Nothing comes back with a partition that has gone.
  Must(other_->DropPartitions(parts_.id, Ids({"1"})));
  EXPECT_TRUE(IsConflict(Failure(merge(*catalog_))));
  EXPECT_TRUE(Must(catalog_->ListPartitions(parts_.id, {"1"})).empty());
}

TEST_F(ConflictTest, WhoHasReadNothingComesBeforeOrAfterTheOthers) {
  const WriteRequest request = Overwrite(table_);
  Must(OtherWrites(table_));
  Must(Commit(*catalog_, {request}));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine"));
  // So do appends.
  WriteRequest appended = Overwrite(table_);
  appended.mode = WriteMode::kAppend;
  Must(OtherWrites(table_));
  Must(Commit(*catalog_, {appended}));
  EXPECT_EQ(Texts(*catalog_, table_).size(), 3u);
}

TEST_F(ConflictTest, PartitionsAreLookedAtOneByOne) {
  ReadVersion read = Read(parts_, {"1"});
  Must(OtherWrites(parts_, {"2"}));
  Must(OtherWrites(parts_, {"new"}));
  Must(CommitAfter(read, Overwrite(parts_, {"1"})));

  const std::vector<std::function<void()>> changes = {
      [&] { Must(OtherWrites(parts_, {"1"})); },
      [&] { Must(other_->TruncatePartitions(parts_.id, Ids({"1"}))); },
      [&] { Must(other_->TruncateTable(parts_.id)); },
      [&] { Must(other_->DropPartitions(parts_.id, Ids({"1"}))); },
  };
  for (const auto& change : changes) {
    read = Read(parts_, {"1"});
    change();
    ExpectConflict(CommitAfter(read, Overwrite(parts_, {"4"})), "p");
  }
}

TEST_F(ConflictTest, WhatIsReplacedIsLookedAtToo) {
  // Partition 2 was not read, and neither was 4, which was not there.
  const ReadVersion read = Read(parts_, {"1"});
  Must(OtherWrites(parts_, {"2"}));
  Must(OtherWrites(parts_, {"4"}));
  ExpectConflict(CommitAfter(read, Overwrite(parts_, {"2"})), "p");
  ExpectConflict(CommitAfter(read, Overwrite(parts_, {"4"})), "p");
  Must(CommitAfter(read, Overwrite(parts_, {"3"})));
}

TEST_F(ConflictTest, OwnChangesAreNoConflict) {
  CatalogTransaction transaction = catalog_->Begin();
  transaction.Expect(Read(table_));
  transaction.Expect(Read(parts_, {"1"}));
  WriteRequest appended = Overwrite(table_);
  appended.mode = WriteMode::kAppend;
  transaction.Add(change::Write{{appended}});
  transaction.Add(change::Write{{Overwrite(table_), Overwrite(parts_, {"1"})}});
  transaction.Add(change::Write{{Overwrite(parts_, {"1"})}});
  Must(transaction.Commit());
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine"));
}

TEST_F(ConflictTest, ATableThatWasChangedOrDroppedIsOne) {
  const ReadVersion rows = Read(table_);
  const ReadVersion columns = ColumnsRead(table_);
  Must(OtherWrites(table_));
  CatalogTransaction comment = catalog_->Begin();
  comment.Expect(columns);
  comment.Add(change::SetTableComment{table_.id, "rows do not matter here"});
  Must(comment.Commit());

  Must(other_->AddColumns(table_.id, {{0, "c", TypeId::kInt, "", false, ""}}));
  for (const ReadVersion& read : {rows, columns}) {
    CatalogTransaction transaction = catalog_->Begin();
    transaction.Expect(read);
    transaction.Add(change::SetTableComment{parts_.id, "no"});
    ExpectConflict(transaction.Commit(), "t");
  }
  EXPECT_TRUE(IsConflict(Failure(catalog_->ListFiles(table_, std::nullopt))));
  Must(other_->DropTable(table_.id));
  EXPECT_TRUE(IsConflict(Failure(CommitAfter(rows, Overwrite(parts_, {"1"})))));
  EXPECT_TRUE(IsConflict(Failure(catalog_->DropTable(table_.id))));
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "p"))->comment, "");
}

TEST_F(ConflictTest, AReplacedFileThatIsListedNoMoreIsOne) {
  Must(OtherWrites(table_));
  const FileListing listing = Must(catalog_->ListFiles(table_, std::nullopt));
  const auto replace = [&](Catalog& catalog, size_t file) {
    return Replace(catalog, table_, {listing.files[file].path}, {Stage(*lease_, "mine")});
  };
  // Two who replace different files do not mind each other.
  Must(replace(*other_, 0));
  Must(replace(*catalog_, 1));
  ExpectConflict(replace(*catalog_, 0), "t");
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine", "mine"));
  for (const std::string& path : {std::string(), scratch_.path(), listing.files[0].path + "x"}) {
    ExpectConflict(Replace(*catalog_, table_, {path}, {}), "t");
  }
}

// What a rewrite of single files needs: it rests on the files that it has read, and on no others.
TEST_F(ConflictTest, SingleFilesMayBeAllThatWasRead) {
  Must(OtherWrites(table_));
  const FileListing listing = Must(catalog_->ListFiles(table_, std::nullopt));
  const std::vector<std::string> paths = {listing.files[0].path, listing.files[1].path};
  const auto rewrite_first = [&](const std::string& text) {
    TableWrite write(*catalog_);
    write.Expect(FilesRead(table_, listing, paths));
    write.Put({table_, WriteMode::kReplaceFiles, {}, {paths[0]}}, {Stage(*lease_, text)});
    return write.Commit();
  };
  // Other files may come.
  Must(OtherWrites(table_));
  Must(rewrite_first("mine"));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("theirs", "theirs", "mine"));

  // Another writer has replaced the file that was read, and not the file that is replaced.
  const FileListing now = Must(catalog_->ListFiles(table_, std::nullopt));
  const auto rewrite_last = [&] {
    TableWrite write(*catalog_);
    write.Expect(FilesRead(table_, now, {now.files[0].path}));
    write.Put({table_, WriteMode::kReplaceFiles, {}, {now.files[2].path}},
              {Stage(*lease_, "later")});
    return write.Commit();
  };
  Must(Replace(*other_, table_, {now.files[0].path}, {Stage(*lease_, "other")}));
  ExpectConflict(rewrite_last(), "t");
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("theirs", "mine", "other"));
}

// A merge keeps the rows and takes the files: places in them hold no more.
TEST_F(ConflictTest, AMergeOfAFileThatWasReadIsOne) {
  Must(OtherWrites(table_));
  const FileListing listing = Must(catalog_->ListFiles(table_, std::nullopt));
  TableWrite merge(*other_);
  merge.transaction().KeepRows();
  merge.Put({table_, WriteMode::kReplaceFiles, {}, {listing.files[0].path, listing.files[1].path}},
            {Stage(*lease_, "merged")});
  Must(merge.Commit());
  TableWrite write(*catalog_);
  write.Expect(FilesRead(table_, listing, {listing.files[0].path}));
  write.Put({parts_}, {Stage(*lease_, "mine", {"1"})});
  ExpectConflict(write.Commit(), "t");
}

// Who overwrites a partition loses all of it, whichever files were read.
TEST_F(ConflictTest, WhoOverwritesMoreThanTheFilesReadIsHeldToAll) {
  const FileListing listing = Must(catalog_->ListFiles(table_, std::nullopt));
  Must(OtherWrites(table_));
  const ReadVersion read = FilesRead(table_, listing, {listing.files[0].path});
  WriteRequest request = Overwrite(table_);
  ExpectConflict(CommitAfter(read, request), "t");
  request.files.clear();
  ExpectConflict(CommitAfter(read, request), "t");
}

TEST_F(ConflictTest, AColumnIsChangedAsItWasRead) {
  Table read = *Must(catalog_->FindTable(kProject, "t"));
  Column changed = read.columns[0];
  changed.name = "mine";
  // The comment is not among what changes, so another's stays.
  Must(other_->SetColumnComment(table_.id, changed.id, "theirs"));
  Must(catalog_->ChangeColumn(read, changed));
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "t"))->columns[0].comment, "theirs");
  read = *Must(catalog_->FindTable(kProject, "t"));
  Must(other_->RenameColumn(table_.id, read.columns[1].id, "other"));
  changed.type = TypeId::kDouble;
  ExpectConflict(catalog_->ChangeColumn(read, changed), "t");
  read = *Must(catalog_->FindTable(kProject, "t"));
  EXPECT_EQ(read.columns[0].type, TypeId::kBigint);
  changed.comment = "mine";
  Must(catalog_->ChangeColumn(read, changed));
  EXPECT_EQ(Must(catalog_->FindTable(kProject, "t"))->columns[0].comment, "mine");
}

TEST_F(ConflictTest, AttemptsAreMadeAsLongAsTheyEndInOne) {
  const auto overwrite_late = [&](int* late) {
    const ReadVersion read = Read(table_);
    if ((*late)-- > 0) Must(OtherWrites(table_));
    return CommitAfter(read, Overwrite(table_));
  };
  int late = 3;
  Must(RetryOnConflict([&] { return overwrite_late(&late); }));
  EXPECT_EQ(late, -1);
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("mine"));
  late = 3;
  ExpectConflict(RetryOnConflict([&] { return overwrite_late(&late); }, 3), "t");
  EXPECT_EQ(late, 0);
  int attempts = 0;
  EXPECT_EQ(Failure(RetryOnConflict([&]() -> Status {
              ++attempts;
              return catalog_->RenameTable(table_.id, "p");
            })).code,
            ErrorCode::kTableExists);
  EXPECT_EQ(attempts, 1);
}

// Each process adds one to both counters, many times, and no addition is lost.
TEST_F(ConflictTest, CountersOfSeveralProcessesAreExact) {
  constexpr int kProcesses = 4;
  constexpr int kAdditions = 25;
  const std::vector<Table> counters = {Must(catalog_->CreateTable(TableNamed("one"))),
                                       Must(catalog_->CreateTable(TableNamed("two")))};
  for (const Table& counter : counters) {
    Must(Write(*catalog_, *lease_, counter, WriteMode::kAppend, "0"));
  }
  const auto add = [&](Catalog& catalog, Lease& lease) {
    CatalogTransaction transaction = catalog.Begin();
    change::Write write;
    for (const Table& counter : counters) {
      const FileListing listing = Must(catalog.ListFiles(counter, std::nullopt));
      transaction.Expect(RowsRead(counter, listing));
      const int number = std::stoi(ReadText(listing.files.at(0).path));
      WriteRequest request;
      request.table_id = counter.id;
      request.mode = WriteMode::kOverwrite;
      request.files = {Stage(lease, std::to_string(number + 1))};
      write.requests.push_back(request);
    }
    transaction.Add(std::move(write));
    return transaction.Commit();
  };
  std::vector<std::unique_ptr<Child>> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(std::make_unique<Child>([&] {
      const auto catalog = OpenCatalog();
      const auto lease = Must(Lease::Acquire(catalog->home()));
      for (int i = 0; i < kAdditions; ++i) {
        Must(RetryOnConflict([&] { return add(*catalog, *lease); }, 100000));
      }
    }));
  }
  for (const auto& child : children) child->MustSucceed();
  for (const Table& counter : counters) {
    EXPECT_THAT(Texts(*catalog_, counter), ElementsAre(std::to_string(kProcesses * kAdditions)));
  }
}

}  // namespace
}  // namespace paisql::store
