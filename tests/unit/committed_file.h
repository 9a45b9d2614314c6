#pragma once

// Files of the checkout that are made of the program's tables, so that they cannot differ from
// them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

// `page` with `table` in place of the first table after the heading.
inline std::string WithTable(const std::string& page, const std::string& heading,
                             const std::string& table) {
  const size_t section = page.find("\n" + heading + "\n");
  const size_t begin = section == std::string::npos ? section : page.find("\n| ", section) + 1;
  if (begin == std::string::npos) return page;
  const size_t blank = page.find("\n\n", begin);
  const std::string rest = blank == std::string::npos ? "" : page.substr(blank + 1);
  return page.substr(0, begin) + table + rest;
}

// A page of docs/ holds generated tables, each after its heading. PAISQL_UPDATE_DOCS=1 renews them;
// `test` is the program to run.
inline void ExpectTables(const std::string& page_name,
                         const std::vector<std::pair<std::string, std::string>>& tables,
                         const std::string& test) {
  const std::filesystem::path path = TestData().parent_path().parent_path() / "docs" / page_name;
  std::ifstream file(path);
  std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (std::getenv("PAISQL_UPDATE_DOCS") != nullptr) {
    for (const auto& [heading, table] : tables) page = WithTable(page, heading, table);
    std::ofstream(path) << page;
  }
  for (const auto& [heading, table] : tables) {
    EXPECT_NE(page.find(table), std::string::npos)
        << heading << " is out of date: run " << test << " once with PAISQL_UPDATE_DOCS=1";
  }
}

}  // namespace paisql
