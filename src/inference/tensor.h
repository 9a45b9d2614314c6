#pragma once

// Values that go into a model and come out of it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "inference/element_type.h"

namespace paisql::inference {

// Bytes that several may hold and that live as long as one of them does. Whoever allocated them may
// write until the first Run gets them; from then on they are only read, since a model may keep its
// input or answer with it.
class Buffer {
 public:
  Buffer() = default;
  // 64 bytes aligned, so that no runtime has to copy them; not initialised.
  static Buffer Allocate(size_t size);
  // Bytes of somebody else, which `owner` keeps alive.
  Buffer(std::shared_ptr<std::byte> owner, size_t size) : bytes_(std::move(owner)), size_(size) {}

  std::byte* data() { return bytes_.get(); }
  const std::byte* data() const { return bytes_.get(); }
  size_t size() const { return size_; }
  const std::shared_ptr<std::byte>& owner() const { return bytes_; }

  // The bytes as elements of T.
  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(bytes_.get());
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes_.get());
  }

 private:
  std::shared_ptr<std::byte> bytes_;
  size_t size_ = 0;
};

// Elements in row-major order: in `data`, in this machine's byte order, or for kString in
// `strings`. `shape` has no -1 and may be empty (one element).
struct Tensor {
  ElementType type = ElementType::kInvalid;
  std::vector<int64_t> shape;
  Buffer data;
  std::vector<std::string> strings;

  // The product of the shape.
  int64_t element_count() const;

  // With room for the elements: bytes that are not initialised, or empty strings.
  static Tensor Allocate(ElementType type, std::vector<int64_t> shape);
};

}  // namespace paisql::inference
