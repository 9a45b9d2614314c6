#include "tensors/scan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace paisql::tensors {

namespace {

std::shared_ptr<const Table> ReadTable(const nlohmann::json& text, size_t columns) {
  auto table = std::make_shared<Table>();
  table->name = text.at("table").get<std::string>();
  for (const auto& column : text.at("columns")) {
    table->columns.push_back({column.at("name").get<std::string>(),
                              column.at("type").get<std::string>(), column.at("key").get<int>()});
  }
  for (const auto& layout : text.at("layouts")) {
    table->layouts.push_back(layout.get<std::vector<std::string>>());
    if (table->layouts.back().size() != columns)
      throw ReadError(false, "a layout of other columns");
  }
  if (table->columns.size() != columns) throw ReadError(false, "a table of other columns");
  return table;
}

}  // namespace

Scan::Scan(const std::vector<std::string>& descriptions, size_t columns) {
  for (const std::string& description : descriptions) {
    try {
      const nlohmann::json text = nlohmann::json::parse(description);
      const auto table = ReadTable(text, columns);
      for (const auto& file : text.at("files")) {
        FileRange range;
        range.table = table;
        range.path = file.at("path").get<std::string>();
        range.file_rows = file.at("file_rows").get<int64_t>();
        range.first = file.at("first").get<int64_t>();
        range.rows = file.at("rows").get<int64_t>();
        range.layout = file.at("layout").get<int>();
        range.keys = file.at("keys").get<std::vector<std::string>>();
        if (range.rows <= 0) continue;
        if (range.layout < 0 || range.layout >= static_cast<int>(table->layouts.size())) {
          throw ReadError(false, "a file of an unknown layout");
        }
        starts_.push_back(starts_.back() + range.rows);
        ranges_.push_back(std::move(range));
      }
    } catch (const std::exception& error) {
      throw ReadError(false, std::string("not the description of a table: ") + error.what());
    }
  }
}

size_t Scan::Find(int64_t row) const {
  return std::upper_bound(starts_.begin(), starts_.end(), row) - starts_.begin() - 1;
}

}  // namespace paisql::tensors
