#include "rest/volumes/chunks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paisql::rest {
namespace {

// The bytes of the chunks, read in pieces of a size.
Result<std::string> Unpacked(const std::string& packed, size_t piece) {
  const std::unique_ptr<ByteSource> source = ReadChunks(std::make_unique<TextSource>(packed));
  std::string bytes;
  std::string into(piece, '\0');
  while (true) {
    PAISQL_ASSIGN(const size_t count, source->Read(into.data(), into.size()));
    if (count == 0) return bytes;
    bytes += into.substr(0, count);
  }
}

std::string Packed(const std::string& bytes, size_t piece) {
  ChunkPacker packer;
  std::string packed;
  for (size_t at = 0; at < bytes.size(); at += piece) packer.Add(bytes.substr(at, piece), packed);
  packer.Finish(packed);
  return packed;
}

std::string Bytes(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 31 + i / 251);
  return bytes;
}

TEST(ChunksTest, WhatIsPackedIsReadWhateverThePieces) {
  constexpr size_t kChunk = 512 * 1024;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{4}, kChunk - 1, kChunk, kChunk + 1,
                            2 * kChunk, 2 * kChunk + 3}) {
    const std::string bytes = Bytes(size);
    for (const size_t piece : {size_t{7000}, kChunk, 3 * kChunk}) {
      const Result<std::string> read = Unpacked(Packed(bytes, piece), piece);
      ASSERT_TRUE(read.ok()) << size << " " << read.error().detail;
      EXPECT_TRUE(*read == bytes) << size << " in pieces of " << piece;
    }
  }
}

TEST(ChunksTest, EachDamagedByteIsNoticed) {
  const std::string packed = Packed(Bytes(20), 20);
  for (size_t at = 0; at < packed.size(); ++at) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(Unpacked(damaged, 100).ok()) << at;
    EXPECT_EQ(Unpacked(packed.substr(0, at), 100).ok(), at == 4) << at;  // a file without bytes
  }
  EXPECT_FALSE(Unpacked(packed + "x", 100).ok());
}

}  // namespace
}  // namespace paisql::rest
