// The statements that the page of tables offers.

#include "console/tables/change_text.h"

#include <gtest/gtest.h>

namespace paisql::console {
namespace {

using store::TableShape;

store::Table Orders() {
  store::Table table;
  table.project = "p";
  table.name = "orders";
  table.partition_columns.resize(2);
  table.partition_columns[0].name = "ds";
  table.partition_columns[0].type = TypeId::kString;
  table.partition_columns[1].name = "hh";
  table.partition_columns[1].type = TypeId::kBigint;
  return table;
}

std::string Text(const ChangeAsked& asked, TableShape shape = TableShape::kTable) {
  const Result<std::string> text = ChangeText(Orders(), shape, asked, false);
  return text.ok() ? *text : "refused";
}

TEST(ChangeText, WritesEachStatement) {
  EXPECT_EQ(Text({.action = "drop"}), "DROP TABLE `orders`");
  EXPECT_EQ(Text({.action = "drop"}, TableShape::kView), "DROP VIEW `orders`");
  EXPECT_EQ(Text({.action = "drop"}, TableShape::kMaterialized), "DROP MATERIALIZED VIEW `orders`");
  EXPECT_EQ(Text({.action = "comment", .value = "it's \\ \n"}),
            "ALTER TABLE `orders` SET COMMENT 'it\\'s \\\\ \\n'");
  EXPECT_EQ(Text({.action = "column_comment", .value = "x", .column = "a`b"}),
            "ALTER TABLE `orders` CHANGE COLUMN `a``b` COMMENT 'x'");
  EXPECT_EQ(Text({.action = "lifecycle", .value = "30"}), "ALTER TABLE `orders` SET LIFECYCLE 30");
  EXPECT_EQ(Text({.action = "rename", .value = "x; DROP TABLE y"}),
            "ALTER TABLE `orders` RENAME TO `x; DROP TABLE y`");
  EXPECT_EQ(Text({.action = "drop_partition", .partition = {"2026'01", "8"}}),
            "ALTER TABLE `orders` DROP PARTITION (`ds`='2026\\'01', `hh`=8)");
  EXPECT_EQ(Text({.action = "drop_partition", .partition = {"1", "8) OR (1=1"}}),
            "ALTER TABLE `orders` DROP PARTITION (`ds`='1', `hh`='8) OR (1=1')");
  EXPECT_EQ(Text({.action = "restore", .value = "12", .partition = {"1", "8"}}),
            "RESTORE TABLE `orders` PARTITION (`ds`='1', `hh`=8) TO LSN '12'");
}

TEST(ChangeText, RefusesWhatDoesNotFit) {
  EXPECT_EQ(Text({.action = "zap"}), "refused");
  EXPECT_EQ(Text({.action = "lifecycle", .value = "0"}), "refused");
  EXPECT_EQ(Text({.action = "lifecycle", .value = "7"}, TableShape::kView), "refused");
  EXPECT_EQ(Text({.action = "rename"}), "refused");
  EXPECT_EQ(Text({.action = "drop_partition", .partition = {"1"}}), "refused");
  EXPECT_EQ(Text({.action = "restore", .value = "12'; DROP TABLE x"}), "refused");
}

TEST(ChangeText, RunsNothingThatLosesRowsWithoutTheName) {
  for (const ChangeKind& kind : ChangeKinds()) {
    ChangeAsked asked = {.action = std::string(kind.action), .value = "1", .column = "a"};
    asked.partition = {"1", "8"};
    EXPECT_EQ(ChangeText(Orders(), TableShape::kTable, asked, true).ok(), !kind.confirms)
        << kind.action;
    asked.confirm = "orders";
    EXPECT_TRUE(ChangeText(Orders(), TableShape::kTable, asked, true).ok()) << kind.action;
  }
}

}  // namespace
}  // namespace paisql::console
