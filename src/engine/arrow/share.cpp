#include "engine/arrow/share.h"

#include <algorithm>

namespace paisql::engine {
namespace {

// The bytes of a cell that holds no text: its value and its bits, rounded up.
constexpr int64_t kCellBytes = 16;
// Validity, places and characters: only texts have three.
constexpr int64_t kBuffersOfText = 3;

ArrowArray Alias(const ArrowArray& array, const std::shared_ptr<const Batch>& owner) {
  ArrayParts parts;
  parts.length = array.length;
  parts.offset = array.offset;
  parts.buffers.assign(array.buffers, array.buffers + array.n_buffers);
  for (int64_t i = 0; i < array.n_children; ++i) {
    parts.children.push_back(Alias(*array.children[i], owner));
  }
  parts.kept = {owner};
  return MakeArray(std::move(parts));
}

int64_t BytesOf(const ArrowArray& array) {
  int64_t bytes = array.length * kCellBytes;
  if (array.n_buffers == kBuffersOfText && array.buffers[1] != nullptr) {
    const auto* places = static_cast<const int64_t*>(array.buffers[1]);
    bytes += places[array.offset + array.length] - places[array.offset];
  }
  for (int64_t i = 0; i < array.n_children; ++i) bytes += BytesOf(*array.children[i]);
  return bytes;
}

}  // namespace

Batch ShareBatch(const std::shared_ptr<const Batch>& batch, size_t columns) {
  return ShareRows(batch, columns, 0, static_cast<int64_t>(batch->row_count()));
}

// The offset of a column counts for what is nested in it, too: readers add it to places below.
Batch ShareRows(const std::shared_ptr<const Batch>& batch, size_t columns, int64_t begin,
                int64_t count) {
  std::vector<ArrowArray> aliases;
  for (size_t i = 0; i < columns; ++i) {
    ArrowArray alias = Alias(batch->column(i), batch);
    alias.offset += begin;
    alias.length = count;
    aliases.push_back(alias);
  }
  return MakeBatch(count, std::move(aliases));
}

int64_t BytesOf(const Batch& batch, size_t columns) {
  int64_t bytes = 0;
  for (size_t i = 0; i < columns; ++i) bytes += BytesOf(batch.column(i));
  return bytes;
}

}  // namespace paisql::engine
