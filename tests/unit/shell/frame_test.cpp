#include "shell/drawing/frame.h"

#include <gtest/gtest.h>

#include <random>

#include "screen_model.h"
#include "shell/drawing/frame_writer.h"

namespace paisql::shell {
namespace {

View ViewOf(std::string_view text, size_t cursor, int columns = 40, int rows = 10) {
  View view;
  view.prompt = "demo> ";
  view.text = text;
  view.cursor = cursor;
  view.columns = columns;
  view.rows = rows;
  return view;
}

std::string TextOf(const Row& row) {
  std::string text;
  for (const Cell& cell : row) text += cell.text;
  return text;
}

std::string TextOf(const Frame& frame) {
  std::string text;
  for (const Row& row : frame.rows) text += TextOf(row) + "\n";
  return text;
}

// One letter for each column's style.
std::string Styles(const Row& row) {
  constexpr std::string_view kLetters = ".plksn#c^=eg";
  std::string styles;
  for (const Cell& cell : row) styles += kLetters[static_cast<size_t>(cell.style)];
  return styles;
}

TEST(Frame, FurtherLinesSayWhatIsOpen) {
  Painter painter;
  const std::string text = "SELECT (1,\n'a\nb', \"\n\", `\n`/*\n*/)\n, #CODE (x\n";
  EXPECT_EQ(TextOf(painter.Paint(ViewOf(text, text.size()))),
            "demo> SELECT (1,\n"
            "   (> 'a\n"
            "   '> b', \"\n"
            "   \"> \", `\n"
            "   `> `/*\n"
            "  /*> */)\n"
            "   -> , #CODE (x\n"
            "   #> \n");
}

TEST(Frame, ASuggestionStandsAfterTheTextAndIsNotPartOfIt) {
  Painter painter;
  View view = ViewOf("SELECT 'a", 9, 24);
  view.suggestion = "b', 12 AS long_name\n,(\n3;";
  const Frame frame = painter.Paint(view);
  EXPECT_EQ(TextOf(frame),
            "demo> SELECT 'ab', 12 A\n"
            "S long_name\n"
            "      ,(\n"
            "      3;\n");
  EXPECT_EQ(Styles(frame.rows[0]), "ppppppkkkkkk.ssgggggggg");
  EXPECT_EQ(Styles(frame.rows[1]), "ggggggggggg");
  EXPECT_EQ(frame.cursor_row, 0);
  EXPECT_EQ(frame.cursor_column, 15);
  // Where the text fills its row, the cursor stands at the suggestion.
  view = ViewOf("SELECT 12345678", 15, 22);
  view.suggestion = "90";
  EXPECT_EQ(TextOf(painter.Paint(view)), "demo> SELECT 12345678\n90\n");
  EXPECT_EQ(painter.Paint(view).cursor_row, 1);
  // One that is higher than the screen hides nothing of the cursor's row.
  view = ViewOf("a\nb", 3, 40, 3);
  view.suggestion = "\n1\n2\n3\n4\n5\n6";
  const Frame high = painter.Paint(view);
  EXPECT_EQ(high.rows.size(), 3U);
  EXPECT_EQ(high.cursor_row, 1);
}

TEST(Frame, TokensHaveTheirStyles) {
  Painter painter;
  const std::string text = "SELECT a, 'b', 1.5 -- c";
  const Frame frame = painter.Paint(ViewOf(text, 0, 60));
  EXPECT_EQ(Styles(frame.rows[0]), "ppppppkkkkkk....sss..nnn.####");
}

TEST(Frame, MistakesOfTheLexerAreMarked) {
  Painter painter;
  EXPECT_EQ(Styles(painter.Paint(ViewOf("a，b ?)", 0)).rows[0]), "pppppp.e..ee");
  // An open quote is one when a further line has not closed it.
  EXPECT_EQ(Styles(painter.Paint(ViewOf("'a", 2)).rows[0]), "ppppppss");
  EXPECT_EQ(Styles(painter.Paint(ViewOf("'a\n", 3)).rows[0]), "ppppppes");
}

TEST(Frame, TheBracketAtTheCursorAndItsOtherAreMarked) {
  Painter painter;
  const std::string text = "((a)[1])";
  EXPECT_EQ(Styles(painter.Paint(ViewOf(text, 8)).rows[0]), "pppppp=....n.=");
  EXPECT_EQ(Styles(painter.Paint(ViewOf(text, 1)).rows[0]), "pppppp.=.=.n..");
  EXPECT_EQ(Styles(painter.Paint(ViewOf("')'(", 4)).rows[0]), "ppppppsss.");
  View done = ViewOf(text, 8);
  done.done = true;
  EXPECT_EQ(Styles(painter.Paint(done).rows[0]), "pppppp.....n..");
}

TEST(Frame, ACommandIsNoStatement) {
  Painter painter;
  EXPECT_EQ(Styles(painter.Paint(ViewOf("\\i it's", 7)).rows[0]), "ppppppcc.....");
}

TEST(Frame, OfAHighEntryTheRowsAroundTheCursorAreSeen) {
  Painter painter;
  std::string text;
  for (int i = 0; i < 30; ++i) text += std::to_string(i) + "\n";
  Frame frame = painter.Paint(ViewOf(text, text.size()));
  ASSERT_EQ(frame.rows.size(), 10U);
  EXPECT_EQ(frame.cursor_row, 9);
  EXPECT_EQ(TextOf(frame.rows[0]), "   -> 21");
  frame = painter.Paint(ViewOf(text, text.find("25")));
  EXPECT_EQ(TextOf(frame.rows[0]), "   -> 21");  // it does not move without need
  EXPECT_EQ(frame.cursor_row, 4);
  frame = painter.Paint(ViewOf(text, 0));
  EXPECT_EQ(TextOf(frame.rows[0]), "demo> 0");
  // What is removed at the end gives its room to what is above.
  painter.Paint(ViewOf(text, text.size()));
  text.resize(text.find("15"));
  EXPECT_EQ(painter.Paint(ViewOf(text, text.size())).rows.size(), 10U);
}

TEST(Frame, ALongPromptLeavesRoom) {
  Painter painter;
  View view = ViewOf("SELECT", 6, 20);
  view.prompt = "a_project_of_a_long_name> ";
  const Frame frame = painter.Paint(view);
  EXPECT_EQ(TextOf(frame.rows[0]), "…ong_name> SELECT");
}

TEST(Frame, ALongTextIsColouredWhereItIsSeen) {
  std::string text;
  while (text.size() < 1'000'000) text += "SELECT (1,\n'a');\n";
  Painter painter;
  const Frame end = painter.Paint(ViewOf(text, text.size()));
  EXPECT_EQ(Styles(end.rows[8]), "llllllsss..");
  EXPECT_EQ(TextOf(end.rows[8]), "   (> 'a');");
  // A quote in front of all turns texts into what is between them.
  const std::string quoted = "'" + text;
  EXPECT_EQ(TextOf(painter.Paint(ViewOf(quoted, quoted.size())).rows[8]), "   '> 'a');");
  EXPECT_EQ(TextOf(painter.Paint(ViewOf(text, text.size())).rows[8]), "   (> 'a');");
}

// Lines without blanks at their ends and without empty lines at the end.
std::string Trimmed(const std::string& text) {
  std::vector<std::string> lines = Split(text, '\n');
  for (std::string& line : lines) line.resize(line.find_last_not_of(' ') + 1);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return Join(lines, "\n");
}

// What the terminal shows is the frame, whatever was shown before.
TEST(FrameWriter, DifferencesMakeTheFrame) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {
      "a",    "b",    " ",      "\n",      "中",
      "'",    "(",    ")",      "-- ",     "\t",
      "\x01", "\xFF", "\n\n\n", "SELECT ", "x y z x y z x y z "};
  for (const int columns : {20, 40}) {
    ScreenModel screen(columns, 12);
    screen.Write("before\r\n");
    FrameWriter writer;
    Painter painter;
    std::vector<std::string> typed;
    for (int step = 0; step < 2000; ++step) {
      const auto at = static_cast<std::ptrdiff_t>(random() % (typed.size() + 1));
      if (random() % 3 == 0 && at < std::ssize(typed)) {
        typed.erase(typed.begin() + at);
      } else {
        typed.insert(typed.begin() + at, pieces[random() % pieces.size()]);
      }
      if (step % 200 == 199) typed.clear();
      const std::string text = Join(typed, "");
      const std::vector<std::string> left(typed.begin(),
                                          typed.begin() + std::min(at, std::ssize(typed)));
      const Frame frame = painter.Paint(ViewOf(text, Join(left, "").size(), columns, 12));
      screen.Write(writer.Show(frame, columns, 12, random() % 2 == 0));
      ASSERT_TRUE(screen.Text().ends_with(Trimmed(TextOf(frame)))) << step << "\n" << screen.Text();
      ASSERT_EQ(screen.column(), frame.cursor_column) << step;
    }
  }
}

TEST(FrameWriter, OnlyWhatDiffersIsWritten) {
  FrameWriter writer;
  Painter painter;
  const std::string text = "SELECT 1,\n2,\n3";
  writer.Show(painter.Paint(ViewOf(text, text.size())), 40, 10, false);
  EXPECT_EQ(writer.Show(painter.Paint(ViewOf(text, text.size())), 40, 10, false), "");
  EXPECT_EQ(writer.Show(painter.Paint(ViewOf(text + "4", text.size() + 1)), 40, 10, false), "4");
  EXPECT_EQ(writer.Leave(), "\r\r\n");
}

}  // namespace
}  // namespace paisql::shell
