#include "engine/ipc/bounded_decompressor.h"

#include <cerrno>

namespace paisql::engine {

BoundedDecompressor::~BoundedDecompressor() {
  if (inner_.release != nullptr) inner_.release(&inner_);
}

ArrowErrorCode BoundedDecompressor::Serve(ArrowIpcDecoder& decoder) {
  NANOARROW_RETURN_NOT_OK(ArrowIpcSerialDecompressor(&inner_));
  ArrowIpcDecompressor outer = {};
  outer.decompress_add = Add;
  outer.decompress_wait = Wait;
  outer.release = [](ArrowIpcDecompressor* self) { self->release = nullptr; };
  outer.private_data = this;
  return ArrowIpcDecoderSetDecompressor(&decoder, &outer);
}

ArrowErrorCode BoundedDecompressor::Add(ArrowIpcDecompressor* self, ArrowIpcCompressionType type,
                                        ArrowBufferView packed, uint8_t* into, int64_t size,
                                        ArrowError* error) {
  auto& own = *static_cast<BoundedDecompressor*>(self->private_data);
  if (size < 0 || size > own.left_) {
    ArrowErrorSet(error, "a batch has more than %ld bytes when it is unpacked",
                  static_cast<long>(own.limit_));
    return EINVAL;
  }
  own.left_ -= size;
  return own.inner_.decompress_add(&own.inner_, type, packed, into, size, error);
}

ArrowErrorCode BoundedDecompressor::Wait(ArrowIpcDecompressor* self, int64_t timeout_ms,
                                         ArrowError* error) {
  auto& own = *static_cast<BoundedDecompressor*>(self->private_data);
  return own.inner_.decompress_wait(&own.inner_, timeout_ms, error);
}

}  // namespace paisql::engine
