#include "oss/bucket_path.h"

#include <gtest/gtest.h>

#include <string>

#include "oss/bucket.h"
#include "store/scratch_folder.h"

namespace paisql::oss {
namespace {

TEST(BucketPathTest, OnlyThePlatformsQueryIsOne) {
  EXPECT_EQ(ReadBucketPath("oss://b/a?.csv").key, "a?.csv");
  EXPECT_EQ(ReadBucketPath("oss://b/a?b?host=h").key, "a?b");
  EXPECT_EQ(ReadBucketPath("oss://b/a?role_arn=acs:ram::1:role/r&host=h").key, "a");
  EXPECT_EQ(ReadBucketPath("oss://b/a?").key, "a");
  EXPECT_EQ(ReadBucketPath("oss://b?x/a").key, "");
}

TEST(BucketPathTest, NamesHaveOnePlainForm) {
  EXPECT_EQ(NormalizedUri("OSS://b.host//a/./b/../c/?host=h"), "oss://b/a/c/");
  EXPECT_EQ(NormalizedUri("oss://b"), "oss://b");
  EXPECT_EQ(NormalizedUri("oss://b/"), "oss://b/");
  EXPECT_EQ(NormalizedUri("oss://b\x01id=i\x02key=k\x02host=h/a"), "oss://b/a");
  EXPECT_EQ(NormalizedUri("oss://b/../c"), "");
  EXPECT_EQ(NormalizedUri("ossx://b/c"), "");
}

// The plugin asks LocalPath, the program LocalPathOf.
TEST(BucketPathTest, ThePluginAndTheProgramNameTheSamePlace) {
  const store::ScratchFolder scratch;
  const Result<store::Home> home = store::Home::Open(scratch.path());
  ASSERT_TRUE(home.ok());
  for (const std::string name :
       {"oss://b", "oss://b/", "oss://b/k/", "OSS://b/k", "oss://b.h/a/../k?", "oss://b/a?b",
        "oss://b/a?host=h", "oss://b/../k", "oss://b/a/../../k", "oss:///k", "oss://b c/k"}) {
    const Result<std::string> program = LocalPathOf(*home, name);
    EXPECT_EQ(LocalPath(home->OssPath(), name), program.ok() ? *program : "") << name;
  }
}

}  // namespace
}  // namespace paisql::oss
