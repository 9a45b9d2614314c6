// Each codec, both ways, over texts of many kinds and sizes; and streams that are damaged.

#include "base/coding/codec/codec.h"

#include <gtest/gtest.h>

#include <random>

namespace paisql {
namespace {

std::string TextOf(std::string_view kind, size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string text(size, 'a');
  for (size_t i = 0; i < size; ++i) {
    if (kind == "random") text[i] = static_cast<char>(random());
    if (kind == "words") text[i] = "the quick brown fox "[i % 20];
    if (kind == "numbers") text[i] = static_cast<char>(i / 8 % 4 == 0 ? i : 0);
  }
  return text;
}

std::string Pack(const Codec& codec, std::string_view text, size_t piece) {
  const auto packer = codec.pack();
  std::string packed;
  for (size_t at = 0; at < text.size(); at += piece) packer->Add(text.substr(at, piece), packed);
  packer->Finish(packed);
  return packed;
}

// Gives a text in pieces of odd sizes.
class SmallPieces final : public ByteSource {
 public:
  explicit SmallPieces(std::string text) : text_(std::move(text)) {}
  Result<size_t> Read(char* into, size_t most) override {
    return text_.Read(into, std::min<size_t>(most, ++calls_ % 37 + 1));
  }

 private:
  TextSource text_;
  size_t calls_ = 0;
};

Result<std::string> Unpack(const Codec& codec, std::string packed, size_t piece) {
  const auto source = codec.unpack(std::make_unique<SmallPieces>(std::move(packed)));
  std::string text;
  std::string room(piece, '\0');
  while (true) {
    PAISQL_ASSIGN(const size_t size, source->Read(room.data(), room.size()));
    if (size == 0) return text;
    text.append(room, 0, size);
  }
}

TEST(Codec, GivesBackWhatWasPacked) {
  for (const Codec& codec : Codecs()) {
    for (const std::string_view kind : {"same", "random", "words", "numbers"}) {
      for (const size_t size : {0, 1, 7, 4096, 65535, 65536, 65537, 300000}) {
        const std::string text = TextOf(kind, size);
        for (const size_t piece : {size_t{1000}, size_t{70000}}) {
          const Result<std::string> unpacked = Unpack(codec, Pack(codec, text, piece), piece);
          ASSERT_TRUE(unpacked.ok()) << codec.name << " " << kind << " " << size;
          EXPECT_TRUE(*unpacked == text) << codec.name << " " << kind << " " << size;
        }
      }
    }
  }
}

// Clients in Java with an old lz4 read no others.
TEST(Codec, Lz4HasBlocksThatNeedNoOthers) {
  const std::string packed = Pack(*FindCodec("x-lz4-frame"), TextOf("words", 300000), 70000);
  ASSERT_GT(packed.size(), 5U);
  EXPECT_NE(packed[4] & 0x20, 0);
}

TEST(Codec, RefusesStreamsThatAreCutOff) {
  for (const Codec& codec : Codecs()) {
    const std::string packed = Pack(codec, TextOf("random", 3000), 1000);
    for (size_t size = 0; size < packed.size(); size += size < 40 ? 1 : 97) {
      // Snappy's chunks end nowhere: what was cut between two of them is whole.
      const Result<std::string> unpacked = Unpack(codec, packed.substr(0, size), 4096);
      const bool whole_chunks = codec.name == "x-snappy-framed" && size == 10;
      EXPECT_EQ(unpacked.ok(), whole_chunks) << codec.name << " " << size;
    }
  }
}

TEST(Codec, NeverTakesDamagedBytesForWhole) {
  for (const Codec& codec : Codecs()) {
    if (codec.name == "zstd" || codec.name.ends_with("lz4-frame")) continue;  // without checksums
    const std::string text = TextOf("random", 2000);
    const std::string packed = Pack(codec, text, 1000);
    for (size_t at = 0; at < packed.size(); at += 13) {
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
      const Result<std::string> unpacked = Unpack(codec, damaged, 4096);
      EXPECT_TRUE(!unpacked.ok() || *unpacked == text) << codec.name << " " << at;
    }
  }
}

TEST(Codec, SurvivesAnyBytes) {
  for (const Codec& codec : Codecs()) {
    for (unsigned seed = 0; seed < 300; ++seed) {
      std::string bytes = TextOf("random", seed);
      const std::string head = Pack(codec, "some text", 100);
      bytes.insert(0, head, 0, seed % head.size());
      (void)Unpack(codec, bytes, 4096);
    }
  }
}

TEST(Codec, UnpacksABombPieceByPiece) {
  for (const Codec& codec : Codecs()) {
    const std::string text(size_t{16} << 20, '\0');
    const auto source = codec.unpack(std::make_unique<TextSource>(Pack(codec, text, 1 << 20)));
    std::string room(1000, '\0');
    size_t total = 0;
    for (int i = 0; i < 100; ++i) {
      const Result<size_t> size = source->Read(room.data(), room.size());
      ASSERT_TRUE(size.ok()) << codec.name;
      total += *size;
    }
    EXPECT_LE(total, 100 * room.size()) << codec.name;
  }
}

TEST(Codec, IsFoundByItsName) {
  EXPECT_NE(FindCodec("ZSTD"), nullptr);
  EXPECT_NE(FindCodec("x-snappy-framed"), nullptr);
  EXPECT_EQ(FindCodec("br"), nullptr);
  EXPECT_EQ(FindCodec(""), nullptr);
}

}  // namespace
}  // namespace paisql
