#include "render/renderer.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "render/display.h"
#include "session/sink.h"

namespace paisql::render {
namespace {

session::Answer People() {
  session::Answer answer;
  answer.columns = {"name", "城市"};
  answer.rows = {{"王伟", "北京市"}, {"a\tb\\", std::nullopt}};
  return answer;
}

std::string Shown(const session::Answer& answer, Format format, const RenderStyle& style) {
  session::AnswerStream rows(answer);
  const std::unique_ptr<Renderer> renderer = MakeRenderer(format, style);
  std::string out;
  renderer->Begin(rows.columns(), out);
  engine::ResultText text(rows.columns());
  while (const engine::Batch batch = *rows.Next()) {
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) renderer->Row(text, row, out);
  }
  renderer->End(out);
  return out;
}

std::string Rendered(const session::Answer& answer, Format format, bool header = true) {
  return Shown(answer, format, {.header = header});
}

RenderStyle Screen(int columns, int rows) { return {.columns = columns, .rows = rows}; }

// So many columns with so many rows of one text.
session::Answer Wide(size_t columns, size_t rows, const std::string& text) {
  session::Answer answer;
  for (size_t i = 0; i < columns; ++i) answer.columns.push_back("c" + std::to_string(i));
  for (size_t i = 0; i < rows; ++i) {
    answer.rows.emplace_back(columns, std::optional<std::string>(text));
  }
  return answer;
}

// The widest line.
int WidthOf(const std::string& text) {
  int widest = 0;
  for (const std::string& line : Split(text, '\n')) widest = std::max(widest, DisplayWidth(line));
  return widest;
}

TEST(RendererTest, EachFormat) {
  EXPECT_EQ(Rendered(People(), Format::kTsv), "name\t城市\n王伟\t北京市\na\\tb\\\\\tNULL\n");
  EXPECT_EQ(Rendered(People(), Format::kCsv, false), "王伟,北京市\na\tb\\,\n");
  EXPECT_EQ(
      Rendered(People(), Format::kJsonl),
      "{\"name\": \"王伟\", \"城市\": \"北京市\"}\n{\"name\": \"a\\tb\\\\\", \"城市\": null}\n");
  EXPECT_EQ(Rendered(People(), Format::kJson),
            "[{\"name\": \"王伟\", \"城市\": \"北京市\"}, "
            "{\"name\": \"a\\tb\\\\\", \"城市\": null}]\n");
  EXPECT_EQ(Rendered(People(), Format::kTable),
            "+------------+------------+\n"
            "| name       | 城市       | \n"
            "+------------+------------+\n"
            "| 王伟       | 北京市     | \n"
            "| a\\tb\\      | NULL       | \n"
            "+------------+------------+\n");
}

TEST(RendererTest, EscapesAreFoundAtEveryPlace) {
  for (size_t length = 1; length < 20; ++length) {
    EXPECT_FALSE(NeedsEscape(std::string(length, 'x')));
    EXPECT_FALSE(NeedsEscape(std::string(length, '\xE5')));
    for (size_t at = 0; at < length; ++at) {
      for (const char special : {'\0', '\t', '\n', '\x1F', '\\', '\x7F'}) {
        std::string text(length, '~');
        text[at] = special;
        EXPECT_TRUE(NeedsEscape(text)) << length << " " << at << " " << int{special};
      }
      for (const char usual : {' ', '[', ']', '~', '\x80', '\xFF'}) {
        std::string text(length, '!');
        text[at] = usual;
        EXPECT_FALSE(NeedsEscape(text)) << length << " " << at << " " << int{usual};
      }
    }
  }
}

TEST(RendererTest, ABoxHasTheWidthOfItsText) {
  EXPECT_EQ(Rendered(People(), Format::kBox),
            "┌───────┬────────┐\n"
            "│ name  │ 城市   │\n"
            "├───────┼────────┤\n"
            "│ 王伟  │ 北京市 │\n"
            "│ a\\tb\\ │ NULL   │\n"
            "└───────┴────────┘\n");
  EXPECT_EQ(Shown(People(), Format::kBox, {.box_characters = false}),
            "+-------+--------+\n"
            "| name  | 城市   |\n"
            "+-------+--------+\n"
            "| 王伟  | 北京市 |\n"
            "| a\\tb\\ | NULL   |\n"
            "+-------+--------+\n");
}

TEST(RendererTest, EveryLineOfABoxIsAsWideWhateverItsCharacters) {
  session::Answer answer;
  answer.columns = {"text"};
  for (const char* text :
       {"e\xCC\x81", "👩‍👩‍👧‍👦", "👍🏽", "❤️", "🇨🇳", "1️⃣", "中", "ｶﾞ",
        "a\xE2\x80\x8B\x62", "한국어", "नमस्ते", "\t", "\x1B[31m", "\x7F", "\xC2\x9B\x31m",
        "\xE2\x80\xAE\x61", "\xFF\xFE", "ab\nc"}) {
    answer.rows.push_back({text});
  }
  const std::string box = Rendered(answer, Format::kBox);
  for (const std::string& line : Split(std::string_view(box).substr(0, box.size() - 1), '\n')) {
    EXPECT_EQ(DisplayWidth(line), WidthOf(box)) << line;
  }
  // Nothing that a terminal obeys is left.
  for (const char* obeyed : {"\x1B", "\t", "\x7F", "\xC2\x9B", "\xE2\x80\xAE", "\xFF"}) {
    EXPECT_EQ(box.find(obeyed), std::string::npos) << obeyed;
  }
  EXPECT_NE(box.find("\\u202Ea"), std::string::npos);
  EXPECT_NE(box.find("\\xFF\\xFE"), std::string::npos);
}

TEST(RendererTest, ColourIsAroundTheTextAndNotInItsWidth) {
  const std::string plain = Rendered(People(), Format::kBox);
  std::string colored = Shown(People(), Format::kBox, {.color = true});
  EXPECT_NE(colored.find("\033[1mname\033[0m  │"), std::string::npos);
  EXPECT_NE(colored.find("\033[2mNULL\033[0m   │"), std::string::npos);
  for (const char* code : {"\033[0m", "\033[1m", "\033[2m"}) {
    for (size_t at = 0; (at = colored.find(code)) != std::string::npos;) colored.erase(at, 4);
  }
  EXPECT_EQ(colored, plain);
}

TEST(RendererTest, DocumentsEscapeWhatWouldEndACell) {
  session::Answer answer;
  answer.columns = {"a|b", "<h>"};
  answer.rows = {{"x|y\nz", "<b>&\"'"}, {"\\", std::nullopt}};
  EXPECT_EQ(Rendered(answer, Format::kMarkdown),
            "| a\\|b | &lt;h> |\n"
            "| --- | --- |\n"
            "| x\\|y<br>z | &lt;b>&amp;\"' |\n"
            "| \\\\ | NULL |\n");
  EXPECT_EQ(Rendered(answer, Format::kHtml),
            "<table>\n<thead>\n<tr><th>a|b</th><th>&lt;h&gt;</th></tr>\n</thead>\n<tbody>\n"
            "<tr><td>x|y<br>z</td><td>&lt;b&gt;&amp;&quot;&#39;</td></tr>\n"
            "<tr><td>\\</td><td><i>NULL</i></td></tr>\n</tbody>\n</table>\n");
}

TEST(RendererTest, AutoShowsABoxWhereARowFits) {
  EXPECT_EQ(Shown(People(), Format::kAuto, Screen(100, 30)), Rendered(People(), Format::kBox));
  // The last column that does not fit makes the difference.
  const session::Answer rows = Wide(4, 50, std::string(22, 'x'));
  EXPECT_NE(Shown(rows, Format::kAuto, Screen(101, 30)).find(std::string(22, 'x')),
            std::string::npos);
  EXPECT_NE(Shown(rows, Format::kAuto, Screen(100, 30)).find("xxx…"), std::string::npos);
  // Without a screen it is the table.
  EXPECT_EQ(Rendered(People(), Format::kAuto), Rendered(People(), Format::kTable));
}

TEST(RendererTest, AutoTurnsVerticalWhereAllRowsThenFit) {
  const session::Answer few = Wide(20, 1, "value");
  const std::string text = Shown(few, Format::kAuto, Screen(70, 30));
  EXPECT_TRUE(text.starts_with("*************************** 1. row")) << text;
  EXPECT_NE(text.find("\n c0: value\n"), std::string::npos);
  EXPECT_EQ(text, Shown(few, Format::kVertical, Screen(70, 30)));
  // A long text is whole there.
  const session::Answer long_text = Wide(1, 1, std::string(300, 'x'));
  EXPECT_NE(Shown(long_text, Format::kAuto, Screen(100, 30)).find(std::string(300, 'x')),
            std::string::npos);
}

TEST(RendererTest, AutoLeavesOutColumnsAndCountsThem) {
  const std::string text = Shown(Wide(40, 5, "some value"), Format::kAuto, Screen(100, 30));
  EXPECT_LE(WidthOf(text), 100);
  EXPECT_NE(text.find("… 33 more columns; \\x shows all\n"), std::string::npos) << text;
  EXPECT_NE(text.find("│ c0 "), std::string::npos);
  EXPECT_NE(text.find("│ c39 "), std::string::npos);
  RenderStyle off = Screen(100, 30);
  off.expanded = Expanded::kOff;
  EXPECT_NE(Shown(Wide(40, 1, "some value"), Format::kAuto, off).find("more columns"),
            std::string::npos);
}

TEST(RendererTest, AutoFitsEveryScreen) {
  for (const int columns : {1, 2, 10, 20, 60, 100}) {
    for (const size_t count : {1, 2, 3, 10, 50}) {
      for (const size_t rows : {0, 1, 40}) {
        for (const char* value : {"v", "a rather long text, 中文 too, and more of it"}) {
          const std::string text =
              Shown(Wide(count, rows, value), Format::kAuto, Screen(columns, 20));
          const bool box = text.starts_with("┌");
          if (box && columns >= 20 && rows > 0) {
            EXPECT_LE(WidthOf(text), columns) << count << "\n" << text;
          }
          EXPECT_FALSE(text.empty());
        }
      }
    }
  }
}

TEST(RendererTest, LaterRowsOfAutoAreCutToTheFirstRowsWidths) {
  session::Answer answer = Wide(1, 1000, "short");
  answer.rows.push_back({std::string(500, 'w')});
  const std::string text = Shown(answer, Format::kAuto, Screen(60, 20));
  EXPECT_NE(text.find("│ wwww… │\n"), std::string::npos);
}

TEST(RendererTest, ATextIsReplacedWhereTheTerminalKnowsNoUtf8) {
  EXPECT_EQ(ToAscii("│ 北京 │ é\n"), "| ???? | ?\n");
  EXPECT_EQ(ToAscii("┌─┐…"), "+-+.");
  EXPECT_EQ(ToAscii("e\xCC\x81"), "e");
  EXPECT_EQ(ToAscii("\xFF"), "?");
}

TEST(RendererTest, EmptyResults) {
  session::Answer answer = People();
  answer.rows.clear();
  EXPECT_EQ(Rendered(answer, Format::kTsv), "name\t城市\n");
  EXPECT_EQ(Rendered(answer, Format::kJson), "[]\n");
  EXPECT_EQ(Rendered(answer, Format::kJsonl), "");
  EXPECT_EQ(Rendered(answer, Format::kVertical), "");
  EXPECT_EQ(Rendered(answer, Format::kMarkdown), "| name | 城市 |\n| --- | --- |\n");
  EXPECT_EQ(Shown(answer, Format::kAuto, Screen(20, 20)),
            "┌──────┬──────┐\n│ name │ 城市 │\n├──────┼──────┤\n└──────┴──────┘\n");
}

TEST(RendererTest, RowsBehindTheFirstThousandAreStreamed) {
  session::Answer answer;
  answer.columns = {"n"};
  for (int i = 0; i < 1500; ++i) answer.rows.push_back({std::to_string(i)});
  answer.rows.push_back({std::string(30, 'w')});
  const std::string text = Rendered(answer, Format::kTable);
  EXPECT_NE(text.find("| 1499       | \n"), std::string::npos);
  EXPECT_NE(text.find("| " + std::string(30, 'w') + " | \n"), std::string::npos);
}

}  // namespace
}  // namespace paisql::render
