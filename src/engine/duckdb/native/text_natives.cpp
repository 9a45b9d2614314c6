// Texts put together from many, in one pass over them.

#include <string>

#include "engine/duckdb/native/demand.h"
#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

// The texts of a list in a chunk.
class TextList {
 public:
  TextList(const NativeCall& call, size_t column) : call_(call), column_(column) {
    const duckdb_vector child = call.api().list_vector_get_child(call.Vector(column));
    texts_ = static_cast<const duckdb_string_t*>(call.api().vector_get_data(child));
    validity_ = call.api().vector_get_validity(child);
  }
  // Calls body(text) for the row's texts that are not NULL.
  template <typename Body>
  void ForEach(idx_t row, Body body) const {
    const auto& entry = call_.Get<duckdb_list_entry>(column_, row);
    for (idx_t i = entry.offset; i < entry.offset + entry.length; ++i) {
      const bool null = validity_ != nullptr && ((validity_[i / 64] >> (i % 64)) & 1) == 0;
      if (!null) body(TextOf(texts_[i]));
    }
  }

 private:
  const NativeCall& call_;
  size_t column_;
  const duckdb_string_t* texts_;
  const uint64_t* validity_;
};

// (texts, separator): NULLs among the texts are left out.
void Join(NativeCall& call) {
  const TextList list(call, 0);
  Demand demand(call);
  std::string joined;
  call.ForEach([&](idx_t row) {
    const std::string_view separator = call.Text(1, row);
    size_t size = 0;
    list.ForEach(row, [&](std::string_view text) { size += text.size() + separator.size(); });
    demand.Add(static_cast<int64_t>(size), 1);
    if (!demand.FitsWith(0) || call.FailsWhereStopped()) return false;
    joined.clear();
    bool first = true;
    list.ForEach(row, [&](std::string_view text) {
      if (!first) joined += separator;
      first = false;
      joined += text;
    });
    call.SetText(row, joined);
    return true;
  });
}

// (text, text, ...)
void Concat(NativeCall& call) {
  Demand demand(call);
  std::string joined;
  call.ForEach([&](idx_t row) {
    size_t size = 0;
    for (size_t i = 0; i < call.column_count(); ++i) size += call.Text(i, row).size();
    demand.Add(static_cast<int64_t>(size), 1);
    if (!demand.FitsWith(0) || call.FailsWhereStopped()) return false;
    joined.clear();
    for (size_t i = 0; i < call.column_count(); ++i) joined += call.Text(i, row);
    call.SetText(row, joined);
    return true;
  });
}

constexpr NativeRow kTextNativeRows[] = {
    {"paisql_join", "(ARRAY<STRING>, STRING) -> STRING", RunNative<Join>},
    {"paisql_concat", "(STRING...) -> STRING", RunNative<Concat>},
};

}  // namespace

const std::span<const NativeRow> kTextNatives = kTextNativeRows;

}  // namespace paisql::engine
