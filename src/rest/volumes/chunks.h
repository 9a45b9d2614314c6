#pragma once

// The form of bytes in tunnels of volumes: the size of a chunk as four bytes, then chunks of that
// size, the last one shorter. Each chunk is followed by the CRC-32 of the size and of all bytes so
// far. Numbers are big-endian.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace paisql::rest {

// Belongs to one thread.
class ChunkPacker {
 public:
  // Appends what the bytes give to `out`.
  void Add(std::string_view bytes, std::string& out);
  // Appends the end. Call once.
  void Finish(std::string& out);

 private:
  void Begin(std::string& out);

  bool begun_ = false;
  uint32_t sum_ = 0;
  size_t in_chunk_ = 0;
};

// The bytes of the chunks. kTunnel for a wrong sum, a wrong size, and chunks that are cut off; it
// keeps one piece in memory, whatever the size of a chunk says.
std::unique_ptr<ByteSource> ReadChunks(std::unique_ptr<ByteSource> packed);

}  // namespace paisql::rest
