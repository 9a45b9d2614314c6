#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/user_functions/pack_columns.h"

namespace paisql::engine {
namespace {

using udf::Tag;

// The bitmap of some rows; empty where no value is NULL.
std::vector<uint64_t> ValidityOfRows(const uint64_t* bits, size_t first, size_t count) {
  std::vector<uint64_t> words;
  if (bits == nullptr || count == 0) return words;
  words.assign((count + 63) / 64, 0);
  size_t valid = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t at = first + i * 64;
    const size_t shift = at % 64;
    const size_t rows = std::min<size_t>(64, count - i * 64);
    uint64_t word = bits[at / 64] >> shift;
    if (shift > 0 && rows > 64 - shift) word |= bits[at / 64 + 1] << (64 - shift);
    if (rows < 64) word &= (uint64_t{1} << rows) - 1;
    words[i] = word;
    valid += static_cast<size_t>(__builtin_popcountll(word));
  }
  if (valid == count) words.clear();
  return words;
}

bool IsKept(const std::vector<uint64_t>& validity, size_t row) {
  return validity.empty() || ((validity[row / 64] >> (row % 64)) & 1) != 0;
}

}  // namespace

bool PackVector(const DuckdbApi& api, const DataType& type, duckdb_vector vector, size_t first,
                size_t count, udf::BatchWriter& writer) {
  const Tag tag = udf::TagOf(type);
  const size_t width = udf::WidthOf(tag);
  const bool text = type.id() == TypeId::kString || type.id() == TypeId::kBinary;
  // A TIMESTAMP has nanoseconds here.
  const bool plain = width > 0 && (tag != Tag::kTime || type.id() == TypeId::kDatetime);
  if (!text && !plain) return false;
  const std::vector<uint64_t> validity =
      ValidityOfRows(api.vector_get_validity(vector), first, count);
  const uint64_t* bits = validity.empty() ? nullptr : validity.data();
  const void* data = api.vector_get_data(vector);
  if (plain) {
    writer.BeginNode(tag, count, bits);
    char* const to = static_cast<char*>(writer.AddBuffer(count * width));
    std::memcpy(to, static_cast<const char*>(data) + first * width, count * width);
    // The place of a NULL may hold anything.
    for (size_t i = 0; i < count && bits != nullptr; ++i) {
      if (!IsKept(validity, i)) std::memset(to + i * width, 0, width);
    }
    return true;
  }
  const auto* texts = static_cast<const duckdb_string_t*>(data) + first;
  // The place of a NULL holds no text.
  const auto text_of = [&](size_t row) {
    return IsKept(validity, row) ? TextOf(texts[row]) : std::string_view();
  };
  if (tag == Tag::kText) {
    writer.AddTexts(count, bits, text_of);
  } else {
    writer.AddBinaries(count, bits, text_of);
  }
  return true;
}

}  // namespace paisql::engine
