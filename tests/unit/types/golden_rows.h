#pragma once

// Answers of tests/data/*.tsv, which a change of the readers must not change: a line has a text and
// what each reader makes of it, separated by tabs. Lines that begin with # are notes.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "test_data.h"

namespace paisql {

inline std::vector<std::vector<std::string>> GoldenRows(const std::string& name, size_t cells) {
  std::ifstream file(TestData() / name);
  EXPECT_TRUE(file) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    rows.push_back(Split(line, '\t'));
    EXPECT_EQ(rows.back().size(), cells) << line;
    rows.back().resize(cells);
  }
  EXPECT_GT(rows.size(), 100U);
  return rows;
}

}  // namespace paisql
