// Parquet files: writes, and scans of files of several schema versions and partitions.

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

namespace fs = std::filesystem;

class StorageTest : public EngineTest {
 protected:
  // Writes rows of (name, value) into the folder and gives the files' paths.
  std::vector<WrittenFile> Write(const plan::Relation& root, const std::string& folder,
                                 std::vector<std::string> names,
                                 std::vector<std::string> partitions = {}) {
    fs::create_directories(folder);
    auto files = engine_->Write(root, bindings_,
                                {folder, std::move(names), {}, std::move(partitions)}, settings_);
    EXPECT_TRUE(files.ok()) << (files.ok() ? "" : files.error().ToString());
    return files.ok() ? std::move(files).value() : std::vector<WrittenFile>{};
  }

  static store::Column TableColumn(int64_t id, const char* name, DataType type) {
    store::Column column;
    column.id = id;
    column.name = name;
    column.type = std::move(type);
    return column;
  }

  // All columns of the table, with ids from 1. Its files are those of AddFiles.
  std::unique_ptr<plan::Scan> ScanOf(const store::Table& table) {
    auto scan = std::make_unique<plan::Scan>();
    int id = 0;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      scan->columns.push_back({plan::Scan::Source::kData, i});
      scan->output.push_back({++id, table.columns[i].name, table.columns[i].type});
    }
    for (size_t i = 0; i < table.partition_columns.size(); ++i) {
      scan->columns.push_back({plan::Scan::Source::kPartition, i});
      scan->output.push_back(
          {++id, table.partition_columns[i].name, table.partition_columns[i].type});
    }
    scan->table.version = table.schema_version;
    for (const store::Column& column : table.columns) {
      scan->table.columns.push_back({column.id, column.name, column.type});
    }
    for (const store::Column& column : table.partition_columns) {
      scan->table.partition_columns.push_back({column.id, column.name, column.type});
    }
    store::FileListing listing;
    listing.schema_versions = {{table.schema_version, table.columns}};
    bindings_.SetFiles(*scan, std::move(listing));
    return scan;
  }

  void AddFiles(const plan::Scan& scan, const std::vector<WrittenFile>& files, int version = 1) {
    store::FileListing listing = *bindings_.FilesOf(scan);
    for (const WrittenFile& file : files) {
      store::DataFile data;
      data.path = file.path;
      data.rows = file.rows;
      data.schema_version = version;
      listing.files.push_back(std::move(data));
    }
    bindings_.SetFiles(scan, std::move(listing));
  }

  static size_t FilesBelow(const std::string& folder) {
    size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      count += entry.is_regular_file();
    return count;
  }
};

TEST_F(StorageTest, EveryTypeSurvivesAFile) {
  settings_.time_zone = "America/New_York";
  const DataType record = DataType::Struct({"a", "B b"}, {TypeId::kInt, TypeId::kString});
  const std::vector<DataType> types = {TypeId::kBoolean,
                                       TypeId::kTinyint,
                                       TypeId::kSmallint,
                                       TypeId::kInt,
                                       TypeId::kBigint,
                                       TypeId::kFloat,
                                       TypeId::kDouble,
                                       DataType::Decimal(38, 18),
                                       TypeId::kString,
                                       TypeId::kBinary,
                                       TypeId::kDate,
                                       TypeId::kDatetime,
                                       TypeId::kTimestamp,
                                       TypeId::kJson,
                                       TypeId::kTimestampNtz,
                                       DataType::Array(TypeId::kInt),
                                       record,
                                       DataType::Varchar(5),
                                       DataType::Map(TypeId::kString, TypeId::kInt)};
  std::vector<std::vector<ExpressionPtr>> rows;
  rows.push_back(
      List(Constant(Value::Boolean(true)), Constant(Value{TypeId::kTinyint, int64_t{1}}),
           Constant(Value{TypeId::kSmallint, int64_t{2}}), Int(3), Bigint(4),
           Constant(Value{TypeId::kFloat, 0.1}), Double(0.1),
           Typed(DataType::Decimal(38, 18), "1.5"), Text("中\t"), Typed(TypeId::kBinary, "\x01"),
           Typed(TypeId::kDate, "2024-02-29"), Typed(TypeId::kDatetime, "2024-02-29 08:00:00.125"),
           Typed(TypeId::kTimestamp, "2024-02-29 08:00:00.123456789"),
           Typed(TypeId::kJson, "{\"a\":1}"), Typed(TypeId::kTimestampNtz, "2024-02-29 08:00:00.5"),
           Call("array", DataType::Array(TypeId::kInt), List(Int(1), Null(TypeId::kInt))),
           Call("struct", record, List(Int(1), Text("x"))), Typed(DataType::Varchar(5), "vc"),
           Call("map", DataType::Map(TypeId::kString, TypeId::kInt), List(Text("k"), Int(1)))));
  RelationPtr values = Values(1, types, std::move(rows));
  const std::string expected = Run(*values);
  EXPECT_EQ(expected,
            "true|1|2|3|4|0.1|0.1|1.5|中\t|=01|2024-02-29|2024-02-29 08:00:00|"
            "2024-02-29 08:00:00.123456789|{\"a\":1}|2024-02-29 08:00:00.5|[1,null]|"
            "{\"a\":1,\"B b\":\"x\"}|vc|{\"k\":1}\n");
  store::Table table;
  std::vector<std::string> names;
  for (size_t i = 0; i < types.size(); ++i) {
    names.push_back("col " + std::to_string(i));
    table.columns.push_back(TableColumn(static_cast<int64_t>(i), names.back().c_str(), types[i]));
  }
  const auto files = Write(*values, folder_ + "/types", names);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].rows, 1);
  auto scan = ScanOf(table);
  AddFiles(*scan, files);
  EXPECT_EQ(Run(*scan), expected);
}

