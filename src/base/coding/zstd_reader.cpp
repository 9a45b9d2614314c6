#include "base/coding/zstd_reader.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <utility>

#include "base/assert.h"

namespace paisql {

namespace {

ZSTD_DStream* Stream(void* stream) { return static_cast<ZSTD_DStream*>(stream); }

Descriptor OpenPacked(const std::string& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

}  // namespace

bool ZstdReader::Knows(const std::string& path) {
  constexpr std::string_view kFrame = "\x28\xb5\x2f\xfd";
  const Descriptor file = OpenPacked(path);
  char head[4] = {};
  return file.open() && pread(file.get(), head, 4, 0) == 4 && std::string_view(head, 4) == kFrame;
}

ZstdReader::ZstdReader(Descriptor file, std::string name)
    : file_(std::move(file)),
      name_(std::move(name)),
      stream_(ZSTD_createDStream()),
      packed_(ZSTD_DStreamInSize()) {
  PAISQL_ASSERT(stream_ != nullptr, "zstd cannot start");
}

Result<std::unique_ptr<ZstdReader>> ZstdReader::Open(const std::string& path, std::string name) {
  Descriptor file = OpenPacked(path);
  if (!file.open()) return FileError("read", name, errno);
  return std::unique_ptr<ZstdReader>(new ZstdReader(std::move(file), std::move(name)));
}

ZstdReader::~ZstdReader() { ZSTD_freeDStream(Stream(stream_)); }

Error ZstdReader::Damaged() const {
  return {ErrorCode::kIo,
          name_ + " is damaged or not whole",
          {},
          "it begins as a file of zstd does: zstd -t tests it"};
}

Result<size_t> ZstdReader::Read(std::vector<char>& piece) {
  ZSTD_outBuffer out{piece.data(), piece.size(), 0};
  while (out.pos < out.size) {
    if (begin_ == end_) {
      ssize_t got;
      do {
        got = read(file_.get(), packed_.data(), packed_.size());
      } while (got < 0 && errno == EINTR);
      if (got < 0) return FileError("read", name_, errno);
      begin_ = 0;
      end_ = static_cast<size_t>(got);
    }
    const bool at_end = begin_ == end_;
    const size_t had = out.pos;
    ZSTD_inBuffer in{packed_.data(), end_, begin_};
    // What the stream still holds comes without new bytes, too.
    const size_t state =
        at_end && !in_frame_ ? 0 : ZSTD_decompressStream(Stream(stream_), &out, &in);
    if (ZSTD_isError(state) != 0) return Damaged();
    begin_ = in.pos;
    in_frame_ = state != 0;
    if (!at_end || out.pos > had) continue;
    if (in_frame_) return Damaged();
    break;
  }
  return out.pos;
}

std::string PackZstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
  PAISQL_ASSERT(ZSTD_isError(size) == 0, "a compressed text is longer than its bound");
  out.resize(size);
  return out;
}

}  // namespace paisql
