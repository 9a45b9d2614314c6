// Rows of every type as records and as Arrow, both ways, by each codec; and bodies that are wrong.

#include <gtest/gtest.h>

#include "base/coding/codec/codec.h"
#include "base/hex.h"
#include "engine/ipc/ipc_reader.h"
#include "rest/arrow/arrow_body.h"
#include "rest/arrow/from_client.h"
#include "rest/records/cells.h"
#include "rest/records/record_batches.h"
#include "rest/records/record_writer.h"
#include "rest/rows/row_body.h"
#include "unit/rest/random_rows.h"

namespace paisql::rest {
namespace {

using engine::ResultColumn;

ChosenColumns AllOf(const std::vector<ResultColumn>& columns) {
  ChosenColumns chosen;
  for (const ResultColumn& column : columns) {
    chosen.places.push_back(chosen.columns.size());
    chosen.columns.push_back(column);
  }
  return chosen;
}

// The whole body that a client would get.
std::string BodyOf(std::vector<engine::Batch> batches, std::unique_ptr<RowEncoder> encoder,
                   const Codec* codec = nullptr) {
  size_t next = 0;
  RowBody body(
      [&]() -> Result<engine::Batch> {
        return next < batches.size() ? std::move(batches[next++]) : engine::Batch();
      },
      std::move(encoder), codec);
  std::string all;
  while (true) {
    const Result<std::string> piece = body.Next();
    EXPECT_TRUE(piece.ok());
    if (!piece.ok() || piece->empty()) return all;
    all += *piece;
  }
}

std::string RecordsOf(std::vector<engine::Batch> batches,
                      const std::vector<ResultColumn>& columns) {
  return BodyOf(std::move(batches), EncodeRecords(AllOf(columns)));
}

std::vector<engine::Batch> RowsOf(unsigned seed, size_t rows,
                                  const std::vector<ResultColumn>& columns) {
  std::vector<engine::Batch> batches;
  batches.push_back(RandomRows(seed).Make(columns, rows));
  return batches;
}

template <typename Next>
Result<std::vector<engine::Batch>> All(const Next& next) {
  std::vector<engine::Batch> batches;
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, next());
    if (!batch) return batches;
    batches.push_back(std::move(batch));
  }
}

Result<std::vector<engine::Batch>> ReadRecords(std::unique_ptr<ByteSource> body,
                                               const std::vector<ResultColumn>& columns) {
  RecordBatches records(std::move(body), columns);
  return All([&] { return records.Next(); });
}

Result<std::vector<engine::Batch>> ReadArrow(std::unique_ptr<ByteSource> body,
                                             const std::vector<ResultColumn>& columns) {
  const std::shared_ptr<ByteSource> plain = OpenArrowFrame(std::move(body));
  engine::IpcReader reader(
      [&](size_t most) -> Result<std::string> {
        std::string bytes(most, '\0');
        PAISQL_ASSIGN(const size_t size, plain->Read(bytes.data(), most));
        bytes.resize(size);
        return bytes;
      },
      size_t{1} << 30);
  ArrowSchema schema = ClientSchema(columns, TimestampForm::kNanos);
  const Status set = reader.SetSchema(schema);
  schema.release(&schema);
  PAISQL_TRY(set);
  return All([&]() -> Result<engine::Batch> {
    PAISQL_ASSIGN(engine::Batch batch, reader.Next());
    if (!batch) return batch;
    return FromClient(std::move(batch), columns);
  });
}

TEST(RowForms, RecordsComeBack) {
  const std::vector<ResultColumn> columns = AllColumns();
  for (const size_t rows : {0, 1, 7, 2048}) {
    const std::string sent = RecordsOf(RowsOf(1, rows, columns), columns);
    Result<std::vector<engine::Batch>> read =
        ReadRecords(std::make_unique<TextSource>(sent), columns);
    ASSERT_TRUE(read.ok()) << read.error().detail;
    EXPECT_TRUE(RecordsOf(*std::move(read), columns) == sent) << rows;
  }
}

TEST(RowForms, ArrowComesBackByEachCodec) {
  const std::vector<ResultColumn> columns = AllColumns();
  for (const Codec& codec : Codecs()) {
    for (const size_t rows : {0, 1, 65, 3000}) {
      const std::string expected = RecordsOf(RowsOf(2, rows, columns), columns);
      const std::string sent = BodyOf(RowsOf(2, rows, columns),
                                      EncodeArrow(AllOf(columns), TimestampForm::kNanos), &codec);
      Result<std::vector<engine::Batch>> read =
          ReadArrow(codec.unpack(std::make_unique<TextSource>(sent)), columns);
      ASSERT_TRUE(read.ok()) << codec.name << " " << rows << " " << read.error().detail;
      EXPECT_TRUE(RecordsOf(*std::move(read), columns) == expected) << codec.name << " " << rows;
    }
  }
}

