#include "shell/flags.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace paisql::shell {
namespace {

TEST(FlagsTest, InputsKeepTheirOrder) {
  const Result<Flags> flags =
      ParseFlags({"--home=/h", "--project", "p", "-e", "a", "-f", "b.sql", "--execute", "c"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->home, "/h");
  EXPECT_EQ(flags->project, "p");
  ASSERT_EQ(flags->inputs.size(), 3U);
  EXPECT_TRUE(flags->inputs[1].file);
  EXPECT_EQ(flags->inputs[2].text, "c");
}

TEST(FlagsTest, MistakesAreNamed) {
  EXPECT_TRUE(ParseFlags({"--formt", "csv"})
                  .error()
                  .detail.starts_with("unknown flag --formt; did you mean '--format'"));
  EXPECT_FALSE(ParseFlags({"-e"}).ok());
  EXPECT_FALSE(ParseFlags({"--help=x"}).ok());
  EXPECT_FALSE(ParseFlags({"stray"}).ok());
  EXPECT_FALSE(ParseFlags({"--format", "xml"}).ok());
}

TEST(FlagsTest, VerifyLooksAtAHome) {
  const Result<Flags> flags = ParseFlags({"verify", "--home", "/h", "--repair"});
  ASSERT_TRUE(flags.ok());
  EXPECT_TRUE(flags->verify && flags->repair);
  EXPECT_EQ(flags->home, "/h");
  EXPECT_FALSE(ParseFlags({"verify"})->repair);
  EXPECT_EQ(ParseFlags({"--repair"}).error().detail, "--repair is for paisql verify");
  EXPECT_TRUE(ParseFlags({"verify", "--repair", "--give-up-missing"})->give_up_missing);
  EXPECT_EQ(ParseFlags({"verify", "--give-up-missing"}).error().detail,
            "--give-up-missing is for --repair");
  EXPECT_FALSE(ParseFlags({"verify", "-e", "SELECT 1"}).ok());
  EXPECT_FALSE(ParseFlags({"verify", "--project", "p"}).ok());
  EXPECT_FALSE(ParseFlags({"verify", "file"}).ok());
}

TEST(FlagsTest, HowStatementsRun) {
  const Result<Flags> flags =
      ParseFlags({"-f", "a.sql", "--from", "4", "--keep-going", "--no-check-first", "--quiet"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->from, 4U);
  EXPECT_TRUE(flags->keep_going && flags->quiet);
  EXPECT_EQ(flags->check_first, false);
  EXPECT_EQ(ParseFlags({"-f", "a.sql", "-k", "3"})->client_from, 3U);
  EXPECT_FALSE(ParseFlags({"-f", "a.sql", "--from", "0"}).ok());
  EXPECT_FALSE(ParseFlags({"-f", "a.sql", "--from", "two"}).ok());
  EXPECT_FALSE(ParseFlags({"-f", "a.sql", "--from", "2", "-k", "3"}).ok());
  EXPECT_FALSE(ParseFlags({"--from", "2"}).ok());
  EXPECT_FALSE(ParseFlags({"--dry-run"}).ok());
  EXPECT_FALSE(ParseFlags({"--output", "jsonl", "--format", "csv", "-e", "x"}).ok());
  EXPECT_FALSE(ParseFlags({"check", "a.sql", "--keep-going"}).ok());
}

TEST(FlagsTest, SupervisionIsKnownOnlyWhereTheProgramStartsItself) {
  const std::vector<std::string> arguments = {"--supervise", "/jobs/1", "--lease-fd", "3"};
  unsetenv("PAISQL_READY_FD");
  EXPECT_TRUE(ParseFlags(arguments).error().detail.starts_with("unknown flag --supervise"));
  setenv("PAISQL_READY_FD", "4", 1);
  const Result<Flags> flags = ParseFlags(arguments);
  const bool lease_id_is_known = ParseFlags({"--lease-id", "x"}).ok();
  unsetenv("PAISQL_READY_FD");
  ASSERT_TRUE(flags.ok());
  EXPECT_TRUE(flags->supervise);
  EXPECT_EQ(flags->supervision.lease_descriptor, 3);
  EXPECT_FALSE(lease_id_is_known);
}

TEST(FlagsTest, HelpAndTheDocumentationNameEveryFlag) {
  const std::filesystem::path tests = std::filesystem::path(PAISQL_TEST_DATA).parent_path();
  std::ifstream file(tests.parent_path() / "docs/shell.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const std::string& name : FlagNames()) {
    EXPECT_NE(HelpText().find(name), std::string::npos) << name;
    EXPECT_NE(page.find("`" + name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace paisql::shell
