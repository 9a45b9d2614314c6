// job.json and the row: what the statement and the session gave is kept, and read back.

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "jobs/job/job_directory.h"
#include "jobs/job_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

TEST_F(JobTest, AJobRemembersWhatItWasGiven) {
  JobSpec spec = Shell("true");
  spec.priority = 3;
  spec.quota.cpu = 250;
  spec.quota.gpus = "0,2";
  spec.quota.fit = true;
  spec.roles = {{"worker", 1, 100, 200, 0, true, false, false}};
  spec.parameters = {{"jobName", "named"}, {"tags", "\"cnn\" \xff"}};
  spec.settings = {{"odps.instance.priority", "3"}};
  spec.script_folder = folder_;
  const std::string id = Submit(spec);
  const std::string directory = catalog_->home().JobPath(id);

  const auto file = ReadJobFile(directory);
  ASSERT_TRUE(file.ok()) << file.error().ToString();
  EXPECT_EQ(file->priority, 3);
  EXPECT_EQ(file->quota.cpu, 250);
  ASSERT_EQ(file->quota.cards.size(), 2U);
  EXPECT_EQ(file->quota.cards[1].id, 2);
  EXPECT_FALSE(file->serves);
  EXPECT_EQ(file->roles, spec.roles);

  std::ifstream stream(directory + "/job.json");
  const auto json = nlohmann::json::parse(stream);
  EXPECT_EQ(json.at("format"), 4);
  EXPECT_EQ(json.at("runtime"), "tensorflow1");
  EXPECT_EQ(json.at("parameters").at("jobName"), "named");
  EXPECT_EQ(json.at("settings").at("odps.instance.priority"), "3");
  EXPECT_EQ(json.at("script_folder"), folder_);

  const auto row = service_->Find(id);
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->priority, 3);
  EXPECT_EQ(nlohmann::json::parse(row->parameters).at("jobName"), "named");
  // Bytes that are not UTF-8 are replaced by one character.
  EXPECT_THAT(row->parameters, HasSubstr(R"("tags":"\"cnn\" )"
                                         "\xEF\xBF\xBD\""));
  OutputObserver observer([](std::string_view) {});
  ASSERT_TRUE(service_->Follow(id, observer, {}).ok());
}

TEST_F(JobTest, AJobFileThatNamesAFaceIsStillRead) {
  const std::string id = Submit(Shell("true"));
  Wait(id);
  const std::string directory = catalog_->home().JobPath(id);
  std::ifstream stream(directory + "/job.json");
  auto json = nlohmann::json::parse(stream);
  json["format"] = 3;
  json.erase("runtime");
  const auto runtime = [&](const char* face, bool serves) -> std::string {
    json["face"] = face;
    json["serves"] = serves;
    std::ofstream(directory + "/job.json") << json;
    const auto file = ReadJobFile(directory);
    EXPECT_TRUE(file.ok());
    return file.ok() ? std::string(file->runtime->name) : "";
  };
  EXPECT_EQ(runtime("tensorflow1", false), "tensorflow1");
  EXPECT_EQ(runtime("tensorflow2", false), "tensorflow2");
  EXPECT_EQ(runtime("tensorflow2", true), "tensorboard");
  json["runtime"] = "cobol";
  std::ofstream(directory + "/job.json") << json;
  const auto unknown = ReadJobFile(directory);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().ToString(), HasSubstr("names the runtime 'cobol'"));
}

TEST_F(JobTest, AJobFileOfAnOlderFormatIsNotGuessedAt) {
  const std::string id = Submit(Shell("true"));
  OutputObserver observer([](std::string_view) {});
  ASSERT_TRUE(service_->Follow(id, observer, {}).ok());
  const std::string directory = catalog_->home().JobPath(id);
  std::ifstream stream(directory + "/job.json");
  auto json = nlohmann::json::parse(stream);
  json.erase("priority");
  std::ofstream(directory + "/job.json") << json;
  const auto file = ReadJobFile(directory);
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error().ToString(), HasSubstr("job.json cannot be read"));
}

}  // namespace
}  // namespace paisql::jobs
