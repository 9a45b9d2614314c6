#include "transform/line_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::transform {
namespace {

using Cells = std::vector<std::optional<std::string>>;

// All lines of the pieces, each piece added when the one before is used up.
std::vector<Cells> ReadAll(LineReader reader, const std::vector<std::string>& pieces) {
  std::vector<Cells> lines;
  std::vector<std::optional<std::string_view>> cells;
  const auto take = [&] {
    while (true) {
      const Result<bool> more = reader.Next(cells);
      EXPECT_TRUE(more.ok());
      if (!more.ok() || !*more) return;
      Cells& line = lines.emplace_back();
      for (const auto& cell : cells) {
        line.push_back(cell ? std::optional<std::string>(*cell) : std::nullopt);
      }
    }
  };
  for (const std::string& piece : pieces) {
    reader.Add(piece);
    take();
  }
  reader.End();
  take();
  return lines;
}

std::vector<std::string> InPieces(const std::string& text, size_t length) {
  std::vector<std::string> pieces;
  for (size_t i = 0; i < text.size(); i += length) pieces.push_back(text.substr(i, length));
  return pieces;
}

TEST(LineReaderTest, LinesMayComeInAnyPieces) {
  plan::LineFormat format;
  format.field_end = "，";
  format.line_end = "；";
  format.escape = "\\";
  const std::string text = "a，\\N；\\，b\\\\，c\\；；，；last，x";
  const std::vector<Cells> expected = {
      {"a", std::nullopt}, {"，b\\", "c；"}, {"", ""}, {"last", "x"}};
  for (size_t length = 1; length <= text.size(); ++length) {
    EXPECT_EQ(ReadAll(LineReader(format, 2, false), InPieces(text, length)), expected) << length;
  }
}

TEST(LineReaderTest, AnEscapeThatIsEscapedEscapesNothing) {
  plan::LineFormat format;
  format.escape = "\\";
  EXPECT_EQ(ReadAll(LineReader(format, 2, false), {"a\\\\\tb\\\\\n"}),
            (std::vector<Cells>{{"a\\", "b\\"}}));
}

TEST(LineReaderTest, ValueIsAllBehindTheKey) {
  EXPECT_EQ(ReadAll(LineReader({}, 2, true), {"k\ta\tb\nalone\n\n\\N\t\\N\n"}),
            (std::vector<Cells>{{"k", "a\tb"},
                                {"alone", std::nullopt},
                                {"", std::nullopt},
                                {std::nullopt, std::nullopt}}));
}

TEST(LineReaderTest, WhatAppendFieldWritesComesBack) {
  plan::LineFormat format;
  format.escape = "^";
  const std::string hard = "a\tb\n^c^^\n";
  std::string line;
  AppendField(hard, format, line);
  line += format.field_end;
  AppendField("\\N", format, line);
  EXPECT_EQ(ReadAll(LineReader(format, 2, false), {line + "\n"}),
            (std::vector<Cells>{{hard, std::nullopt}}));
}

TEST(LineReaderTest, RefusesWhatIsNoRow) {
  const auto error = [](std::string text) {
    LineReader reader({}, 2, false);
    reader.Add("a\tb\n");
    reader.Add(text);
    std::vector<std::optional<std::string_view>> cells;
    EXPECT_TRUE(reader.Next(cells).ok());
    const Result<bool> next = reader.Next(cells);
    return next.ok() ? "" : next.error().detail;
  };
  EXPECT_EQ(error("a\n"), "line 2 of the script's output has 1 column instead of 2");
  EXPECT_EQ(error("a\tb\tc\n"), "line 2 of the script's output has 3 columns instead of 2");
  EXPECT_EQ(error("a\t\xFF\n"), "line 2 of the script's output is not valid UTF-8");
  EXPECT_EQ(error(std::string(LineReader::kMaxLineBytes + 1, 'x')),
            "line 2 of the script's output is longer than 64 MB");
}

}  // namespace
}  // namespace paisql::transform
