// Scripts that do what no script should: none of them holds up its supervisor, and each job's end
// is told.

#include <signal.h>
#include <unistd.h>

#include "jobs/job/job_directory.h"
#include "jobs/meeting_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

class HostileScriptTest : public MeetingTest {
 protected:
  void ExpectNothingLeft() { EXPECT_TRUE(catalog_->ListClaims()->empty()); }
};

TEST_F(HostileScriptTest, ADaemonEndsWithItsJob) {
  // Two forks, a session of its own, nothing open, nothing in its environment.
  const std::string number = Fifo("number");
  const std::string id =
      Submit(Shell("(setsid env -i /bin/sh -c 'exec <&- >&- 2>&- 3>&-; cd /; \n"
                   "echo $$ >" +
                   number +
                   "; while :; do sleep 1000; done' &)\n"
                   "read x <" +
                   Fifo("go") + "\nexit 0\n"));
  const pid_t daemon = Number(number);
  std::ofstream(folder_ + "/go") << "\n";
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_NE(kill(daemon, 0), 0);
  ExpectNothingLeft();
}

TEST_F(HostileScriptTest, TwoHundredChildrenThatIgnoreARequestToEndAreEnded) {
  const JobOutcome outcome = Run(Shell(
      "trap '' TERM\ni=0\nwhile test $i -lt 200; do sleep 1000 & echo $!; i=$((i + 1)); done\n"
      "exit 4\n"));
  EXPECT_EQ(outcome.message, "the script ended with exit status 4");
  std::istringstream numbers(output_);
  int children = 0;
  for (pid_t pid = 0; numbers >> pid; ++children) EXPECT_NE(kill(pid, 0), 0);
  EXPECT_EQ(children, 200);
  ExpectNothingLeft();
}

TEST_F(HostileScriptTest, WhoForksOnAndOnIsCaught) {
  // Each process lives only until it has started the next one.
  Write("comet.sh", "/bin/sh $0 &\n");
  const JobOutcome outcome = Run(Shell("/bin/sh " + folder_ + "/comet.sh\nexit 4\n"));
  EXPECT_EQ(outcome.message, "the script ended with exit status 4");
  ExpectNothingLeft();
}

TEST_F(HostileScriptTest, AGigabyteWithoutALineEndIsBounded) {
  JobSpec spec = Shell("head -c 1073741824 /dev/zero; exit 1\n");
  spec.limits.log_bytes = 2'000'000;
  const std::string id = Submit(spec);
  AwaitEnd(SupervisorPid(id));
  EXPECT_EQ(Wait(id).message, "the script ended with exit status 1");
  EXPECT_LE(output_.size(), 2'000'000U);
}

TEST_F(HostileScriptTest, BytesThatAreNoTextAreKeptAndTheMessageStaysText) {
  const std::string id =
      Submit(Shell("printf '\\0\\377\\n'; printf 'Traceback (most recent call last):\\n  x\\n'\n"
                   "printf 'ValueError: a\\377b\\000c\\n'; exit 1\n"));
  EXPECT_THAT(Wait(id).message, HasSubstr("ValueError: a"));
  EXPECT_THAT(output_, HasSubstr(std::string("\0\xff\n", 3)));
  EXPECT_THAT(ReadResult({catalog_->home().JobPath(id)})->message, HasSubstr("ValueError: a"));
  EXPECT_THAT(service_->Find(id)->message, HasSubstr("ValueError: a"));
}

TEST_F(HostileScriptTest, AScriptMayGoElsewhere) {
  EXPECT_EQ(Run(Shell("cd /\nexit 0\n")).state, store::JobState::kSucceeded);
}

TEST_F(HostileScriptTest, RubbishOnTheProgressPipeIsPassedOver) {
  const std::string id = Submit(
      Shell("head -c 300000 /dev/urandom >&3; printf '\\n\\n' >&3\nprintf '\\0\\377\\376\\n' >&3\n"
            "head -c 200000 /dev/zero | tr '\\0' '[' >&3; echo >&3\n"
            "echo '{\"step\": 7, \"rows_read\": 9223372036854775807}' >&3\nexit 0\n"));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(service_->Find(id)->steps, 7);
  EXPECT_EQ(service_->Find(id)->rows_read, 0);
}

TEST_F(HostileScriptTest, WhoTellsWithoutEndCanBeKilled) {
  for (const char* text : {"yes '{\"step\": 1}' >&3\n", "cat /dev/zero >&3\n"}) {
    const std::string id = Submit(Shell(std::string("echo begun\n") + text));
    AwaitOutput(id, "begun");
    EXPECT_TRUE(service_->Kill(id).ok());
    EXPECT_EQ(service_->Find(id)->state, store::JobState::kKilled);
  }
  // Also one that goes on after the script's end.
  EXPECT_EQ(Run(Shell("setsid cat /dev/zero >&3 &\nexit 3\n")).message,
            "the script ended with exit status 3");
}

TEST_F(HostileScriptTest, AJobWithoutItsFolderRunsOn) {
  const std::string id = Submit(Meeting("job", 1, kLowestPriority,
                                        "cd /; rm -rf \"$PAISQL_JOB\"\necho >" + Fifo("gone") +
                                            "\nread x <" + Fifo("end") + "\nexit 5\n"));
  Meet("job");
  LetGo("job");
  std::ifstream(folder_ + "/gone").get();
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kRunning);
  std::ofstream(folder_ + "/end") << "\n";
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message, "the script ended with exit status 5");
  ExpectNothingLeft();
}

TEST_F(HostileScriptTest, AJobWithoutItsFolderCanBeKilled) {
  const std::string id = Submit(
      Meeting("job", 1, kLowestPriority,
              "cd /; rm -rf \"$PAISQL_JOB\"\necho >" + Fifo("gone") + "\nexec sleep 1000\n"));
  Meet("job");
  LetGo("job");
  std::ifstream(folder_ + "/gone").get();
  EXPECT_TRUE(service_->Kill(id).ok());
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kKilled);
  ExpectNothingLeft();
}

TEST_F(HostileScriptTest, OutputsAreNotLostWithoutAWord) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Shell(FindStaging() + StageRows(2) + "cd /; rm -rf \"$PAISQL_JOB\"\nexit 0\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  const JobOutcome outcome = Run(spec);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("outputs/0.json"));

  spec = Shell(FindStaging() + StageRows(2) + "rm -r $staging\nexit 0\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  EXPECT_THAT(Run(spec).message, HasSubstr("output table p.out: its staging folder "));
  EXPECT_EQ(Rows(table), 5);
  ExpectNothingLeft();
}

}  // namespace
}  // namespace paisql::jobs
