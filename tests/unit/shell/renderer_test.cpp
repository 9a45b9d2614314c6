#include "shell/render/renderer.h"

#include <gtest/gtest.h>

#include "session/sink.h"

namespace paisql::shell {
namespace {

session::Answer People() {
  session::Answer answer;
  answer.columns = {"name", "城市"};
  answer.rows = {{"王伟", "北京市"}, {"a\tb\\", std::nullopt}};
  return answer;
}

std::string Rendered(const session::Answer& answer, Format format, bool header = true) {
  session::AnswerStream rows(answer);
  const std::unique_ptr<Renderer> renderer = MakeRenderer(format, header);
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

TEST(RendererTest, EachFormat) {
  EXPECT_EQ(Rendered(People(), Format::kTsv), "name\t城市\n王伟\t北京市\na\\tb\\\\\tNULL\n");
  EXPECT_EQ(Rendered(People(), Format::kCsv, false), "王伟,北京市\na\tb\\,\n");
  EXPECT_EQ(
      Rendered(People(), Format::kJsonl),
      "{\"name\": \"王伟\", \"城市\": \"北京市\"}\n{\"name\": \"a\\tb\\\\\", \"城市\": null}\n");
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

TEST(RendererTest, EmptyResults) {
  session::Answer answer = People();
  answer.rows.clear();
  EXPECT_EQ(Rendered(answer, Format::kTsv), "name\t城市\n");
  EXPECT_EQ(Rendered(answer, Format::kJson), "[]\n");
  EXPECT_EQ(Rendered(answer, Format::kJsonl), "");
  EXPECT_EQ(Rendered(answer, Format::kVertical), "");
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
}  // namespace paisql::shell
