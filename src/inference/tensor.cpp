#include "inference/tensor.h"

#include <new>
#include <utility>

namespace paisql::inference {

namespace {

// The alignment that TensorFlow's kernels need; memory that is less aligned would be copied.
constexpr std::align_val_t kAlignment{64};

}  // namespace

Buffer Buffer::Allocate(size_t size) {
  auto* bytes = static_cast<std::byte*>(::operator new(size == 0 ? 1 : size, kAlignment));
  return Buffer(std::shared_ptr<std::byte>(
                    bytes, [](std::byte* memory) { ::operator delete(memory, kAlignment); }),
                size);
}

int64_t Tensor::element_count() const {
  int64_t count = 1;
  for (const int64_t dimension : shape) count *= dimension;
  return count;
}

Tensor Tensor::Allocate(ElementType type, std::vector<int64_t> shape) {
  Tensor tensor{type, std::move(shape), {}, {}};
  const auto count = static_cast<size_t>(tensor.element_count());
  if (type == ElementType::kString) {
    tensor.strings.resize(count);
  } else {
    tensor.data = Buffer::Allocate(count * ElementSize(type));
  }
  return tensor;
}

}  // namespace paisql::inference
