#pragma once

// Memory and views that the conversions of arrays share. Private to this folder.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/arrow/batch.h"
#include "rest/records/cells.h"

namespace paisql::rest {

template <typename T>
T* RoomFor(size_t count, engine::ArrayParts& parts) {
  auto memory = std::make_shared_for_overwrite<T[]>(count > 0 ? count : 1);
  T* begin = memory.get();
  parts.kept.push_back(std::move(memory));
  return begin;
}

// An array of a batch that stays in memory.
class Cells {
 public:
  Cells(const ArrowArray& array, std::shared_ptr<const engine::Batch> owner)
      : array_(array), owner_(std::move(owner)) {}
  // Other rows of the same batch's memory.
  Cells Of(const ArrowArray& view) const { return {view, owner_}; }

  const ArrowArray& array() const { return array_; }
  size_t rows() const { return static_cast<size_t>(array_.length); }
  size_t offset() const { return static_cast<size_t>(array_.offset); }
  bool IsNull(size_t row) const {
    const void* bits = array_.buffers[0];
    return bits != nullptr && !engine::IsBitSet(bits, row + offset());
  }
  template <typename T>
  const T* Data() const {
    return static_cast<const T*>(array_.buffers[1]) + offset();
  }
  // Memory of the batch lives as long as the parts.
  void Keep(engine::ArrayParts& parts) const { parts.kept.push_back(owner_); }
  Cells Child(size_t index) const { return {*array_.children[index], owner_}; }

  // The array over the same memory, without children.
  engine::ArrayParts Shared() const {
    engine::ArrayParts parts = SharedNulls();
    parts.offset = array_.offset;
    for (int64_t i = 1; i < array_.n_buffers; ++i) parts.buffers.push_back(array_.buffers[i]);
    return parts;
  }
  // Its length and its NULLs alone, as they lie from row 0 on.
  engine::ArrayParts Nulls() const {
    if (array_.offset == 0) return SharedNulls();
    engine::ArrayParts parts;
    parts.length = array_.length;
    parts.buffers = {nullptr};
    if (array_.buffers[0] == nullptr) return parts;
    const size_t bytes = rows() / 8 + 1;
    auto* bits = RoomFor<uint8_t>(bytes, parts);
    for (size_t i = 0; i < bytes; ++i) bits[i] = 0;
    for (size_t i = 0; i < rows(); ++i) {
      if (!IsNull(i)) bits[i / 8] = static_cast<uint8_t>(bits[i / 8] | (1U << (i % 8)));
    }
    parts.buffers[0] = bits;
    return parts;
  }
  // The same with a value for each row, which is not NULL, by `convert(value)`.
  template <typename From, typename To, typename Convert>
  engine::ArrayParts Converted(Convert convert) const {
    engine::ArrayParts parts = Nulls();
    const From* from = Data<From>();
    To* to = RoomFor<To>(rows(), parts);
    for (size_t i = 0; i < rows(); ++i) to[i] = IsNull(i) ? To{} : convert(from[i]);
    parts.buffers.push_back(to);
    return parts;
  }

 private:
  engine::ArrayParts SharedNulls() const {
    engine::ArrayParts parts;
    parts.length = array_.length;
    parts.kept.push_back(owner_);
    parts.buffers.push_back(array_.buffers[0]);
    return parts;
  }

  ArrowArray array_;  // the owner's: it is not released here
  std::shared_ptr<const engine::Batch> owner_;
};

}  // namespace paisql::rest
