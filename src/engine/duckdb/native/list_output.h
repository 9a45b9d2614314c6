#pragma once

// Lists of texts in a chunk: those of an argument, and those of a result.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/functions/native_call.h"

namespace paisql::engine {

// The result's lists, row after row; they reach the vector at the end, when their sizes are known.
class ListOutput {
 public:
  explicit ListOutput(NativeCall& call) : call_(call) {}

  void Add(std::string_view text) { texts_.emplace_back(text); }
  // Makes the values added since the last row this row's list.
  void EndRow(idx_t row) {
    call_.Set(row, duckdb_list_entry{begin_, texts_.size() - begin_});
    begin_ = texts_.size();
  }
  void Finish() {
    const DuckdbApi& api = call_.api();
    api.list_vector_reserve(call_.output(), texts_.size());
    api.list_vector_set_size(call_.output(), texts_.size());
    const duckdb_vector child = api.list_vector_get_child(call_.output());
    for (size_t i = 0; i < texts_.size(); ++i) {
      api.vector_assign_string_element_len(child, i, texts_[i].data(), texts_[i].size());
    }
  }

 private:
  NativeCall& call_;
  std::vector<std::string> texts_;
  uint64_t begin_ = 0;
};

// The texts of a list, NULLs as empty texts.
inline std::vector<std::string> TextsOf(const NativeCall& call, size_t column, idx_t row) {
  const DuckdbApi& api = call.api();
  const duckdb_vector child = api.list_vector_get_child(call.Vector(column));
  const auto* texts = static_cast<duckdb_string_t*>(api.vector_get_data(child));
  const uint64_t* validity = api.vector_get_validity(child);
  const auto& entry = call.Get<duckdb_list_entry>(column, row);
  std::vector<std::string> list;
  for (idx_t i = entry.offset; i < entry.offset + entry.length; ++i) {
    const bool null = validity != nullptr && ((validity[i / 64] >> (i % 64)) & 1) == 0;
    list.emplace_back(null ? std::string_view() : TextOf(texts[i]));
  }
  return list;
}

}  // namespace paisql::engine
