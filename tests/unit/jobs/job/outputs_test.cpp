#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "jobs/job_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

TEST_F(JobTest, WhatIsStagedIsCommittedOnSuccessOnly) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Shell(FindStaging() + StageRows(2) + "exit 1\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  EXPECT_EQ(Run(spec).state, store::JobState::kFailed);
  EXPECT_EQ(Rows(table), 5);

  spec = Shell(FindStaging() + StageRows(2));
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded) << output_;
  EXPECT_EQ(Rows(table), 2);
}

TEST_F(JobTest, WhatIsCommittedHasSucceededWhateverIsWrittenAfterwards) {
  const store::Table table = MakeTable("out");
  // A folder stands where result.json would be written.
  JobSpec spec = Shell(FindStaging() + StageRows(2) + "mkdir $PAISQL_JOB/result.json\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  const std::string id = Submit(spec);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_EQ(outcome.message, "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(Rows(table), 2);
  const auto job = service_->Find(id);
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->state, store::JobState::kSucceeded);
  EXPECT_GT(job->ended_ms, 0);
}

TEST_F(JobTest, AFailureIsTheRowsWhenItsResultCannotBeWritten) {
  const JobOutcome outcome = Run(Shell("mkdir $PAISQL_JOB/result.json; exit 3\n"));
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message, "the script ended with exit status 3");
}

TEST_F(JobTest, AnOutputThatNobodyOpensStaysAsItIs) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Shell("exit 0\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 5);
}

TEST_F(JobTest, AnOutputThatIsOpenedAndLeftEmptyIsEmptied) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Shell(FindStaging() + StageRows(0));
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 0);
}

TEST_F(JobTest, APartitionIsReplacedAlone) {
  const store::Table table = MakeTable("out", true);
  Fill(table, 5, {"a"});
  Fill(table, 7, {"b"});
  JobSpec spec = Shell(FindStaging() + StageRows(2));
  spec.outputs.push_back({"odps://p/tables/out/ds=a", table, {"a"}});
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 9);
}

TEST_F(JobTest, UnfinishedAndBrokenFilesFailTheJob) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  const auto run = [&](const std::string& text) {
    JobSpec spec = Shell(FindStaging() + text);
    spec.outputs.push_back({"odps://p/tables/out", table, {}});
    const JobOutcome outcome = Run(spec);
    EXPECT_EQ(outcome.state, store::JobState::kFailed);
    return outcome.message;
  };
  EXPECT_THAT(run("touch $staging/0.part\n"),
              HasSubstr("output table p.out: the writer of slice 0 was not closed"));
  EXPECT_THAT(run(StageRows(2) + "printf x >>$staging/0.parquet\n"),
              HasSubstr("the file of slice 0 is not whole"));
  EXPECT_EQ(Rows(table), 5);
}

TEST_F(JobTest, ATableThatChangedInTheMeantimeIsNotWritten) {
  const store::Table table = MakeTable("out");
  JobSpec spec = Shell(FindStaging() + StageRows(2));
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  store::Column column;
  column.name = "more";
  column.type = TypeId::kString;
  ASSERT_TRUE(catalog_->AddColumns(table.id, {column}).ok());
  EXPECT_EQ(Run(spec).state, store::JobState::kFailed);
  EXPECT_EQ(Rows(table), 0);

  const store::Table gone = MakeTable("gone");
  spec.outputs[0] = {"odps://p/tables/gone", gone, {}};
  ASSERT_TRUE(catalog_->DropTable(gone.id).ok());
  EXPECT_EQ(Run(spec).state, store::JobState::kFailed);
}

// Rows that somebody adds while the job replaces the ones that it has read are not lost.
TEST_F(JobTest, AJobReplacesNoRowsThatItHasNotRead) {
  const store::Table table = MakeTable("both", true);
  Fill(table, 5, {"a"});
  Fill(table, 7, {"b"});
  const std::string gate = folder_ + "/gate";
  ASSERT_EQ(mkfifo(gate.c_str(), 0600), 0);
  JobSpec spec = Shell("cat " + gate + "\n" + FindStaging() + StageRows(2));
  spec.tables.push_back({"odps://p/tables/both", table, {}});
  spec.outputs.push_back({"odps://p/tables/both/ds=a", table, {"a"}});
  const auto run_beside = [&](const std::string& changed) {
    const std::string id = Submit(spec);
    Fill(table, 1, {changed});
    std::ofstream(gate) << "go\n";
    return Wait(id);
  };
  const JobOutcome lost = run_beside("a");
  EXPECT_EQ(lost.state, store::JobState::kFailed);
  EXPECT_THAT(lost.message, HasSubstr("p.both"));
  EXPECT_EQ(Rows(table), 13);
  // A partition that is only read may change.
  EXPECT_EQ(run_beside("b").state, store::JobState::kSucceeded) << output_;
  EXPECT_EQ(Rows(table), 10);
}

TEST_F(JobTest, InputsAreListedAtOneSnapshotAndKept) {
  const store::Table table = MakeTable("source", true);
  Fill(table, 5, {"a"});
  Fill(table, 7, {"b"});
  const std::string gate = folder_ + "/gate";
  ASSERT_EQ(mkfifo(gate.c_str(), 0600), 0);
  JobSpec spec = Shell("cat " + gate + "\n");
  spec.tables.push_back({"odps://p/tables/source", table, {}});
  spec.tables.push_back({"odps://p/tables/source/ds=b", table, {"b"}});
  const std::string id = Submit(spec);

  std::ifstream stream(catalog_->home().JobPath(id) + "/inputs/0.json");
  const auto whole = nlohmann::json::parse(stream);
  EXPECT_EQ(whole["rows"], 12);
  EXPECT_EQ(whole["files"].size(), 2U);
  EXPECT_EQ(whole["columns"][0]["type"], "BIGINT");
  EXPECT_EQ(whole["partition_columns"][0]["name"], "ds");
  std::ifstream part_stream(catalog_->home().JobPath(id) + "/inputs/1.json");
  const auto part = nlohmann::json::parse(part_stream);
  EXPECT_EQ(part["rows"], 7);
  EXPECT_EQ(part["snapshot"], whole["snapshot"]);
  EXPECT_EQ(part["files"][0]["partition"][0], "b");

  const std::string path = part["files"][0]["path"];
  ASSERT_TRUE(catalog_->DropTable(table.id).ok());
  ASSERT_TRUE(catalog_->Sweep().ok());
  EXPECT_TRUE(std::filesystem::exists(path));
  std::ofstream(gate) << "go\n";
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  ASSERT_TRUE(catalog_->Sweep().ok());
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace paisql::jobs
