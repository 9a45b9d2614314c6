#include <lz4frame.h>

#include "base/assert.h"
#include "base/coding/codec/packed_source.h"

namespace paisql {

namespace {

// Old clients in Java read no blocks that need those before them.
LZ4F_preferences_t AloneBlocks() {
  LZ4F_preferences_t preferences = LZ4F_INIT_PREFERENCES;
  preferences.frameInfo.blockMode = LZ4F_blockIndependent;
  return preferences;
}

class Lz4Packer final : public Packer {
 public:
  Lz4Packer() {
    const size_t made = LZ4F_createCompressionContext(&stream_, LZ4F_VERSION);
    PAISQL_ASSERT(LZ4F_isError(made) == 0, "lz4 cannot start");
  }
  ~Lz4Packer() override { LZ4F_freeCompressionContext(stream_); }

  void Add(std::string_view bytes, std::string& out) override {
    Begin(out);
    Grow(LZ4F_compressBound(bytes.size(), &preferences_), out, [&](char* into, size_t room) {
      return LZ4F_compressUpdate(stream_, into, room, bytes.data(), bytes.size(), nullptr);
    });
  }
  void Finish(std::string& out) override {
    Begin(out);
    Grow(LZ4F_compressBound(0, &preferences_), out,
         [&](char* into, size_t room) { return LZ4F_compressEnd(stream_, into, room, nullptr); });
  }

 private:
  void Begin(std::string& out) {
    if (begun_) return;
    begun_ = true;
    Grow(LZ4F_HEADER_SIZE_MAX, out, [&](char* into, size_t room) {
      return LZ4F_compressBegin(stream_, into, room, &preferences_);
    });
  }
  template <typename Write>
  static void Grow(size_t room, std::string& out, const Write& write) {
    const size_t had = out.size();
    out.resize(had + room);
    const size_t size = write(out.data() + had, room);
    PAISQL_ASSERT(LZ4F_isError(size) == 0, "lz4 cannot compress");
    out.resize(had + size);
  }

  const LZ4F_preferences_t preferences_ = AloneBlocks();
  LZ4F_cctx* stream_ = nullptr;
  bool begun_ = false;
};

class Lz4Source final : public ByteSource {
 public:
  explicit Lz4Source(std::unique_ptr<ByteSource> packed) : input_(std::move(packed), "lz4") {
    const size_t made = LZ4F_createDecompressionContext(&stream_, LZ4F_VERSION);
    PAISQL_ASSERT(LZ4F_isError(made) == 0, "lz4 cannot start");
  }
  ~Lz4Source() override { LZ4F_freeDecompressionContext(stream_); }

  Result<size_t> Read(char* into, size_t most) override {
    size_t given = 0;
    while (given == 0) {
      PAISQL_ASSIGN(const std::string_view rest, input_.Rest());
      if (rest.empty() && begun_ && !in_frame_) return 0;
      size_t taken = rest.size();
      given = most;
      const size_t state = LZ4F_decompress(stream_, into, &given, rest.data(), &taken, nullptr);
      if (LZ4F_isError(state) != 0) return input_.Damaged();
      input_.Take(taken);
      if (rest.empty() && given == 0) return input_.Damaged();
      begun_ = true;
      in_frame_ = state != 0;
    }
    return given;
  }

 private:
  PackedInput input_;
  LZ4F_dctx* stream_ = nullptr;
  bool begun_ = false;
  bool in_frame_ = false;
};

}  // namespace

std::unique_ptr<Packer> PackLz4() { return std::make_unique<Lz4Packer>(); }

std::unique_ptr<ByteSource> UnpackLz4(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<Lz4Source>(std::move(packed));
}

}  // namespace paisql
