// What a job leaves for its history, and what RERUN is told of it.

#include "jobs/job/past_job.h"

#include "jobs/files/json_file.h"
#include "jobs/job_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST_F(JobTest, ParametersAreKeptInTheRow) {
  JobSpec spec = Shell("true\n");
  spec.priority = 3;
  spec.parameters = {{"script", "file://a \"b\".py"}, {"userDefinedParameters", "中\n\t'x'\\"}};
  const std::string id = Submit(spec);
  Wait(id);
  const auto job = service_->Find(id);
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->priority, 3);
  EXPECT_EQ(ParametersOf(*job), spec.parameters);
}

TEST(Parameters, NeverFailToBeWrittenOrRead) {
  EXPECT_EQ(JsonText(std::map<std::string, std::string>()), "{}");
  store::Job job;
  job.parameters = JsonText(std::map<std::string, std::string>{{"bytes", "\xff"}});
  EXPECT_THAT(ParametersOf(job), ElementsAre(Pair("bytes", "\xEF\xBF\xBD")));
  for (const char* text : {"", "{", "[1]", "null"}) {
    job.parameters = text;
    EXPECT_TRUE(ParametersOf(job).empty()) << text;
  }
  job.parameters = R"({"a": 1, "b": "text"})";
  EXPECT_THAT(ParametersOf(job), ElementsAre(Pair("b", "text")));
}

TEST_F(JobTest, APastJobIsRecalled) {
  store::Job job;
  job.id = "past";
  job.project = "p";
  job.kind = "pai";
  job.statement = "PAI -name x;";
  ASSERT_TRUE(catalog_->InsertJob(job).ok());
  // Its folder is gone.
  auto past = service_->Recall("past");
  ASSERT_TRUE(past.ok());
  EXPECT_EQ(past->project, "p");
  EXPECT_EQ(past->statement, "PAI -name x;");
  EXPECT_FALSE(past->settings.has_value());
  EXPECT_FALSE(past->script_folder.has_value());

  const std::string folder = catalog_->home().JobPath("past");
  std::filesystem::create_directories(folder);
  const auto recall = [&](const std::string& text) {
    std::ofstream(folder + "/job.json") << text;
    auto recalled = service_->Recall("past");
    EXPECT_TRUE(recalled.ok());
    return recalled.ok() ? *recalled : PastJob{};
  };
  for (const char* text :
       {"", "[]", "{}", R"({"settings": 1, "script_folder": null})", R"({"script_folder": ""})"}) {
    const PastJob nothing = recall(text);
    EXPECT_FALSE(nothing.settings.has_value()) << text;
    EXPECT_FALSE(nothing.script_folder.has_value()) << text;
    EXPECT_EQ(nothing.schema, "default") << text;
  }
  const PastJob told =
      recall(R"({"settings": {"odps.pai.property.a": "1"}, "script_folder": "/x", "schema": "s"})");
  ASSERT_TRUE(told.settings.has_value());
  EXPECT_THAT(*told.settings, ElementsAre(Pair("odps.pai.property.a", "1")));
  EXPECT_EQ(told.script_folder, "/x");
  EXPECT_EQ(told.schema, "s");
}

TEST_F(JobTest, OnlyPaiStatementsAreRecalled) {
  std::filesystem::create_directories(catalog_->home().JobPath("20261121030405123g1a2b3c4d"));
  const auto unknown = service_->Recall("20261121030405123g1a2b3c4e");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kJobNotFound);
  EXPECT_THAT(unknown.error().hint, HasSubstr("20261121030405123g1a2b3c4d"));
  store::Job job;
  job.id = "sql";
  job.project = "p";
  job.kind = "sql";
  ASSERT_TRUE(catalog_->InsertJob(job).ok());
  const auto sql = service_->Recall("sql");
  ASSERT_FALSE(sql.ok());
  EXPECT_EQ(sql.error().code, ErrorCode::kInvalidCommand);
}

}  // namespace
}  // namespace paisql::jobs
