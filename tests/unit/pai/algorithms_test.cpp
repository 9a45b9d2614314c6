#include "pai/algorithms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
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

// Puts `table` in the place of the one with the same first line.
std::string WithTable(const std::string& page, const std::string& table) {
  const size_t begin = page.find(table.substr(0, table.find('\n') + 1));
  if (begin == std::string::npos) return page;
  const size_t end = page.find("\n\n", begin) + 1;
  return page.substr(0, begin) + table + page.substr(end);
}

// docs/pai.md holds the tables as they are generated; PAISQL_UPDATE_DOCS=1 renews them.
TEST(AlgorithmsTest, TheReferenceIsUpToDate) {
  const std::filesystem::path data = PAISQL_TEST_DATA;
  const std::filesystem::path path = data.parent_path().parent_path() / "docs/pai.md";
  std::ifstream file(path);
  std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (std::getenv("PAISQL_UPDATE_DOCS") != nullptr) {
    page = WithTable(WithTable(page, AlgorithmsMarkdown()), ParametersMarkdown());
    std::ofstream(path) << page;
  }
  EXPECT_THAT(page, HasSubstr(AlgorithmsMarkdown()));
  EXPECT_THAT(page, HasSubstr(ParametersMarkdown()));
}

}  // namespace
}  // namespace paisql::pai
