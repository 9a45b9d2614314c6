#include "store/catalog_names.h"

#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class CatalogNamesTest : public StoreTest {
 protected:
  std::unique_ptr<CatalogNames> Names() const { return Must(CatalogNames::Open(OpenHome())); }

  static std::vector<std::string> Of(const std::vector<CatalogNames::TableName>& tables) {
    std::vector<std::string> names;
    for (const auto& table : tables) names.push_back(table.name);
    return names;
  }
};

TEST_F(CatalogNamesTest, NamesThatBeginSoInAnyLetterCase) {
  const auto catalog = OpenCatalog();
  for (const char* name : {"orders", "Orders_old", "buyers", "表_a"})
    Must(catalog->CreateTable(TableNamed(name)));
  Table view = TableNamed("orders_view");
  view.kind = TableKind::kView;
  Must(catalog->CreateTable(view));
  const std::string project = "default_project";
  const auto names = Names();
  EXPECT_THAT(Of(Must(names->Tables(project, "ORD", {}, 10))),
              ElementsAre("orders", "Orders_old", "orders_view"));
  EXPECT_THAT(Of(Must(names->Tables(project, "ord", TableKind::kView, 10))),
              ElementsAre("orders_view"));
  EXPECT_THAT(Of(Must(names->Tables(project, "表", {}, 10))), ElementsAre("表_a"));
  EXPECT_THAT(Of(Must(names->Tables(project, "zz", {}, 10))), IsEmpty());
  EXPECT_THAT(Of(Must(names->Tables("nowhere", "", {}, 10))), IsEmpty());
  // The last of all comes after the limit.
  EXPECT_THAT(Of(Must(names->Tables(project, "", {}, 2))), ElementsAre("buyers", "orders", "表_a"));
  EXPECT_THAT(Must(names->Projects("DEF", 5)), ElementsAre("default_project"));
}

TEST_F(CatalogNamesTest, ColumnsAreThoseOfNow) {
  const auto catalog = OpenCatalog();
  const Table table = Must(catalog->CreateTable(TableNamed("t", {"ds"})));
  Must(catalog->RenameColumn(table.id, table.columns[0].id, "first"));
  const auto columns = Must(Names()->Columns("default_project", "T"));
  ASSERT_THAT(columns, SizeIs(3));
  EXPECT_EQ(columns[0].name, "first");
  EXPECT_EQ(columns[0].comment, "the first");
  EXPECT_EQ(columns[1].type, "MAP<STRING,DOUBLE>");
  EXPECT_EQ(columns[2].name, "ds");
  EXPECT_TRUE(columns[2].partition);
}

TEST_F(CatalogNamesTest, ColumnsOfAllTables) {
  const auto catalog = OpenCatalog();
  for (const char* name : {"a", "b", "c", "d", "e"})
    Must(catalog->CreateTable(TableNamed(name, {"ds"})));
  const Table last = Must(catalog->CreateTable(TableNamed("f")));
  Must(catalog->RenameColumn(last.id, last.columns[0].id, "Drawn"));
  const std::string project = "default_project";
  const auto found = Must(Names()->AllColumns(project, "D", 10));
  EXPECT_TRUE(found.whole);
  ASSERT_THAT(found.columns, SizeIs(2));
  EXPECT_EQ(found.columns[0].name, "Drawn");
  EXPECT_THAT(found.columns[0].tables, ElementsAre("f"));
  EXPECT_EQ(found.columns[1].name, "ds");
  EXPECT_EQ(found.columns[1].tables.size() + found.columns[1].others, 5U);
  const auto one = Must(Names()->AllColumns(project, "", 1));
  EXPECT_FALSE(one.whole);
  EXPECT_THAT(one.columns, SizeIs(1));
  EXPECT_THAT(Must(Names()->AllColumns(project, "zz", 10)).columns, IsEmpty());
  EXPECT_THAT(Must(Names()->AllColumns("nowhere", "", 10)).columns, IsEmpty());
}

TEST_F(CatalogNamesTest, AllTablesWithWhatTheyHold) {
  const auto catalog = OpenCatalog();
  const Table parted = Must(catalog->CreateTable(TableNamed("parted", {"ds"})));
  Must(catalog->AddPartitions(parted.id, {{"1"}, {"2"}, {"3"}}, false));
  Must(catalog->CreateTable(TableNamed("Empty")));
  Table view = TableNamed("a_view");
  view.kind = TableKind::kView;
  Must(catalog->CreateTable(view));
  const auto tables = Must(Names()->AllTables("default_project"));
  ASSERT_THAT(tables, SizeIs(3));
  EXPECT_EQ(tables[0].name, "a_view");
  EXPECT_TRUE(tables[0].view);
  EXPECT_EQ(tables[1].name, "Empty");
  EXPECT_FALSE(tables[1].partitioned);
  EXPECT_EQ(tables[1].rows, 0);
  EXPECT_EQ(tables[2].partitions, 3);
  EXPECT_TRUE(tables[2].partitioned);
  EXPECT_GT(tables[2].last_modified_ms, 0);
  EXPECT_THAT(Must(Names()->AllTables("nowhere")), IsEmpty());
}

TEST_F(CatalogNamesTest, PartitionValuesTheGreatestFirst) {
  const auto catalog = OpenCatalog();
  const Table table = Must(catalog->CreateTable(TableNamed("t", {"ds", "hour"})));
  // "a" and "a-b" lie in each other's way in the order of the keys.
  Must(catalog->AddPartitions(
      table.id, {{"a", "1"}, {"a", "2"}, {"a-b", "1"}, {"ab", "3"}, {"b c", "1"}, {"a.c", "7"}},
      false));
  const auto names = Names();
  const auto values = [&](const std::vector<std::optional<std::string>>& leading,
                          std::string_view prefix, int limit = 100) {
    return Must(names->PartitionValues("default_project", "t", leading, prefix, limit));
  };
  EXPECT_THAT(values({}, ""), testing::UnorderedElementsAre("b c", "ab", "a", "a.c", "a-b"));
  EXPECT_EQ(values({}, "").front(), "b c");
  EXPECT_THAT(values({}, "a-"), ElementsAre("a-b"));
  EXPECT_THAT(values({}, "b "), ElementsAre("b c"));
  EXPECT_THAT(values({}, "", 1), ElementsAre("b c"));
  EXPECT_THAT(values({"a"}, ""), ElementsAre("2", "1"));
  EXPECT_THAT(values({std::nullopt}, ""), ElementsAre("7", "3", "2", "1"));
  EXPECT_THAT(values({"nothing"}, ""), IsEmpty());
}

TEST_F(CatalogNamesTest, WritersAreNotWaitedForAndDamageIsAnError) {
  const auto catalog = OpenCatalog();
  Must(catalog->CreateTable(TableNamed("t")));
  {
    const Transaction writing = Must(CatalogTestPeer::database(*catalog).BeginWrite());
    EXPECT_THAT(Of(Must(Names()->Tables("default_project", "t", {}, 10))), ElementsAre("t"));
  }
  const Home other = Must(Home::Open(scratch_.path() + "/other"));
  EXPECT_FALSE(CatalogNames::Open(other).ok());  // it has no catalog yet, and gets none
  EXPECT_FALSE(std::filesystem::exists(other.CatalogPath()));
  WriteText(other.CatalogPath(), std::string(8192, 'x'));
  EXPECT_FALSE(CatalogNames::Open(other).ok());
}

}  // namespace
}  // namespace paisql::store
