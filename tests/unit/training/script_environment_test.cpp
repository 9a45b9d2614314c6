// What scripts get of the environment, and that no folder of a job holds its secrets.

#include "training/script_environment.h"

#include <cstdlib>

#include "training/job_directory.h"
#include "training/job_fixture.h"
#include "training/job_values.h"

namespace paisql::training {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

// A variable of this process while it lives.
class Set {
 public:
  Set(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Set() { unsetenv(name_); }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  const char* name_;
};

TEST(ScriptEnvironment, LetsThroughWhatProgramsNeed) {
  const Set secret("MY_SECRET", "s");
  const Set family("TF_ANYTHING", "1");
  const Set like("TFX", "1");
  const auto chosen = ScriptEnvironment({}, {{"ADDED", "2"}});
  EXPECT_THAT(chosen, Contains("TF_ANYTHING=1"));
  EXPECT_THAT(chosen, Contains("ADDED=2"));
  EXPECT_THAT(chosen, Contains(HasSubstr("PATH=")));
  EXPECT_THAT(chosen, Not(Contains("MY_SECRET=s")));
  EXPECT_THAT(chosen, Not(Contains("TFX=1")));
  EXPECT_THAT(ScriptEnvironment({true, {}}, {}), Contains("MY_SECRET=s"));
  EXPECT_THAT(ScriptEnvironment({false, {{"MY_SECRET", "t"}, {"A", "1"}}}, {{"A", "2"}}),
              ::testing::AllOf(Contains("MY_SECRET=t"), Contains("A=2"), Not(Contains("A=1"))));
}

TEST(ScriptEnvironment, SettingsChoose) {
  const EnvironmentChoice choice = ChooseEnvironment({{"paisql.job.env.A_b", "1"},
                                                      {"PAISQL.Job.Env.C", ""},
                                                      {"paisql.job.env.", "x"},
                                                      {"paisql.job.environment", "ALL"}});
  EXPECT_TRUE(choice.all);
  EXPECT_THAT(choice.named, ElementsAre(Pair("A_b", "1"), Pair("C", "")));
  EXPECT_FALSE(ChooseEnvironment({{"paisql.job.environment", "chosen"}}).all);
  for (const char* name : {"A", "_x1"}) EXPECT_TRUE(MayBeNamed(name)) << name;
  for (const char* name : {"", "1", "A B", "A=B", "PAISQL_JOB"})
    EXPECT_FALSE(MayBeNamed(name)) << name;
}

TEST_F(JobTest, ValuesGoToTheScriptAndNotToTheFolder) {
  JobSpec spec = Shell("echo \"$1|$2|$MY_TOKEN|$PLAIN\"\n");
  spec.user_arguments = {"--password=hidden 1", "--lr=2"};
  spec.variables.named = {{"MY_TOKEN", "hidden 3"}, {"PLAIN", "4"}};
  spec.statement = "PAI -Dpassword=hidden5;";
  spec.parameters = {{"password", "hidden 6"}};
  const std::string id = Submit(spec);
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "--password=hidden 1|--lr=2|hidden 3|4\n");
  const Result<std::string> text = ReadFile(catalog_->home().JobPath(id) + "/job.json");
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, Not(HasSubstr("hidden")));
  EXPECT_THAT(*text, HasSubstr("--password=***"));
  const auto row = service_->Find(id);
  EXPECT_THAT(row->statement + row->parameters, Not(HasSubstr("hidden")));
}

TEST(JobValues, AreReadAsTheyWereWritten) {
  JobFile file;
  file.arguments = {"a"};
  file.user_arguments = {"--token", "t"};
  file.environment = {{"K", "v"}};
  Result<Descriptor> values = HandOverValues(file);
  ASSERT_TRUE(values.ok());
  JobFile other = WithoutSecrets(file);
  EXPECT_THAT(other.user_arguments, ElementsAre("--token", "***"));
  const Set variable(kValuesVariable, std::to_string(values->Release()).c_str());
  ASSERT_TRUE(TakeOverValues(&other).ok());
  EXPECT_EQ(other.user_arguments, file.user_arguments);
  EXPECT_EQ(other.environment, file.environment);
  EXPECT_EQ(std::getenv(kValuesVariable), nullptr);
}

}  // namespace
}  // namespace paisql::training
