#include <zlib.h>

#include "base/assert.h"
#include "base/coding/codec/packed_source.h"

namespace paisql {

namespace {

constexpr int kEitherHead = 15 + 32;  // of zlib or of gzip

Bytef* ReadOnly(std::string_view bytes) {
  // The library reads it only.
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

class DeflatePacker final : public Packer {
 public:
  DeflatePacker() {
    const int ready = deflateInit(&stream_, Z_BEST_SPEED);
    PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  }
  ~DeflatePacker() override { deflateEnd(&stream_); }

  void Add(std::string_view bytes, std::string& out) override { Run(bytes, Z_NO_FLUSH, out); }
  void Finish(std::string& out) override { Run({}, Z_FINISH, out); }

 private:
  void Run(std::string_view bytes, int flush, std::string& out) {
    stream_.next_in = ReadOnly(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      const size_t had = out.size();
      const size_t room = bytes.size() / 2 + size_t{4096};
      out.resize(had + room);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + had);
      stream_.avail_out = static_cast<uInt>(room);
      deflate(&stream_, flush);
      out.resize(out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_ = {};
};

class DeflateSource final : public ByteSource {
 public:
  explicit DeflateSource(std::unique_ptr<ByteSource> packed)
      : input_(std::move(packed), "deflate") {
    const int ready = inflateInit2(&stream_, kEitherHead);
    PAISQL_ASSERT(ready == Z_OK, "zlib cannot start");
  }
  ~DeflateSource() override { inflateEnd(&stream_); }

  Result<size_t> Read(char* into, size_t most) override {
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = static_cast<uInt>(std::min(most, size_t{1} << 30));
    const uInt room = stream_.avail_out;
    while (!ended_ && stream_.avail_out == room) {
      PAISQL_ASSIGN(const std::string_view rest, input_.Rest());
      stream_.next_in = ReadOnly(rest);
      stream_.avail_in = static_cast<uInt>(rest.size());
      const int state = inflate(&stream_, Z_NO_FLUSH);
      input_.Take(rest.size() - stream_.avail_in);
      ended_ = state == Z_STREAM_END;
      const bool stuck = rest.empty() && stream_.avail_out == room && !ended_;
      if ((state != Z_OK && state != Z_BUF_ERROR && !ended_) || stuck) return input_.Damaged();
    }
    if (stream_.avail_out < room) return room - stream_.avail_out;
    PAISQL_ASSIGN(const std::string_view rest, input_.Rest());
    if (!rest.empty()) return input_.Damaged();
    return 0;
  }

 private:
  PackedInput input_;
  z_stream stream_ = {};
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Packer> PackDeflate() { return std::make_unique<DeflatePacker>(); }

std::unique_ptr<ByteSource> UnpackDeflate(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<DeflateSource>(std::move(packed));
}

}  // namespace paisql
