#include "console/objects/result_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/text/result_text.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kLeastOfCell = 64;
constexpr int64_t kMostOfCell = 4000;
constexpr size_t kMostOfWholeCell = size_t{16} << 20;

Error NoSuchCell() {
  return Error{ErrorCode::kInvalidCommand, "the result has no such cell", {}, "load it again"};
}

}  // namespace

std::string Shortened(std::string text, size_t most) {
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text;
}

Result<json> RowsJson(const instances::InstanceResult& result, int64_t begin, int64_t count,
                      int64_t most_bytes) {
  json columns = json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"name", column.name}, {"type", column.type.ToString()}});
  }
  const int64_t cells = std::max<int64_t>(
      1, std::min(count, result.rows) * static_cast<int64_t>(result.columns.size()));
  const auto most_of_cell =
      static_cast<size_t>(std::clamp(most_bytes / cells, kLeastOfCell, kMostOfCell));
  json rows = json::array();
  json cut = json::array();
  PAISQL_ASSIGN(const std::unique_ptr<instances::RowReader> reader, result.Read(begin, count));
  engine::ResultText text(result.columns);
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) break;
    text.Read(batch);
    for (size_t row = 0; row < text.row_count(); ++row) {
      json cells_of_row = json::array();
      for (size_t column = 0; column < result.columns.size(); ++column) {
        if (text.IsNull(column, row)) {
          cells_of_row.push_back(nullptr);
          continue;
        }
        std::string cell;
        text.AppendText(column, row, engine::TextForm::kPlain, cell);
        if (cell.size() > most_of_cell) {
          cut.push_back({rows.size(), column, cell.size()});
          cell = Shortened(std::move(cell), most_of_cell);
        }
        cells_of_row.push_back(std::move(cell));
      }
      rows.push_back(std::move(cells_of_row));
    }
  }
  return json{{"columns", std::move(columns)}, {"rows", std::move(rows)}, {"cut", std::move(cut)}};
}

Result<json> CellJson(const instances::InstanceResult& result, int64_t row, size_t column) {
  if (row < 0 || row >= result.rows || column >= result.columns.size()) return NoSuchCell();
  PAISQL_ASSIGN(const std::unique_ptr<instances::RowReader> reader, result.Read(row, 1));
  PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
  if (!batch || batch.row_count() == 0) return NoSuchCell();
  engine::ResultText text(result.columns);
  text.Read(batch);
  if (text.IsNull(column, 0)) return json{{"text", nullptr}, {"bytes", 0}, {"cut", false}};
  std::string cell;
  text.AppendText(column, 0, engine::TextForm::kPlain, cell);
  const size_t bytes = cell.size();
  return json{{"text", Shortened(std::move(cell), kMostOfWholeCell)},
              {"bytes", bytes},
              {"cut", bytes > kMostOfWholeCell}};
}

}  // namespace paisql::console
