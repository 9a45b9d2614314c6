#pragma once

// A terminal as small as the tests of the block need it: text, wide characters, wrapping,
// scrolling, and the control sequences that script/progress/job_block.cpp and
// shell/drawing/frame_writer.cpp write.

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace paisql {

class ScreenModel {
 public:
  ScreenModel(int columns, int rows) : columns_(columns), lines_(static_cast<size_t>(rows)) {}

  void Write(std::string_view text) {
    while (!text.empty()) text.remove_prefix(Take(text));
  }

  // What has scrolled away and what is seen, without trailing blanks and empty lines.
  std::string Text() const {
    std::vector<std::string> all = gone_;
    for (const Line& line : lines_) all.push_back(TextOf(line));
    while (!all.empty() && all.back().empty()) all.pop_back();
    return Join(all, "\n");
  }
  int row() const { return row_; }
  int column() const { return column_; }

 private:
  using Line = std::vector<std::string>;  // a cell each; a wide character has an empty second one

  static std::string TextOf(const Line& line) {
    std::string text = Join(line, "");
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
  }

  Line& Here() { return lines_[static_cast<size_t>(row_)]; }

  void Down() {
    if (row_ + 1 < static_cast<int>(lines_.size())) {
      ++row_;
      return;
    }
    gone_.push_back(TextOf(lines_.front()));
    lines_.erase(lines_.begin());
    lines_.emplace_back();
  }

  void EraseBelow() {
    Here().resize(std::min(Here().size(), static_cast<size_t>(column_)));
    for (size_t i = static_cast<size_t>(row_) + 1; i < lines_.size(); ++i) lines_[i].clear();
  }

  size_t Sequence(std::string_view text) {
    const char kind = text.at(1);
    if (kind == 'D') Down();
    if (kind == '7') saved_ = {row_, column_};
    if (kind == '8') std::tie(row_, column_) = saved_;
    if (kind != '[') return 2;
    const size_t end = text.find_first_not_of("0123456789;", 2);
    const std::string number(text.substr(2, end - 2));
    const int count = number.empty() ? 1 : std::atoi(number.c_str());
    if (text[end] == 'A') row_ = std::max(0, row_ - count);
    if (text[end] == 'B') row_ = std::min(static_cast<int>(lines_.size()) - 1, row_ + count);
    if (text[end] == 'C') column_ += count;
    if (text[end] == 'D') column_ = std::max(0, column_ - count);
    if (text[end] == 'J') EraseBelow();
    if (text[end] == 'K') Here().resize(std::min(Here().size(), static_cast<size_t>(column_)));
    return end + 1;
  }

  size_t Take(std::string_view text) {
    const char c = text.front();
    if (c == '\033') return Sequence(text);
    if (c == '\r') column_ = 0;
    if (c == '\n') {
      // As the terminal's driver does it.
      column_ = 0;
      Down();
    }
    if (c == '\r' || c == '\n') return 1;
    size_t size = 1;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
    Put(std::string(text.substr(0, size)));
    return size;
  }

  void Put(const std::string& character) {
    const int width = DisplayWidth(character);
    if (column_ + width > columns_) {
      column_ = 0;
      Down();
    }
    Line& line = Here();
    const auto at = static_cast<size_t>(column_);
    if (line.size() < at + static_cast<size_t>(width))
      line.resize(at + static_cast<size_t>(width), " ");
    line[at] = character;
    if (width == 2) line[at + 1] = "";
    column_ += width;
  }

  int columns_;
  std::vector<std::string> gone_;
  std::vector<Line> lines_;
  int row_ = 0;
  int column_ = 0;
  std::pair<int, int> saved_;
};

}  // namespace paisql
