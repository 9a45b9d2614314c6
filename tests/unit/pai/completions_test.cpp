#include "pai/algorithm/completions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::pai {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> Words(const std::string& text) { return CompletePai(text).words; }

TEST(CompletionsTest, OptionsAndTheirValues) {
  EXPECT_THAT(Words("PAI -"),
              ElementsAre("-D", "-cost", "-jobname", "-lineage", "-name", "-project"));
  EXPECT_THAT(Words("pai -n"), ElementsAre("-name"));
  EXPECT_THAT(Words("PAI -name tensorb"), ElementsAre("tensorboard"));
  EXPECT_THAT(Words("PAI -name=tensorflow112"),
              AllOf(Contains("-name=tensorflow1120_ext"), Not(Contains("-name=tensorflow1150"))));
  EXPECT_THAT(Words("PAI -name "), Contains("tensorflow"));
  EXPECT_THAT(Words("PAI -project algo_public"), ElementsAre("algo_public", "algo_public_dev"));
}

TEST(CompletionsTest, ParametersAreThoseOfTheAlgorithm) {
  EXPECT_THAT(Words("PAI -name tensorflow -Dmax"),
              ElementsAre("-DmaxHungTimeBeforeGCInSeconds=", "-DmaxTrainingTimeInHour="));
  EXPECT_THAT(Words("PAI -name tensorflow1120_ext -Dclu"), ElementsAre("-Dcluster="));
  EXPECT_THAT(Words("PAI -name=tensorboard -Ds"),
              ElementsAre("-DserviceSelection=", "-DsummaryDir="));
  EXPECT_THAT(Words("PAI -name tensorboard -D"), Not(Contains("-Dscript=")));
  // Without a name those of all, each once.
  EXPECT_THAT(Words("PAI -Dsu"), ElementsAre("-DsummaryDir="));
  EXPECT_THAT(Words("PAI -Dar"), ElementsAre("-Darn="));
  // In any letter case, as the name is written.
  EXPECT_THAT(Words("PAI -Dgpur"), ElementsAre("-DgpuRequired="));
}

TEST(CompletionsTest, AParameterThatIsGivenIsNotOfferedAgain) {
  EXPECT_THAT(Words("PAI -Dtables='a b' -Dta"), ElementsAre("-DtableTokenLife=", "-Dtags="));
  EXPECT_THAT(Words("PAI -Dtables x -Dta"), ElementsAre("-DtableTokenLife=", "-Dtags="));
  EXPECT_THAT(Words("PAI -Dta"), ElementsAre("-DtableTokenLife=", "-Dtables=", "-Dtags="));
}

TEST(CompletionsTest, BooleansHaveTwoValues) {
  EXPECT_THAT(Words("PAI -DenableDynamicCluster="),
              ElementsAre("-DenableDynamicCluster=false", "-DenableDynamicCluster=true"));
  EXPECT_THAT(Words("PAI -DenableDynamicCluster=t"), ElementsAre("-DenableDynamicCluster=true"));
  EXPECT_THAT(Words("PAI -DenableDynamicCluster f"), ElementsAre("false"));
  EXPECT_THAT(Words("PAI -DgpuRequired="), IsEmpty());
}

TEST(CompletionsTest, OnlyPaiStatementsAndOnlyOutsideOfQuotes) {
  for (const char* text : {"", "PAI", "PAIX -", "SELECT -", "HELP -D", "PAI -name x; -D",
                           "PAI -Djob='x -D", "PAI -Djob=\"x -Dta", "PAI -jobname "})
    EXPECT_THAT(Words(text), IsEmpty()) << text;
  const Completions second = CompletePai("SELECT ';';\nPAI -name tensorboard\n  -Dsum");
  EXPECT_THAT(second.words, ElementsAre("-DsummaryDir="));
  EXPECT_EQ(second.begin, std::string("SELECT ';';\nPAI -name tensorboard\n  ").size());
  EXPECT_THAT(Words("PAI\n-name\ntensorboard\n-"), Contains(StartsWith("-D")));
}

}  // namespace
}  // namespace paisql::pai
