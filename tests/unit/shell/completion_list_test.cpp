#include "shell/prompt/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace paisql::shell {
namespace {

using completion::Completions;
using completion::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CompletionListTest, FewItemsHaveTheirDetails) {
  Completions found;
  found.items = {{"id", Kind::kColumn, "BIGINT", false}, {"城市", Kind::kColumn, "STRING", false}};
  EXPECT_THAT(CompletionRows(found, 80, 10), ElementsAre("id    BIGINT", "城市  STRING"));
  EXPECT_THAT(CompletionRows(found, 10, 10), ElementsAre("id    BI…", "城市  ST…"));
}

TEST(CompletionListTest, NamesStandForPathsAndValuesForLiterals) {
  Completions found;
  found.items = {{"data/big.csv'", Kind::kFile, "", false},
                 {"2026'", Kind::kPartition, "", false},
                 {"'b'", Kind::kPartition, "", false},
                 {"data/old/", Kind::kFolder, "", true}};
  EXPECT_THAT(CompletionRows(found, 80, 10), ElementsAre("big.csv  2026     'b'      old/"));
}

TEST(CompletionListTest, ManyStandInColumnsAndTheRestIsCounted) {
  Completions found;
  for (int i = 0; i < 10; ++i)
    found.items.push_back({"t" + std::to_string(i), Kind::kTable, "a comment", false});
  EXPECT_THAT(CompletionRows(found, 13, 4),
              ElementsAre("t0  t4  t8", "t1  t5  t9", "t2  t6", "t3  t7"));
  EXPECT_THAT(CompletionRows(found, 13, 2), ElementsAre("t0  t1  t2", "… 7 more"));
}

TEST(CompletionListTest, SignaturesComeFirst) {
  Completions found;
  EXPECT_THAT(CompletionRows(found, 80, 10), IsEmpty());
  found.signature = "f(STRING) -> STRING\nf(BIGINT) -> BIGINT";
  EXPECT_THAT(CompletionRows(found, 80, 10),
              ElementsAre("f(STRING) -> STRING", "f(BIGINT) -> BIGINT"));
  found.items = {{"a", Kind::kColumn, "", false}};
  EXPECT_EQ(CompletionRows(found, 80, 10).size(), 3U);
}

TEST(CompletionListTest, NoRowIsTooWide) {
  Completions found;
  found.signature = std::string(300, 'x');
  for (int i = 0; i < 300; ++i)
    found.items.push_back(
        {"folder/" + std::string(static_cast<size_t>(i), 'n'), Kind::kFile, "detail", false});
  for (const int columns : {1, 2, 20, 60, 100}) {
    for (const std::string& row : CompletionRows(found, columns, 20))
      EXPECT_LE(DisplayWidth(row), std::max(columns - 1, 2)) << columns;
  }
}

}  // namespace
}  // namespace paisql::shell