TEST_F(StorageTest, NoFilesIsAnEmptyTableWithTypes) {
  store::Table table;
  table.columns = {TableColumn(1, "a", TypeId::kInt), TableColumn(2, "b", TypeId::kDatetime)};
  EXPECT_EQ(Run(*ScanOf(table)), "");
  EXPECT_EQ(Run(*GroupBy(ScanOf(table), 5, {}, List(Aggregate("count", TypeId::kBigint, {})))),
            "0\n");
}

TEST_F(StorageTest, OlderSchemaVersionsShowTodaysColumns) {
  const std::string folder = folder_ + "/odd [a]*b?{c} 'q'";
  const auto old_files = Write(*Pairs(1, {{1, 10}, {2, 20}}), folder, {"k", "gone"});
  const auto new_files =
      Write(*Project(Pairs(1, {{3, 30}}), 3, List(CastTo(Column(1), TypeId::kBigint), Text("new"))),
            folder, {"key", "added"});
  store::Table table;
  table.schema_version = 2;
  table.columns = {TableColumn(7, "added", TypeId::kString),
                   TableColumn(5, "key", TypeId::kBigint)};
  auto scan = ScanOf(table);
  store::FileListing listing = *bindings_.FilesOf(*scan);
  listing.schema_versions.push_back(
      {1, {TableColumn(5, "k", TypeId::kInt), TableColumn(6, "gone", TypeId::kInt)}});
  bindings_.SetFiles(*scan, std::move(listing));
  AddFiles(*scan, old_files, 1);
  AddFiles(*scan, new_files, 2);
  EXPECT_EQ(Run(*Sort(std::move(scan), 2)), "NULL|1\nNULL|2\nnew|3\n");
}

// Files of two versions are read by two readers, and counted as one list.
TEST_F(StorageTest, RowsTellTheirFileAndTheirPlaceInIt) {
  const auto first = Write(*Pairs(1, {{1, 10}, {2, 20}}), folder_ + "/f1", {"k", "gone"});
  const auto second = Write(*Pairs(1, {{3, 30}}), folder_ + "/f2", {"key", "gone"});
  const auto third = Write(*Pairs(1, {{4, 40}, {5, 50}}), folder_ + "/f3", {"k", "gone"});
  store::Table table;
  table.schema_version = 2;
  table.columns = {TableColumn(5, "key", TypeId::kInt)};
  const auto scan_all = [&] {
    auto scan = ScanOf(table);
    scan->columns.push_back({plan::Scan::Source::kFile});
    scan->columns.push_back({plan::Scan::Source::kRow});
    scan->output.push_back({8, "file", TypeId::kBigint});
    scan->output.push_back({9, "row", TypeId::kBigint});
    store::FileListing listing = *bindings_.FilesOf(*scan);
    listing.schema_versions.push_back({1, {TableColumn(5, "k", TypeId::kInt)}});
    bindings_.SetFiles(*scan, std::move(listing));
    AddFiles(*scan, first, 1);
    AddFiles(*scan, second, 2);
    AddFiles(*scan, third, 1);
    return scan;
  };
  EXPECT_EQ(Run(*Sort(scan_all(), 1)), "1|0|0\n2|0|1\n3|1|0\n4|2|0\n5|2|1\n");
  auto some = Filter(scan_all(), Greater(Column(9, TypeId::kBigint), Bigint(0)));
  EXPECT_EQ(Run(*Sort(std::move(some), 1)), "2|0|1\n5|2|1\n");
  auto scan = scan_all();
  bindings_.KeepFiles(*scan, {1, 2});
  EXPECT_EQ(Run(*Sort(std::move(scan), 1)), "3|1|0\n4|2|0\n5|2|1\n");
  // A range of values, whatever the column is called in a file.
  scan = scan_all();
  bindings_.KeepRange(*scan, {0, 2, 4});
  EXPECT_EQ(Run(*Sort(std::move(scan), 1)), "2|0|1\n3|1|0\n4|2|0\n");
}

