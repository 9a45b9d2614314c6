#pragma once

// The frame of an Arrow body of tunnels: the size of a chunk, then chunks of that size, each with
// its CRC-32C; after the last, shorter one comes the CRC-32C of all bytes. Numbers have their
// highest byte first.

#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "base/coding/crc32c.h"

namespace paisql::rest {

class ArrowFrameWriter {
 public:
  static constexpr size_t kChunkBytes = 65536;

  // Appends framed bytes to `out`.
  void Add(std::string_view bytes, std::string& out);
  void Finish(std::string& out);  // call once

 private:
  void Begin(std::string& out);
  void EndChunk();

  bool begun_ = false;
  size_t in_chunk_ = 0;
  Crc32c chunk_;
  Crc32c all_;  // but for the chunk
};

// The bytes within the frame. An error as records/stream_error.h names it for a wrong checksum, and
// for a frame that is cut off.
std::unique_ptr<ByteSource> OpenArrowFrame(std::unique_ptr<ByteSource> framed);

}  // namespace paisql::rest
