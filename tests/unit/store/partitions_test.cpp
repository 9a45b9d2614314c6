#include <gmock/gmock.h>

#include "store/files/partition_key.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PartitionsTest : public StoreTest {
 protected:
  std::vector<std::string> Found(const Table& table,
                                 const std::vector<std::optional<std::string>>& match = {}) {
    std::vector<std::string> names;
    for (const Partition& partition : Must(catalog_->ListPartitions(table.id, match))) {
      names.push_back(partition.Name(table));
    }
    return names;
  }

  // How SQLite says that it will run a statement.
  std::string QueryPlan(const std::string& sql) {
    Database& db = CatalogTestPeer::database(*catalog_);
    Statement plan = Must(db.Prepare("EXPLAIN QUERY PLAN " + sql));
    std::string text;
    while (Must(plan.Step())) text += plan.Text(3) + "\n";
    return text;
  }

  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
};

TEST(PartitionKeyTest, AnyValuesComeBack) {
  for (const std::vector<std::string>& values : {std::vector<std::string>{"20260101", "08"},
                                                 {"a/b", "c=d"},
                                                 {"100%", "%41"},
                                                 {"", ""},
                                                 {"中文 空格", "{\"k\": [1, \"x\"]}"},
                                                 {".", ".."},
                                                 {"_x"},
                                                 {"\x01\x7f"}}) {
    EXPECT_EQ(PartitionValues(PartitionKey(values)), values);
  }
}

TEST_F(PartitionsTest, AddListDrop) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds", "hh"})));
  Must(catalog_->AddPartitions(table.id, {{"2", "b"}, {"1", "a"}, {"1", "b"}, {"10", "a"}}, false));
  EXPECT_THAT(Found(table), ElementsAre("ds=1/hh=a", "ds=1/hh=b", "ds=10/hh=a", "ds=2/hh=b"));
  EXPECT_THAT(Found(table, {"1"}), ElementsAre("ds=1/hh=a", "ds=1/hh=b"));
  EXPECT_THAT(Found(table, {"1", "b"}), ElementsAre("ds=1/hh=b"));
  EXPECT_THAT(Found(table, {std::nullopt, "b"}), ElementsAre("ds=1/hh=b", "ds=2/hh=b"));
  EXPECT_THAT(Found(table, {"3"}), ElementsAre());
  EXPECT_THAT(Found(table, {"1", "c"}), ElementsAre());

  const int64_t id = Must(catalog_->ListPartitions(table.id, {"2", "b"}))[0].id;
  Must(catalog_->DropPartitions(table.id, {id}));
  EXPECT_EQ(Found(table).size(), 3u);
  EXPECT_EQ(Failure(catalog_->DropPartitions(table.id, {id})).code, ErrorCode::kPartitionNotFound);
}

TEST_F(PartitionsTest, ExistingOneIsAnErrorAndNoneIsAdded) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  Must(catalog_->AddPartitions(table.id, {{"1"}}, false));
  const Error error = Failure(catalog_->AddPartitions(table.id, {{"2"}, {"1"}}, false));
  EXPECT_EQ(error.code, ErrorCode::kPartition);
  EXPECT_THAT(error.detail, HasSubstr("ds=1"));
  EXPECT_THAT(Found(table), ElementsAre("ds=1"));
  Must(catalog_->AddPartitions(table.id, {{"2"}, {"1"}}, true));
  EXPECT_EQ(Found(table).size(), 2u);
}

TEST_F(PartitionsTest, WrongShapesAreRefused) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  const Table plain = Must(catalog_->CreateTable(TableNamed("plain")));
  EXPECT_EQ(Failure(catalog_->AddPartitions(table.id, {{"1", "2"}}, false)).code,
            ErrorCode::kPartition);
  EXPECT_EQ(Failure(catalog_->AddPartitions(plain.id, {{"1"}}, false)).code, ErrorCode::kPartition);
  EXPECT_EQ(Failure(catalog_->AddPartitions(99, {{"1"}}, false)).code, ErrorCode::kTableNotFound);
  const std::string long_value(300, 'x');
  EXPECT_THAT(Failure(catalog_->AddPartitions(table.id, {{long_value}}, false)).detail,
              HasSubstr("too long"));
}

