#include "pai/build_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "pai/job_fixture.h"

namespace paisql::pai {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(BuildJobTest, EverythingReachesTheScriptInThePlatformsOrder) {
  Write("hyper.txt", "\nlr=0.1\n name = 'a b' \njson=\"{'x': 1}\"\r\n");
  settings_["odps.sql.timezone"] = "UTC";
  const auto spec = Build(
      "PAI -name tensorflow1120_ext -project algo_public\n -Dscript=\"file://train.py\"\n"
      " -DuserDefinedParameters=\"--flag --k 'two words' --j='x'\"\n "
      "-DhyperParameters=file://hyper.txt\n"
      " -DcheckpointDir='oss://models.oss-cn.aliyuncs.com/a/?role_arn=r&host=h'\n"
      " -Doutputs=odps://prj/tables/plain -Dtables=' odps://prj/tables/plain , "
      "odps://PRJ/tables/parts/ds=20260101'\n"
      " -Darn=acs:ram::1:role/r -DossHost=oss-cn-beijing-internal.aliyuncs.com -DgpuRequired=0 "
      "-DjobName=iris -Dtags=cnn");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_THAT(spec->arguments,
              ElementsAre("--tables=odps://prj/tables/plain,odps://PRJ/tables/parts/ds=20260101",
                          "--outputs=odps://prj/tables/plain",
                          "--checkpointDir=oss://models.oss-cn.aliyuncs.com/a/"));
  EXPECT_THAT(spec->user_arguments, ElementsAre("--lr=0.1", "--name=a b", "--json={'x': 1}",
                                                "--flag", "--k", "two words", "--j=x"));
  EXPECT_EQ(spec->runtime, "tensorflow1");
  EXPECT_EQ(spec->script.path, folder_ + "/train.py");
  EXPECT_EQ(spec->job_name, "iris");
  EXPECT_EQ(spec->roles[0].gpu, 0);
  ASSERT_EQ(spec->tables.size(), 2U);
  EXPECT_EQ(spec->tables[1].url, "odps://PRJ/tables/parts/ds=20260101");
  EXPECT_THAT(spec->tables[1].partition_values, ElementsAre("20260101"));
  EXPECT_EQ(spec->environment.at("PAISQL_TIME_ZONE"), "UTC");
  EXPECT_THAT(spec->notes, ElementsAre("-DossHost has no effect here: local buckets need no host",
                                       StartsWith("bucket 'models' is new: an empty one is made"),
                                       "-Darn has no effect here: the home has no roles"));
  EXPECT_EQ(spec->parameters.at("tags"), "cnn");
  EXPECT_EQ(spec->parameters.at("gpuRequired"), "0");
  EXPECT_EQ(spec->parameters.count("cluster"), 0U);
  EXPECT_EQ(spec->script_folder, folder_);
  EXPECT_FALSE(spec->serves);
}

TEST_F(BuildJobTest, OnlyWhatIsGivenAppears) {
  const auto spec = Build(std::string(kStart) + "-Dtables='' -DgpuRequired=''");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_TRUE(spec->arguments.empty());
  EXPECT_EQ(spec->roles[0].gpu, 100);
}

TEST_F(BuildJobTest, ScriptsComeFromFilesResourcesAndBuckets) {
  store::Resource resource;
  resource.project = "prj";
  resource.name = "job.py";
  resource.path = folder_ + "/train.py";
  ASSERT_TRUE(catalog_->AddResource(resource, false).ok());
  Write("home/oss/code/dir/t.py", "");
  for (const std::string& script :
       {"file://" + folder_ + "/train.py", std::string("file:train.py"),
        std::string("odps://prj/resources/job.py"), std::string("prj/resources/job.py"),
        std::string("oss://code.host//dir/t.py")}) {
    const auto spec = Build("PAI -name tensorflow1120 -Dscript='" + script + "'");
    ASSERT_TRUE(spec.ok()) << script << ": " << spec.error().ToString();
    EXPECT_TRUE(std::filesystem::is_regular_file(spec->script.path)) << spec->script.path;
  }
}

TEST_F(BuildJobTest, ArchivesNeedAnEntry) {
  Write("pack/main/train.py", "");
  ASSERT_EQ(std::system(("tar czf " + folder_ + "/a.tar.gz -C " + folder_ + "/pack .").c_str()), 0);
  const std::string start = "PAI -name tensorflow1120 -Dscript=file://a.tar.gz";
  const auto spec = Build(start + " -DentryFile=./main/train.py");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_EQ(spec->script.entry_file, "main/train.py");
  EXPECT_THAT(Failure(start), HasSubstr("an archive needs -DentryFile @ file://a.tar.gz"));
  EXPECT_THAT(Failure(start + " -DentryFile=main/trian.py"),
              HasSubstr("the archive holds no file 'main/trian.py' @ main/trian.py ! did you mean "
                        "'main/train.py'"));
  Write("b.tar.gz", "x");
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=file://b.tar.gz -DentryFile=x"),
              HasSubstr("cannot be unpacked"));
}

