// Data files in a bucket: what is left of writers that gave up, and what a store that answers late
// may not do.

#include "store/catalog/warehouse.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <map>
#include <mutex>
#include <new>

#include "store/history.h"
#include "store/store_fixture.h"
#include "store/upkeep/verification.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Objects = std::map<std::string, std::string>;  // by the paths of their copies

class FakeBucket final : public WarehouseBucket {
 public:
  explicit FakeBucket(const Home& home) : copies_path_(home.WarehousePath()) {}

  std::string NameOf(const std::string& path) const override { return "oss://lake" + path; }

  Status Put(const std::string& path, const std::stop_token& /*stop*/) override {
    const std::lock_guard lock(mutex_);
    if (has_no_memory) throw std::bad_alloc();
    if (!gives_up) {
      objects[path] = ReadText(path);
      return Status::Ok();
    }
    under_way_[path] = ReadText(path);
    return Error{ErrorCode::kFileOperation, "nobody waits for " + path, {}, ""};
  }

  Status Remove(const std::string& path) override {
    const std::lock_guard lock(mutex_);
    if (has_no_memory) throw std::bad_alloc();
    if (refuses) return Error{ErrorCode::kFileOperation, path + " stays", {}, ""};
    objects.erase(path);
    return Status::Ok();
  }

  Result<bool> Read(const std::string& path, int64_t /*bytes*/, int64_t offset, int64_t count,
                    char* to, const std::stop_token& /*stop*/) override {
    const std::lock_guard lock(mutex_);
    const auto found = objects.find(path);
    if (found == objects.end()) return false;
    found->second.copy(to, static_cast<size_t>(count), static_cast<size_t>(offset));
    return true;
  }

  Result<std::map<std::string, int64_t>> List(const std::stop_token& /*stop*/) override {
    const std::lock_guard lock(mutex_);
    std::map<std::string, int64_t> sizes;
    for (const auto& [path, text] : listed.has_value() ? *listed : objects) {
      sizes[path] = static_cast<int64_t>(text.size());
    }
    return sizes;
  }

  Result<int64_t> SizeOf(const std::string& path, const std::stop_token& /*stop*/) override {
    const std::lock_guard lock(mutex_);
    const auto found = objects.find(path);
    return found == objects.end() ? -1 : static_cast<int64_t>(found->second.size());
  }

  const std::string& copies_path() const override { return copies_path_; }
  int64_t copies_bytes() const override { return most_copies; }

  // What was given up is taken after all.
  void Land() { objects.merge(std::exchange(under_way_, {})); }

  Objects objects;
  std::optional<Objects> listed;  // what a list shows instead
  bool gives_up = false;
  bool refuses = false;
  bool has_no_memory = false;
  int64_t most_copies = INT64_MAX;

 private:
  const std::string copies_path_;
  std::mutex mutex_;
  Objects under_way_;
};

class WarehouseTest : public StoreTest {
 protected:
  WarehouseTest() { Must(Warehouse(*catalog_).MoveTo(Lake(), bucket_)); }

  static WarehousePlace Lake() {
    WarehousePlace place;
    place.bucket = "lake";
    return place;
  }

  // As a process that has ended.
  void EndLease() {
    if (catalog_->left_files()) lease_->LeaveToSweep();
    lease_ = Must(Lease::Acquire(catalog_->home()));
  }

  std::vector<std::string> Notes() {
    return Must(ListFilesBelow(catalog_->home().WarehousePath() + ".late"));
  }

  std::vector<std::string> Findings() {
    std::vector<std::string> kinds;
    VerifyOptions options;
    options.report = [&kinds](const Finding& finding) { kinds.emplace_back(finding.kind); };
    Must(VerifyHome(*catalog_, options));
    return kinds;
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
  std::unique_ptr<Lease> lease_ = Must(Lease::Acquire(catalog_->home()));
  Table table_ = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  std::shared_ptr<FakeBucket> bucket_ = std::make_shared<FakeBucket>(catalog_->home());
};

TEST_F(WarehouseTest, AnObjectIsThereBeforeTheTableListsIt) {
  CatalogTestPeer::SetFault(*catalog_, [this](FaultPoint point) {
    const bool placed = point == FaultPoint::kBeforeCommit;
    EXPECT_EQ(bucket_->objects.size(), placed ? 1u : bucket_->objects.size());
    return Status::Ok();
  });
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
  EXPECT_THAT(Texts(*catalog_, table_), ElementsAre("x"));
  EXPECT_EQ(bucket_->objects.size(), 1u);
}

TEST_F(WarehouseTest, TooLittleMemoryIsAnError) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  const Objects before = bucket_->objects;
  bucket_->has_no_memory = true;
  EXPECT_EQ(Failure(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"})).code,
            ErrorCode::kOutOfMemory);
  EXPECT_EQ(Failure(catalog_->Sweep()).code, ErrorCode::kOutOfMemory);
  EXPECT_EQ(bucket_->objects, before);
  bucket_->has_no_memory = false;
  EndLease();
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects.size(), 1u);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
}