TEST_F(StorageTest, DynamicPartitionsAreReadBackFromTheirFolders) {
  std::vector<std::vector<ExpressionPtr>> rows;
  const std::vector<std::string> odd = {"a/b", "x=y", "100%", "a b", "007", "__HIVE_DEFAULT",
                                        "it's"};
  for (const std::string& value : odd) rows.push_back(List(Int(1), Text(value), Text("7")));
  rows.push_back(List(Int(2), Text("007"), Text("8")));
  const auto files =
      Write(*Values(1, {TypeId::kInt, TypeId::kString, TypeId::kString}, std::move(rows)),
            folder_ + "/dynamic", {"v"}, {"ds", "hour"});
  ASSERT_EQ(files.size(), odd.size() + 1);
  std::vector<std::string> seen;
  for (const WrittenFile& file : files) {
    ASSERT_EQ(file.partition_values.size(), 2u);
    EXPECT_EQ(file.rows, 1);
    EXPECT_NE(fs::path(file.path).filename().string().front(), '_');
    seen.push_back(file.partition_values[0]);
  }
  for (const std::string& value : odd) EXPECT_THAT(seen, ::testing::Contains(value));

  // The store names the folders after the partition columns.
  store::Table table;
  table.columns = {TableColumn(1, "v", TypeId::kInt)};
  table.partition_columns = {TableColumn(2, "ds", TypeId::kString),
                             TableColumn(3, "hour", TypeId::kBigint)};
  auto scan = ScanOf(table);
  std::vector<WrittenFile> moved;
  for (const WrittenFile& file : files) {
    const std::string folder = folder_ +
                               "/ds=wrong/t/ds=" + PercentEncode(file.partition_values[0]) +
                               "/hour=" + file.partition_values[1];
    fs::create_directories(folder);
    const std::string path = folder + "/" + fs::path(file.path).filename().string();
    fs::rename(file.path, path);
    moved.push_back({path, {}, file.rows});
  }
  AddFiles(*scan, moved);
  EXPECT_EQ(Run(*Sort(Filter(std::move(scan), Greater(Column(3, TypeId::kBigint), Bigint(7))), 2)),
            "2|007|8\n");
  scan = ScanOf(table);
  AddFiles(*scan, moved);
  EXPECT_EQ(Run(*Sort(GroupBy(std::move(scan), 5, List(Column(2, TypeId::kString)), {}), 5)),
            "007\n100%\n__HIVE_DEFAULT\na b\na/b\nit's\nx=y\n");
}

TEST_F(StorageTest, ForbiddenPartitionValuesLeaveNothingBehind) {
  const std::string folder = folder_ + "/forbidden";
  fs::create_directories(folder);
  std::ofstream(folder + "/before") << "kept";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "province="},
      {"中国", "province=中国"},
      {std::string(129, 'x'), "province=" + std::string(129, 'x')}};
  for (const auto& [value, shown] : bad) {
    std::vector<std::vector<ExpressionPtr>> rows;
    rows.push_back(List(Int(1), Text("ok")));
    rows.push_back(List(Int(1), Text(value)));
    const auto outcome =
        engine_->Write(*Values(1, {TypeId::kInt, TypeId::kString}, std::move(rows)), bindings_,
                       {folder, {"v"}, {}, {"province"}}, settings_);
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().ToString(),
              "ODPS-0123031: Partition exception - invalid dynamic partition value: " + shown);
    EXPECT_EQ(FilesBelow(folder), 1u);
  }
  const auto null =
      engine_->Write(*Project(Pairs(1, {{1, 1}}), 3, List(Column(1), Null(TypeId::kString))),
                     bindings_, {folder, {"v"}, {}, {"province"}}, settings_);
  ASSERT_FALSE(null.ok());
  EXPECT_EQ(null.error().detail, "invalid dynamic partition value: province=NULL");
}

