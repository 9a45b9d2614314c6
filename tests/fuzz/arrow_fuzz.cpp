// Any bytes are a body of Arrow's messages or none, and never more than an error. Few random bytes
// would pass the first checks, so an input is a list of changes to a good body: what to change,
// where, and into what, four bytes each. The first byte says which body.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/coding/base64.h"
#include "engine/arrow/months_days_nanos.h"
#include "engine/ipc/ipc_reader.h"
#include "engine/ipc/ipc_writer.h"
#include "engine/text/result_text.h"
#include "rest/arrow/arrow_body.h"
#include "rest/arrow/arrow_schema.h"
#include "rest/arrow/from_client.h"
#include "rest/arrow/to_client.h"
#include "rest/records/array_builder.h"
#include "types/number/number_text.h"

namespace {

using paisql::DataType;
using paisql::Int128;
using paisql::TypeId;
using paisql::engine::Batch;
using paisql::engine::IpcReader;
using paisql::engine::IpcWriter;
using paisql::engine::ResultColumn;
using paisql::rest::ArrayBuilder;
using paisql::rest::TimestampForm;

constexpr size_t kRows = 9;
constexpr size_t kMessageLimit = size_t{1} << 20;

// A stream of another library with columns "a" of BIGINT and "b" of STRING, packed by zstd and lz4.
constexpr std::string_view kPacked[] = {
    "/////6gAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAABAAAAABAAAANj///"
    "8AAAEFEAAAABgAAAAEAAAAAAAAAAEAAABiAAAABAAEAAQAAAAQABQACAAGAAcADAAAABAAEAAAAAAAAQIQAAAAHAAA"
    "AAQAAAAAAAAAAQAAAGEAAAAIAAwACAAHAAgAAAAAAAABQAAAAAAAAAD/////4AAAABQAAAAAAAAADAAYAAYABQAIAA"
    "wADAAAAAADBAAcAAAAgAEAAAAAAAAAAAAADAAeABAABAAIAAwADAAAAIAAAAAkAAAAGAAAAFAAAAAAAAAAAAAAAAAA"
    "BgAIAAcABgAAAAAAAAEFAAAAAAAAAAAAAAAbAAAAAAAAACAAAAAAAAAAYQAAAAAAAACIAAAAAAAAABsAAAAAAAAAqA"
    "AAAAAAAACbAAAAAAAAAEgBAAAAAAAAMQAAAAAAAAAAAAAAAgAAAFAAAAAAAAAAFAAAAAAAAABQAAAAAAAAABQAAAAA"
    "AAAACgAAAAAAAAAotS/9IApRAAC7u7u7u7u7u7u7AAAAAACAAgAAAAAAACi1L/1ggAF9AgDiBwiDMhD/xCY2sYlNbG"
    "ITm9jEJjaxiU1sYhOb2MQmNrGJBTtQAgASDxIPEg8SDxIPEg8SDxIPEg8SDxIPEg8SDxIPEg8SDxIPEg8SDxILAAAA"
    "AAAAAAoAAAAAAAAAKLUv/SAKUQAAu7u7u7u7u7u7uwAAAAAARAEAAAAAAAAotS/9YEQATQQAgksdKHDJaQwYUBcaLv"
    "SFhgt9oeFC73pe02t/qx//tjzPa3rtb/Xj35YfZApPwuE1PAaEd/AMBF7AA2C91VOZXumRQO/zPJqXeRjKmzyJ4zUe"
    "o+IUn4g4xB8WrvCEghN84HXXW6mjfhpd9FDnnG8ut7wSOeSPxfcBFEQJBAAAAAAAAAAAAAAAgF0AAAAAAOABAAAAAA"
    "AAKLUv/WDgAP0AAMBhYmJhIHRleHQgb2Ygc29tZSBsZW5ndGgBABSvOscAAAAAAAAA/////wAAAAA=",
    "/////6gAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAABAAAAABAAAANj///"
    "8AAAEFEAAAABgAAAAEAAAAAAAAAAEAAABiAAAABAAEAAQAAAAQABQACAAGAAcADAAAABAAEAAAAAAAAQIQAAAAHAAA"
    "AAQAAAAAAAAAAQAAAGEAAAAIAAwACAAHAAgAAAAAAAABQAAAAAAAAAD/////2AAAABQAAAAAAAAADAAYAAYABQAIAA"
    "wADAAAAAADBAAcAAAA4AEAAAAAAAAAAAAADAAcABAABAAIAAwADAAAAHgAAAAcAAAAFAAAAFAAAAAAAAAAAAAAAAQA"
    "BAAEAAAABQAAAAAAAAAAAAAAIQAAAAAAAAAoAAAAAAAAADMAAAAAAAAAYAAAAAAAAAAhAAAAAAAAAIgAAAAAAAAAEQ"
    "EAAAAAAACgAQAAAAAAADsAAAAAAAAAAAAAAAIAAABQAAAAAAAAABQAAAAAAAAAUAAAAAAAAAAUAAAAAAAAAAoAAAAA"
    "AAAABCJNGGBAggoAAIC7u7u7u7u7u7u7AAAAAAAAAAAAAACAAgAAAAAAAAQiTRhgQIIcAAAAIgEAAQASAgcABQIAEw"
    "QKAA8gAP//SlAAAAAAAAAAAAAAAAAAAAoAAAAAAAAABCJNGGBAggoAAIC7u7u7u7u7u7u7AAAAAAAAAAAAAABEAQAA"
    "AAAAAAQiTRhgQIL6AAAAkwAAAAABAAAAAwQAkxgAAAAZAAAAGwQAkzAAAAAxAAAAMwQAk0gAAABJAAAASwQAk2AAAA"
    "BhAAAAYwQAk3gAAAB5AAAAewQAk5AAAACRAAAAkwQAk6gAAACpAAAAqwQAk8AAAADBAAAAwwQAk9gAAADZAAAA2wQA"
    "k/AAAADxAAAA8wQAkwgBAAAJAQAACwQAkyABAAAhAQAAIwQAkzgBAAA5AQAAOwQAk1ABAABRAQAAUwQAk2gBAABpAQ"
    "AAawQAk4ABAACBAQAAgwQAk5gBAACZAQAAmwQAk7ABAACxAQAAswQA8AXIAQAAyQEAAMsBAADLAQAA4AEAAAAAAAAA"
    "AAAAAAAA4AEAAAAAAAAEIk0YYECCJAAAAP8JYWJiYSB0ZXh0IG9mIHNvbWUgbGVuZ3RoGAD/sVBlbmd0aAAAAAAAAA"
    "AAAP////8AAAAA",
};

std::vector<ResultColumn> ColumnsOf(const std::vector<std::string_view>& types) {
  std::vector<ResultColumn> columns;
  for (const std::string_view type : types) {
    const std::string name(1, static_cast<char>('a' + columns.size()));
    columns.push_back({name, *paisql::ParseDataType(type)});
  }
  return columns;
}

const std::vector<ResultColumn>& AllColumns() {
  static const std::vector<ResultColumn> columns =
      ColumnsOf({"boolean", "tinyint", "int", "bigint", "float", "decimal(20,4)", "string",
                 "char(4)", "binary", "date", "datetime", "timestamp", "interval_day_time",
                 "interval_year_month", "json", "array<string>", "map<string,array<bigint>>",
                 "struct<a:bigint,b:decimal(10,2),c:timestamp>"});
  return columns;
}

const std::vector<ResultColumn>& PackedColumns() {
  static const std::vector<ResultColumn> columns = ColumnsOf({"bigint", "string"});
  return columns;
}

void Append(ArrayBuilder& out, size_t row) {
  const auto number = static_cast<int64_t>(row);
  switch (out.type().id()) {
    case TypeId::kBoolean:
      return out.AppendBit(row % 2 == 0);
    case TypeId::kTinyint:
      return out.AppendNumber(static_cast<int8_t>(number));
    case TypeId::kInt:
    case TypeId::kDate:
    case TypeId::kIntervalYearMonth:
      return out.AppendNumber(static_cast<int32_t>(number));
    case TypeId::kBigint:
    case TypeId::kDatetime:
      return out.AppendNumber(number * 1000);
    case TypeId::kFloat:
      return out.AppendNumber(static_cast<float>(number));
    case TypeId::kDecimal:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return out.AppendNumber(Int128{number});
    case TypeId::kIntervalDayTime:
      return out.AppendNumber(paisql::engine::MonthsDaysNanos{0, 1, number});
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct: {
      const bool one_each = out.type().id() == TypeId::kStruct;
      const size_t parts = one_each                          ? out.type().fields().size()
                           : out.type().id() == TypeId::kMap ? 2
                                                             : 1;
      for (size_t i = 0; i < (one_each ? 1 : row % 3); ++i) {
        for (size_t part = 0; part < parts; ++part) Append(out.part(part), row + i);
      }
      return out.EndNested();
    }
    default:
      return out.AppendText(
          std::string("[1]").substr(0, out.type().id() == TypeId::kJson ? 3 : row % 4));
  }
}

// The messages of two batches, after that of their schema.
std::string Messages() {
  std::string out;
  ArrowSchema schema = paisql::rest::ClientSchema(AllColumns(), TimestampForm::kNanos);
  IpcWriter writer(schema);
  schema.release(&schema);
  PAISQL_ASSERT(writer.AppendSchema(out).ok(), "the schema is written");
  std::vector<size_t> places;
  for (size_t i = 0; i < AllColumns().size(); ++i) places.push_back(i);
  const paisql::rest::ToClient to_client(AllColumns(), places, TimestampForm::kNanos, {});
  for (int batch = 0; batch < 2; ++batch) {
    std::vector<ArrowArray> arrays;
    for (const ResultColumn& column : AllColumns()) {
      ArrayBuilder builder(column.type);
      for (size_t row = 0; row < kRows; ++row) {
        if (row % 4 == 3) {
          builder.AppendNull();
        } else {
          Append(builder, row);
        }
      }
      arrays.push_back(builder.Take());
    }
    const auto rows = to_client.Convert(paisql::engine::MakeBatch(kRows, std::move(arrays)));
    PAISQL_ASSERT(rows.ok(), "the rows have a form for clients");
    for (const Batch& one : *rows)
      PAISQL_ASSERT(writer.AppendBatch(one, out).ok(), "it is written");
  }
  out += IpcWriter::End();
  return out;
}

struct Body {
  std::string bytes;
  const std::vector<ResultColumn>* columns;
};

const std::vector<Body>& Bodies() {
  static const std::vector<Body> bodies = [] {
    std::vector<Body> all;
    all.push_back({Messages(), &AllColumns()});
    for (const std::string_view text : kPacked) {
      all.push_back({*paisql::FromBase64(text), &PackedColumns()});
    }
    return all;
  }();
  return bodies;
}

void Change(std::string& body, const uint8_t* edit) {
  if (body.empty()) return;
  const size_t at = (size_t{edit[1]} << 8 | edit[2]) % body.size();
  const size_t many = size_t{1} + edit[3] % 16;
  switch (edit[0] % 8) {
    case 0:
      body.insert(at, many, '\0');
      break;
    case 1:
      body.erase(at, many);
      break;
    case 2:
      body.resize(at);
      break;
    case 3:  // a number of eight bytes that is as large as can be, or as small
      for (size_t i = at; i < std::min(body.size(), at + 8); ++i)
        body[i] = edit[3] % 2 == 0 ? '\xff' : '\0';
      break;
    case 4:
      body[at] = static_cast<char>(body[at] ^ (1 << edit[3] % 8));
      break;
    default:
      body[at] = static_cast<char>(edit[3]);
  }
}

paisql::engine::IpcReader::Source SourceOf(std::shared_ptr<paisql::ByteSource> bytes) {
  return [bytes = std::move(bytes)](size_t most) -> paisql::Result<std::string> {
    std::string piece(std::min(most, size_t{4096}), '\0');
    PAISQL_ASSIGN(const size_t size, bytes->Read(piece.data(), piece.size()));
    piece.resize(size);
    return piece;
  };
}

bool SameType(const ArrowSchema& ours, const ArrowSchema& theirs) {
  if (std::string_view(ours.format) != theirs.format || ours.n_children != theirs.n_children)
    return false;
  for (int64_t i = 0; i < ours.n_children; ++i) {
    if (!SameType(*ours.children[i], *theirs.children[i])) return false;
  }
  return true;
}

// Reads the batches as the columns', and looks at every value.
void ReadAll(IpcReader& reader, const std::vector<ResultColumn>& columns) {
  paisql::engine::ResultText text(columns);
  while (true) {
    paisql::Result<Batch> batch = reader.Next();
    if (!batch.ok() || !*batch) return;
    const paisql::Result<Batch> ours = paisql::rest::FromClient(*std::move(batch), columns);
    if (!ours.ok()) return;
    text.Read(*ours);
    std::string out;
    for (size_t row = 0; row < ours->row_count(); ++row) {
      for (size_t column = 0; column < columns.size(); ++column) {
        if (text.IsNull(column, row)) continue;
        text.AppendText(column, row, paisql::engine::TextForm::kPlain, out);
        if (out.size() > kMessageLimit) return;
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Body& body = Bodies()[data[0] % Bodies().size()];
  const bool framed = (data[0] & 0x40) != 0;
  const bool with_schema = (data[0] & 0x80) != 0;
  std::string bytes = body.bytes;
  std::string frame;
  if (framed) {
    paisql::rest::ArrowFrameWriter writer;
    writer.Add(bytes, frame);
    writer.Finish(frame);
    bytes = frame;
  }
  for (size_t i = 1; i + 4 <= size && i < 64; i += 4) Change(bytes, data + i);
  std::unique_ptr<paisql::ByteSource> source =
      std::make_unique<paisql::TextSource>(std::move(bytes));
  if (framed) source = paisql::rest::OpenArrowFrame(std::move(source));
  IpcReader reader(SourceOf(std::move(source)), kMessageLimit);
  ArrowSchema schema = paisql::rest::ClientSchema(*body.columns, TimestampForm::kNanos);
  const bool known = with_schema ? reader.ReadSchema().ok() && SameType(schema, reader.schema())
                                 : reader.SetSchema(schema).ok();
  schema.release(&schema);
  if (known) ReadAll(reader, *body.columns);
  return 0;
}
