#include "tunnel/csv/csv_cutter.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace paisql::tunnel {
namespace {

// Records as the words of the header say it, letter by letter: slow, and easy to believe.
std::vector<std::string> CutSlowly(const std::string& text, char field) {
  std::vector<std::string> records;
  size_t at = 0;
  const auto ends = [&](size_t place) -> size_t {
    if (text.compare(place, 1, "\n") == 0) return 1;
    return text.compare(place, 2, "\r\n") == 0 ? 2 : 0;
  };
  while (at < text.size()) {
    std::string shown;
    bool bad = false;
    for (bool more = true; more && !bad;) {
      if (text[at] == '"' && at < text.size()) {
        shown += '"';
        for (++at;; ++at) {
          bad = at >= text.size();
          if (bad) break;
          if (text[at] == '"' && text.compare(at, 2, "\"\"") != 0) break;
          if (text[at] == '"') ++at;
          shown += text[at];
        }
        if (!bad) ++at;
        bad = bad || (at < text.size() && text[at] != field && ends(at) == 0);
      } else {
        while (at < text.size() && text[at] != field && ends(at) == 0) shown += text[at++];
      }
      more = at < text.size() && text[at] == field;
      if (more && !bad) {
        shown += '|';
        ++at;
      }
    }
    while (bad && at < text.size() && ends(at) == 0) ++at;
    if (at < text.size()) at += ends(at);
    records.push_back(bad ? "bad" : shown);
  }
  return records;
}

// The cutter's records of a text that comes in pieces of so many bytes.
std::vector<std::string> CutInPieces(const std::string& text, char field, size_t piece) {
  std::vector<std::string> records;
  CsvCutter cutter({std::string(1, field)});
  CsvRecord record;
  size_t begin = 0;
  size_t end = 0;
  int64_t line = 1;
  while (true) {
    const bool at_end = end == text.size();
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    if (part.empty() && at_end) return records;
    if (part.empty() || cutter.Next(part, at_end, record) == CsvCutter::Cut::kNeedMore) {
      end = std::min(text.size(), end + piece);
      continue;
    }
    EXPECT_EQ(record.line, line);
    for (const char c : text.substr(begin, cutter.size())) line += c == '\n' ? 1 : 0;
    EXPECT_EQ(cutter.line(), line);
    begin += cutter.size();
    std::string shown;
    for (size_t i = 0; i < record.fields.size(); ++i) {
      if (i > 0) shown += '|';
      shown += (record.fields[i].quoted ? "\"" : "") + std::string(record.fields[i].text);
    }
    records.push_back(record.problem.empty() ? shown : "bad");
  }
}

TEST(CsvCutterTest, RandomTextsAreCutAsTheSlowReaderCutsThemWhateverPiecesTheyComeIn) {
  std::mt19937 random(7);
  constexpr std::string_view kAlphabet = "aab\",,\n\n\r;";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const size_t size = random() % 30;
    while (text.size() < size) text += kAlphabet[random() % kAlphabet.size()];
    const char field = random() % 2 == 0 ? ',' : ';';
    const std::vector<std::string> expected = CutSlowly(text, field);
    for (const size_t piece : {size_t{1}, 1 + random() % 7, size_t{100}}) {
      ASSERT_EQ(CutInPieces(text, field, piece), expected) << testing::PrintToString(text);
    }
  }
}

}  // namespace
}  // namespace paisql::tunnel
