#include "engine/duckdb/user_functions/sent_rows.h"

#include "base/text.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/user_functions/pack_columns.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/vector_export.h"
#include "engine/text/result_text.h"
#include "types/conversion.h"
#include "udf/function_worker.h"

namespace paisql::engine {
namespace {

constexpr size_t kSentAtOnce = size_t{64} << 20;
constexpr size_t kMostShown = 200;  // bytes of a value in an error

std::string_view CutUtf8(std::string_view text, size_t bytes) {
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

DataType SentType(const DataType& type) {
  return type.IsText() || type.id() == TypeId::kJson ? DataType(TypeId::kString) : type;
}

std::string PrintSent(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kJson) return CastText(operand, TypeId::kString);
  if (type.IsText()) {
    return PrintCast(operand, type, TypeId::kString, EvaluationMode::kNormal, context);
  }
  return PrintWallClock(operand, type, context);
}

std::string PrintReturned(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kJson) return CastText(operand, type);
  if (type.IsText()) {
    return PrintCast(operand, TypeId::kString, type, EvaluationMode::kNormal, context);
  }
  return PrintInstant(operand, type, context);
}

size_t RowsAtOnce(const DuckdbApi& api, const SentColumns& columns, size_t begin, size_t end) {
  std::vector<TextVector> texts;
  for (size_t i = 0; i < columns.types.size(); ++i) {
    const TypeId id = columns.types[i].id();
    if (id == TypeId::kString || id == TypeId::kBinary) texts.emplace_back(api, columns.vectors[i]);
  }
  if (texts.empty()) return end - begin;
  size_t bytes = 0;
  size_t row = begin;
  while (row < end) {
    for (const TextVector& text : texts) bytes += text.Length(row);
    if (bytes > kSentAtOnce && row > begin) break;
    ++row;
  }
  return row - begin;
}

Batch SentRows::Column(size_t i) const {
  const TypeHandle type(api_, api_.vector_get_column_type(columns_.vectors[i]));
  std::vector<ArrowArray> arrays;
  arrays.push_back(ExportVector(api_, VectorShape(api_, type.get(), columns_.types[i]),
                                columns_.vectors[i], first_, count_, nullptr));
  return MakeBatch(static_cast<int64_t>(count_), std::move(arrays));
}

std::optional<std::string> SentRows::Pack(udf::BatchWriter& writer) const {
  for (size_t i = 0; i < columns_.types.size(); ++i) {
    const DataType& type = columns_.types[i];
    if (PackVector(api_, type, columns_.vectors[i], first_, count_, writer)) continue;
    const Batch column = Column(i);
    PackColumn(column.column(0), type, writer);
  }
  if (writer.too_large() || writer.size() > udf::kMostSentBytes) return std::nullopt;
  return writer.Take();
}

std::optional<std::string> SentRows::Packed() const {
  udf::BatchWriter writer(columns_.types.size(), count_);
  return Pack(writer);
}

std::optional<std::string> SentRows::Packed(const int64_t* groups) const {
  udf::BatchWriter writer(columns_.types.size() + 1, count_);
  writer.BeginNode(udf::Tag::kBigint, count_, nullptr);
  writer.AddBuffer(groups, count_ * sizeof(int64_t));
  return Pack(writer);
}

std::string SentRows::Values(size_t row) const {
  std::string text = "(";
  for (size_t i = 0; i < columns_.types.size(); ++i) {
    ColumnText cells(columns_.types[i], {});
    const Batch column = Column(i);
    cells.Read(column.column(0));
    std::string value = "NULL";
    if (!cells.IsNull(row)) {
      value.clear();
      cells.Append(row, TextForm::kPlain, value);
      if (value.size() > kMostShown) value = std::string(CutUtf8(value, kMostShown)) + "…";
      if (columns_.types[i].IsText()) value = "'" + value + "'";
    }
    text += (i > 0 ? ", " : "") + value;
  }
  return text + ")";
}

}  // namespace paisql::engine
