// Schemas: the place of tables, streams and resources.

#include "store/place.h"

#include <gmock/gmock.h>

#include "store/store_fixture.h"
#include "store/transaction.h"
#include "store/versions.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PlaceTest : public StoreTest {
 protected:
  static void Make(Catalog& catalog, const std::string& name) {
    CatalogTransaction transaction = catalog.Begin();
    Schema schema;
    schema.project = kProject;
    schema.name = name;
    transaction.Add(change::CreateSchema{schema});
    Must(transaction.Commit());
  }

  static Status Drop(Catalog& catalog, const std::string& name, bool cascade) {
    CatalogTransaction transaction = catalog.Begin();
    transaction.Add(change::DropSchema{kProject, name, cascade});
    return transaction.Commit();
  }

  static Table TableIn(const std::string& place, const std::string& name) {
    Table table;
    table.project = place;
    table.name = name;
    table.columns.push_back({1, "a", DataType(TypeId::kBigint), "", false, ""});
    return table;
  }
};

TEST(Place, TextsOfPlaces) {
  EXPECT_EQ(PlaceText("p", "default"), "p");
  EXPECT_EQ(PlaceText("p", "DEFAULT"), "p");
  EXPECT_EQ(PlaceText("p", "s"), "p.s");
  EXPECT_EQ(PlaceOf("p").schema, "default");
  EXPECT_EQ(PlaceOf("p.s").project, "p");
  EXPECT_EQ(PlaceOf("p.s").schema, "s");
  EXPECT_EQ(ProjectOfPlace("p.s"), "p");
}

TEST_F(PlaceTest, OneNameMayBeInEachSchema) {
  const auto catalog = OpenCatalog();
  Make(*catalog, "Mart");
  const std::string mart = std::string(kProject) + ".mart";
  const Table first = Must(catalog->CreateTable(TableIn(kProject, "t")));
  const Table second = Must(catalog->CreateTable(TableIn(mart, "t")));
  EXPECT_NE(first.id, second.id);
  EXPECT_EQ(second.project, std::string(kProject) + ".Mart");  // as it was made
  EXPECT_EQ(Must(catalog->FindTable(kProject, "t"))->id, first.id);
  EXPECT_EQ(Must(catalog->FindTable(mart, "T"))->id, second.id);
  EXPECT_THAT(Must(catalog->ListTableNames(mart)), ElementsAre("t"));
  EXPECT_EQ(catalog->CreateTable(TableIn(mart, "T")).error().code, ErrorCode::kTableExists);
  EXPECT_EQ(catalog->CreateTable(TableIn(std::string(kProject) + ".x", "t")).error().code,
            ErrorCode::kProjectNotFound);
  EXPECT_EQ(Must(catalog->FindProject(mart))->name, second.project);
  EXPECT_FALSE(Must(catalog->FindProject(std::string(kProject) + ".x")).has_value());
}

TEST_F(PlaceTest, ADroppedTableComesBackIntoItsSchema) {
  const auto catalog = OpenCatalog();
  catalog->KeepRemovedFor(1000000);
  Make(*catalog, "mart");
  const std::string mart = std::string(kProject) + ".mart";
  const Table table = Must(catalog->CreateTable(TableIn(mart, "t")));
  Must(catalog->DropTable(table.id));
  EXPECT_TRUE(Must(catalog->ListDropped(kProject)).empty());
  ASSERT_EQ(Must(catalog->ListDropped(mart)).size(), 1U);
  Must(catalog->UndropTable(table.id));
  EXPECT_TRUE(Must(catalog->FindTable(mart, "t")).has_value());
}

TEST_F(PlaceTest, ASchemaWithTablesGoesByCascade) {
  const auto catalog = OpenCatalog();
  catalog->KeepRemovedFor(1000000);
  Make(*catalog, "mart");
  const std::string mart = std::string(kProject) + ".mart";
  Must(catalog->CreateTable(TableIn(mart, "t")));
  const Table gone = Must(catalog->CreateTable(TableIn(mart, "gone")));
  Must(catalog->DropTable(gone.id));
  const Table kept = Must(catalog->CreateTable(TableIn(kProject, "t")));
  const Status refused = Drop(*catalog, "mart", false);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().detail, HasSubstr("tables (1)"));
  Must(Drop(*catalog, "MART", true));
  EXPECT_FALSE(Must(catalog->FindSchema(kProject, "mart")).has_value());
  EXPECT_EQ(Must(catalog->FindTable(kProject, "t"))->id, kept.id);
  Make(*catalog, "mart");
  EXPECT_TRUE(Must(catalog->ListTableNames(mart)).empty());
  EXPECT_TRUE(Must(catalog->ListDropped(mart)).empty());
  EXPECT_FALSE(Drop(*catalog, "default", true).ok());
}

}  // namespace
}  // namespace paisql::store
