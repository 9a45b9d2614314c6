#include "script/resume.h"

#include <gtest/gtest.h>

namespace paisql::script {
namespace {

TEST(ResumeTest, WordsAreQuotedForTheShell) {
  EXPECT_EQ(ShellQuoted("/a/b-c_1.sql"), "/a/b-c_1.sql");
  EXPECT_EQ(ShellQuoted(""), "''");
  EXPECT_EQ(ShellQuoted("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuoted("$x; rm"), "'$x; rm'");
}

TEST(ResumeTest, TheBeginningIsReplaced) {
  EXPECT_EQ(ResumeCommand({"paisql", "-f", "a b.sql"}, 4), "paisql -f 'a b.sql' --from 4");
  EXPECT_EQ(ResumeCommand({"paisql", "--from", "2", "-f", "a"}, 4), "paisql -f a --from 4");
  EXPECT_EQ(ResumeCommand({"paisql", "-k", "2", "--from=3", "-f", "a"}, 4), "paisql -f a --from 4");
}

TEST(ResumeTest, SecretsAreTakenOut) {
  const std::string command =
      ResumeCommand({"paisql", "-e", "SET odps.access.key=s3cretKey;", "--password", "hush"}, 2);
  EXPECT_EQ(command.find("s3cret"), std::string::npos);
  EXPECT_EQ(command.find("hush"), std::string::npos);
  EXPECT_TRUE(HidesSecrets({"paisql", "-d", "password=hush", "-f", "a.sql"}));
  EXPECT_FALSE(HidesSecrets({"paisql", "-d", "day=***", "-f", "a.sql"}));
}

}  // namespace
}  // namespace paisql::script
