// The rows of a result: ranges of them, one cell, and all of them as a file.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "console/answers.h"
#include "console/editor/csv_file.h"
#include "console/editor/editor_routes.h"
#include "console/editor/find_run.h"
#include "engine/text/result_text.h"

namespace paisql::console {

namespace {

using instances::InstanceResult;
using nlohmann::json;
using ResultPtr = std::shared_ptr<const InstanceResult>;

constexpr int64_t kMostRows = 2000;
constexpr size_t kCellBytes = 1000;       // of one that is longer this is shown
constexpr size_t kAnswerBytes = 4 << 20;  // an answer with more has fewer rows
constexpr size_t kWholeCellBytes = 64 << 20;

Result<ResultPtr> ResultOf(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const instances::InstancePtr instance, FindRun(call, console));
  ResultPtr result = instance->result();
  if (result != nullptr && result->has_rows) return result;
  const auto status = instance->status();
  if (status.error.has_value()) return *status.error;
  return Error{ErrorCode::kResourceNotFound,
               "instance " + instance->id() + " has no rows",
               {},
               status.ended() ? "" : "wait for its end"};
}

int64_t NumberOf(const rest::Call& call, std::string_view name, int64_t otherwise) {
  return ParseNumber<int64_t>(call.Get(name)).value_or(otherwise);
}

// The beginning of the text that ends with a whole character.
size_t WholeCharacters(std::string_view text, size_t most) {
  size_t end = std::min(most, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return end;
}

// Rows as arrays of texts, with null for NULL, until there are enough bytes.
class RowsJson {
 public:
  explicit RowsJson(const InstanceResult& result)
      : columns_(result.columns.size()), text_(result.columns) {}

  void Add(const engine::Batch& batch) {
    text_.Read(batch);
    for (size_t row = 0; row < batch.row_count() && !full(); ++row) AddRow(row);
  }
  bool full() const { return bytes_ >= kAnswerBytes; }
  json Take(int64_t from) {
    return {{"from", from}, {"rows", std::move(rows_)}, {"cut", std::move(cut_)}};
  }

 private:
  void AddRow(size_t row) {
    json cells = json::array();
    for (size_t column = 0; column < columns_; ++column) {
      if (text_.IsNull(column, row)) {
        cells.push_back(nullptr);
        continue;
      }
      std::string cell;
      text_.AppendText(column, row, engine::TextForm::kPlain, cell);
      if (cell.size() > kCellBytes) {
        cut_.push_back({rows_.size(), column, cell.size()});
        cell.resize(WholeCharacters(cell, kCellBytes));
      }
      bytes_ += cell.size() + 4;
      cells.push_back(std::move(cell));
    }
    rows_.push_back(std::move(cells));
  }

  const size_t columns_;
  engine::ResultText text_;
  json rows_ = json::array();
  json cut_ = json::array();  // row of this answer, column, bytes of the whole cell
  size_t bytes_ = 0;
};

Result<json> ReadRows(const InstanceResult& result, int64_t from, int64_t count) {
  RowsJson rows(result);
  PAISQL_ASSIGN(const auto reader, result.Read(from, count));
  while (!rows.full()) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) break;
    rows.Add(batch);
  }
  return rows.Take(from);
}

// An answer may have fewer rows than are asked for: the page asks for the rest.
rest::Answer TellRows(const rest::Call& call, Console& console) {
  const Result<ResultPtr> result = ResultOf(call, console);
  if (!result.ok()) return RefusalOf(result.error(), call);
  const int64_t from = std::max<int64_t>(0, NumberOf(call, "from", 0));
  const int64_t count = std::clamp<int64_t>(NumberOf(call, "count", 100), 1, kMostRows);
  const Result<json> rows = ReadRows(**result, from, count);
  return rows.ok() ? JsonAnswer(*rows) : RefusalOf(rows.error(), call);
}

Result<json> ReadCell(const InstanceResult& result, int64_t row, size_t column) {
  engine::ResultText text(result.columns);
  PAISQL_ASSIGN(const auto reader, result.Read(row, 1));
  PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
  if (!batch || column >= result.columns.size()) {
    return Error{ErrorCode::kResourceNotFound, "the result has no such cell", {}, ""};
  }
  text.Read(batch);
  if (text.IsNull(column, 0)) return json{{"text", nullptr}, {"bytes", 0}};
  std::string cell;
  text.AppendText(column, 0, engine::TextForm::kPlain, cell);
  const size_t bytes = cell.size();
  cell.resize(WholeCharacters(cell, kWholeCellBytes));
  return json{{"text", std::move(cell)}, {"bytes", bytes}};
}

rest::Answer TellCell(const rest::Call& call, Console& console) {
  const Result<ResultPtr> result = ResultOf(call, console);
  if (!result.ok()) return RefusalOf(result.error(), call);
  const Result<json> cell = ReadCell(**result, NumberOf(call, "row", 0),
                                     static_cast<size_t>(NumberOf(call, "column", 0)));
  return cell.ok() ? JsonAnswer(*cell) : RefusalOf(cell.error(), call);
}

rest::Answer SaveRows(const rest::Call& call, Console& console) {
  const Result<ResultPtr> result = ResultOf(call, console);
  if (!result.ok()) return RefusalOf(result.error(), call);
  rest::Answer answer{200, "text/csv; charset=utf-8", ""};
  answer.headers.emplace_back("content-disposition",
                              "attachment; filename=\"" + call.path[2] + ".csv\"");
  answer.source = std::make_shared<CsvFile>(*result);
  return answer;
}

constexpr std::array kRowRoutes = {
    Route{"GET", "/editor/instances/{}/rows", TellRows},
    Route{"GET", "/editor/instances/{}/cell", TellCell},
    Route{"GET", "/editor/instances/{}/result.csv", SaveRows},
};

}  // namespace

std::span<const Route> RowRoutes() { return kRowRoutes; }

}  // namespace paisql::console
