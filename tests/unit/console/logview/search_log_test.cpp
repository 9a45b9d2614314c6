// Searching a log, forwards and backwards, in steps.

#include "console/logview/lines/search_log.h"

#include "console/logview/log_folder.h"

namespace paisql::console {
namespace {

// Goes on until there is a hit or nothing is left, with as many steps as possible.
std::optional<int64_t> Find(const LogBytes& log, LogSearch search) {
  while (true) {
    const LogFound found = SearchLog(log, search, 0);
    if (found.byte.has_value() || found.done) return found.byte;
    search.from = found.next;
  }
}

TEST(SearchLogTest, FindsATextWhateverTheCase) {
  const LogBytes log = LogBytes::OfText("one\nTwo\nthree two\n");
  EXPECT_EQ(Find(log, {.text = "TWO"}), 4);
  EXPECT_EQ(Find(log, {.text = "two", .same_case = true}), 14);
  EXPECT_EQ(Find(log, {.text = "TWO", .from = 5}), 14);
  EXPECT_EQ(Find(log, {.text = "two", .backward = true, .from = 17}), 14);
  EXPECT_EQ(Find(log, {.text = "two", .backward = true, .from = 14}), 4);
  EXPECT_EQ(Find(log, {.text = "four"}), std::nullopt);
  EXPECT_EQ(Find(LogBytes::OfText(""), {.text = "x"}), std::nullopt);
}

TEST(SearchLogTest, FindsATextAcrossTheEndsOfWindows) {
  std::string text(5 << 20, '.');
  const std::string needle = "needle in a log";
  for (const size_t at : {(1U << 20) - 3, (2U << 20) - 14, (4U << 20) + 1}) {
    text.replace(at, needle.size(), needle);
  }
  const LogBytes log = LogBytes::OfText(text);
  EXPECT_EQ(Find(log, {.text = needle}), (1 << 20) - 3);
  EXPECT_EQ(Find(log, {.text = needle, .from = 1 << 20}), (2 << 20) - 14);
  EXPECT_EQ(Find(log, {.text = needle, .backward = true, .from = log.end()}), (4 << 20) + 1);
  EXPECT_EQ(Find(log, {.text = needle, .backward = true, .from = 4 << 20}), (2 << 20) - 14);
}

TEST(SearchLogTest, FindsTheFirstAndTheLastLineOfALevel) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    text += i == 20'000 || i == 70'000 ? "ValueError: bad\n" : "a line of no importance\n";
  }
  const LogBytes log = LogBytes::OfText(text);
  const int64_t first = 20'000 * 24;
  EXPECT_EQ(Find(log, {}), first);
  const auto second = Find(log, {.from = first + 16});
  EXPECT_EQ(second, 69'999 * 24 + 16);
  EXPECT_EQ(Find(log, {.backward = true, .from = log.end()}), second);
  EXPECT_EQ(Find(log, {.backward = true, .from = *second}), first);
  EXPECT_EQ(Find(log, {.backward = true, .from = first}), std::nullopt);
}

}  // namespace
}  // namespace paisql::console