TEST_F(StorageTest, FailingAndEmptyWritesLeaveNothingBehind) {
  const std::string folder = folder_ + "/empty";
  EXPECT_TRUE(
      Write(*Filter(Pairs(1, {{1, 1}}), Greater(Column(1), Int(5))), folder, {"a", "b"}).empty());
  EXPECT_TRUE(Write(*Project(Filter(Pairs(1, {{1, 1}}), Greater(Column(1), Int(5))), 3,
                             List(Column(1), Text("p"))),
                    folder, {"a"}, {"ds"})
                  .empty());
  const auto failed =
      engine_->Write(*Project(Range(1, 1000000), 3,
                              List(CastTo(Column(1, TypeId::kBigint), TypeId::kSmallint, true))),
                     bindings_, {folder, {"a"}, {}, {}}, settings_);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, ErrorCode::kDataOverflow);
  EXPECT_EQ(FilesBelow(folder), 0u);
  const auto nowhere = engine_->Write(*Pairs(1, {{1, 1}}), bindings_,
                                      {folder + "/missing", {"a", "b"}, {}, {}}, settings_);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().code, ErrorCode::kIo);
}

TEST_F(StorageTest, ANullInANotNullColumnFailsTheWrite) {
  const std::string folder = folder_ + "/not_null";
  fs::create_directories(folder);
  const auto outcome =
      engine_->Write(*Project(Pairs(1, {{1, 1}}), 3, List(Column(1), Null(TypeId::kInt))),
                     bindings_, {folder, {"a", "b"}, {false, true}, {}}, settings_);
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().detail.find("not-null column b"), std::string::npos);
  EXPECT_EQ(FilesBelow(folder), 0u);
}

TEST_F(StorageTest, RowsFromOutsideAreAppended) {
  const std::string folder = folder_ + "/appended";
  fs::create_directories(folder);
  const std::vector<ResultColumn> columns = {
      {"a", TypeId::kBigint}, {"b", TypeId::kDatetime}, {"c", DataType::Decimal(5, 2)}};
  auto appender = engine_->Append(columns, {folder, {"a", "b", "c"}, {}, {}}, settings_);
  ASSERT_TRUE(appender.ok());
  (*appender)->AppendText("7");
  (*appender)->AppendText("2024-02-29 08:00:00");
  (*appender)->AppendText("1.50");
  ASSERT_TRUE((*appender)->EndRow().ok());
  for (int i = 0; i < 3; ++i) (*appender)->AppendNull();
  ASSERT_TRUE((*appender)->EndRow().ok());
  const auto files = (*appender)->Finish();
  ASSERT_TRUE(files.ok());
  store::Table table;
  for (size_t i = 0; i < columns.size(); ++i) {
    table.columns.push_back(
        TableColumn(static_cast<int64_t>(i), columns[i].name.c_str(), columns[i].type));
  }
  auto scan = ScanOf(table);
  AddFiles(*scan, *files);
  EXPECT_EQ(Run(*scan), "7|2024-02-29 08:00:00|1.5\nNULL|NULL|NULL\n");
}

