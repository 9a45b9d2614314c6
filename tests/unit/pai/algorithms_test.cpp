#include "pai/algorithms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace paisql::pai {
namespace {

using ::testing::HasSubstr;

TEST(AlgorithmsTest, NamesAreFoundInAnyLetterCase) {
  ASSERT_NE(FindAlgorithm("TensorFlow1120_EXT"), nullptr);
  EXPECT_EQ(FindAlgorithm("tensorflow1120_ext")->face, "tensorflow1");
  EXPECT_EQ(FindAlgorithm("tensorflow_v220")->face, "tensorflow2");
  EXPECT_EQ(FindAlgorithm("tensorboard"), nullptr);
  EXPECT_EQ(FindParameter(*FindAlgorithm("tensorflow"), "Script"), nullptr);
}

TEST(AlgorithmsTest, HelpNamesEveryParameter) {
  const Algorithm& algorithm = *FindAlgorithm("tensorflow1120_ext");
  const std::string help = HelpText(algorithm);
  for (const std::string& name : ParameterNames(algorithm))
    EXPECT_THAT(help, HasSubstr("-D" + name + " ("));
  EXPECT_THAT(help, HasSubstr("-DgpuRequired (integer, default 100)"));
}

// docs/pai.md holds the tables as they are generated; this test prints them when they differ.
TEST(AlgorithmsTest, TheReferenceIsUpToDate) {
  const std::filesystem::path data = PAISQL_TEST_DATA;
  std::ifstream file(data.parent_path().parent_path() / "docs/pai.md");
  const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_THAT(page, HasSubstr(AlgorithmsMarkdown()));
  EXPECT_THAT(page, HasSubstr(ParametersMarkdown()));
}

}  // namespace
}  // namespace paisql::pai
