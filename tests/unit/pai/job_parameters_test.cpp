// What a statement's parameters and the session's settings put into a job, beyond its arguments.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/components.h"
#include "pai/fake_queries.h"
#include "pai/job_fixture.h"
#include "pai/value/values.h"

namespace paisql::pai {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

// A value of the type that asks for something.
std::string SomeValue(ParameterType type) {
  switch (type) {
    case ParameterType::kBoolean:
      return "true";
    case ParameterType::kArn:
      return "acs:ram::1:role/r";
    default:
      return "x";
  }
}

TEST_F(BuildJobTest, WhatHasNoEffectIsSaidWithItsReason) {
  int accepted = 0;
  for (const Parameter& parameter :
       OfferedComponents().Find("tensorflow1120_ext")->component->parameters) {
    if (parameter.used()) continue;
    ++accepted;
    const std::string name(parameter.name);
    const auto spec = Build(std::string(kStart) + "-D" + name + "=" + SomeValue(parameter.type));
    ASSERT_TRUE(spec.ok()) << spec.error().ToString();
    EXPECT_THAT(
        spec->notes,
        ElementsAre("-D" + name + " has no effect here: " + std::string(parameter.no_effect)));
    const std::string nothing =
        parameter.default_value.empty() ? "''" : std::string(parameter.default_value);
    const auto silent = Build(std::string(kStart) + "-D" + name + "=" + nothing);
    ASSERT_TRUE(silent.ok()) << silent.error().ToString();
    EXPECT_TRUE(silent->notes.empty()) << name;
  }
  EXPECT_EQ(accepted, 13);
}

TEST_F(BuildJobTest, AValueOfTheStatementGoesBeforeThatOfASetting) {
  settings_["odps.pai.property.rdmaRequired"] = "yes";
  EXPECT_THAT(Build(kStart)->notes, ElementsAre(StartsWith("-DrdmaRequired has no effect here")));
  EXPECT_THAT(Build(std::string(kStart) + "-DrdmaRequired=no")->notes, ElementsAre());
}

TEST_F(BuildJobTest, SettingsThatCountGoIntoTheJob) {
  settings_ = {{"odps.instance.priority", "2"},
               {"odps.sql.timezone", "UTC"},
               {"odps.pai.property.jobName", "named"},
               {"odps.sql.allow.fullscan", "true"},
               {"paisql.gpus", "2"},
               {"paisql.quota.cpu", "1.5"},
               {"paisql.quota.memory", "16GB"},
               {"paisql.quota.fit", "false"}};
  const auto spec = Build(kStart);
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_EQ(spec->priority, 2);
  EXPECT_EQ(spec->quota, (jobs::QuotaLimits{150, 16 * 1024, "0,1", false}));
  EXPECT_EQ(spec->settings.size(), settings_.size() - 1);
  EXPECT_EQ(spec->settings.count("odps.sql.allow.fullscan"), 0U);
  EXPECT_THAT(spec->settings, Contains(Pair("paisql.gpus", "2")));
  // The statement's own parameters are kept apart from what the settings add.
  EXPECT_THAT(spec->parameters, UnorderedElementsAre(Pair("script", "file://train.py")));

  settings_.clear();
  const auto plain = Build(kStart);
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->priority, 9);
  EXPECT_EQ(plain->quota, jobs::QuotaLimits());
}

TEST_F(BuildJobTest, TheJobHasTheNameOfItsParameter) {
  EXPECT_EQ(Build(std::string(kStart) + "-jobname option")->job_name, "option");
  EXPECT_EQ(Build(std::string(kStart) + "-jobname option -DjobName=own")->job_name, "own");
}

