// What a supervisor does with several processes, with limits and with bad endings. The scripts are
// shell; each looks at $PAISQL_PROCESS for who it is.

#include <signal.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "jobs/job/job_directory.h"
#include "jobs/job_fixture.h"
#include "jobs/place/resource_limits.h"

namespace paisql::jobs {
namespace {

using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class SupervisionTest : public JobTest {
 protected:
  JobSpec Distributed(const std::string& text, std::vector<RoleSpec> roles) const {
    JobSpec spec = Shell(text);
    spec.roles = std::move(roles);
    spec.distributed = true;
    return spec;
  }

  std::string FileOf(const std::string& id, const std::string& name) const {
    std::ifstream file(catalog_->home().JobPath(id) + "/" + name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  std::string Log(const std::string& id, const std::string& process) const {
    return FileOf(id, "logs/" + process + ".log");
  }

  // The number in a file that a script wrote, once its process is gone.
  static bool IsGone(const std::string& pid) { return kill(std::atoi(pid.c_str()), 0) != 0; }
};

TEST_F(SupervisionTest, ServersEndBehindTheWorkers) {
  JobSpec spec = Distributed(
      "echo \"$PAISQL_PROCESS $*\"; case $PAISQL_PROCESS in ps-*) exec sleep 1000;; esac\n",
      {{"ps", 1}, {"worker", 2}});
  spec.arguments = {"--tables=t"};
  spec.user_arguments = {"--mine=1"};
  const std::string id = Submit(spec);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
  EXPECT_EQ(outcome.message, "");
  EXPECT_THAT(output_, testing::MatchesRegex("worker-0 --tables=t --ps_hosts=127.0.0.1:[0-9]+ "
                                             "--worker_hosts=127.0.0.1:[0-9]+,127.0.0.1:[0-9]+ "
                                             "--job_name=worker --task_index=0 --mine=1\n"));
  EXPECT_THAT(Log(id, "worker-1"), HasSubstr("--job_name=worker --task_index=1 --mine=1"));
  EXPECT_THAT(Log(id, "ps-0"), HasSubstr("--job_name=ps --task_index=0 --mine=1"));
}

TEST_F(SupervisionTest, TheFirstFailureDecides) {
  const JobOutcome outcome = Run(
      Distributed("case $PAISQL_PROCESS in\n"
                  "worker-1) printf 'Traceback (most recent call last):\\n  x\\nValueError: no\\n'"
                  "; exit 1;;\n*) exec sleep 1000;;\nesac\n",
                  {{"ps", 1}, {"worker", 2}}));
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.message, "worker 1 ended with exit status 1: ValueError: no");
  EXPECT_THAT(outcome.log_path, EndsWith("logs/worker-1.log"));
}

TEST_F(SupervisionTest, EachRoleKilledFailsTheJobButAnEvaluator) {
  const std::vector<RoleSpec> roles = {{"ps", 1}, {"worker", 2}, {"evaluator", 1}};
  for (const std::string name : {"ps-0", "worker-0", "worker-1"}) {
    const JobOutcome outcome = Run(
        Distributed("test $PAISQL_PROCESS = " + name + " && kill -9 $$\nexec sleep 1000\n", roles));
    EXPECT_EQ(outcome.state, store::JobState::kFailed);
    EXPECT_EQ(outcome.exit_status, 137);
    std::string title = name;
    std::replace(title.begin(), title.end(), '-', ' ');
    EXPECT_EQ(outcome.message, title + " was killed by SIGKILL");
  }
  const JobOutcome outcome =
      Run(Distributed("test $PAISQL_PROCESS = evaluator-0 && kill -9 $$\nexit 0\n", roles));
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_THAT(outcome.message, HasSubstr("evaluator 0 was killed by SIGKILL; its log is "));
}

TEST_F(SupervisionTest, AnEvaluatorHasItsTime) {
  JobSpec spec = Distributed("case $PAISQL_PROCESS in evaluator-*) exec sleep 1000;; esac\n",
                             {{"worker", 1}, {"evaluator", 1}});
  spec.limits.evaluator_seconds = 1;
  const JobOutcome outcome = Run(spec);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_EQ(outcome.message, "the evaluator was ended 1 second after the workers");
  EXPECT_THAT(output_, HasSubstr("paisql: the workers are done; the evaluator has 1 second"));
}

TEST_F(SupervisionTest, ADeadWorkerIsStartedAgainWithoutItsHelpers) {
  JobSpec spec = Distributed(
      "cd \"$PAISQL_JOB\"\ntest $PAISQL_PROCESS = worker-1 || exit 0\n"
      "echo \"$*\" >>addresses\n"
      "if ! test -e helper; then setsid sleep 1000 & echo $! >helper; kill -9 $$; fi\n"
      "echo again\n",
      {{"worker", 2}});
  spec.limits.restart_workers = true;
  const std::string id = Submit(spec);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
  EXPECT_EQ(Log(id, "worker-1"), "again\n");
  EXPECT_THAT(output_, HasSubstr("paisql: worker 1 was killed by SIGKILL; it is started again in "
                                 "1 second, 1 of 5 times"));
  EXPECT_TRUE(IsGone(FileOf(id, "helper")));
  // The same role, number and port.
  const std::string addresses = FileOf(id, "addresses");
  const size_t half = addresses.size() / 2;
  EXPECT_EQ(addresses.substr(0, half), addresses.substr(half));
}

TEST_F(SupervisionTest, RestartsHaveALimitAndARole) {
  JobSpec spec = Distributed("test $PAISQL_PROCESS = ps-0 && exit 7\nexec sleep 1000\n",
                             {{"ps", 1}, {"worker", 1}});
  spec.limits.restart_workers = true;
  EXPECT_EQ(Run(spec).message, "ps 0 ended with exit status 7");
  spec.limits.restart_parameter_servers = true;
  spec.limits.restarts = 1;
  const JobOutcome outcome = Run(spec);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message, "ps 0 ended with exit status 7, after it was started again 1 time");
}

TEST_F(SupervisionTest, AJobThatDoesNothingIsEnded) {
  JobSpec spec = Distributed("exec sleep 1000\n", {{"ps", 1}, {"worker", 1}});
  spec.limits.hung_seconds = 1;
  const JobOutcome outcome = Run(spec);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message,
            "the job was ended: for 1 second its processes neither computed nor printed anything "
            "(maxHungTimeBeforeGCInSeconds)");
  // One that computes, or one that prints, goes on.
  spec = Shell("end=$(($(date +%s) + 3)); while test $(date +%s) -lt $end; do :; done\n");
  spec.limits.hung_seconds = 1;
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
}

TEST_F(SupervisionTest, AJobHasItsTimeOnly) {
  JobSpec spec = Shell("while :; do :; done\n");
  spec.limits.training_seconds = 1;
  const JobOutcome outcome = Run(spec);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("ended after 1 second,"));
  EXPECT_THAT(outcome.message, HasSubstr("maxTrainingTimeInHour"));
}

