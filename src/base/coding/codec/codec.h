#pragma once

// How bodies of HTTP are compressed: a table of codecs by the names that headers have. Each works
// piece by piece in a bounded memory, whatever the bytes unpack to. Packers and unpacked sources
// belong to one thread.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace paisql {

class Packer {
 public:
  virtual ~Packer() = default;
  // Appends what the bytes give so far to `out`; the rest comes with later bytes.
  virtual void Add(std::string_view bytes, std::string& out) = 0;
  // Appends the end of the stream. Call once.
  virtual void Finish(std::string& out) = 0;
};

struct Codec {
  std::string_view name;  // "x-lz4-frame", as Content-Encoding has it
  std::unique_ptr<Packer> (*pack)();
  // Reads what was packed. kIo for bytes that are damaged, cut off, or go on after the end.
  std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource> packed);
};

std::span<const Codec> Codecs();
// Null for a name that no codec has. Letters may be small or capital.
const Codec* FindCodec(std::string_view name);

}  // namespace paisql