TEST_F(BuildJobTest, TheAlgorithmIsChecked) {
  EXPECT_THAT(
      Failure("PAI -name tensorflow1120_ex -Dscript=x"),
      StartsWith(
          "ODPS-1229011:[1,11] Xflow not found - algorithm 'tensorflow1120_ex' is not offered @ "
          "tensorflow1120_ex ! did you mean 'tensorflow1120_ext'"));
  EXPECT_THAT(Failure("PAI -name logistic_regression -Dx=1"),
              StartsWith("ODPS-1229011:[1,11] Xflow not found"));
  EXPECT_THAT(
      Failure("PAI -name pytorch180 -Dx=1"),
      HasSubstr("Unsupported function or operation - algorithm 'pytorch180' is PyTorch, and "
                "is not offered @ pytorch180 ! TensorFlow scripts run here"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -project algo_pulic -Dscript=x"),
              HasSubstr("project 'algo_pulic' has no algorithm tensorflow1120 @ algo_pulic ! did "
                        "you mean 'algo_public'"));
  EXPECT_THAT(Failure("PAI -Dscript=x"), HasSubstr("model name must be specified"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -nam x -Dscript=x"),
              HasSubstr("PAI has no option -nam @ -nam"));
  EXPECT_THAT(
      Failure("PAI -name tensorflow1120 script=x"),
      StartsWith("ODPS-0110021:[1,26] Invalid parameters - should use -D options: 'script=x'"));
}

TEST_F(BuildJobTest, ParametersAreChecked) {
  EXPECT_THAT(Reason("-Dtable=x"),
              HasSubstr("has no parameter 'table' @ table ! did you mean 'tables'"));
  EXPECT_THAT(Reason("-Dworkers=2"), HasSubstr("HELP PAI tensorflow1120_ext;"));
  EXPECT_THAT(Reason("-DjobName=a -DjobName=b"), HasSubstr("parameter 'jobName' is given twice"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120"),
              HasSubstr("parameter 'script' is missing @ tensorflow1120"));
  EXPECT_THAT(Reason("-DgpuRequired=many"),
              HasSubstr("'many' is not a value for gpuRequired @ many"));
  EXPECT_THAT(Reason("-DgpuRequired=-1"), HasSubstr("'-1' is not a value for gpuRequired"));
  EXPECT_THAT(Reason("-Darn=me"), HasSubstr("write acs:ram::<uid>:role/<name>"));
  EXPECT_THAT(Reason("-DossHost=http://x"), HasSubstr("without http://"));
  EXPECT_THAT(Reason("-DenableDynamicCluster=maybe"),
              HasSubstr("'maybe' is not a value for enableDynamicCluster @ maybe"));
  EXPECT_EQ(Reason("-DenableDynamicCluster=false -Dcluster='' -DmaxTrainingTimeInHour=0 "
                   "-DallOrNothing=true"),
            "no error");
  EXPECT_THAT(Reason("-DautoStrategy=maybe"),
              HasSubstr("'maybe' is not a value for autoStrategy @ maybe ! write true or false"));
  EXPECT_THAT(
      Reason("-DgpuRequired=150"),
      HasSubstr("'150' is not a value for gpuRequired @ 150 ! write a multiple of 100 (100 is "
                "one GPU), or less than 100 for a share of one"));
  for (const char* gpu : {"0", "25", "50", "100", "200", "800", "''"})
    EXPECT_EQ(Reason(std::string("-DgpuRequired=") + gpu), "no error") << gpu;
  for (const char* name : {"cpuRequired", "memRequired", "maxHungTimeBeforeGCInSeconds",
                           "maxTrainingTimeInHour", "gpuRequired"}) {
    EXPECT_THAT(Reason(std::string("-D") + name + "=1.5"),
                HasSubstr(std::string("'1.5' is not a value for ") + name + " @ 1.5"));
  }
  EXPECT_THAT(Reason("-DuserDefinedParameters=\"--a='b\""), HasSubstr("the quote ' does not end"));
}

TEST_F(BuildJobTest, SettingsAddParameters) {
  settings_["odps.pai.property.jobName"] = "from settings";
  EXPECT_EQ(Build(kStart)->job_name, "from settings");
  EXPECT_EQ(Build(std::string(kStart) + "-DjobName=own")->job_name, "own");
}

TEST_F(BuildJobTest, TablesAreFoundOrNamedWithTheirPlace) {
  EXPECT_THAT(
      Reason("-Dtables=\"odps://prj/tables/plain,odps://prj/tables/plian\""),
      StartsWith("ODPS-0130131:[1,89] Table not found - table prj.plian cannot be resolved @ "
                 "odps://prj/tables/plian ! did you mean 'plain'"));
  EXPECT_THAT(Reason("-Dtables=odps://pri/tables/plain"),
              HasSubstr("ODPS-0420111:[1,64] Project not found"));
  EXPECT_THAT(Reason("-Dtables=plain"), HasSubstr("'plain' is not the name of a table"));
  EXPECT_THAT(Reason("-Dtables=odps://prj/table/plain"), HasSubstr("is not the name of a table"));
  EXPECT_THAT(Reason("-Dtables=odps://prj/tables/plain/ds=1"),
              HasSubstr("table prj.plain has no partitions"));
  EXPECT_THAT(Reason("-Dtables=odps://prj/tables/parts/day=1"),
              HasSubstr("'day' is not the partition key number 1"));
  EXPECT_THAT(Reason("-Dtables=odps://prj/tables/parts/ds=20260102/hour=0"),
              HasSubstr("has no partition ds=20260102/hour=0"));
  const auto spec =
      Build(std::string(kStart) + "-Dtables=\"odps://prj/tables/parts/ds='20260101'/hour=01\"");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_THAT(spec->tables[0].partition_values, ElementsAre("20260101", "1"));
}

TEST_F(BuildJobTest, OutputsAreWholeTablesOrExistingPartitions) {
  EXPECT_THAT(Reason("-Doutputs=odps://prj/tables/parts"), HasSubstr("add /ds=<value>"));
  EXPECT_THAT(Reason("-Doutputs=odps://prj/tables/parts/ds=20260101"),
              HasSubstr("add /hour=<value>"));
  EXPECT_THAT(Reason("-Doutputs=odps://prj/tables/parts/ds=20260101/hour=9"),
              HasSubstr("ADD IF NOT EXISTS PARTITION"));
  EXPECT_EQ(Reason("-Doutputs=odps://prj/tables/parts/ds=20260101/hour=1"), "no error");
}

TEST_F(BuildJobTest, FilesAndBucketsAreFoundOrNamed) {
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=file://trian.py"),
              HasSubstr("trian.py does not exist @ file://trian.py ! did you mean 'train.py'"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=file://home"), HasSubstr("is a folder"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=train.py"),
              HasSubstr("'train.py' names no file"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=prj/resources/none.py"),
              StartsWith("ODPS-0410100"));
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=oss://none/a.py"),
              HasSubstr("bucket 'none' does not exist @ oss://none/a.py ! CREATE BUCKET none; "
                        "makes it"));
  Write("notes.txt", "");
  EXPECT_THAT(Failure("PAI -name tensorflow1120 -Dscript=file://notes.txt"),
              HasSubstr("is neither a .py file nor an archive"));
  std::filesystem::create_directories(folder_ + "/home/oss/iris-data");
  EXPECT_THAT(Reason("-DcheckpointDir=/tmp/x"), HasSubstr("does not begin with oss://"));
  const auto spec =
      Build(std::string(kStart) + "-Dbuckets='oss://iris-data.host/a/?role_arn=r&host=h'");
  ASSERT_TRUE(spec.ok());
  EXPECT_THAT(spec->arguments, ElementsAre("--buckets=oss://iris-data.host/a/"));
  EXPECT_THAT(spec->notes, ElementsAre());
  Write("hyper.txt", "a=1\nno line\n");
  EXPECT_THAT(Reason("-DhyperParameters=file://hyper.txt"),
              HasSubstr("hyper.txt, line 2 is not key=value: no line"));
}

TEST_F(BuildJobTest, BucketsThatAreMissingAreMade) {
  std::filesystem::create_directories(folder_ + "/home/oss/iris-data");
  const std::string folder = folder_ + "/home/oss/iris-date";
  const auto spec = Build(std::string(kStart) +
                          "-Dbuckets=oss://iris-data/a/,oss://iris-date/b/ "
                          "-DcheckpointDir=oss://iris-date/model");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_THAT(spec->new_folders, ElementsAre(folder));
  EXPECT_THAT(spec->notes,
              ElementsAre("bucket 'iris-date' is new: an empty one is made, the folder " + folder +
                          "; did you mean 'iris-data'?"));
  EXPECT_FALSE(std::filesystem::exists(folder));  // not before the job starts
}

TEST_F(BuildJobTest, BucketsThatAreMissingAreRefusedWhereTheUserWantsThat) {
  std::filesystem::create_directories(folder_ + "/home/oss/iris-data");
  settings_ = {{"paisql.oss.autocreate", "false"}};
  EXPECT_THAT(
      Reason("-Dbuckets=oss://iris-data/a/,oss://iris-date/b/"),
      HasSubstr(
          "bucket 'iris-date' does not exist @ oss://iris-date/b/ ! did you mean 'iris-data'"));
  for (const char* parameter : {"-Dbuckets=", "-DcheckpointDir="}) {
    EXPECT_THAT(Reason(std::string(parameter) + "oss://none.host/a/"),
                HasSubstr("bucket 'none' does not exist @ oss://none.host/a/ ! CREATE BUCKET none; "
                          "makes it"));
  }
}

TEST_F(BuildJobTest, BucketsReachTheScriptWithASlashAtTheirEnd) {
  std::filesystem::create_directories(folder_ + "/home/oss/b/in");
  Write("home/oss/b/in/a.csv", "");
  struct Case {
    const char* written;
    const char* passed;
  };
  const std::string note =
      "-Dbuckets: the platform needs a '/' at the end of each folder; the script gets ";
  for (const Case& one : {Case{"oss://b", "oss://b/"},
                          {"oss://b?host=h", "oss://b/"},
                          {"oss://b.host/in?host=h", "oss://b.host/in/"},
                          {"oss://b/new", "oss://b/new/"}}) {
    const auto spec = Build(std::string(kStart) + "-Dbuckets='" + one.written + "'");
    ASSERT_TRUE(spec.ok()) << spec.error().ToString();
    EXPECT_THAT(spec->arguments, ElementsAre(std::string("--buckets=") + one.passed));
    EXPECT_THAT(spec->notes, ElementsAre(note + one.passed));
  }
  const auto both = Build(std::string(kStart) + "-Dbuckets=oss://b/in,oss://b/,oss://b/in/a.csv");
  ASSERT_TRUE(both.ok());
  EXPECT_THAT(both->arguments, ElementsAre("--buckets=oss://b/in/,oss://b/,oss://b/in/a.csv"));
  EXPECT_THAT(both->notes, ElementsAre(note + "oss://b/in/"));
}

TEST_F(BuildJobTest, CheckpointDirAndTablesKeepTheEndThatTheyHave) {
  for (const char* name : {"oss://models/a", "oss://models/a/", "oss://models"}) {
    const auto spec =
        Build(std::string(kStart) + "-DcheckpointDir='" + name + std::string("?host=h'"));
    ASSERT_TRUE(spec.ok());
    EXPECT_THAT(spec->arguments, ElementsAre(std::string("--checkpointDir=") + name));
  }
  for (const char* url : {"odps://prj/tables/parts/ds=20260101/hour=1",
                          "odps://prj/tables/parts/ds=20260101/hour=1/"}) {
    const auto spec = Build(std::string(kStart) + "-Doutputs=" + url);
    ASSERT_TRUE(spec.ok()) << spec.error().ToString();
    EXPECT_THAT(spec->arguments, ElementsAre(std::string("--outputs=") + url));
    EXPECT_THAT(spec->outputs[0].partition_values, ElementsAre("20260101", "1"));
  }
}

}  // namespace
}  // namespace paisql::pai