// More than one block: another thread encodes them meanwhile, and they stay one file in their
// order.
TEST_F(StorageTest, ManyRowsFromOutsideAreOneFile) {
  constexpr int kRows = 100'000;
  const std::string folder = folder_ + "/many";
  fs::create_directories(folder);
  const std::vector<ResultColumn> columns = {{"n", TypeId::kBigint}, {"s", TypeId::kString}};
  auto appender = engine_->Append(columns, {folder, {"n", "s"}, {}, {}}, settings_);
  ASSERT_TRUE(appender.ok());
  for (int i = 0; i < kRows; ++i) {
    (*appender)->AppendText(std::to_string(i));
    (*appender)->AppendText("row " + std::to_string(i));
    ASSERT_TRUE((*appender)->EndRow().ok());
  }
  const auto files = (*appender)->Finish();
  ASSERT_TRUE(files.ok());
  ASSERT_EQ(files->size(), 1u);
  EXPECT_EQ(files->front().rows, kRows);
  store::Table table;
  table.columns = {TableColumn(0, "n", TypeId::kBigint), TableColumn(1, "s", TypeId::kString)};
  auto scan = ScanOf(table);
  AddFiles(*scan, *files);
  const std::string text = Run(*scan);
  std::string expected;
  for (int i = 0; i < kRows; ++i) {
    expected += std::to_string(i) + "|row " + std::to_string(i) + "\n";
  }
  EXPECT_TRUE(text == expected);
}

TEST_F(StorageTest, AnAppenderWithoutItsEndLeavesTheEngineUsable) {
  const std::string folder = folder_ + "/left";
  fs::create_directories(folder);
  {
    auto appender = engine_->Append({{"n", TypeId::kBigint}}, {folder, {"n"}, {}, {}}, settings_);
    ASSERT_TRUE(appender.ok());
    for (int i = 0; i < 50'000; ++i) {
      (*appender)->AppendText("1");
      ASSERT_TRUE((*appender)->EndRow().ok());
    }
  }
  EXPECT_EQ(Run(*Range(1, 3)), "0\n1\n2\n");
}

TEST_F(StorageTest, AFolderThatVanishesFailsTheAppender) {
  auto appender =
      engine_->Append({{"n", TypeId::kBigint}}, {folder_ + "/none", {"n"}, {}, {}}, settings_);
  ASSERT_TRUE(appender.ok());
  Status status;
  for (int i = 0; status.ok() && i < 2'000'000; ++i) {
    (*appender)->AppendText("1");
    status = (*appender)->EndRow();
  }
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo) << status.error().ToString();
}

// Numbers take memory, too: an upload of many columns stays within some hundred megabytes.
TEST_F(StorageTest, ManyColumnsOfNumbersAreWrittenInParts) {
  const std::string folder = folder_ + "/wide";
  fs::create_directories(folder);
  constexpr size_t kColumns = 1000;
  std::vector<ResultColumn> columns;
  WriteTarget target{folder, {}, {}, {}};
  for (size_t i = 0; i < kColumns; ++i) {
    target.column_names.push_back("c" + std::to_string(i));
    columns.push_back({target.column_names.back(), TypeId::kBigint});
  }
  auto appender = engine_->Append(columns, target, settings_);
  ASSERT_TRUE(appender.ok());
  constexpr int kRows = 32000;
  for (int row = 0; row < kRows; ++row) {
    for (size_t i = 0; i < kColumns; ++i) (*appender)->AppendText("7");
    ASSERT_TRUE((*appender)->EndRow().ok());
  }
  const auto files = (*appender)->Finish();
  ASSERT_TRUE(files.ok());
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ((*files)[0].rows + (*files)[1].rows, kRows);
}

TEST_F(StorageTest, AMissingFileIsAnIoError) {
  store::Table table;
  table.columns = {TableColumn(1, "a", TypeId::kInt)};
  auto scan = ScanOf(table);
  AddFiles(*scan, {{folder_ + "/none.parquet", {}, 1}});
  EXPECT_NE(Outcome(*scan).find("FAILED: ODPS-0130025"), std::string::npos) << Outcome(*scan);
}

TEST_F(StorageTest, FiltersReachTheFiles) {
  const auto files =
      Write(*Project(Range(1, 200000), 3, List(Column(1, TypeId::kBigint), Text("x"))),
            folder_ + "/pushed", {"n", "s"});
  store::Table table;
  table.columns = {TableColumn(1, "n", TypeId::kBigint), TableColumn(2, "s", TypeId::kString)};
  auto scan = ScanOf(table);
  AddFiles(*scan, files);
  RelationPtr plan =
      Project(Filter(std::move(scan), Greater(Column(1, TypeId::kBigint), Bigint(199998))), 5,
              List(Column(1, TypeId::kBigint)));
  EXPECT_EQ(Run(*plan), "199999\n");
  const auto text = engine_->Print(*plan, bindings_, settings_);
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("WHERE (c1 > CAST(199998 AS BIGINT))"), std::string::npos) << *text;
}

}  // namespace
}  // namespace paisql::engine::test
