#include "engine/arrow/share.h"

#include <gtest/gtest.h>

#include "engine/text/result_text.h"

namespace paisql::engine {
namespace {

// A batch of one column: STRUCT<number:BIGINT> with the numbers from 0 on.
std::shared_ptr<const Batch> Structs(int64_t rows) {
  const auto numbers = std::make_shared<std::vector<int64_t>>();
  for (int64_t i = 0; i < rows; ++i) numbers->push_back(i);
  ArrayParts member;
  member.length = rows;
  member.buffers = {nullptr, numbers->data()};
  member.kept = {numbers};
  ArrayParts parent;
  parent.length = rows;
  parent.buffers = {nullptr};
  parent.children = {MakeArray(std::move(member))};
  return std::make_shared<const Batch>(MakeBatch(rows, {MakeArray(std::move(parent))}));
}

std::string TextOf(const Batch& batch) {
  ResultText text({{"s", DataType::Struct({"number"}, {DataType(TypeId::kBigint)})}});
  text.Read(batch);
  std::string all;
  for (size_t row = 0; row < batch.row_count(); ++row) {
    text.AppendText(0, row, TextForm::kPlain, all);
  }
  return all;
}

TEST(ShareBatchTest, RowsOfABatchAreThoseFromTheBeginOn) {
  const auto batch = Structs(5);
  EXPECT_EQ(TextOf(ShareRows(batch, 1, 2, 2)), R"({"number":2}{"number":3})");
  EXPECT_EQ(TextOf(ShareRows(batch, 1, 0, 1)), R"({"number":0})");
}

TEST(ShareBatchTest, RowsOutliveTheBatch) {
  auto batch = Structs(3);
  const Batch rows = ShareRows(batch, 1, 1, 2);
  batch.reset();
  EXPECT_EQ(TextOf(rows), R"({"number":1}{"number":2})");
}

}  // namespace
}  // namespace paisql::engine
