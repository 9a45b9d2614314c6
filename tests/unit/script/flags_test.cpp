#include "script/options/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "script/options/flag_rules.h"
#include "test_data.h"

namespace paisql::script {
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

TEST(FlagsTest, FlagsOfOtherClientsHaveCures) {
  for (const ClientFlag& row : ClientFlags()) {
    for (const std::string& name : Split(row.names, '|')) {
      const Result<Flags> flags = ParseFlags({name + (name.starts_with("--") ? "=x" : "")});
      ASSERT_FALSE(flags.ok()) << name << " is a flag here: the row has no reason to be";
      EXPECT_THAT(flags.error().detail, testing::HasSubstr("unknown flag " + name)) << name;
      EXPECT_THAT(flags.error().detail, testing::EndsWith("; " + std::string(row.cure))) << name;
    }
  }
}

TEST(FlagsTest, MachineReadableOutputIsCsv) {
  const Result<Flags> flags = ParseFlags({"-M", "-e", "SELECT 1;"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->format, render::Format::kCsv);
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

TEST(FlagsTest, ServeTakesAModelAndSettings) {
  const Result<Flags> flags = ParseFlags({"serve", "--model", "m", "--name=churn", "--port", "8080",
                                          "--set", "metadata.rpc.max_batch_size=64"});
  ASSERT_TRUE(flags.ok());
  EXPECT_TRUE(flags->serves);
  EXPECT_EQ(flags->serve.model, "m");
  EXPECT_EQ(flags->serve.name, "churn");
  EXPECT_EQ(flags->serve.port, 8080);
  EXPECT_EQ(flags->serve.settings.max_batch_size, 64);
  EXPECT_FALSE(flags->serve.token.has_value());
  EXPECT_EQ(ParseFlags({"serve"}).error().detail, "serve needs --model DIR or --processor PATH");
  EXPECT_FALSE(ParseFlags({"serve", "--model", "m", "-e", "SELECT 1"}).ok());
  EXPECT_FALSE(ParseFlags({"serve", "--model", "m", "--port", "65536"}).ok());
  EXPECT_FALSE(ParseFlags({"serve", "--model", "m", "--name", "../m"}).ok());
  EXPECT_FALSE(ParseFlags({"serve", "--model", "m", "--set", "metadata.rpc.batching=2"}).ok());
  EXPECT_EQ(
      ParseFlags({"--model", "m"}).error().detail,
      "--model, --processor, --model-config, --name, --host, --port, --token, --set, --warm-up, "
      "--sink-table and --sample are for paisql serve");
}

TEST(FlagsTest, ServeKeepsRequestsInATable) {
  const Result<Flags> flags =
      ParseFlags({"serve", "--model", "m", "--sink-table", "p.log", "--sample", "0.25", "--warm-up",
                  "request.bin", "--set", "sinker.max_rows=5"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->serve.log.table, "p.log");
  EXPECT_EQ(flags->serve.log.sample, 0.25);
  EXPECT_EQ(flags->serve.warm_up, "request.bin");
  EXPECT_EQ(flags->serve.settings.log_max_rows, 5);
  EXPECT_EQ(ParseFlags({"serve", "--model", "m", "--sample", "0.5"}).error().detail,
            "--sample is for --sink-table");
  for (const char* share : {"0", "-1", "1.5", "", "x", "nan"}) {
    EXPECT_FALSE(
        ParseFlags({"serve", "--model", "m", "--sink-table", "t", "--sample", share}).ok());
  }
}

TEST(FlagsTest, CatalogTakesOnePlace) {
  EXPECT_TRUE(ParseFlags({"catalog", "--home", "/h"})->catalog);
  EXPECT_EQ(ParseFlags({"catalog", "sqlite"})->inputs.front().text, "sqlite");
  EXPECT_FALSE(ParseFlags({"catalog", "sqlite", "postgresql://h/d"}).ok());
  EXPECT_FALSE(ParseFlags({"catalog", "-e", "SELECT 1"}).ok());
  EXPECT_FALSE(ParseFlags({"catalog", "--project", "p"}).ok());
  EXPECT_FALSE(ParseFlags({"catalog", "--format", "csv"}).ok());
}

TEST(FlagsTest, DoctorLooksAtTheMachine) {
  const Result<Flags> flags = ParseFlags({"doctor", "--home", "/h", "--format", "json"});
  ASSERT_TRUE(flags.ok());
  EXPECT_TRUE(flags->doctor);
  EXPECT_FALSE(flags->verify);
  EXPECT_EQ(flags->home, "/h");
  EXPECT_TRUE(ParseFlags({"--home", "/h", "doctor"})->doctor);
  EXPECT_EQ(ParseFlags({"doctor", "-e", "SELECT 1"}).error().detail, "doctor takes no statements");
  EXPECT_FALSE(ParseFlags({"doctor", "--project", "p"}).ok());
  EXPECT_FALSE(ParseFlags({"doctor", "--format", "csv"}).ok());
  EXPECT_FALSE(ParseFlags({"doctor", "--define", "a=b"}).ok());
  EXPECT_FALSE(ParseFlags({"doctor", "--dry-run"}).ok());
  EXPECT_FALSE(ParseFlags({"doctor", "--repair"}).ok());
  EXPECT_FALSE(ParseFlags({"doctor", "check"}).ok());
}

TEST(FlagsTest, FlagsMayStandInFrontOfATool) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--home", "/h", "check", "a.sql"},
        std::vector<std::string>{"check", "--home", "/h", "a.sql"},
        std::vector<std::string>{"check", "a.sql", "--home", "/h"}}) {
    const Result<Flags> flags = ParseFlags(arguments);
    ASSERT_TRUE(flags.ok());
    EXPECT_TRUE(flags->check);
    EXPECT_EQ(flags->home, "/h");
    ASSERT_EQ(flags->inputs.size(), 1U);
    EXPECT_EQ(flags->inputs[0].text, "a.sql");
  }
  EXPECT_TRUE(ParseFlags({"--home", "/h", "verify", "--repair"})->repair);
  // Neither a flag's value nor a file counts as a flag.
  EXPECT_FALSE(ParseFlags({"--project", "check"})->check);
  EXPECT_EQ(ParseFlags({"check", "verify"})->inputs[0].text, "verify");
  EXPECT_FALSE(ParseFlags({"verify", "check"}).ok());
}

TEST(FlagsTest, Variables) {
  setenv("PAISQL_TEST_VALUE", "$x", 1);
  const Result<Flags> flags = ParseFlags({"-d", "a=1=2", "--define", "b=", "--define-env",
                                          "PAISQL_TEST_VALUE,c=PAISQL_TEST_VALUE", "--bizdate",
                                          "20251031", "--cyctime=2025-11-01 02:30:45"});
  unsetenv("PAISQL_TEST_VALUE");
  ASSERT_TRUE(flags.ok());
  ASSERT_EQ(flags->variables.size(), 4U);
  EXPECT_EQ(flags->variables[0].value, "1=2");
  EXPECT_FALSE(flags->variables[0].literal);
  EXPECT_EQ(flags->variables[1].value, "");
  EXPECT_EQ(flags->variables[3].name, "c");
  EXPECT_EQ(flags->variables[3].value, "$x");
  EXPECT_TRUE(flags->variables[3].literal);
  EXPECT_EQ(flags->bizdate, "20251031");
  // Values are not quoted: they may be secrets.
  EXPECT_EQ(ParseFlags({"-d", "hush"}).error().detail, "--define needs name=value");
  EXPECT_EQ(ParseFlags({"-d", "1=hush"}).error().detail.find("hush"), std::string::npos);
  EXPECT_FALSE(ParseFlags({"--define-env", "PAISQL_TEST_VALUE"}).ok());
  EXPECT_FALSE(ParseFlags({"--bizdate", "20250230"}).ok());
  EXPECT_FALSE(ParseFlags({"--cyctime", "20250201"}).ok());
  EXPECT_FALSE(ParseFlags({"verify", "-d", "a=b"}).ok());
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
  EXPECT_FALSE(ParseFlags({"--output", "jsonl", "--echo", "-e", "x"}).ok());
  EXPECT_FALSE(ParseFlags({"--output", "jsonl", "--quiet", "-f", "x"}).ok());
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
  const std::filesystem::path tests = TestData().parent_path();
  std::ifstream file(tests.parent_path() / "docs/shell.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const std::string& name : FlagNames()) {
    EXPECT_NE(HelpText().find(name), std::string::npos) << name;
    EXPECT_NE(page.find("`" + name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace paisql::script
