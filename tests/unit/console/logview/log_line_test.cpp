// What of a line is seen, and how bad it is.

#include "console/logview/lines/log_line.h"

#include <gtest/gtest.h>

namespace paisql::console {
namespace {

std::string Seen(std::string_view line, size_t most = 100) {
  LineText text(most);
  text.Add(line);
  return text.Take();
}

TEST(LineTextTest, CarriageReturnsWriteOverWhatWasThere) {
  EXPECT_EQ(Seen(" 10%|#   |\r 50%|##  |\r100%|####|"), "100%|####|");
  EXPECT_EQ(Seen("done\r"), "done");
  EXPECT_EQ(Seen("\r\rdone"), "done");
  EXPECT_EQ(Seen("1/5\b\b\b2/5"), "2/5");
  EXPECT_EQ(Seen("中\b文"), "文");
}

TEST(LineTextTest, ThePiecesOfALineMayEndAnywhere) {
  LineText text(100);
  for (const char* const piece : {"old", " text\r", "\r", "new", " text"}) text.Add(piece);
  EXPECT_EQ(text.bytes(), 18);
  EXPECT_EQ(text.Take(), "new text");
}

TEST(LineTextTest, ALongLineIsCut) {
  LineText text(4);
  text.Add("abc");
  EXPECT_FALSE(text.is_cut());
  text.Add("def");
  EXPECT_TRUE(text.is_cut());
  EXPECT_EQ(text.Take(), "abcd");
  text.Add("\rxy");
  EXPECT_FALSE(text.is_cut());
  EXPECT_EQ(text.Take(), "xy");
}

TEST(ShownTextTest, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(ShownText("a\xff\xc3(中\xe4\xb8"), "a\uFFFD\uFFFD(中\uFFFD\uFFFD");
  EXPECT_EQ(ShownText(std::string_view("\0\x07\x7f", 3)), "\u2400\u2407\u2421");
  EXPECT_EQ(ShownText("a\tb\x1b[31mred"), "a\tb\x1b[31mred");
  EXPECT_EQ(ShownText("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a surrogate pair
  EXPECT_EQ(ShownText("<script>alert(1)</script>"), "<script>alert(1)</script>");
}

TEST(LevelTest, GoesByWordsAndForms) {
  using enum LogLevel;
  EXPECT_EQ(LevelOf("ValueError: no such column"), kError);
  EXPECT_EQ(LevelOf("tensorflow.python.framework.errors_impl.NotFoundError: x"), kError);
  EXPECT_EQ(LevelOf("Traceback (most recent call last):"), kError);
  EXPECT_EQ(LevelOf("\x1b[31mERROR\x1b[0m lost"), kError);
  EXPECT_EQ(LevelOf("2026-11-30 12:00:00.123456: E tensorflow/core/x.cc:1] bad"), kError);
  EXPECT_EQ(LevelOf("W1130 12:00:00.123456 123 x.py:1] hm"), kWarning);
  EXPECT_EQ(LevelOf("/a/b.py:3: FutureWarning: old"), kWarning);
  EXPECT_EQ(LevelOf("INFO:tensorflow:loss = 0.1, step = 100"), kInfo);
  EXPECT_EQ(LevelOf("step 3 loss 0.5"), kNone);
  EXPECT_EQ(LevelOf("the ERRORS of all"), kNone);
  EXPECT_EQ(LevelOf("no Error: in the middle of it"), kNone);
  EXPECT_EQ(LevelOf(""), kNone);
}

}  // namespace
}  // namespace paisql::console
