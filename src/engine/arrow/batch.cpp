#include "engine/arrow/batch.h"

namespace paisql::engine {
namespace {

struct HeldArray {
  ArrayParts parts;
  std::vector<ArrowArray*> children;
};

// A child that was moved elsewhere has no `release` any more.
void ReleaseArray(ArrowArray* array) {
  const std::unique_ptr<HeldArray> held(static_cast<HeldArray*>(array->private_data));
  for (ArrowArray* child : held->children) {
    if (child->release != nullptr) child->release(child);
  }
  array->release = nullptr;
}

}  // namespace

ArrowArray MakeArray(ArrayParts parts) {
  auto held = std::make_unique<HeldArray>();
  held->parts = std::move(parts);
  for (ArrowArray& child : held->parts.children) held->children.push_back(&child);
  ArrowArray array = {};
  array.length = held->parts.length;
  array.offset = held->parts.offset;
  const bool counted = held->parts.buffers.empty() || held->parts.buffers[0] == nullptr;
  array.null_count = counted ? 0 : -1;
  array.n_buffers = static_cast<int64_t>(held->parts.buffers.size());
  array.buffers = held->parts.buffers.data();
  array.n_children = static_cast<int64_t>(held->children.size());
  array.children = held->children.data();
  array.release = ReleaseArray;
  array.private_data = held.release();
  return array;
}

Batch MakeBatch(int64_t rows, std::vector<ArrowArray> columns) {
  ArrayParts parts;
  parts.length = rows;
  parts.buffers = {nullptr};
  parts.children = std::move(columns);
  return Batch(MakeArray(std::move(parts)));
}

}  // namespace paisql::engine
