#include "base/coding/codec/codec.h"

#include "base/coding/codec/packed_source.h"
#include "base/text.h"

namespace paisql {

namespace {

constexpr Codec kCodecs[] = {
    {"deflate", PackDeflate, UnpackDeflate},  {"zstd", PackZstdStream, UnpackZstd},
    {"x-lz4-frame", PackLz4, UnpackLz4},      {"x-snappy-framed", PackSnappy, UnpackSnappy},
    {"x-odps-lz4-frame", PackLz4, UnpackLz4},
};

}  // namespace

std::span<const Codec> Codecs() { return kCodecs; }

const Codec* FindCodec(std::string_view name) {
  for (const Codec& codec : kCodecs) {
    if (EqualsIgnoreCase(codec.name, name)) return &codec;
  }
  return nullptr;
}

}  // namespace paisql
