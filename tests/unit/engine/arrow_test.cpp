// Columns as they leave the engine, read without the code that makes text of them.

#include "engine/arrow/batch.h"

#include <cstring>

#include "engine/arrow/builder.h"
#include "engine/arrow/schema.h"
#include "engine/plan_builder.h"
#include "types/value_text.h"

namespace paisql::engine::test {
namespace {

class ArrowTest : public EngineTest {
 protected:
  // The only batch of a plan.
  Batch Only(const plan::Relation& root) {
    auto stream = engine_->Query(root, bindings_, settings_);
    EXPECT_TRUE(stream.ok());
    auto batch = (*stream)->Next();
    EXPECT_TRUE(batch.ok() && *batch);
    return std::move(*batch);
  }

  static bool Valid(const ArrowArray& column, size_t row) {
    return column.buffers[0] == nullptr ||
           IsBitSet(column.buffers[0], static_cast<size_t>(column.offset) + row);
  }
  template <typename Place = int64_t>
  static std::vector<Place> Places(const ArrowArray& column) {
    const auto* begin = static_cast<const Place*>(column.buffers[1]) + column.offset;
    return {begin, begin + column.length + 1};
  }
  static std::string Characters(const ArrowArray& column) {
    const std::vector<int64_t> places = Places(column);
    return {static_cast<const char*>(column.buffers[2]) + places.front(),
            static_cast<size_t>(places.back() - places.front())};
  }
};

TEST_F(ArrowTest, PlainColumns) {
  std::vector<std::vector<ExpressionPtr>> rows;
  rows.push_back(List(Constant(Value::Boolean(true)), Text("short"),
                      Typed(DataType::Decimal(5, 2), "-1.25"), Int(7)));
  rows.push_back(List(Null(TypeId::kBoolean), Null(TypeId::kString), Null(DataType::Decimal(5, 2)),
                      Null(TypeId::kInt)));
  rows.push_back(List(Constant(Value::Boolean(false)), Text("a text of more than twelve bytes"),
                      Typed(DataType::Decimal(5, 2), "999.99"), Int(-8)));
  const Batch batch =
      Only(*Values(1, {TypeId::kBoolean, TypeId::kString, DataType::Decimal(5, 2), TypeId::kInt},
                   std::move(rows)));
  ASSERT_EQ(batch.row_count(), 3u);
  for (size_t column = 0; column < 4; ++column) {
    EXPECT_TRUE(Valid(batch.column(column), 0));
    EXPECT_FALSE(Valid(batch.column(column), 1));
    EXPECT_TRUE(Valid(batch.column(column), 2));
  }
  EXPECT_TRUE(IsBitSet(batch.column(0).buffers[1], 0));
  EXPECT_FALSE(IsBitSet(batch.column(0).buffers[1], 2));
  EXPECT_EQ(Places(batch.column(1)), (std::vector<int64_t>{0, 5, 5, 37}));
  EXPECT_EQ(Characters(batch.column(1)), "shorta text of more than twelve bytes");
  Int128 unscaled[3] = {};
  std::memcpy(unscaled, batch.column(2).buffers[1], sizeof(unscaled));
  EXPECT_TRUE(unscaled[0] == -125 && unscaled[2] == 99999);
  EXPECT_EQ(NumberAt<int32_t>(batch.column(3), 2), -8);
}

TEST_F(ArrowTest, Times) {
  const Batch batch = Only(*Select(
      List(Typed(TypeId::kDate, "1970-01-03"), Typed(TypeId::kDatetime, "1970-01-01 00:00:02"),
           Typed(TypeId::kTimestampNtz, "9999-12-31 23:59:59.123456789"), Null(TypeId::kVoid))));
  EXPECT_EQ(NumberAt<int32_t>(batch.column(0), 0), 2);
  EXPECT_EQ(NumberAt<int64_t>(batch.column(1), 0), 2'000'000);
  Int128 nanos = 0;
  std::memcpy(&nanos, batch.column(2).buffers[1], sizeof(nanos));
  EXPECT_TRUE(nanos == Int128{253402300799} * 1'000'000'000 + 123'456'789);
  EXPECT_EQ(batch.column(3).n_buffers, 0);
}

TEST_F(ArrowTest, Nested) {
  const DataType array = DataType::Array(TypeId::kInt);
  const DataType map = DataType::Map(TypeId::kString, TypeId::kInt);
  std::vector<std::vector<ExpressionPtr>> rows;
  rows.push_back(List(Call("array", array, List(Int(1), Null(TypeId::kInt))),
                      Call("map", map, List(Text("k"), Int(5)))));
  rows.push_back(List(Null(array), Null(map)));
  rows.push_back(
      List(Call("array", array, List(Int(3))), Call("map", map, List(Text("l"), Int(6)))));
  const Batch batch = Only(*Values(1, {array, map}, std::move(rows)));
  EXPECT_EQ(Places(batch.column(0)), (std::vector<int64_t>{0, 2, 2, 3}));
  const ArrowArray& numbers = *batch.column(0).children[0];
  ASSERT_EQ(numbers.length, 3);
  EXPECT_EQ(NumberAt<int32_t>(numbers, 0), 1);
  EXPECT_FALSE(Valid(numbers, 1));
  EXPECT_EQ(NumberAt<int32_t>(numbers, 2), 3);
  EXPECT_EQ(Places<int32_t>(batch.column(1)), (std::vector<int32_t>{0, 1, 1, 2}));
  const ArrowArray& entries = *batch.column(1).children[0];
  ASSERT_EQ(entries.n_children, 2);
  EXPECT_EQ(Characters(*entries.children[0]), "kl");
  EXPECT_EQ(NumberAt<int32_t>(*entries.children[1], 1), 6);
}

// A chunk of much text comes in several batches.
TEST_F(ArrowTest, MuchText) {
  constexpr int64_t kRows = 3000;
  const std::string text(20'000, 'x');
  auto stream =
      engine_->Query(*Project(Range(1, kRows), 2, List(Column(1, TypeId::kBigint), Text(text))),
                     bindings_, settings_);
  ASSERT_TRUE(stream.ok());
  int64_t rows = 0;
  ResultText cells((*stream)->columns());
  std::string cell;
  while (true) {
    const auto batch = (*stream)->Next();
    ASSERT_TRUE(batch.ok());
    if (!*batch) break;
    EXPECT_LE(batch->row_count() * text.size(), 17'000'000u);
    cells.Read(*batch);
    for (size_t row = 0; row < batch->row_count(); ++row) {
      ASSERT_EQ(NumberAt<int64_t>(batch->column(0), row), rows++);
      cell.clear();
      cells.AppendText(1, row, TextForm::kPlain, cell);
      ASSERT_EQ(cell, text);
    }
  }
  EXPECT_EQ(rows, kRows);
}

TEST(BatchTest, ChildrenMayBeTakenOut) {
  BatchBuilder builder({{"a", TypeId::kString}, {"b", TypeId::kBigint}});
  for (int64_t i = 0; i < 20; ++i) {
    builder.AppendText(0, std::to_string(i));
    builder.Append(1, i % 2 == 0 ? Value::Bigint(i) : Value::Null());
  }
  ArrowArray root = std::move(builder).Finish().Release();
  ArrowArray taken = *root.children[1];
  root.children[1]->release = nullptr;
  root.release(&root);
  EXPECT_EQ(root.release, nullptr);
  EXPECT_EQ(NumberAt<int64_t>(taken, 18), 18);
  EXPECT_FALSE(IsBitSet(taken.buffers[0], 19));
  taken.release(&taken);
}

TEST(SchemaTest, NamesAndFormats) {
  Schema schema({{"d", DataType::Decimal(10, 2)},
                 {"m", DataType::Map(TypeId::kString, DataType::Array(TypeId::kTimestamp))},
                 {"s", DataType::Struct({"a", "b"}, {TypeId::kBinary, TypeId::kVoid})}});
  ArrowSchema taken = schema.Release();
  const auto child = [](const ArrowSchema& parent, size_t i) -> const ArrowSchema& {
    return *parent.children[i];
  };
  ASSERT_EQ(taken.n_children, 3);
  EXPECT_STREQ(taken.format, "+s");
  EXPECT_STREQ(child(taken, 0).format, "d:10,2");
  EXPECT_STREQ(child(taken, 0).name, "d");
  EXPECT_STREQ(child(taken, 1).format, "+m");
  const ArrowSchema& entries = child(child(taken, 1), 0);
  EXPECT_STREQ(entries.format, "+s");
  EXPECT_EQ(child(entries, 0).flags, 0);
  EXPECT_STREQ(child(entries, 0).format, "U");
  EXPECT_STREQ(child(entries, 1).format, "+L");
  EXPECT_STREQ(child(child(entries, 1), 0).format, "d:21,9");
  EXPECT_STREQ(child(child(taken, 2), 0).format, "Z");
  EXPECT_STREQ(child(child(taken, 2), 1).name, "b");
  EXPECT_STREQ(child(child(taken, 2), 1).format, "n");
  taken.release(&taken);
  EXPECT_EQ(taken.release, nullptr);
}

// What another library hands over may begin anywhere in its buffers.
TEST(ResultTextTest, OffsetsCount) {
  const int32_t places[] = {0, 1, 3, 6};
  const int64_t text_places[] = {0, 1, 3, 6, 10, 15, 21};
  const int64_t numbers[] = {10, 11, 12, 13, 14, 15, 16};
  ArrayParts keys{6, 0, {nullptr, text_places, "abbcccddddeeeeeffffff"}, {}, {}};
  ArrayParts values{6, 1, {nullptr, numbers}, {}, {}};
  ArrayParts entries{
      6, 0, {nullptr}, {MakeArray(std::move(keys)), MakeArray(std::move(values))}, {}};
  ArrayParts map{2, 1, {nullptr, places}, {MakeArray(std::move(entries))}, {}};
  const Batch batch = MakeBatch(2, {MakeArray(std::move(map))});
  ResultText text({{"m", DataType::Map(TypeId::kString, TypeId::kBigint)}});
  text.Read(batch);
  std::string cells;
  text.AppendText(0, 0, TextForm::kPlain, cells);
  text.AppendText(0, 1, TextForm::kPlain, cells);
  EXPECT_EQ(cells, R"({"bb":12,"ccc":13}{"dddd":14,"eeeee":15,"ffffff":16})");
}

}  // namespace
}  // namespace paisql::engine::test
