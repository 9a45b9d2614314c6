#include "oss/bucket.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "store/scratch_folder.h"

namespace paisql::oss {
namespace {

OssUrl Parsed(std::string_view text) {
  Result<OssUrl> url = ParseOssUrl(text);
  EXPECT_TRUE(url.ok()) << text;
  return url.ok() ? *url : OssUrl();
}

TEST(BucketTest, SchemeIsToldInAnyCase) {
  EXPECT_TRUE(IsOssUrl("oss://b/k"));
  EXPECT_TRUE(IsOssUrl("OSS://b"));
  EXPECT_FALSE(IsOssUrl("oss:/b"));
  EXPECT_FALSE(IsOssUrl("file:///oss://b"));
  EXPECT_FALSE(IsOssUrl(""));
}

TEST(BucketTest, AllFormsOfABucketNameTheSamePlace) {
  for (const std::string_view text :
       {"oss://b/dir/x", "oss://b.oss-cn-beijing.aliyuncs.com/dir/x", "oss://b//dir///x",
        "oss://b/./dir/x", "OSS://b/dir/x", "oss://b/dir/y/../x", "oss://b/dir/x?",
        "oss://b/dir/x?role_arn=acs:ram::1:role/r&host=h.com",
        "oss://b\x01id=1\x02key=2\x02host=h/dir/x"}) {
    EXPECT_EQ(Parsed(text).bucket, "b") << text;
    EXPECT_EQ(Parsed(text).key, "dir/x") << text;
    EXPECT_FALSE(Parsed(text).folder) << text;
  }
}

TEST(BucketTest, FoldersEndWithASlash) {
  EXPECT_TRUE(Parsed("oss://b").folder);
  EXPECT_TRUE(Parsed("oss://b/?host=h").folder);
  EXPECT_TRUE(Parsed("oss://b/dir/").folder);
  EXPECT_EQ(Parsed("oss://b/dir/").key, "dir");
  EXPECT_EQ(Parsed("oss://b").key, "");
}

TEST(BucketTest, ChineseKeysStayAsTheyAre) {
  EXPECT_EQ(Parsed("oss://b/模型/#/a b").key, "模型/#/a b");
}

TEST(BucketTest, BadNamesAreRefused) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view text :
       {"oss://"sv, "oss:///k"sv, "oss://.host/k"sv, "oss://?host=h"sv, "oss://b/../c"sv,
        "oss://b/a/../.."sv, "oss://../etc"sv, "oss://b c/k"sv, "oss://桶/k"sv, "file://b/k"sv,
        "oss://b/a\0b"sv}) {
    const Result<OssUrl> url = ParseOssUrl(text);
    ASSERT_FALSE(url.ok()) << text;
    EXPECT_EQ(url.error().code, ErrorCode::kInvalidCommand);
    EXPECT_FALSE(url.error().hint.empty());
  }
}

TEST(BucketTest, DotsWithinAKeyAreNoEscape) { EXPECT_EQ(Parsed("oss://b/..a/b..").key, "..a/b.."); }

TEST(BucketTest, QueryIsLeftOutForScripts) {
  EXPECT_EQ(WithoutQuery("oss://b/dir/?role_arn=r&host=h"), "oss://b/dir/");
  EXPECT_EQ(WithoutQuery("oss://b/dir"), "oss://b/dir");
  EXPECT_EQ(WithoutQuery("oss://b.host//dir/?"), "oss://b.host//dir/");
  EXPECT_EQ(WithoutQuery("oss://b?host=h/x"), "oss://b");
  EXPECT_EQ(WithoutQuery("OSS://b/Dir/"), "oss://b/Dir/");
}

TEST(BucketTest, LocalPathStandsBelowTheHome) {
  const store::ScratchFolder scratch;
  const Result<store::Home> home = store::Home::Open(scratch.path());
  ASSERT_TRUE(home.ok());
  EXPECT_EQ(*LocalPathOf(*home, "oss://b.host/dir/x?host=h"), home->OssPath() + "/b/dir/x");
  EXPECT_EQ(*LocalPathOf(*home, "oss://b/"), home->OssPath() + "/b");
  EXPECT_FALSE(LocalPathOf(*home, "oss://b/../x").ok());
}

}  // namespace
}  // namespace paisql::oss