TEST_F(BuildJobTest, VolumesAreFoldersOfTheHome) {
  Write("home/volumes/prj/words/v1/sub/a.txt", "");
  Write("home/volumes/prj/words/v2/a.txt", "");
  Write("hyper.txt", "vocabulary=/data/volume2/a.txt\n");
  const std::string folders = folder_ + "/home/volumes/prj/words";
  const auto spec =
      Build(std::string(kStart) +
            "-Dvolumes='odps://PRJ/volumes/words/v1/sub/, odps://prj/volumes/words/v2' "
            "-DhyperParameters=file://hyper.txt "
            "-DuserDefinedParameters='--a=/data/volume1 --b /data/volume3 --c=/data/volume11'");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_THAT(
      spec->arguments,
      ElementsAre("--volumes=odps://PRJ/volumes/words/v1/sub/,odps://prj/volumes/words/v2"));
  EXPECT_THAT(spec->user_arguments,
              ElementsAre("--vocabulary=" + folders + "/v2/a.txt", "--a=" + folders + "/v1/sub",
                          "--b", "/data/volume3", "--c=/data/volume11"));
  EXPECT_EQ(spec->environment.at("PAISQL_VOLUME_1"), folders + "/v1/sub");
  EXPECT_EQ(spec->environment.at("PAISQL_VOLUME_2"), folders + "/v2");
}

TEST_F(BuildJobTest, WrongVolumesAreNamedWithTheirPlace) {
  Write("home/volumes/prj/words/v1/a.txt", "");
  const std::string missing = folder_ + "/home/volumes/prj/words/v2";
  EXPECT_THAT(
      Reason("-Dvolumes=odps://prj/volumes/words/v1,odps://prj/volumes/words/v2"),
      HasSubstr("the volume's folder " + missing +
                " does not exist @ odps://prj/volumes/words/v2 ! FS -mkv makes a volume, FS -put "
                "file /words/v2 puts files there"));
  EXPECT_THAT(
      Reason("-Dvolumes=odps://pri/volumes/words/v1"),
      HasSubstr("project 'pri' does not exist @ odps://pri/volumes/words/v1 ! a new project is "
                "made by starting with --project pri"));
  for (const char* wrong :
       {"odps://prj/volumes/words", "odps://prj/tables/words/v1", "prj/volumes/words/v1",
        "odps://prj/volumes/words/../v1", "odps://prj/volumes//v1"}) {
    EXPECT_THAT(Reason(std::string("-Dvolumes=") + wrong),
                HasSubstr("is not the name of a volume's partition @ " + std::string(wrong)));
  }
  EXPECT_THAT(Reason("-Doutputs=odps://prj/volumes/words/v1"),
              HasSubstr("Unsupported function or operation - 'odps://prj/volumes/words/v1' is a "
                        "volume, and writing volumes is not offered @ odps://prj/"));
  EXPECT_THAT(Reason("-Dtables=odps://prj/volumes/words/v1"), HasSubstr("! name it in -Dvolumes"));
}

TEST(VolumeFoldersTest, OnlyWholePathsAreReplaced) {
  const std::vector<std::string> folders = {"/one", "/two"};
  EXPECT_EQ(WithVolumeFolders("/data/volume1", folders), "/one");
  EXPECT_EQ(WithVolumeFolders("a=/data/volume2/x,/data/volume1:9", folders), "a=/two/x,/one:9");
  EXPECT_EQ(WithVolumeFolders("file:///data/volume1/x", folders), "file:///one/x");
  for (const char* text : {"/data/volume0", "/data/volume3", "/data/volume12", "/data/volume1a",
                           "/data/volume01", "/data/volume", "/my/data/volume1", "/data/volume1_b",
                           "/data/volume99999999999999999999999", "/data/volumes/1", ""})
    EXPECT_EQ(WithVolumeFolders(text, folders), text);
}

