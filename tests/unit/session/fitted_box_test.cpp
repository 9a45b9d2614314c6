#include "session/display/fitted_box.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace paisql::session {
namespace {

constexpr ColumnRoom kRooms[] = {{"id", 4, true}, {"state"}, {"text", 5}};

Answer Jobs() {
  Answer answer;
  answer.columns = {"text", "id", "state"};
  answer.rows = {{"SELECT 一二三四五", "2026112201a2b3", "Success"}, {"x", "2026112204d5e6", ""}};
  return answer;
}

std::string Box(int columns, std::vector<std::string>* left_out) {
  return FittedBox(Jobs(), kRooms, columns, left_out);
}

TEST(FittedBoxTest, NothingIsCutWhereThereIsRoom) {
  std::vector<std::string> left_out;
  EXPECT_EQ(Box(100, &left_out),
            "+-------------------+----------------+---------+\n"
            "| text              | id             | state   |\n"
            "+-------------------+----------------+---------+\n"
            "| SELECT 一二三四五 | 2026112201a2b3 | Success |\n"
            "| x                 | 2026112204d5e6 |         |\n"
            "+-------------------+----------------+---------+\n");
  EXPECT_TRUE(left_out.empty());
}

TEST(FittedBoxTest, WhatMattersMostKeepsItsRoom) {
  std::vector<std::string> left_out;
  EXPECT_EQ(Box(42, &left_out),
            "+-------------+----------------+---------+\n"
            "| text        | id             | state   |\n"
            "+-------------+----------------+---------+\n"
            "| SELECT 一…  | 2026112201a2b3 | Success |\n"
            "| x           | 2026112204d5e6 |         |\n"
            "+-------------+----------------+---------+\n");
  EXPECT_EQ(Box(30, &left_out),
            "+-------+----------+---------+\n"
            "| text  | id       | state   |\n"
            "+-------+----------+---------+\n"
            "| SELE… | …201a2b3 | Success |\n"
            "| x     | …204d5e6 |         |\n"
            "+-------+----------+---------+\n");
  EXPECT_TRUE(left_out.empty());
}

TEST(FittedBoxTest, WhatHasNoRoomIsLeftOutAndNamed) {
  std::vector<std::string> left_out;
  EXPECT_EQ(Box(20, &left_out),
            "+--------+---------+\n"
            "| id     | state   |\n"
            "+--------+---------+\n"
            "| …1a2b3 | Success |\n"
            "| …4d5e6 |         |\n"
            "+--------+---------+\n");
  EXPECT_EQ(left_out, std::vector<std::string>{"text"});
}

TEST(FittedBoxTest, ColumnsThatSayNothingGoFirst) {
  Answer answer = Jobs();
  for (auto& row : answer.rows) row[2] = "";
  std::vector<std::string> left_out;
  EXPECT_EQ(FittedBox(answer, kRooms, 20, &left_out),
            "+-------+----------+\n"
            "| text  | id       |\n"
            "+-------+----------+\n"
            "| SELE… | …201a2b3 |\n"
            "| x     | …204d5e6 |\n"
            "+-------+----------+\n");
  EXPECT_EQ(left_out, std::vector<std::string>{"state"});
}

TEST(FittedBoxTest, NoLineIsWiderThanTheTerminal) {
  for (int columns = 8; columns < 60; ++columns) {
    std::vector<std::string> left_out;
    for (const std::string& line : Split(Box(columns, &left_out), '\n')) {
      EXPECT_LE(DisplayWidth(line), columns);
    }
  }
}

}  // namespace
}  // namespace paisql::session
