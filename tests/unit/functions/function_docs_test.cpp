#include "functions/function_docs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace paisql::functions {
namespace {

TEST(FunctionDocs, CommittedPageIsTheGeneratedOne) {
  const std::filesystem::path data(PAISQL_TEST_DATA);
  const std::filesystem::path path = data.parent_path().parent_path() / "docs" / "functions.md";
  if (std::getenv("PAISQL_UPDATE_DOCS") != nullptr) {
    std::ofstream(path, std::ios::binary) << FunctionDocs();
  }
  std::ifstream file(path, std::ios::binary);
  std::stringstream committed;
  committed << file.rdbuf();
  EXPECT_TRUE(committed.str() == FunctionDocs())
      << path << " is out of date: run functions_test once with PAISQL_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace paisql::functions
