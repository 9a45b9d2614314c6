#include "serving/wire/compression.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "base/assert.h"
#include "base/coding/deflate.h"
#include "base/text.h"

namespace paisql::serving {

namespace {

constexpr int kFastest = 1;  // who waits for an answer waits for its compression, too
constexpr size_t kPiece = size_t{64} << 10;
constexpr size_t kWorthCompressing = 1024;

Error TooLarge(size_t limit_bytes) {
  return {ErrorCode::kDataOverflow,
          "the decompressed body is larger than this server takes: " + std::to_string(limit_bytes) +
              " bytes",
          {},
          ""};
}

Error Damaged(std::string_view encoding) {
  return {
      ErrorCode::kRuntimeArguments,
      "the body is damaged or cut off: it cannot be decompressed (" + std::string(encoding) + ")",
      {},
      ""};
}

Result<std::string> Unzip(std::string_view body, size_t limit_bytes) {
  std::string out;
  switch (Inflate(body, InflateForm::kGzipOrZlib, limit_bytes, out)) {
    case Inflated::kWhole:
      return out;
    case Inflated::kTooLarge:
      return TooLarge(limit_bytes);
    case Inflated::kDamaged:
      break;
  }
  return Damaged("gzip or zlib");
}

Result<std::string> Unzstd(std::string_view body, size_t limit_bytes) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          ZSTD_freeDStream);
  PAISQL_ASSERT(stream != nullptr, "zstd cannot start");
  ZSTD_inBuffer in{body.data(), body.size(), 0};
  std::string out;
  size_t state = 1;
  while (out.size() <= limit_bytes) {
    const size_t done = out.size();
    out.resize(done + kPiece);
    ZSTD_outBuffer piece{out.data() + done, kPiece, 0};
    state = ZSTD_decompressStream(stream.get(), &piece, &in);
    out.resize(done + piece.pos);
    if (ZSTD_isError(state) != 0) return Damaged("zstd");
    if (in.pos == in.size && piece.pos < kPiece) break;
  }
  if (out.size() > limit_bytes) return TooLarge(limit_bytes);
  if (state != 0) return Damaged("zstd");
  return out;
}

Result<std::string> FromSnappy(std::string_view body, size_t limit_bytes) {
  std::optional<std::string> out = Unsnappy(body, limit_bytes);
  if (out.has_value()) return *std::move(out);
  return Damaged("snappy");
}

bool BeginsAsZstdWrites(std::string_view body) { return body.starts_with("\x28\xb5\x2f\xfd"); }
bool BeginsAsLz4Writes(std::string_view body) { return body.starts_with("\x04\x22\x4d\x18"); }

bool BeginsAsZlibWrites(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<unsigned char>(body[0]);
  const auto second = static_cast<unsigned char>(body[1]);
  const bool gzip = first == 0x1f && second == 0x8b;
  // Deflate with a window of 32 KiB, and a check of both bytes.
  const bool zlib = first == 0x78 && (first * 256 + second) % 31 == 0;
  return gzip || zlib;
}

std::string Gzip(std::string_view body) {
  return Deflate(body, DeflateForm::kGzip, DeflateEffort::kFastest);
}
std::string Zlib(std::string_view body) {
  return Deflate(body, DeflateForm::kZlib, DeflateEffort::kFastest);
}

std::string Zstd(std::string_view body) {
  std::string out(ZSTD_compressBound(body.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), body.data(), body.size(), kFastest);
  PAISQL_ASSERT(ZSTD_isError(size) == 0, "a compressed body is longer than its bound");
  out.resize(size);
  return out;
}

struct Encoding {
  std::string_view name;  // in both headers
  Result<std::string> (*decompress)(std::string_view body, size_t limit_bytes);
  std::string (*compress)(std::string_view body);  // nullptr: no answer is compressed so
};

// In the order in which an answer prefers them. HTTP calls zlib's form deflate; the SDK for Java
// says zlib.
constexpr std::array kEncodings = {
    Encoding{"zstd", Unzstd, Zstd},          Encoding{"gzip", Unzip, Gzip},
    Encoding{"deflate", Unzip, Zlib},        Encoding{"zlib", Unzip, Zlib},
    Encoding{"snappy", FromSnappy, nullptr},
};

// Whether a header like "gzip;q=1.0, deflate" takes the encoding.
bool Takes(std::string_view accept, std::string_view name) {
  for (const std::string& part : Split(accept, ',')) {
    const std::vector<std::string> words = Split(part, ';');
    if (!EqualsIgnoreCase(Trim(words.front()), name)) continue;
    return words.size() < 2 || (Trim(words[1]) != "q=0" && Trim(words[1]) != "q=0.0");
  }
  return false;
}

}  // namespace

