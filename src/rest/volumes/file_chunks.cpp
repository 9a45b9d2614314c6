#include "rest/volumes/file_chunks.h"

#include <algorithm>

#include "base/coding/codec/codec.h"
#include "rest/bodies/file_range.h"
#include "rest/volumes/chunks.h"

namespace paisql::rest {

namespace {

// The chunks of a part of a file, which may be compressed.
class ChunksOfFile final : public http::BodySource {
 public:
  ChunksOfFile(std::shared_ptr<FileRange> file, std::unique_ptr<Packer> packer)
      : file_(std::move(file)), packer_(std::move(packer)) {}

  Result<std::string> Next() override {
    std::string out;
    // A packer may keep what it gets: an empty piece is the end of the answer.
    while (out.empty() && !ended_) {
      PAISQL_ASSIGN(const std::string piece, file_->Next());
      ended_ = piece.empty();
      std::string chunks;
      if (ended_) {
        chunks_.Finish(chunks);
      } else {
        chunks_.Add(piece, chunks);
      }
      if (packer_ == nullptr) {
        out = std::move(chunks);
        continue;
      }
      packer_->Add(chunks, out);
      if (ended_) packer_->Finish(out);
    }
    return out;
  }

 private:
  const std::shared_ptr<FileRange> file_;
  const std::unique_ptr<Packer> packer_;
  ChunkPacker chunks_;
  bool ended_ = false;
};

class BodySourceOfCall final : public ByteSource {
 public:
  explicit BodySourceOfCall(std::unique_ptr<BodyReader> body) : body_(std::move(body)) {}
  Result<size_t> Read(char* into, size_t most) override {
    PAISQL_ASSIGN(const std::string piece, body_->Read(most));
    std::ranges::copy(piece, into);
    return piece.size();
  }

 private:
  const std::unique_ptr<BodyReader> body_;
};

}  // namespace

Answer AnswerChunks(const Call& call, const std::string& path, int64_t offset, int64_t size) {
  const auto file = FileRange::Open(path, offset, size);
  if (!file.ok()) return XmlErrorOf(file.error());
  Answer answer{200, "application/octet-stream", ""};
  // The one compression that clients of volumes know.
  std::unique_ptr<Packer> packer;
  if (call.Header("accept-encoding") == "deflate") {
    packer = FindCodec("deflate")->pack();
    answer.headers.emplace_back("Content-Encoding", "deflate");
  }
  answer.source = std::make_shared<ChunksOfFile>(*file, std::move(packer));
  return answer;
}

Result<std::unique_ptr<ByteSource>> ChunksOf(const Call& call) {
  std::unique_ptr<ByteSource> body = std::make_unique<BodySourceOfCall>(call.OpenBody());
  const std::string encoding = call.Header("content-encoding");
  if (!encoding.empty() && encoding != "identity") {
    const Codec* const codec = FindCodec(encoding);
    if (codec == nullptr) {
      return Error{ErrorCode::kTunnel, "bodies are not unpacked by '" + encoding + "'", {}, ""};
    }
    body = codec->unpack(std::move(body));
  }
  return ReadChunks(std::move(body));
}

}  // namespace paisql::rest