TEST_F(WarehouseTest, WhatComesAfterTheSweepIsSweptAgain) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
  const Objects before = bucket_->objects;
  bucket_->gives_up = true;
  EXPECT_FALSE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "y", {"1"}).ok());
  bucket_->gives_up = false;
  EndLease();
  Must(catalog_->Sweep());
  ASSERT_EQ(Notes().size(), 1u);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);
  EXPECT_THAT(Findings(), IsEmpty());

  bucket_->Land();
  EXPECT_EQ(bucket_->objects.size(), 2u);
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects.size(), 2u);  // another may be under way still
  const timespec long_ago[] = {{0, UTIME_NOW}, {1'000'000'000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, Notes().front().c_str(), long_ago, 0), 0);
  bucket_->refuses = true;
  EXPECT_FALSE(catalog_->Sweep().ok());
  EXPECT_EQ(Notes().size(), 1u);
  bucket_->refuses = false;
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects, before);
  EXPECT_FALSE(std::filesystem::exists(catalog_->home().WarehousePath() + ".late"));
}

TEST_F(WarehouseTest, AnOldListLosesAndAccusesNothing) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  bucket_->listed = bucket_->objects;
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects.size(), 1u);
  EXPECT_THAT(Findings(), IsEmpty());
  bucket_->listed = Objects();
  EXPECT_THAT(Findings(), IsEmpty());
  bucket_->listed.reset();
  bucket_->objects[catalog_->home().WarehousePath() + "/p/foreign.parquet"] = "?";
  EXPECT_THAT(Findings(), ElementsAre("unlisted-object"));
}

TEST_F(WarehouseTest, AFullDiskTakesCopiesAndNoObject) {
  catalog_->KeepRemovedFor(kUsualRetentionMs);
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  const Objects before = bucket_->objects;
  const std::string reserve = catalog_->home().path() + "/reserve";
  const Descriptor short_of_space(open(reserve.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_EQ(flock(short_of_space.get(), LOCK_EX), 0);  // so that nobody fills it
  ASSERT_EQ(ftruncate(short_of_space.get(), 1), 0);
  EXPECT_THAT(Failure(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"})).detail,
              HasSubstr("no space left"));
  EXPECT_EQ(bucket_->objects, before);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 1u);  // of what is kept
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects, before);
}

TEST_F(WarehouseTest, CopiesThatCannotGoTakeNoOthersAlong) {
  catalog_->KeepRemovedFor(kUsualRetentionMs);
  const std::string text(1 << 20, 'x');
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, text, {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));  // keeps the other
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, text, {"2"}));
  for (const std::string& path : WarehouseFiles(catalog_->home())) {
    if (path.find("ds=2") == std::string::npos) continue;
    std::filesystem::create_hard_link(path, catalog_->home().path() + "/another-name");
  }
  const size_t before = WarehouseFiles(catalog_->home()).size();
  bucket_->most_copies = 1 << 20;
  Must(catalog_->Sweep());
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), before);
  bucket_->most_copies = 1;
  Must(catalog_->Sweep());
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), before - 1);
}

TEST_F(WarehouseTest, ACatalogWithoutTheBucketTakesNothingAway) {
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "old", {"1"}));
  Must(Write(*catalog_, *lease_, table_, WriteMode::kOverwrite, "new", {"1"}));
  const auto other = OpenCatalog();
  EXPECT_THAT(Failure(other->Sweep()).detail, HasSubstr("bucket 'lake'"));
  EXPECT_FALSE(Write(*other, *lease_, table_, WriteMode::kAppend, "no", {"1"}).ok());
  EXPECT_EQ(bucket_->objects.size(), 2u);
  EXPECT_EQ(WarehouseFiles(catalog_->home()).size(), 2u);
  Must(catalog_->Sweep());
  EXPECT_EQ(bucket_->objects.size(), 1u);
}

TEST_F(WarehouseTest, ABucketWithWhatADeadWriterHasLeftStays) {
  bucket_->gives_up = true;
  EXPECT_FALSE(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}).ok());
  EXPECT_THAT(Failure(Warehouse(*catalog_).MoveTo({}, nullptr)).detail, HasSubstr("/warehouse/"));
  EndLease();
  Must(catalog_->Sweep());
  EXPECT_THAT(Failure(Warehouse(*catalog_).MoveTo({}, nullptr)).detail,
              HasSubstr("/warehouse.late/"));
  const timespec long_ago[] = {{0, UTIME_NOW}, {1'000'000'000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, Notes().front().c_str(), long_ago, 0), 0);
  const auto other = OpenCatalog();
  WarehousePlace elsewhere;
  elsewhere.bucket = "elsewhere";
  Warehouse(*other).Use(elsewhere, bucket_);
  EXPECT_THAT(Failure(other->Sweep()).detail, HasSubstr("bucket 'lake'"));
  EXPECT_EQ(Notes().size(), 1u);
  Must(catalog_->Sweep());
  Must(Warehouse(*catalog_).MoveTo({}, nullptr));
}

TEST_F(WarehouseTest, ABucketOfTheSameNameIsAnotherPlace) {
  const auto other = OpenCatalog();
  Warehouse(*other).Use(Must(ReadWarehousePlace(other->home().path())), bucket_);
  Must(Warehouse(*catalog_).MoveTo({}, nullptr));
  Must(Warehouse(*catalog_).MoveTo(Lake(), bucket_));
  EXPECT_THAT(Failure(Write(*other, *lease_, table_, WriteMode::kAppend, "x", {"1"})).hint,
              HasSubstr("new session"));
  EXPECT_THAT(bucket_->objects, IsEmpty());
  Must(Write(*catalog_, *lease_, table_, WriteMode::kAppend, "x", {"1"}));
}

}  // namespace
}  // namespace paisql::store