TEST_F(PartitionsTest, ValuesOfAnyTextMakeSafeFolders) {
  const Table table = Must(catalog_->CreateTable(TableNamed("../t", {"ds", "k"})));
  const auto lease = Must(Lease::Acquire(catalog_->home()));
  const std::vector<std::vector<std::string>> all = {
      {"../../etc", "x"}, {"a/b", "c=d"}, {"中文", "100%"}, {"{\"k\": 1}", "_"}, {"", "."}};
  for (const auto& values : all) {
    Must(Write(*catalog_, *lease, table, WriteMode::kAppend, values[0], values));
  }
  const FileListing listing = Must(catalog_->ListFiles(table, std::nullopt));
  ASSERT_EQ(listing.files.size(), all.size());
  const std::string root = catalog_->home().WarehousePath() + "/default_project/%2E.%2Ft/";
  for (const DataFile& file : listing.files) {
    EXPECT_TRUE(file.path.starts_with(root + "ds=")) << file.path;
    const std::string name = std::filesystem::path(file.path).filename();
    EXPECT_TRUE(name.ends_with(".parquet"));
    EXPECT_FALSE(name.starts_with("_") || name.starts_with("."));
  }
  for (const auto& values : all) {
    const auto found = Must(catalog_->ListPartitions(table.id, {values[0], values[1]}));
    ASSERT_EQ(found.size(), 1u) << values[0];
    EXPECT_EQ(found[0].values, values);
    const auto files = Must(catalog_->ListFiles(table, std::vector<int64_t>{found[0].id})).files;
    ASSERT_EQ(files.size(), 1u);
    EXPECT_EQ(ReadText(files[0].path), values[0]);
  }
}

TEST_F(PartitionsTest, EveryLookUpIsARangeOfAnIndex) {
  EXPECT_THAT(
      QueryPlan(kPartitionRangeSql),
      testing::AllOf(HasSubstr("USING INDEX"), HasSubstr("(table_id=? AND key>? AND key<?)"),
                     testing::Not(HasSubstr("TEMP B-TREE"))));
  EXPECT_THAT(QueryPlan(kPartitionFilesSql),
              testing::AllOf(HasSubstr("data_files_live (table_id=? AND partition_id=?)"),
                             testing::Not(HasSubstr("TEMP B-TREE"))));
}

TEST_F(PartitionsTest, TenThousandAreListedAndOneIsFound) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds", "hh"})));
  std::vector<std::vector<std::string>> values;
  for (int i = 0; i < 10000; ++i)
    values.push_back({std::to_string(i / 10), std::to_string(i % 10)});
  Must(catalog_->AddPartitions(table.id, values, false));
  EXPECT_EQ(Must(catalog_->ListPartitions(table.id)).size(), 10000u);
  const auto one = Must(catalog_->ListPartitions(table.id, {"777", "3"}));
  ASSERT_EQ(one.size(), 1u);
  const FileListing listing = Must(catalog_->ListFiles(table, std::vector<int64_t>{one[0].id}));
  EXPECT_EQ(listing.partitions.size(), 1u);
  EXPECT_EQ(listing.partition_count, 10000);
}

TEST_F(PartitionsTest, TooManyAreRefused) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  std::vector<std::vector<std::string>> values;
  for (int i = 0; i <= kMaxPartitions; ++i) values.push_back({std::to_string(i)});
  EXPECT_THAT(Failure(catalog_->AddPartitions(table.id, values, false)).detail,
              HasSubstr("more than 60000 partitions"));
  EXPECT_TRUE(Found(table).empty());
}

}  // namespace
}  // namespace paisql::store
