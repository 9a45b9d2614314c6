#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/events/event_loop.h"
#include "base/process/probe.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "tools/doctor/doctor_report.h"

namespace paisql::tools {
namespace {

const std::vector<NamedExamined> kFindings = {
    {"home", {Health::kOk, "/h, writable", ""}},
    {"SQL engine", {Health::kMissing, "it\nis \"gone\"", "run scripts/setup"}},
    {"disk", {Health::kWarning, "1.0 GB free", "free some"}},
};

TEST(DoctorTest, LinesAreAlignedAndCuresStandBelow) {
  EXPECT_EQ(DoctorLine(kFindings[0], 10, false), "ok       home        /h, writable\n");
  EXPECT_EQ(DoctorLine(kFindings[1], 10, false),
            "missing  SQL engine  it is \"gone\"\n         hint: run scripts/setup\n");
  EXPECT_EQ(DoctorLine(kFindings[0], 10, true),
            "\033[1;32mok\033[0m       home        /h, writable\n");
}

TEST(DoctorTest, Json) {
  const nlohmann::json json = nlohmann::json::parse(DoctorJson(kFindings));
  ASSERT_EQ(json.size(), 3U);
  EXPECT_EQ(json[1]["check"], "SQL engine");
  EXPECT_EQ(json[1]["status"], "missing");
  EXPECT_EQ(json[1]["found"], "it is \"gone\"");
  EXPECT_EQ(json[1]["hint"], "run scripts/setup");
  EXPECT_EQ(DoctorJson({}), "[]\n");
}

TEST(DoctorTest, Totals) {
  EXPECT_EQ(DoctorTotals(kFindings),
            "not all of SQL and training can run: 1 thing is missing; 1 warning");
  EXPECT_EQ(DoctorTotals({kFindings[0]}), "SQL and training can run");
  EXPECT_EQ(DoctorTotals({kFindings[2], kFindings[2]}), "SQL and training can run; 2 warnings");
}

TEST(DoctorTest, AHomeIsBestOnADiskOfItsMachine) {
  EXPECT_EQ(JudgeFileSystem(0xEF53).health, Health::kOk);
  EXPECT_EQ(JudgeFileSystem(0x6969).health, Health::kWarning);
  EXPECT_EQ(JudgeFileSystem(0x6969).found, "nfs");
  EXPECT_EQ(JudgeFileSystem(0x01021994).health, Health::kWarning);
  EXPECT_EQ(JudgeFileSystem(0x1234).found, "of the kind 0x1234");
}

Result<ProbeAnswer> Ask(const std::string& script, int64_t limit_ms, const std::stop_token& stop) {
  return Probe({{"/bin/sh", "-c", script}, EnvironmentWith({}), limit_ms}, stop);
}

TEST(ProbeTest, GivesWhatIsSaidAndTheStatus) {
  const Result<ProbeAnswer> answer = Ask("echo one; echo two >&2; exit 3", 60'000, {});
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(answer->in_time);
  EXPECT_EQ(answer->status, 3);
  EXPECT_EQ(answer->said, "one\ntwo\n");
  EXPECT_EQ(LastLine(answer->said), "two");
}

TEST(ProbeTest, EndsWhatHangsWithWhatItHasStarted) {
  const Result<ProbeAnswer> answer = Ask("sleep 1000 & echo $!; sleep 1000", 200, {});
  ASSERT_TRUE(answer.ok());
  EXPECT_FALSE(answer->in_time);
  EXPECT_EQ(answer->status, -1);
  const Descriptor left = WatchProcess(IdentityOf(std::stoi(LastLine(answer->said))));
  EXPECT_TRUE(!left.open() || AwaitReadable(left.get(), SteadyMs() + 60'000));
}

TEST(ProbeTest, EndsAtTheStop) {
  std::stop_source stop;
  stop.request_stop();
  const Result<ProbeAnswer> answer = Ask("sleep 1000", 600'000, stop.get_token());
  ASSERT_TRUE(answer.ok());
  EXPECT_FALSE(answer->in_time);
}

TEST(ProbeTest, SaysMoreThanAPipeHolds) {
  const Result<ProbeAnswer> answer = Ask("head -c 1000000 /dev/zero", 60'000, {});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 0);
  EXPECT_EQ(answer->said.size(), 65536U);
}

TEST(ProbeTest, FindsPrograms) {
  EXPECT_TRUE(FindProgram("sh").ends_with("/sh"));
  EXPECT_EQ(FindProgram("/bin/sh"), "/bin/sh");
  EXPECT_EQ(FindProgram("/bin"), "");
  EXPECT_EQ(FindProgram("no-such-program"), "");
}

}  // namespace
}  // namespace paisql::tools
