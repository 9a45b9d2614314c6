#pragma once

// The tables of docs/works.md, one for each area: rows of the program's own tables, and those of
// docs/works.tsv, which people write.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "test_data.h"

namespace paisql {

class WorksTable {
 public:
  explicit WorksTable(std::string_view area) {
    std::ifstream file(TestData().parent_path().parent_path() / "docs/works.tsv");
    EXPECT_TRUE(file.good());
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') continue;
      const std::vector<std::string> cells = Split(line, '\t');
      EXPECT_EQ(cells.size(), 4U) << line;
      if (cells.size() == 4 && cells[0] == area) written_[cells[1]] = {cells[2], cells[3]};
    }
  }

  // `what` as Markdown; its state and remark come from the file where it has a row of that name.
  void Add(const std::string& what, std::string_view state, std::string_view remark) {
    const auto row = written_.find(what);
    if (row == written_.end()) return Append(what, state, remark);
    Append(what, row->second.state, row->second.remark);
    written_.erase(row);
  }

  // With the rows that only the file has.
  std::string Text() {
    for (const auto& [what, row] : written_) Append(what, row.state, row.remark);
    written_.clear();
    return text_;
  }

 private:
  struct Row {
    std::string state;
    std::string remark;
  };

  void Append(std::string_view what, std::string_view state, std::string_view remark) {
    const std::vector<std::string_view> known = {"works", "differs", "accepted", "not offered"};
    EXPECT_NE(std::find(known.begin(), known.end(), state), known.end()) << what;
    text_ += "| " + Cell(what) + " | " + std::string(state) + " | " + Cell(remark) + " |\n";
  }

  // Pipes and angle brackets would be read as Markdown; in back-ticks only pipes would.
  static std::string Cell(std::string_view text) {
    std::string cell;
    bool code = false;
    for (const char c : text) {
      if (c == '`') code = !code;
      if (c == '|' || (c == '<' && !code)) cell += '\\';
      cell += c;
    }
    return cell;
  }

  std::string text_ = "| what | state | remark |\n|---|---|---|\n";
  std::map<std::string, Row> written_;
};

}  // namespace paisql
