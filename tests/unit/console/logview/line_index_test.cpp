// The index of a log's lines: it follows what processes do with their logs.

#include "console/logview/lines/line_index.h"

#include <filesystem>

#include "console/logview/lines/read_lines.h"
#include "console/logview/log_folder.h"
#include "jobs/log/process_log.h"

namespace paisql::console {
namespace {

constexpr int64_t kNoLimit = INT64_MAX;

class LineIndexTest : public LogFolderTest {
 protected:
  LogBytes Look() {
    auto log = LogBytes::Open(Path());
    EXPECT_TRUE(log.ok());
    index_.Extend(*log, kNoLimit);
    return std::move(log).value();
  }
  std::string LineOf(int64_t number) {
    const LogBytes log = Look();
    const auto place = index_.PlaceOf(number, log);
    if (!place.has_value()) return "none";
    LinesWanted wanted;
    wanted.count = 1;
    const auto lines = ReadLines(log, *place, wanted);
    return lines.empty() ? "empty" : lines.front().text;
  }

  LineIndex index_;
};

TEST_F(LineIndexTest, CountsLinesAndTheOneThatIsNotComplete) {
  Append("");
  Look();
  EXPECT_EQ(index_.end_line(), 1);
  Append("one\ntwo\nthr");
  Look();
  EXPECT_EQ(index_.end_line(), 4);
  EXPECT_EQ(LineOf(3), "thr");
  Append("ee\n");
  EXPECT_EQ(LineOf(3), "three");
  EXPECT_EQ(index_.end_line(), 4);
  EXPECT_EQ(LineOf(4), "none");
  EXPECT_EQ(LineOf(0), "none");
}

TEST_F(LineIndexTest, FindsEachLineOfALargeLog) {
  std::string text;
  for (int i = 1; i <= 200'000; ++i) text += "line " + std::to_string(i) + "\n";
  Append(text);
  const LogBytes log = Look();
  EXPECT_EQ(index_.end_line(), 200'001);
  for (const int64_t line : {1, 2, 31'999, 100'000, 199'999, 200'000}) {
    EXPECT_EQ(LineOf(line), "line " + std::to_string(line));
    EXPECT_EQ(index_.LineAt(*index_.PlaceOf(line, log), log), line);
    EXPECT_EQ(index_.LineAt(*index_.PlaceOf(line, log) + 3, log), line);
  }
}

TEST_F(LineIndexTest, GoesOnWhereItHasStopped) {
  Append(std::string(3 << 20, '\n'));
  const auto log = LogBytes::Open(Path());
  index_.Extend(*log, 0);
  EXPECT_FALSE(index_.IsComplete(*log));
  const int64_t some = index_.end_line();
  EXPECT_GT(some, 1);
  while (!index_.IsComplete(*log)) index_.Extend(*log, 0);
  EXPECT_EQ(index_.end_line(), (3 << 20) + 1);
  EXPECT_EQ(index_.generation(), 1U);
}

// The numbers of lines stay while the log loses its beginning.
TEST_F(LineIndexTest, FollowsAProcessLogThroughItsParts) {
  constexpr int64_t kLimit = 4000;
  auto written = jobs::ProcessLog::Open(Path(), kLimit);
  ASSERT_TRUE(written.ok());
  for (int i = 1; i <= 2000; ++i) {
    written->Append("line " + std::to_string(i) + "\n");
    if (i % 50 == 0) Look();
  }
  const LogBytes log = Look();
  EXPECT_GT(log.begin(), 0);
  EXPECT_EQ(index_.generation(), 1U);
  EXPECT_EQ(index_.end_line(), 2001);
  EXPECT_EQ(LineOf(2000), "line 2000");
  EXPECT_EQ(LineOf(1900), "line 1900");
  EXPECT_GT(index_.first_line(), 1500);
  EXPECT_EQ(LineOf(index_.first_line() + 1), "line " + std::to_string(index_.first_line() + 1));
}

TEST_F(LineIndexTest, BeginsAgainWithAnotherFile) {
  Append("one\ntwo\n");
  Look();
  std::filesystem::rename(Path(), Path("old"));
  Append("other\nlines\nand more\n");
  EXPECT_EQ(LineOf(1), "other");
  EXPECT_EQ(index_.generation(), 2U);
  std::filesystem::resize_file(Path(), 3);
  EXPECT_EQ(LineOf(1), "oth");
  EXPECT_EQ(index_.generation(), 3U);
  std::filesystem::resize_file(Path(), 0);
  Append("written anew, and longer\n");
  EXPECT_EQ(LineOf(1), "written anew, and longer");
  EXPECT_EQ(index_.generation(), 4U);
}

TEST_F(LineIndexTest, SaysThatALogIsNotThere) {
  const auto log = LogBytes::Open(Path());
  ASSERT_FALSE(log.ok());
  EXPECT_EQ(log.error().code, ErrorCode::kResourceNotFound);
}

TEST_F(LineIndexTest, ReadsTheTailWithoutAnIndex) {
  std::string text;
  for (int i = 1; i <= 100'000; ++i) text += "line " + std::to_string(i) + "\n";
  Append(text);
  const auto log = LogBytes::Open(Path());
  const auto lines = ReadLines(*log, BeginOfTail(*log, 3, 1 << 19), {});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines.front().text, "line 99998");
  EXPECT_EQ(BeginOfTail(*log, 1'000'000, 1 << 30), 0);
}

TEST_F(LineIndexTest, BearsALineOfManyMegabytes) {
  constexpr size_t kLong = 50U << 20;
  Append("short\n" + std::string(kLong, 'x') + "\nlast\n");
  const LogBytes log = Look();
  LinesWanted wanted;
  const auto lines = ReadLines(log, 0, wanted);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[1].is_cut);
  EXPECT_TRUE(lines[1].is_whole);
  EXPECT_EQ(lines[1].bytes, static_cast<int64_t>(kLong));
  EXPECT_EQ(lines[1].text.size(), wanted.line_bytes);
  EXPECT_EQ(LineOf(3), "last");
}

}  // namespace
}  // namespace paisql::console