TEST_F(SupervisionTest, LimitsReachTheProcess) {
  JobSpec spec = Shell("ulimit -d; nproc; cat /proc/self/cgroup\n");
  spec.roles = {{"worker", 1, 0, 100, 400}};
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_THAT(output_, AnyOf(HasSubstr("409600\n1\n"), HasSubstr("/worker-0\n")));
}

TEST_F(SupervisionTest, RefusedMemoryIsSaid) {
  JobSpec spec =
      Shell("printf 'Traceback (most recent call last):\\n  x\\nMemoryError\\n'; exit 1\n");
  EXPECT_EQ(Run(spec).message, "the script ran out of memory: MemoryError");
  spec.roles = {{"worker", 1, 0, 0, 400}};
  EXPECT_EQ(Run(spec).message,
            "the script ran out of memory, of which it may have 400 MB: MemoryError");
  EXPECT_EQ(Run(Shell("echo \"terminate called: std::bad_alloc\"; kill -6 $$\n")).message,
            "the script was killed by SIGABRT: it ran out of memory");
}

TEST_F(SupervisionTest, AThreadWithoutMemoryForItsStackIsSaid) {
  const std::string text = "echo \"Thread x creation via pthread_create() failed.\"; kill -6 $$\n";
  EXPECT_EQ(Run(Shell(text)).message, "the script was killed by SIGABRT");
  JobSpec spec = Shell(text);
  spec.roles = {{"worker", 1, 0, 0, 400}};
  EXPECT_EQ(Run(spec).message,
            "the script was killed by SIGABRT: it ran out of memory, of which it may have 400 MB");
}

TEST_F(SupervisionTest, AScriptForPython2IsToldSo) {
  EXPECT_EQ(Run(Shell("printf 'Traceback (most recent call last):\\n  x\\nNameError: name "
                      "\\047xrange\\047 is not defined\\n'; exit 1\n"))
                .message,
            "NameError: name 'xrange' is not defined (of a script written for Python 2? SET "
            "paisql.python2=on;)");
}

TEST_F(SupervisionTest, ALogIsBoundedAndItsEndIsThere) {
  JobSpec spec = Shell("head -c 64000000 /dev/zero | tr '\\0' x; echo; echo end\n");
  spec.limits.log_bytes = 1000000;
  const std::string id = Submit(spec);
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_THAT(output_, EndsWith("x\nend\n"));
  EXPECT_THAT(Log(id, "worker-0"), EndsWith("end\n"));
  const std::string logs = catalog_->home().JobPath(id) + "/logs/worker-0.log";
  EXPECT_LE(std::filesystem::file_size(logs), 500000U);
  const auto files = service_->Logs(id);
  ASSERT_TRUE(files.ok());
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ((*files)[0].process, "supervisor");
  ASSERT_EQ((*files)[1].paths.size(), 2U);
  EXPECT_LE(std::filesystem::file_size((*files)[1].paths[0]), 500000U);
  // Who comes later gets what is kept.
  Wait(id);
  EXPECT_LE(output_.size(), 1000000U);
  EXPECT_THAT(output_, EndsWith("x\nend\n"));
}

TEST_F(SupervisionTest, WhoPrintsWithoutEndHoldsUpNobody) {
  JobSpec spec = Shell("setsid yes & exit 3\n");
  spec.limits.log_bytes = 1000000;
  EXPECT_EQ(Run(spec).message, "the script ended with exit status 3");
}

TEST_F(SupervisionTest, AScriptMayCloseItsOutput) {
  EXPECT_EQ(Run(Shell("echo shown; exec >&- 2>&-; exit 0\n")).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "shown\n");
}

TEST_F(SupervisionTest, SlicesOfAllWorkersAreOneCommit) {
  const store::Table table = MakeTable("target");
  Fill(table, 5);
  JobSpec spec =
      Distributed(FindStaging() +
                      "n=${PAISQL_PROCESS#worker-}; printf PAR1----PAR1 >$staging/$n.parquet\n"
                      "echo '{\"rows\": 3, \"bytes\": 12}' >$staging/$n.json\n"
                      "test -e \"$PAISQL_JOB/bad\" -a $n = 1 && exit 1\nexit 0\n",
                  {{"worker", 2}});
  spec.outputs.push_back({"odps://p/tables/target", table, {}});
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 6);
}

}  // namespace
}  // namespace paisql::jobs
