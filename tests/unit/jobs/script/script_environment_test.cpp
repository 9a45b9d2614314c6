// What scripts get of the environment, and that no folder of a job holds its secrets.

#include "jobs/script/script_environment.h"

#include <cstdlib>

#include "jobs/job/job_directory.h"
#include "jobs/job/job_values.h"
#include "jobs/job_fixture.h"
#include "jobs/script/withheld.h"

namespace paisql::jobs {
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

TEST(ScriptEnvironment, NamesWhatItWithholds) {
  const Set secret("MY_SECRET", "s");
  const Set other("OTHER_SECRET", "s");
  const Set folder("OLDPWD", "/");
  const Set java("JAVA_HOME", "/j");
  const Set family("HADOOP_CONF_DIR", "/h");
  EXPECT_THAT(ScriptEnvironment({}, {}),
              ::testing::IsSupersetOf({"JAVA_HOME=/j", "HADOOP_CONF_DIR=/h"}));
  const auto names = WithheldVariables({false, {{"OTHER_SECRET", "t"}}});
  EXPECT_THAT(names, Contains("MY_SECRET"));
  for (const char* name : {"OTHER_SECRET", "OLDPWD", "JAVA_HOME", "HADOOP_CONF_DIR", "PATH"}) {
    EXPECT_THAT(names, Not(Contains(name)));
  }
  EXPECT_THAT(WithheldVariables({true, {}}), ElementsAre());
}

TEST_F(JobTest, AFailureTellsWhichVariablesWereWithheld) {
  const Set secret("MY_SECRET", "hidden 1");
  const auto log = [this](const char* script) {
    const std::string id = Submit(Shell(script));
    (void)Wait(id);
    const auto text = ReadFile(catalog_->home().JobPath(id) + "/logs/supervisor.log");
    return text.ok() ? *text : std::string();
  };
  const std::string failed = log("exit 3\n");
  EXPECT_THAT(failed, HasSubstr("the script did not get these variables of the session: "));
  EXPECT_THAT(failed, HasSubstr("MY_SECRET"));
  EXPECT_THAT(failed, Not(HasSubstr("hidden")));
  EXPECT_THAT(log("exit 0\n"), Not(HasSubstr("MY_SECRET")));
}

TEST_F(JobTest, ValuesGoToTheScriptAndNotToTheFolder) {
  JobSpec spec = Shell("echo \"$1|$2|$MY_TOKEN|$PLAIN\"\n");
  spec.user_arguments = {"--password=hidden 1", "--lr=2"};
  spec.variables.named = {{"MY_TOKEN", "hidden 3"}, {"PLAIN", "hidden 4"}};
  spec.statement = "PAI -Dpassword=hidden5;";
  spec.parameters = {{"password", "hidden 6"}};
  const std::string id = Submit(spec);
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "--password=hidden 1|--lr=2|hidden 3|hidden 4\n");
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
  Result<Descriptor> values = HandOverValues(file, {"W"});
  ASSERT_TRUE(values.ok());
  JobFile other = WithoutSecrets(file);
  EXPECT_THAT(other.user_arguments, ElementsAre("--token", "***"));
  const Set variable(kValuesVariable, std::to_string(values->Release()).c_str());
  std::vector<std::string> withheld;
  ASSERT_TRUE(TakeOverValues(&other, &withheld).ok());
  EXPECT_EQ(other.user_arguments, file.user_arguments);
  EXPECT_EQ(other.environment, file.environment);
  EXPECT_THAT(withheld, ElementsAre("W"));
  EXPECT_EQ(std::getenv(kValuesVariable), nullptr);
}

}  // namespace
}  // namespace paisql::jobs
