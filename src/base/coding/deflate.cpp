#include "base/coding/deflate.h"

#include <zlib.h>

#include <memory>

#include "base/assert.h"

namespace paisql {

namespace {

constexpr int kZlibWindow = 15;
constexpr int kGzipWindow = 15 + 16;    // 16 stands for gzip's header and trailer
constexpr int kEitherWindow = 15 + 32;  // whatever the bytes begin like
constexpr size_t kPiece = size_t{64} << 10;

Bytef* Input(std::string_view bytes) {
  // The library reads it only.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

}  // namespace

std::string Deflate(std::string_view bytes, DeflateForm form, DeflateEffort effort) {
  z_stream stream = {};
  const int level = effort == DeflateEffort::kFastest ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
  const int window = form == DeflateForm::kGzip ? kGzipWindow : kZlibWindow;
  const int ready = deflateInit2(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> ended(&stream, deflateEnd);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = Input(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  PAISQL_ASSERT(end == Z_STREAM_END, "what was compressed is longer than its bound");
  out.resize(stream.total_out);
  return out;
}

Inflated Inflate(std::string_view bytes, InflateForm form, size_t limit_bytes, std::string& out) {
  z_stream stream = {};
  const int ready = inflateInit2(&stream, form == InflateForm::kGzip ? kGzipWindow : kEitherWindow);
  PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> ended(&stream, inflateEnd);
  stream.next_in = Input(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  const size_t begin = out.size();
  int state = Z_OK;
  while (state == Z_OK && out.size() - begin <= limit_bytes) {
    const size_t done = out.size();
    out.resize(done + kPiece);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    stream.avail_out = static_cast<uInt>(kPiece);
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  if (out.size() - begin > limit_bytes) return Inflated::kTooLarge;
  const bool whole = state == Z_STREAM_END && stream.avail_in == 0;
  return whole ? Inflated::kWhole : Inflated::kDamaged;
}

}  // namespace paisql
