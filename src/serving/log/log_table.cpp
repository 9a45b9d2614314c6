#include "serving/log/log_table.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "serving/wire/json_call.h"
#include "serving/wire/json_tensor.h"

namespace paisql::serving {

namespace {

constexpr std::string_view kReplacement = "\uFFFD";

// The size of the character at that position; 0 without a valid character.
size_t CharacterSize(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return at + size <= text.size() && IsValidUtf8(text.substr(at, size)) ? size : 0;
}

std::string Repaired(std::string_view text) {
  std::string repaired;
  for (size_t at = 0; at < text.size();) {
    const size_t size = CharacterSize(text, at);
    repaired += size == 0 ? kReplacement : text.substr(at, size);
    at += std::max<size_t>(size, 1);
  }
  return repaired;
}

}  // namespace

void LogCells::EndLine() {
  csv_ += '\n';
  line_ = csv_.size();
}

void LogCells::AddText(std::string_view text) {
  std::string repaired;
  if (text.size() <= kMostCellBytes && !IsValidUtf8(text)) text = repaired = Repaired(text);
  if (text.size() > kMostCellBytes || csv_.size() - line_ + text.size() > kMostLineBytes) {
    ++too_long_;
    return;
  }
  csv_ += '"';
  for (const char c : text) {
    if (c == '"') csv_ += '"';
    csv_ += c;
  }
  csv_ += '"';
}

namespace {

using inference::ElementType;
using inference::Tensor;
using inference::TensorSpec;

// Asia/Shanghai has had no other offset since 1991.
constexpr int64_t kZoneOffsetSeconds = int64_t{8} * 3600;
constexpr int64_t kSecond = 1'000'000;

struct TypeRow {
  ElementType type;
  std::string_view column;
};
constexpr TypeRow kTypes[] = {
    {ElementType::kFloat, "FLOAT"},    {ElementType::kDouble, "DOUBLE"},
    {ElementType::kInt8, "TINYINT"},   {ElementType::kInt16, "SMALLINT"},
    {ElementType::kInt32, "INT"},      {ElementType::kInt64, "BIGINT"},
    {ElementType::kUint8, "SMALLINT"}, {ElementType::kUint16, "INT"},
    {ElementType::kUint32, "BIGINT"},  {ElementType::kBool, "BOOLEAN"},
    {ElementType::kString, "STRING"},
};

bool IsOneElement(const TensorSpec& spec) {
  return spec.shape->size() == 1 || (spec.shape->size() == 2 && spec.shape->back() == 1);
}

// STRING for what a column has no type of its own for: it holds JSON then.
std::string_view ColumnType(const TensorSpec& spec) {
  if (!IsOneElement(spec)) return "STRING";
  for (const TypeRow& row : kTypes) {
    if (row.type == spec.type) return row.column;
  }
  return "STRING";
}

bool HasRows(std::span<const TensorSpec> specs) {
  return std::all_of(specs.begin(), specs.end(), [](const TensorSpec& spec) {
    return spec.shape.has_value() && !spec.shape->empty() && spec.shape->front() == -1;
  });
}

std::string ColumnName(std::string_view prefix, std::string_view name) {
  std::string column(prefix);
  for (const char c : ToLower(name)) {
    column += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  }
  return column;
}

std::tm LocalTime(int64_t time_us) {
  const std::time_t seconds = time_us / kSecond + kZoneOffsetSeconds;
  std::tm time{};
  gmtime_r(&seconds, &time);
  return time;
}

// Nothing, which is NULL, for a tensor that JSON has no form for.
void AppendJson(std::span<const std::string> names, const std::vector<Tensor>& tensors,
                const std::string& body, LogCells& cells) {
  cells.csv() += ',';
  if (!body.empty()) cells.AddText(body);
  if (tensors.empty()) return;
  const Result<std::string> text = WriteJsonAnswer(JsonForm::kEasColumns, names, tensors);
  if (text.ok()) cells.AddText(*text);
}

// The rows that all tensors have; 0 where they differ.
int64_t CommonRows(const std::vector<Tensor>& tensors) {
  if (tensors.empty() || tensors.front().shape.empty()) return 0;
  const int64_t rows = tensors.front().shape.front();
  const bool same = std::all_of(tensors.begin(), tensors.end(), [rows](const Tensor& tensor) {
    return !tensor.shape.empty() && tensor.shape.front() == rows;
  });
  return same ? rows : 0;
}

std::vector<std::string> NamesOf(std::span<const TensorSpec> specs) {
  std::vector<std::string> names;
  for (const TensorSpec& spec : specs) names.push_back(spec.name);
  return names;
}

}  // namespace

LogTable::LogTable(std::string service, std::string version, const inference::Signature* signature)
    : service_(std::move(service)), version_(std::move(version)), signature_(signature) {
  if (signature_ != nullptr &&
      (!HasRows(signature_->inputs) || !HasRows(signature_->outputs) ||
       signature_->inputs.size() + signature_->outputs.size() > kMostTensors)) {
    signature_ = nullptr;
  }
  columns_ = {
      {"request_id", "STRING", "of X-Request-Id, or made up"},
      {"row_number", "BIGINT", "of the request, from 0"},
      {"served_at", "TIMESTAMP", "when the request had come"},
      {"service", "STRING", ""},
      {"version", "STRING", "of the model"},
      {"signature", "STRING", "of the model; NULL: the request was not understood"},
      {"status", "INT", "as HTTP has it"},
      {"latency_ms", "DOUBLE", "from the whole request to its answer"},
      {"error", "STRING", "what the client was told"},
  };
  if (signature_ != nullptr) {
    AddTensorColumns(signature_->inputs, "in_");
    AddTensorColumns(signature_->outputs, "out_");
  }
  columns_.push_back(
      {"inputs", "STRING", "JSON of what is in no column in_…; what a processor was sent"});
  columns_.push_back(
      {"outputs", "STRING", "JSON of what is in no column out_…; what a processor has answered"});
}

void LogTable::AddTensorColumns(std::span<const TensorSpec> specs, std::string_view prefix) {
  for (const TensorSpec& spec : specs) {
    const std::string plain = ColumnName(prefix, spec.name);
    std::string name = plain;
    const auto taken = [&](const LogColumn& column) { return column.name == name; };
    for (int i = 2; std::any_of(columns_.begin(), columns_.end(), taken); ++i) {
      name = fmt::format("{}_{}", plain, i);
    }
    columns_.push_back({std::move(name), std::string(ColumnType(spec)), ""});
  }
}

std::string LogTable::Header() const {
  std::string line;
  for (const LogColumn& column : columns_) line += (line.empty() ? "" : ",") + column.name;
  return line + "\n";
}

LogLines LogTable::Append(const LogEntry& entry, std::string& csv) const {
  const int64_t rows = entry.signature != nullptr && entry.signature == signature_
                           ? std::max(CommonRows(entry.inputs), CommonRows(entry.outputs))
                           : 0;
  const auto in_columns = [rows](const std::vector<Tensor>& tensors) {
    return rows > 0 && CommonRows(tensors) == rows;
  };
  // A client may choose outputs, and then columns of others stay empty.
  std::vector<Tensor> outputs;
  if (in_columns(entry.outputs)) {
    for (const TensorSpec& spec : signature_->outputs) {
      const auto found = std::find(entry.output_names.begin(), entry.output_names.end(), spec.name);
      const auto place = static_cast<size_t>(found - entry.output_names.begin());
      outputs.push_back(place < entry.outputs.size() ? entry.outputs[place] : Tensor{});
    }
  }
  static const std::vector<Tensor> kNone;
  const std::tm time = LocalTime(entry.time_us);
  const int64_t lines = std::max<int64_t>(rows, 1);
  LogCells cells(csv);
  for (int64_t row = 0; row < lines; ++row) {
    cells.AddText(entry.request_id);
    fmt::format_to(std::back_inserter(csv), ",{},{:%Y-%m-%d %H:%M:%S}.{:06},\"{}\",\"{}\",", row,
                   time, entry.time_us % kSecond, service_, version_);
    if (entry.signature != nullptr) cells.AddText(entry.signature->name);
    fmt::format_to(std::back_inserter(csv), ",{},{:.3f},", entry.status,
                   static_cast<double>(entry.latency_us) / 1000);
    if (!entry.error.empty()) cells.AddText(entry.error);
    if (signature_ != nullptr) {
      AppendTensors(in_columns(entry.inputs) ? entry.inputs : kNone, signature_->inputs, row,
                    cells);
      AppendTensors(outputs, signature_->outputs, row, cells);
    }
    const bool other_inputs = entry.signature != nullptr && !in_columns(entry.inputs);
    AppendJson(other_inputs ? NamesOf(entry.signature->inputs) : std::vector<std::string>{},
               other_inputs ? entry.inputs : kNone, entry.request_body, cells);
    AppendJson(entry.output_names, in_columns(entry.outputs) ? kNone : entry.outputs,
               entry.answer_body, cells);
    cells.EndLine();
  }
  return {lines, cells.too_long()};
}

void LogTable::AppendTensors(const std::vector<Tensor>& tensors, std::span<const TensorSpec> specs,
                             int64_t row, LogCells& cells) const {
  for (size_t i = 0; i < specs.size(); ++i) {
    cells.csv() += ',';
    if (i >= tensors.size() || tensors[i].shape.empty()) continue;
    const Tensor& tensor = tensors[i];
    if (tensor.type == ElementType::kString && IsOneElement(specs[i])) {
      const std::string& text = tensor.strings[static_cast<size_t>(row)];
      if (IsValidUtf8(text)) {
        cells.AddText(text);
        continue;
      }
    }
    // A row of one element in two dimensions is its element.
    const bool nested = IsOneElement(specs[i]) && tensor.shape.size() == 2;
    std::string text = RowJson(tensor, row);
    if (nested && text.size() > 2) text = text.substr(1, text.size() - 2);
    if (ColumnType(specs[i]) == "STRING") {
      if (!text.empty()) cells.AddText(text);
    } else {
      cells.csv() += text;
    }
  }
}

std::string LogTable::DayOf(const LogEntry& entry) {
  return fmt::format("{:%Y%m%d}", LocalTime(entry.time_us));
}

}  // namespace paisql::serving