TEST_F(BuildJobTest, ABoardServesTheFolderOfItsSummaries) {
  const std::string start = "PAI -name tensorboard -jobname shown -DsummaryDir=";
  const auto spec = Build(start + "'oss://models.host/a/?role_arn=r&host=h' -DossHost=x");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_TRUE(spec->serves);
  EXPECT_TRUE(spec->claims_nothing);
  EXPECT_EQ(spec->runtime, "tensorboard");
  EXPECT_THAT(spec->arguments, ElementsAre("--logdir=" + folder_ + "/home/oss/models/a"));
  EXPECT_EQ(spec->limits.hung_seconds, 0);
  EXPECT_EQ(spec->roles[0].gpu, 0);
  EXPECT_EQ(spec->job_name, "shown");
  EXPECT_THAT(spec->notes, ElementsAre("-DossHost has no effect here: local buckets need no host",
                                       HasSubstr("bucket 'models' is new: an empty one is made"),
                                       HasSubstr("oss://models.host/a/ does not exist yet")));
  EXPECT_THAT(spec->new_folders, ElementsAre(folder_ + "/home/oss/models"));
  settings_ = {{"paisql.oss.autocreate", "false"}};
  EXPECT_THAT(Failure(start + "oss://models/a/"), HasSubstr("bucket 'models' does not exist"));
  settings_ = {};
  Write("home/oss/models/a/events", "");
  EXPECT_THAT(Build(start + "oss://models/a/")->notes, ElementsAre());
  EXPECT_THAT(Failure(start + "models/a"), HasSubstr("does not begin with oss:// @ models/a"));
  EXPECT_THAT(Failure("PAI -name tensorboard"), HasSubstr("parameter 'summaryDir' is missing"));
}

TEST_F(BuildJobTest, TheExamplesOfTheHelpAreAccepted) {
  ASSERT_TRUE(catalog_->EnsureProject("default_project").ok());
  // What the statements before the last one make, and the files that they name.
  using Columns = std::vector<std::pair<const char*, TypeId>>;
  const std::vector<std::pair<const char*, Columns>> tables = {
      {"points", {{"x", TypeId::kDouble}, {"y", TypeId::kDouble}}},
      {"doubled", {{"x", TypeId::kDouble}}},
      {"clicks", {{"id", TypeId::kBigint}, {"text", TypeId::kString}}},
      {"flowers", {{"sizes", TypeId::kString}, {"kind", TypeId::kString}}},
      {"model", {{"model_id", TypeId::kBigint}, {"model_info", TypeId::kString}}},
      {"kinds",
       {{"model_id", TypeId::kBigint},
        {"model_info", TypeId::kString},
        {"label_value", TypeId::kString}}},
      {"line",
       {{"model_id", TypeId::kBigint},
        {"model_info", TypeId::kString},
        {"label_value", TypeId::kDouble}}}};
  for (const auto& [name, columns] : tables) {
    store::Table table;
    table.name = name;
    for (const auto& [column_name, type] : columns) {
      store::Column& column = table.columns.emplace_back();
      column.name = column_name;
      column.type = type;
    }
    for (const char* project : {"prj", "default_project"}) {
      table.project = project;
      ASSERT_TRUE(catalog_->CreateTable(table).ok());
    }
  }
  for (const char* file : {"models/1617959973/saved_model.pb", "model.pt", "model.onnx"}) {
    Write(file, "");
  }
  FakeQueries queries;
  queries_ = &queries;
  for (const Component& component : OfferedComponents().rows()) {
    if (component.classic) continue;  // tests/pai/classic/test_component_examples.py runs theirs
    const std::string help = HelpText({std::string(component.names[0]), &component});
    const size_t begin = help.rfind("PAI -name ");
    const std::string text = help.substr(begin, help.rfind(';') - begin);
    EXPECT_TRUE(Build(text).ok()) << Failure(text);
  }
}

TEST_F(BuildJobTest, AQuoteWithinAValueIsToBeEscaped) {
  EXPECT_EQ(
      Reason("-Dcluster=\"{\"ps\":{\"count\":1}}\""),
      "ODPS-0110021:[1,68] Invalid parameters - the value of cluster ends at the quote before "
      "this @ ps\":{\"count\":1}}\" ! write \\\" for a quote within a value, or put the value "
      "in single quotes");
}

