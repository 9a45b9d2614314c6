#pragma once

// Files of the checkout that are made of the program's tables, so that they cannot differ from
// them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "test_data.h"

namespace paisql {

// The file is what was made; with PAISQL_UPDATE_DOCS it becomes that. `test` is the program to run.
inline void ExpectCommitted(const std::string& name, const std::string& made,
                            const std::string& test) {
  const std::filesystem::path path = TestData().parent_path().parent_path() / name;
  if (std::getenv("PAISQL_UPDATE_DOCS") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << made;
  }
  std::ifstream file(path, std::ios::binary);
  std::stringstream committed;
  committed << file.rdbuf();
  EXPECT_TRUE(committed.str() == made)
      << path << " is out of date: run " << test << " once with PAISQL_UPDATE_DOCS=1";
}

}  // namespace paisql
