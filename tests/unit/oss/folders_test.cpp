#include "oss/folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "oss/objects.h"
#include "store/scratch_folder.h"

namespace paisql::oss {
namespace {

namespace fs = std::filesystem;

class FoldersTest : public testing::Test {
 protected:
  void SetUp() override {
    home_ = *store::Home::Open(scratch_.path() + "/home");
    elsewhere_ = scratch_.path() + "/elsewhere";
    fs::create_directory(elsewhere_);
  }

  static void Lay(const std::string& path) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << "x";
  }

  static std::vector<std::string> Keys(const Walk& walk) {
    std::vector<std::string> keys;
    const auto objects = ListObjects(walk, [] { return Status::Ok(); });
    if (!objects.ok()) return {"an error"};
    for (const Object& object : *objects) keys.push_back(object.key);
    return keys;
  }

  const store::ScratchFolder scratch_;
  store::Home home_ = store::Home::LookAt("");
  std::string elsewhere_;
};

TEST_F(FoldersTest, ABucketElsewhereIsALinkThatGoesAlone) {
  ASSERT_TRUE(CreateBucketAt(home_, "b", elsewhere_ + "/../elsewhere/").ok());
  Lay(home_.OssPath() + "/b/k");
  EXPECT_TRUE(fs::exists(elsewhere_ + "/k"));
  EXPECT_EQ(RequireBucket(home_, "b")->folder, elsewhere_);
  ASSERT_TRUE(DropBucket(home_, "b").ok());
  EXPECT_TRUE(fs::exists(elsewhere_ + "/k"));
  EXPECT_TRUE(ListBuckets(home_)->empty());
}

TEST_F(FoldersTest, ABucketWhoseFolderIsGoneIsListedAndNamed) {
  ASSERT_TRUE(CreateBucketAt(home_, "b", elsewhere_).ok());
  fs::remove(elsewhere_);
  ASSERT_EQ(ListBuckets(home_)->size(), 1U);
  EXPECT_TRUE(ListBuckets(home_)->front().missing);
  EXPECT_EQ(RequireBucket(home_, "b").error().code, ErrorCode::kFileOperation);
  EXPECT_TRUE(DropBucket(home_, "b").ok());
}

TEST_F(FoldersTest, ADescriptionOfAnotherFormIsNamedAndGoes) {
  fs::create_directories(home_.OssPath());
  const std::string path = home_.OssPath() + "/b";
  const std::pair<const char*, const char*> files[] = {
      {"", "does not describe a bucket"},
      {"key: hidden", "does not describe a bucket"},
      {R"({"format": 1, "bucket": 7})", "does not describe a bucket"},
      {R"({"format": 2, "keys": "hidden"})", "has format 2, and this version reads format 1"},
      {R"({"format": "hidden"})", "does not describe a bucket"},
  };
  for (const auto& [text, problem] : files) {
    std::ofstream(path) << text;
    ASSERT_EQ(ListBuckets(home_)->size(), 1U) << text;
    const Error error = RequireBucket(home_, "b").error();
    EXPECT_EQ(error.code, ErrorCode::kFileOperation) << text;
    EXPECT_EQ(error.detail, "the file of bucket 'b', " + path + ", " + problem) << text;
    EXPECT_NE(error.hint.find("DROP BUCKET b;"), std::string::npos) << text;
    ASSERT_TRUE(DropBucket(home_, "b").ok()) << text;
    EXPECT_FALSE(fs::exists(path)) << text;
  }
  EXPECT_TRUE(CreateBucket(home_, "b").ok());
}

TEST_F(FoldersTest, NoBucketHoldsTheHome) {
  fs::create_directory_symlink(home_.WarehousePath(), elsewhere_ + "/link");
  for (const std::string& folder : {home_.path(), home_.WarehousePath(), scratch_.path(),
                                    elsewhere_ + "/link", home_.OssPath() + "/../jobs"}) {
    EXPECT_EQ(CreateBucketAt(home_, "b", folder).error().code, ErrorCode::kInvalidCommand)
        << folder;
  }
  // A folder whose name only begins like the home's is another one.
  fs::create_directory(home_.path() + "-2");
  EXPECT_TRUE(CreateBucketAt(home_, "b", home_.path() + "-2").ok());
}

TEST_F(FoldersTest, ABucketGoesWhenNoObjectIsLeft) {
  ASSERT_TRUE(CreateBucket(home_, "b").ok());
  const std::string folder = home_.OssPath() + "/b";
  Lay(folder + "/dir/inner/k");
  fs::create_directories(folder + "/empty/one");
  EXPECT_EQ(DropBucket(home_, "b").error().code, ErrorCode::kInvalidMetaOperation);
  EXPECT_TRUE(fs::exists(folder + "/dir/inner/k"));
  ASSERT_TRUE(RemoveObject(folder, "dir/inner/k").ok());
  EXPECT_FALSE(fs::exists(folder + "/dir"));
  EXPECT_TRUE(fs::exists(folder));
  EXPECT_TRUE(DropBucket(home_, "b").ok());
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(FoldersTest, ObjectsAreListedByTheBeginOfTheirKeys) {
  for (const char* key : {"a", "ab/c", "ab/d e", "b/两/x"}) Lay(elsewhere_ + "/" + key);
  using testing::ElementsAre;
  EXPECT_THAT(Keys({elsewhere_, ""}), ElementsAre("a", "ab/c", "ab/d e", "b/两/x"));
  EXPECT_THAT(Keys({elsewhere_, "a"}), ElementsAre("a", "ab/c", "ab/d e"));
  EXPECT_THAT(Keys({elsewhere_, "ab/"}), ElementsAre("ab/c", "ab/d e"));
  EXPECT_THAT(Keys({elsewhere_, "ab/d"}), ElementsAre("ab/d e"));
  EXPECT_THAT(Keys({elsewhere_, "nothing/x"}), ElementsAre());
  EXPECT_THAT(Keys({elsewhere_, "", true}), ElementsAre("a", "ab/", "b/"));
}

TEST_F(FoldersTest, LinksAreFollowedOnceAndRemovedAsLinks) {
  Lay(elsewhere_ + "/dir/k");
  fs::create_directory_symlink(elsewhere_, elsewhere_ + "/dir/up");
  EXPECT_THAT(Keys({elsewhere_, ""}), testing::ElementsAre("dir/k"));
  ASSERT_TRUE(RemoveObject(elsewhere_, "dir/up").ok());
  EXPECT_TRUE(fs::exists(elsewhere_ + "/dir/k"));
}

TEST_F(FoldersTest, NamesOfBuckets) {
  for (const char* name : {"b-1_X", "oss://b-1_X", "OSS://b-1_X.host/?host=h"}) {
    EXPECT_EQ(*BucketName(name), "b-1_X") << name;
  }
  for (const char* name : {"", ".", "..", "a.b", "a/b", "a/", "桶", "oss://", "oss://b/k", "a b"}) {
    EXPECT_EQ(BucketName(name).error().code, ErrorCode::kInvalidCommand) << name;
  }
}

}  // namespace
}  // namespace paisql::oss
