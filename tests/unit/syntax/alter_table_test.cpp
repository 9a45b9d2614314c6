#include <gtest/gtest.h>

#include "syntax/statements/tables.h"
#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

std::string KeysText(const PartitionSpec& spec) {
  std::string text;
  for (const PartitionKey& key : spec.keys) {
    text += (text.empty() ? "" : " ") + key.name.text + (key.value ? "=" + Text(*key.value) : "");
  }
  return text;
}

TEST(AlterTable, Trees) {
  auto alter = ParsedAs<AlterTableStatement>(
      "ALTER TABLE t ADD IF NOT EXISTS PARTITION (ds='1', h=2) PARTITION (ds='2', h=3)");
  ASSERT_NE(alter, nullptr);
  EXPECT_TRUE(alter->if_not_exists);
  ASSERT_EQ(alter->add_partitions.size(), 2u);
  EXPECT_EQ(KeysText(alter->add_partitions[1]), "ds='2' h=3");

  alter = ParsedAs<AlterTableStatement>(
      "ALTER TABLE t DROP IF EXISTS PARTITION (ds='1', h='2'), PARTITION (ds < '5' AND ds > '3')");
  ASSERT_NE(alter, nullptr);
  ASSERT_EQ(alter->drop_partitions.size(), 2u);
  EXPECT_EQ(KeysText(*alter->drop_partitions[0].spec), "ds='1' h='2'");
  EXPECT_EQ(Text(*alter->drop_partitions[1].filter), "(and (< ds '5') (> ds '3'))");

  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t ADD COLUMNS (a INT, b STRING COMMENT 'x')");
  EXPECT_EQ(alter->columns.size(), 2u);
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t RENAME TO u")->new_name.text, "u");
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t SET COMMENT 'c'")->comment, "c");
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t SET LIFECYCLE 9")->lifecycle_days, 9);
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGE COLUMN a RENAME TO b");
  EXPECT_EQ(alter->action, AlterTableAction::kRenameColumn);
  EXPECT_EQ(Names(alter->column_names), "a b");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGE COLUMN a COMMENT 'x'");
  EXPECT_EQ(alter->action, AlterTableAction::kChangeColumn);
  EXPECT_TRUE(alter->keeps_type);
  EXPECT_EQ(alter->columns.at(0).comment, "x");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGE a NOT NULL DEFAULT 1");
  EXPECT_TRUE(alter->columns.at(0).not_null);
  EXPECT_EQ(Text(*alter->columns.at(0).default_value), "1");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGE a b INT AFTER first");
  EXPECT_EQ(alter->places.at(0)->after->text, "first");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t ADD COLUMNS (a INT FIRST, b INT)");
  EXPECT_FALSE(alter->places.at(0)->after.has_value());
  EXPECT_FALSE(alter->places.at(1).has_value());
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGEOWNER TO 'x'")->owner, "x");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t PARTITION (d='1') ENABLE LIFECYCLE");
  EXPECT_TRUE(alter->lifecycle_on);
  EXPECT_EQ(KeysText(alter->add_partitions.at(0)), "d='1'");
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t EXCHANGE PARTITION (d='1') WITH TABLE p.s");
  EXPECT_EQ(alter->source.ToString(), "p.s");
  EXPECT_EQ(Names(ParsedAs<AlterTableStatement>("ALTER TABLE t DROP COLUMNS a, b")->column_names),
            "a b");
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t TOUCH")->action, AlterTableAction::kTouch);
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t PARTITION (d='1') COMPACT 'major' -h 10 -f");
  EXPECT_EQ(alter->action, AlterTableAction::kCompact);
  EXPECT_EQ(KeysText(alter->add_partitions.at(0)), "d='1'");
  EXPECT_EQ(alter->compaction, "major");
  EXPECT_EQ(alter->compaction_hours, 10);
  EXPECT_TRUE(alter->compaction_unasked);
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t COMPACT minor")->compaction, "minor");
  for (const char* sql : {"ALTER TABLE t CHANGE a b DOUBLE COMMENT 'c'",
                          "ALTER TABLE t CHANGE COLUMN a b DOUBLE COMMENT 'c'"}) {
    alter = ParsedAs<AlterTableStatement>(sql);
    ASSERT_EQ(alter->action, AlterTableAction::kChangeColumn) << sql;
    EXPECT_EQ(Names(alter->column_names), "a");
    EXPECT_EQ(alter->columns.at(0).name.text, "b");
    EXPECT_EQ(alter->columns.at(0).comment, "c");
  }
  alter = ParsedAs<AlterTableStatement>("ALTER TABLE t CHANGE COLUMN column BIGINT");
  EXPECT_EQ(alter->columns.at(0).name.text, "column");
  EXPECT_EQ(ParsedAs<AlterTableStatement>("ALTER TABLE t RENAME COLUMN a TO order")->action,
            AlterTableAction::kRenameColumn);
}

}  // namespace
}  // namespace paisql::syntax::testing