TEST(RowForms, RefusesBodiesThatAreCutOffOrDamaged) {
  const std::vector<ResultColumn> columns = AllColumns();
  const std::string records = RecordsOf(RowsOf(3, 20, columns), columns);
  const std::string arrow =
      BodyOf(RowsOf(3, 200, columns), EncodeArrow(AllOf(columns), TimestampForm::kNanos));
  for (size_t size = 1; size < records.size(); size += size < 100 ? 1 : 61) {
    const auto read = ReadRecords(std::make_unique<TextSource>(records.substr(0, size)), columns);
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_TRUE(read.error().detail.starts_with("MalformedDataStream: ")) << size;
  }
  for (size_t size = 1; size < arrow.size(); size += size < 100 ? 1 : 2311) {
    EXPECT_FALSE(ReadArrow(std::make_unique<TextSource>(arrow.substr(0, size)), columns).ok());
  }
  // The checksums of records leave out how many elements an ARRAY has, and which are NULL.
  std::vector<ResultColumn> plain = columns;
  std::erase_if(plain, [](const ResultColumn& column) { return column.type.IsNested(); });
  const std::string plain_records = RecordsOf(RowsOf(3, 20, plain), plain);
  for (size_t at = 0; at < plain_records.size(); at += 37) {
    std::string damaged = plain_records;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_FALSE(ReadRecords(std::make_unique<TextSource>(damaged), plain).ok()) << at;
  }
  for (size_t at = 4; at < arrow.size(); at += 1777) {
    std::string damaged = arrow;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const auto read = ReadArrow(std::make_unique<TextSource>(damaged), columns);
    ASSERT_FALSE(read.ok()) << at;
    EXPECT_TRUE(read.error().detail.starts_with("CorruptedDataStream: ")) << at;
  }
}

TEST(RowForms, ReadsRecordsOfAnotherClient) {
  struct Golden {
    std::string_view type;
    std::string_view hex;
  };
  constexpr Golden kGolden[] = {
      {"bigint",
       "080280c0ff7fcab8b49905080180c0ff7fa0b0faf20d80c0ff7f0008feffffffffffffffff0180c0ff7fd8c6a2"
       "e505f0ffff7f08f8ffff7fe2ae8fa803"},
      {"string",
       "0a0361626380c0ff7fe8b4cba8080a0080c0ff7fffc28ba90980c0ff7f000a03e4b8ad80c0ff7f86f9fcd80df0"
       "ffff7f08f8ffff7ff3b2fd9002"},
      {"datetime", "0880a0b7e6eb5b80c0ff7fe5df8afe0df0ffff7f02f8ffff7fb8abc1c504"},
      {"date", "08ac9d0280c0ff7fbbd8c18205080180c0ff7fa0b0faf20df0ffff7f04f8ffff7ffdb5a1c901"},
      {"decimal(10,2)", "0a04312e323080c0ff7fb9b1f2ca07f0ffff7f02f8ffff7fbc80d7b10d"},
      {"array<bigint>",
       "0a03000201000680c0ff7f94d6b8960a0a0080c0ff7fffc28ba909f0ffff7f04f8ffff7fcad4e18807"},
      {"map<string,bigint>", "0a0100016101000280c0ff7fddd1f852f0ffff7f02f8ffff7fe9b8e3f608"},
      {"struct<a:bigint,b:string>", "0a00020180c0ff7fcab8b49905f0ffff7f02f8ffff7fa486b58808"}};
  for (const Golden& golden : kGolden) {
    const std::vector<ResultColumn> columns = {{"d", TypeOf(golden.type)}};
    std::string bytes;
    for (size_t i = 0; i < golden.hex.size(); i += 2) {
      bytes += static_cast<char>(std::stoi(std::string(golden.hex.substr(i, 2)), nullptr, 16));
    }
    Result<std::vector<engine::Batch>> read =
        ReadRecords(std::make_unique<TextSource>(bytes), columns);
    ASSERT_TRUE(read.ok()) << golden.type << read.error().detail;
    EXPECT_EQ(ToHex(RecordsOf(*std::move(read), columns)), golden.hex) << golden.type;
  }
}

TEST(RowForms, SaysWhichValuesDoNotFit) {
  RecordWriter writer;
  writer.BeginField(1, WireType::kVarint);
  writer.Integer(128);
  writer.EndRecord();
  const auto read =
      ReadRecords(std::make_unique<TextSource>(writer.Finish()), {{"d", TypeId::kTinyint}});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().detail, "MalformedDataStream: a number does not fit TINYINT");
}

}  // namespace
}  // namespace paisql::rest