TEST_F(BuildJobTest, ATypographicDashIsNamed) {
  EXPECT_THAT(
      Failure("PAI –name tensorflow1120"),
      AllOf(HasSubstr("'–name' begins with a dash @ –name"), HasSubstr("ASCII character -")));
  EXPECT_THAT(Reason("—Dtags=a"), HasSubstr("'—Dtags=a' begins with a dash"));
}

TEST_F(BuildJobTest, AnOptionWithoutItsValueIsNamed) {
  EXPECT_THAT(Failure("PAI -name"), HasSubstr("-name has no value @ -name"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -project -Dscript=file://train.py"),
              HasSubstr("-project has no value @ -project"));
}

TEST_F(BuildJobTest, AValueThatIsACommentIsNoEmptyValue) {
  EXPECT_THAT(Reason("-DuserDefinedParameters=--a=b\n-Dtags=x"),
              AllOf(HasSubstr("userDefinedParameters has no value: -- outside quotes begins a "
                              "comment @ userDefinedParameters"),
                    HasSubstr("-DuserDefinedParameters=\"--...\"")));
  EXPECT_THAT(Reason("-DuserDefinedParameters=--a=b;\nSELECT 1"), HasSubstr("begins a comment"));
  EXPECT_THAT(Build(std::string(kStart) + "-DuserDefinedParameters=''")->notes, ElementsAre());
  EXPECT_THAT(Build(std::string(kStart) + "-DuserDefinedParameters=")->notes,
              ElementsAre(StartsWith("-DuserDefinedParameters has no value")));
  EXPECT_TRUE(Build(std::string(kStart) + "-Dtags= -- nothing\n-DjobName=x").ok());
}

TEST_F(BuildJobTest, SeveralNamesWhereOneIsMeantAreRefused) {
  std::filesystem::create_directories(folder_ + "/home/oss/a");
  for (const std::string parameter : {"checkpointDir", "buckets"}) {
    EXPECT_THAT(Reason("-D" + parameter + "=\"oss://a/，oss://a/\""),
                HasSubstr("'oss://a/，oss://a/' is more than one name @ "));
  }
  EXPECT_THAT(Reason("-DcheckpointDir=\"oss://a/,oss://b/\""), HasSubstr("more than one name"));
  EXPECT_THAT(Reason("-Dtables=\"odps://prj/tables/plain;odps://prj/tables/plain\""),
              AllOf(HasSubstr("more than one name"), HasSubstr("ASCII commas")));
  EXPECT_TRUE(Build(std::string(kStart) + "-DcheckpointDir='oss://a/b,c/?host=oss://x'").ok());
}

TEST_F(BuildJobTest, AVariableInANameIsSaidNotToBeReplaced) {
  for (const std::string name :
       {"${prj}/tables/plain", "prj/tables/${t}", "prj/tables/parts/ds=${bizdate}"}) {
    EXPECT_THAT(Reason("-Dtables='odps://" + name + "'"), HasSubstr("variables are not replaced"));
    EXPECT_THAT(Reason("-Doutputs='odps://" + name + "'"), HasSubstr("variables are not replaced"));
  }
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript='odps://${prj}/resources/t.py'"),
              HasSubstr("variables are not replaced"));
}

TEST_F(BuildJobTest, AnEntryFileOfASingleScriptIsSaidToHaveNoEffect) {
  EXPECT_THAT(Build(std::string(kStart) + "-DentryFile=other.py")->notes,
              ElementsAre("-DentryFile has no effect here: the script is a single file"));
  EXPECT_THAT(Build(std::string(kStart) + "-DentryFile=./train.py")->notes, ElementsAre());
}

}  // namespace
}  // namespace paisql::pai