Result<std::optional<std::string>> Decompress(std::string_view body, std::string_view encoding,
                                              size_t limit_bytes) {
  encoding = Trim(encoding);
  if (encoding.empty() || EqualsIgnoreCase(encoding, "identity")) {
    if (BeginsAsZstdWrites(body)) {
      PAISQL_ASSIGN(std::string out, Unzstd(body, limit_bytes));
      return std::optional(std::move(out));
    }
    if (BeginsAsLz4Writes(body)) {
      return Error{ErrorCode::kUnsupported,
                   "the body is compressed by LZ4, which is not known here; there are gzip, zlib, "
                   "zstd and snappy",
                   {},
                   ""};
    }
    if (!BeginsAsZlibWrites(body)) return std::optional<std::string>();
    PAISQL_ASSIGN(std::string out, Unzip(body, limit_bytes));
    return std::optional(std::move(out));
  }
  for (const Encoding& row : kEncodings) {
    if (!EqualsIgnoreCase(encoding, row.name)) continue;
    PAISQL_ASSIGN(std::string out, row.decompress(body, limit_bytes));
    return std::optional(std::move(out));
  }
  return Error{ErrorCode::kUnsupported,
               "Content-Encoding " + std::string(encoding) +
                   " is not known here; there are gzip, deflate, zlib, zstd and snappy",
               {},
               ""};
}

std::string_view Compress(std::string_view accept_encoding, std::string& body) {
  if (accept_encoding.empty() || body.size() < kWorthCompressing) return "";
  for (const Encoding& row : kEncodings) {
    if (row.compress == nullptr || !Takes(accept_encoding, row.name)) continue;
    body = row.compress(body);
    return row.name;
  }
  return "";
}

namespace {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool done() const { return bytes_.empty(); }
  // Little-endian; nullopt when there are not so many bytes.
  std::optional<uint32_t> Number(size_t count) {
    if (bytes_.size() < count) return std::nullopt;
    uint32_t number = 0;
    for (size_t i = 0; i < count; ++i) {
      number |= static_cast<uint32_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    }
    bytes_.remove_prefix(count);
    return number;
  }
  // Seven bits a byte, the least first.
  std::optional<uint32_t> Varint() {
    uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const std::optional<uint32_t> byte = Number(1);
      if (!byte.has_value()) return std::nullopt;
      number |= static_cast<uint64_t>(*byte & 0x7f) << shift;
      if (*byte < 0x80) {
        if (number > UINT32_MAX) return std::nullopt;
        return static_cast<uint32_t>(number);
      }
    }
    return std::nullopt;
  }
  std::optional<std::string_view> Bytes(size_t count) {
    if (bytes_.size() < count) return std::nullopt;
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view bytes_;
};

// Copies bytes unchanged. The tag has their count, or says how many bytes after it have the count.
bool Literal(uint32_t tag, Reader& reader, std::string& out) {
  constexpr uint32_t kLongestInTag = 60;
  uint32_t length = tag >> 2;
  if (length >= kLongestInTag) {
    const std::optional<uint32_t> number = reader.Number(length - kLongestInTag + 1);
    if (!number.has_value()) return false;
    length = *number;
  }
  const std::optional<std::string_view> bytes = reader.Bytes(size_t{length} + 1);
  if (bytes.has_value()) out += *bytes;
  return bytes.has_value();
}

// Bytes that stand `offset` before the end; they may reach into what they make.
bool CopyBefore(uint32_t tag, Reader& reader, std::string& out) {
  const uint32_t kind = tag & 3;
  const std::optional<uint32_t> number = reader.Number(kind == 3 ? 4 : kind);
  if (!number.has_value()) return false;
  const uint32_t offset = kind == 1 ? (tag >> 5) << 8 | *number : *number;
  const uint32_t length = kind == 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
  if (offset == 0 || offset > out.size()) return false;
  for (uint32_t i = 0; i < length; ++i) out += out[out.size() - offset];
  return true;
}

}  // namespace

std::optional<std::string> Unsnappy(std::string_view block, size_t limit_bytes) {
  Reader reader(block);
  const std::optional<uint32_t> length = reader.Varint();
  if (!length.has_value() || *length > limit_bytes) return std::nullopt;
  std::string out;
  while (!reader.done()) {
    const uint32_t tag = *reader.Number(1);
    const bool whole = (tag & 3) == 0 ? Literal(tag, reader, out) : CopyBefore(tag, reader, out);
    if (!whole || out.size() > *length) return std::nullopt;
  }
  if (out.size() != *length) return std::nullopt;
  return out;
}

}  // namespace paisql::serving
