#include "engine/coding/gzip.h"

#include <zlib.h>

#include "base/assert.h"

namespace paisql::engine {
namespace {

constexpr int kGzipWindow = 15 + 16;  // 16 stands for gzip's header and trailer
constexpr size_t kPiece = size_t{64} << 10;

Bytef* Input(std::string_view bytes) {
  // The library reads it only.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

}  // namespace

std::string Gzip(std::string_view bytes) {
  z_stream stream = {};
  const int ready =
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
  PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = Input(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int end = deflate(&stream, Z_FINISH);
  PAISQL_ASSERT(end == Z_STREAM_END, "a compressed text is longer than its bound");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::optional<std::string> Gunzip(std::string_view bytes, size_t limit) {
  z_stream stream = {};
  const int ready = inflateInit2(&stream, kGzipWindow);
  PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  stream.next_in = Input(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int state = Z_OK;
  while (state == Z_OK && out.size() <= limit) {
    const size_t done = out.size();
    out.resize(done + kPiece);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    stream.avail_out = static_cast<uInt>(kPiece);
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  const bool whole = state == Z_STREAM_END && stream.avail_in == 0 && out.size() <= limit;
  inflateEnd(&stream);
  if (!whole) return std::nullopt;
  return out;
}

}  // namespace paisql::engine
