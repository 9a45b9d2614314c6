#include "nodes/run/node_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace paisql::nodes {
namespace {

std::string WhyOf(const std::string& log) {
  const std::string path = testing::TempDir() + "first_line_of_why.log";
  std::ofstream(path, std::ios::binary) << log;
  std::string why = FirstLineOfWhy(path);
  std::filesystem::remove(path);
  return why;
}

TEST(FirstLineOfWhyTest, AnErrorOfAStatementElseTheLastLine) {
  EXPECT_EQ(WhyOf("1 row\nFAILED: ODPS-0130161: no\n  at 1:1\nFAILED: two\n"),
            "FAILED: ODPS-0130161: no");
  EXPECT_EQ(WhyOf("first\n  last \n\n"), "last");
  EXPECT_EQ(WhyOf(""), "");
  EXPECT_EQ(FirstLineOfWhy("/nonexistent/log"), "");
}

TEST(FirstLineOfWhyTest, OfALongLogTheBeginAndTheEnd) {
  std::string rows;
  while (rows.size() < 1000000) rows += "a row of a long result FAILED: x\n";
  EXPECT_EQ(WhyOf("FAILED: at once\n" + rows + "end\n"), "FAILED: at once");
  EXPECT_EQ(WhyOf(rows + "FAILED: in the end\nmore\n"), "FAILED: in the end");
  EXPECT_EQ(WhyOf(rows + "killed\n"), "killed");
  // Nobody reads a line of a megabyte.
  EXPECT_EQ(WhyOf(std::string(1000000, 'x')).size(), 2000U);
}

}  // namespace
}  // namespace paisql::nodes
