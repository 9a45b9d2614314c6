#include "libraries/tensors/scan.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "libraries/tensors/query_parts.h"

namespace paisql::tensors {

namespace {

constexpr std::chrono::milliseconds kPause{10};  // between two looks at what has come

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
      if (parts_ != nullptr) throw ReadError(false, "rows that are still coming are the last ones");
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
      if (const auto parts = text.find("parts"); parts != text.end()) {
        part_.table = table;
        parts_ = std::make_unique<QueryParts>(parts->get<std::string>(), table->name);
      }
    } catch (const std::exception& error) {
      throw ReadError(false, std::string("not the description of a table: ") + error.what());
    }
  }
}

Scan::~Scan() = default;

int64_t Scan::rows() const {
  const std::lock_guard lock(mutex_);
  return starts_.back();
}

size_t Scan::ranges() const {
  const std::lock_guard lock(mutex_);
  return ranges_.size();
}

const FileRange& Scan::range(size_t number) const {
  const std::lock_guard lock(mutex_);
  return ranges_[number];
}

int64_t Scan::start(size_t range) const {
  const std::lock_guard lock(mutex_);
  return starts_[range];
}

bool Scan::Grow() const {
  for (QueryParts::Part& part : parts_->Take()) {
    FileRange range = part_;
    range.path = std::move(part.path);
    range.file_rows = range.rows = part.rows;
    starts_.push_back(starts_.back() + range.rows);
    ranges_.push_back(std::move(range));
  }
  return !parts_->at_end();
}

int64_t Scan::RowsUpTo(int64_t wanted, const std::atomic<bool>& stop) const {
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (starts_.back() >= wanted || parts_ == nullptr || parts_->at_end()) return starts_.back();
      if (!Grow() || starts_.back() >= wanted) return starts_.back();
      if (stop) return starts_.back();
    }
    std::this_thread::sleep_for(kPause);
  }
}

size_t Scan::Find(int64_t row) const {
  const std::lock_guard lock(mutex_);
  return std::upper_bound(starts_.begin(), starts_.end(), row) - starts_.begin() - 1;
}

}  // namespace paisql::tensors
