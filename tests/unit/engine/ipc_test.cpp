// Batches as messages of Arrow's IPC format, and back.

#include "engine/arrow/builder.h"
#include "engine/arrow/schema.h"
#include "engine/arrow/slice.h"
#include "engine/ipc/ipc_reader.h"
#include "engine/ipc/ipc_writer.h"
#include "engine/plan_builder.h"
#include "engine/text/result_text.h"

namespace paisql::engine::test {
namespace {

constexpr size_t kLimit = size_t{1} << 20;

const std::vector<ResultColumn>& Columns() {
  static const std::vector<ResultColumn> columns = {
      {"b", TypeId::kBoolean}, {"t", TypeId::kTinyint}, {"i", TypeId::kInt},
      {"l", TypeId::kBigint},  {"d", TypeId::kDouble},  {"s", TypeId::kString},
      {"j", TypeId::kJson},    {"z", TypeId::kBinary}};
  return columns;
}

Batch Rows(size_t first, size_t count) {
  BatchBuilder builder(Columns());
  for (size_t row = first; row < first + count; ++row) {
    const auto number = static_cast<int64_t>(row) - 3;
    for (size_t column = 0; column < Columns().size(); ++column) {
      if ((row + column) % 5 == 0) {
        builder.AppendNull(column);
        continue;
      }
      switch (Columns()[column].type.id()) {
        case TypeId::kBoolean:
          builder.Append(column, Value::Boolean(row % 3 == 0));
          break;
        case TypeId::kTinyint:
          builder.Append(column, Value::Int(number));
          break;
        case TypeId::kInt:
          builder.Append(column, Value::Int(number));
          break;
        case TypeId::kBigint:
          builder.Append(column, Value::Bigint(number));
          break;
        case TypeId::kDouble:
          builder.Append(column, Value::Double(0.5 * static_cast<double>(number)));
          break;
        default:
          builder.AppendText(column, std::string(row % 40, 'x') + std::to_string(row));
      }
    }
  }
  return std::move(builder).Finish();
}

std::vector<std::string> Lines(const Batch& batch) {
  ResultText text(Columns());
  text.Read(batch);
  std::vector<std::string> lines;
  for (size_t row = 0; row < batch.row_count(); ++row) {
    std::string line;
    for (size_t column = 0; column < Columns().size(); ++column) {
      line += '|';
      if (text.IsNull(column, row)) {
        line += '-';
      } else {
        text.AppendText(column, row, TextForm::kPlain, line);
      }
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

IpcReader ReaderOf(std::string bytes, size_t piece) {
  auto place = std::make_shared<size_t>(0);
  return {[bytes = std::move(bytes), place, piece](size_t most) -> Result<std::string> {
            std::string next = bytes.substr(*place, std::min(most, piece));
            *place += next.size();
            return next;
          },
          kLimit};
}

std::string Stream(const std::vector<size_t>& counts, bool ends) {
  const Schema schema(Columns());
  IpcWriter writer(schema.get());
  std::string bytes;
  EXPECT_TRUE(writer.AppendSchema(bytes).ok());
  size_t first = 0;
  for (const size_t count : counts) {
    EXPECT_TRUE(writer.AppendBatch(Rows(first, count), bytes).ok());
    first += count;
  }
  if (ends) bytes += IpcWriter::End();
  return bytes;
}

// Every line of the stream, or the error.
Result<std::vector<std::string>> Read(IpcReader reader) {
  std::vector<std::string> lines;
  PAISQL_TRY(reader.ReadSchema());
  while (true) {
    PAISQL_ASSIGN(const Batch batch, reader.Next());
    if (!batch) return lines;
    if (reader.schema().n_children != static_cast<int64_t>(Columns().size())) continue;
    for (std::string& line : Lines(batch)) lines.push_back(std::move(line));
  }
}

TEST(Ipc, AStreamIsWhatWasWritten) {
  for (const bool ends : {true, false}) {
    for (const size_t piece : {size_t{1}, size_t{7}, kLimit}) {
      const auto lines = Read(ReaderOf(Stream({1, 0, 100, 9}, ends), piece));
      ASSERT_TRUE(lines.ok()) << lines.error().detail;
      EXPECT_EQ(*lines, Lines(Rows(0, 110)));
    }
  }
}

TEST(Ipc, AStreamWithoutItsColumnsIsReadByOnesThatAreGiven) {
  const Schema schema(Columns());
  IpcWriter writer(schema.get());
  std::string bytes;
  ASSERT_TRUE(writer.AppendBatch(Rows(0, 20), bytes).ok());
  IpcReader reader = ReaderOf(bytes, kLimit);
  ASSERT_TRUE(reader.SetSchema(schema.get()).ok());
  const auto batch = reader.Next();
  ASSERT_TRUE(batch.ok());
  EXPECT_EQ(Lines(*batch), Lines(Rows(0, 20)));
}

TEST(Ipc, AStreamThatEndsWithinAMessageIsWrong) {
  const std::string bytes = Stream({3}, false);
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto lines = Read(ReaderOf(bytes.substr(0, size), kLimit));
    // Between two messages it may end.
    if (lines.ok()) {
      EXPECT_EQ(lines->size(), 0u) << size;
    }
  }
}

TEST(Ipc, AHeadOfTheLargestSizeIsRefused) {
  for (const std::string_view begin :
       {std::string_view("\xff\xff\xff\xff", 4), std::string_view()}) {
    const std::string bytes = std::string(begin) + "\xff\xff\xff\x7f and more";
    const auto lines = Read(ReaderOf(bytes, kLimit));
    ASSERT_FALSE(lines.ok());
    EXPECT_NE(lines.error().detail.find("wrong size"), std::string::npos) << lines.error().detail;
  }
}

TEST(Ipc, WrongBytesAreAnErrorOrOtherCells) {
  const std::string bytes = Stream({30}, true);
  for (size_t place = 0; place < bytes.size(); ++place) {
    for (const unsigned flip : {1U, 0x80U, 0xffU}) {
      std::string wrong = bytes;
      wrong[place] = static_cast<char>(static_cast<unsigned char>(wrong[place]) ^ flip);
      (void)Read(ReaderOf(wrong, kLimit));
    }
  }
}

// Somewhere in a message stand the places of its buffers.
TEST(Ipc, ABufferAtAnOddPlaceIsRefused) {
  const std::string bytes = Stream({30}, true);
  bool refused = false;
  for (size_t place = 0; place < bytes.size(); ++place) {
    std::string wrong = bytes;
    wrong[place] = static_cast<char>(static_cast<unsigned char>(wrong[place]) ^ 1U);
    const auto lines = Read(ReaderOf(wrong, kLimit));
    refused = refused || (!lines.ok() &&
                          lines.error().detail.find("a multiple of 8 bytes") != std::string::npos);
  }
  EXPECT_TRUE(refused);
}

TEST(Slice, HasTheRowsThatAreAskedFor) {
  const Schema schema(Columns());
  const Batch all = Rows(0, 40);
  const std::vector<std::string> lines = Lines(all);
  for (int64_t begin = 0; begin <= 40; ++begin) {
    for (int64_t count = 0; begin + count <= 40; count += 3) {
      const Batch some = SliceBatch(all, schema.get(), begin, count);
      EXPECT_EQ(Lines(some),
                std::vector<std::string>(lines.begin() + begin, lines.begin() + begin + count));
      EXPECT_FALSE(HasOffsets(some, schema.get()));
    }
  }
}

class NestedSlice : public EngineTest {};

TEST_F(NestedSlice, KeepsListsMapsAndStructs) {
  const DataType list = DataType::Array(DataType(TypeId::kString));
  const std::vector<ResultColumn> columns = {{"a", list}};
  const Schema schema(columns);
  std::vector<std::vector<ExpressionPtr>> rows;
  for (const char* text : {"[\"a\",\"bc\"]", "[]", "[null,\"def\"]"})
    rows.push_back(List(Typed(list, text)));
  rows.push_back(List(Null(list)));
  const auto relation = Values(1, {list}, std::move(rows));
  auto stream = engine_->Query(*relation, bindings_, settings_);
  ASSERT_TRUE(stream.ok());
  const auto batch = (*stream)->Next();
  ASSERT_TRUE(batch.ok() && *batch);
  const Batch some = SliceBatch(*batch, schema.get(), 2, 2);
  ResultText text(columns);
  text.Read(some);
  std::string cell;
  text.AppendText(0, 0, TextForm::kPlain, cell);
  EXPECT_EQ(cell, "[null,\"def\"]");
  EXPECT_TRUE(text.IsNull(0, 1));
}

}  // namespace
}  // namespace paisql::engine::test
