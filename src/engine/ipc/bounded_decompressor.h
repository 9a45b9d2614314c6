#pragma once

// Unpacks the buffers of Arrow's messages, whose sizes a stranger has written into them: a small
// message may ask for any memory. Private to this folder.

#include <memory>

#include "engine/ipc/nanoarrow.h"

namespace paisql::engine {

// Belongs to one decoder, and to its thread.
class BoundedDecompressor {
 public:
  // So many bytes of one message.
  explicit BoundedDecompressor(int64_t limit_bytes) : limit_(limit_bytes), left_(limit_bytes) {}
  ~BoundedDecompressor();
  BoundedDecompressor(const BoundedDecompressor&) = delete;
  BoundedDecompressor& operator=(const BoundedDecompressor&) = delete;

  // The decoder unpacks by this from now on. This outlives the decoder. ENOMEM.
  ArrowErrorCode Serve(ArrowIpcDecoder& decoder);
  // What follows is the next message.
  void Begin() { left_ = limit_; }

 private:
  static ArrowErrorCode Add(ArrowIpcDecompressor* self, ArrowIpcCompressionType type,
                            ArrowBufferView packed, uint8_t* into, int64_t size, ArrowError* error);
  static ArrowErrorCode Wait(ArrowIpcDecompressor* self, int64_t timeout_ms, ArrowError* error);

  const int64_t limit_;
  int64_t left_;
  ArrowIpcDecompressor inner_ = {};
};

}  // namespace paisql::engine
