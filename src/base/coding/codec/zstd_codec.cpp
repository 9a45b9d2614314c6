#include <zstd.h>

#include "base/assert.h"
#include "base/coding/codec/packed_source.h"

namespace paisql {

namespace {

// A frame may name a window of any size, and unpacking takes as much memory.
constexpr int kMostWindowLog = 27;

class ZstdPacker final : public Packer {
 public:
  ZstdPacker() : stream_(ZSTD_createCCtx()) {
    PAISQL_ASSERT(stream_ != nullptr, "zstd cannot start");
    ZSTD_CCtx_setParameter(stream_, ZSTD_c_compressionLevel, 1);
  }
  ~ZstdPacker() override { ZSTD_freeCCtx(stream_); }

  void Add(std::string_view bytes, std::string& out) override { Run(bytes, ZSTD_e_continue, out); }
  void Finish(std::string& out) override { Run({}, ZSTD_e_end, out); }

 private:
  void Run(std::string_view bytes, ZSTD_EndDirective mode, std::string& out) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    size_t left = 0;
    do {
      const size_t had = out.size();
      out.resize(had + ZSTD_CStreamOutSize());
      ZSTD_outBuffer room{out.data() + had, out.size() - had, 0};
      left = ZSTD_compressStream2(stream_, &room, &in, mode);
      PAISQL_ASSERT(ZSTD_isError(left) == 0, "zstd cannot compress");
      out.resize(had + room.pos);
    } while (mode == ZSTD_e_end ? left != 0 : in.pos < in.size);
  }

  ZSTD_CCtx* stream_;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> packed)
      : input_(std::move(packed), "zstd"), stream_(ZSTD_createDCtx()) {
    PAISQL_ASSERT(stream_ != nullptr, "zstd cannot start");
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kMostWindowLog);
  }
  ~ZstdSource() override { ZSTD_freeDCtx(stream_); }

  Result<size_t> Read(char* into, size_t most) override {
    ZSTD_outBuffer out{into, most, 0};
    while (out.pos == 0) {
      PAISQL_ASSIGN(const std::string_view rest, input_.Rest());
      if (rest.empty() && begun_ && !in_frame_) return 0;
      ZSTD_inBuffer in{rest.data(), rest.size(), 0};
      const size_t state = ZSTD_decompressStream(stream_, &out, &in);
      input_.Take(in.pos);
      if (ZSTD_isError(state) != 0) return input_.Damaged();
      if (rest.empty() && out.pos == 0) return input_.Damaged();
      begun_ = true;
      in_frame_ = state != 0;
    }
    return out.pos;
  }

 private:
  PackedInput input_;
  ZSTD_DCtx* stream_;
  bool begun_ = false;
  bool in_frame_ = false;
};

}  // namespace

std::unique_ptr<Packer> PackZstdStream() { return std::make_unique<ZstdPacker>(); }

std::unique_ptr<ByteSource> UnpackZstd(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<ZstdSource>(std::move(packed));
}

}  // namespace paisql
