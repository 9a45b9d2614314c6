// Completion of PAI statements, for every algorithm.

#include "completion_cases.h"
#include "pai/components.h"

namespace paisql::completion {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;

TEST(CompletionTest, Pai) {
  Check({
      {"PAI -|", {"-name", "-project", "-D", "-jobname"}, {"-Dscript="}},
      {"pai -n|", {"-name"}, {"-project"}},
      {"PAI -name tensorb|", {"tensorboard"}, {"tensorflow"}},
      {"PAI -name=tensorflow112|", {"tensorflow1120_ext"}, {"tensorflow1150"}},
      {"PAI -project algo_public|", {"algo_public", "algo_public_dev"}, {"algo_platform"}},
      {"PAI -name tensorflow -Dmax|", {"-DmaxTrainingTimeInHour="}, {"-Dscript="}},
      {"PAI -name tensorboard -D|", {"-DsummaryDir="}, {"-Dscript="}},
      {"PAI -Dgpur|", {"-DgpuRequired="}},
      {"PAI -Dtables='a b' -Dta|", {"-Dtags="}, {"-Dtables="}},
      {"PAI -DenableDynamicCluster=|", {"true", "false"}},
      {"PAI -DenableDynamicCluster f|", {"false"}, {"true"}},
      {"PAI -name tensorflow -Dscript=|", {"file://", "odps://", "oss://"}},
      {"PAI -name tensorflow -Dscript=file://tr|", {"train.py"}, {"big.csv"}},
      {"PAI -name tensorflow -Dscript=\"file://tr|", {"train.py\""}},
      {"PAI -name tensorflow -Dscript=odps://shop/resources/|", {"odps://shop/resources/score.py"}},
      {"PAI -name tensorflow -Dtables=|", {"odps://shop/tables/"}},
      {"PAI -name tensorflow -Dtables=odps://|", {"odps://shop/", "odps://archive/"}},
      {"PAI -name tensorflow -Dtables=odps://shop/tables/o|",
       {"odps://shop/tables/orders"},
       {"odps://shop/tables/buyers"}},
      {"PAI -name tensorflow -Dtables=\"odps://shop/tables/o,odps://shop/tables/bu|",
       {"odps://shop/tables/buyers"}},
      {"PAI -name tensorflow -Dtables=odps://shop/tables/orders/|",
       {"odps://shop/tables/orders/ds="}},
      {"PAI -name tensorflow -Dtables=odps://shop/tables/orders/ds=|",
       {"odps://shop/tables/orders/ds=20260103"}},
      {"PAI -name tensorflow -DcheckpointDir=oss://|", {"oss://models/"}},
      {"PAI -DinputTableName=o|", {"orders"}},
      {"PAI -name tensorflow_batch -DinputTableName=o|", {"orders"}},
      {"PAI -name tensorflow_batch -DinputTableName=odps://shop/tables/o|",
       {"odps://shop/tables/orders"}},
      {"PAI -DinputTableName=orders -DlabelColName=|", {"price", "id"}, {"name", "ds"}},
      {"PAI -DinputTableName=orders -DfeatureColNames=id,p|", {"price"}, {"id"}},
      {"PAI -DinputTableName orders -DinputTablePartitions ds=|", {"ds=20260103"}},
      {"PAI -name kmeans -DINPUTTABLENAME=orders -Dselectedcolnames=id,|", {"price"}},
      {"PAI -name prediction -DinputTableName=orders -DmodelName=|", {"churn"}},
      {"SELECT ';';\nPAI -name tensorboard\n  -Dsum|", {"-DsummaryDir="}},
      {"PAIX -|", {}, {"-name"}},
  });
}

// Whether a parameter's value is a column of the input, or several of them.
bool IsColumns(std::string_view name) {
  for (const std::string_view end : {"Cols", "Col"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

TEST(CompletionTest, ParametersOfEveryAlgorithm) {
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    const std::string start = "PAI -name " + std::string(component.names[0]);
    const std::vector<std::string> names = Texts(start + " -D|");
    EXPECT_EQ(names.size(), component.parameters.size()) << start;
    for (const pai::Parameter& parameter : component.parameters) {
      const std::string option = "-D" + std::string(parameter.name) + "=";
      EXPECT_THAT(names, Contains(option)) << start;
      const std::string given = start + " -DinputTableName=buyers " + option;
      if (!parameter.words.empty()) {
        EXPECT_EQ(Texts(given + "|"), pai::WordsOf(parameter)) << given;
      } else if (parameter.type == pai::ParameterType::kBoolean) {
        EXPECT_THAT(Texts(given + "|"), ElementsAre("true", "false")) << given;
      } else if (parameter.type == pai::ParameterType::kTable) {
        EXPECT_THAT(Texts(start + " " + option + "o|"), Contains("orders")) << given;
      } else if (IsColumns(parameter.name)) {
        EXPECT_THAT(Texts(given + "na|"), ElementsAre("name")) << given;
      } else if (parameter.type == pai::ParameterType::kScript) {
        EXPECT_THAT(Texts(given + "|"), Contains("file://")) << given;
      } else if (parameter.type == pai::ParameterType::kFiles) {
        EXPECT_THAT(Texts(given + "file://train.py,|"), Contains("oss://")) << given;
      } else if (parameter.type == pai::ParameterType::kInteger) {
        EXPECT_THAT(Texts(given + "|"), Each(std::string(parameter.default_value))) << given;
      }
    }
  }
  Check({
      {"PAI -name tensorflow_batch -DbroadcastTableNames=orders,bu|", {"buyers"}, {"orders"}},
      {"PAI -name tensorflow_batch -DnullValues=o|", {"omit"}, {"error"}},
      {"PAI -name tensorflow_batch -DinputTableName=buyers -DselectedCols=id,na|", {"name"}},
      {"PAI -name sql_stream -DstartupMode=g|", {"GROUP_OFFSETS"}, {"LATEST"}},
  });
}

}  // namespace
}  // namespace paisql::completion
