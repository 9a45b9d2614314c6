#include "rest/tunnel/block_rows.h"

#include <algorithm>

#include "base/coding/codec/codec.h"
#include "engine/ipc/ipc_reader.h"
#include "rest/arrow/arrow_body.h"
#include "rest/arrow/arrow_schema.h"
#include "rest/arrow/from_client.h"
#include "rest/records/record_batches.h"
#include "rest/records/stream_error.h"

namespace paisql::rest {

namespace {

constexpr size_t kLargestMessage = size_t{1} << 30;  // of Arrow
constexpr std::string_view kLz4Magic = "\x04\x22\x4d\x18";

// A request's body.
class BodySource final : public ByteSource {
 public:
  BodySource(std::unique_ptr<BodyReader> body, TransferCost* cost)
      : body_(std::move(body)), cost_(cost) {}
  Result<size_t> Read(char* into, size_t most) override {
    if (!piece_.empty()) {
      const size_t size = std::min(most, piece_.size());
      std::copy_n(piece_.data(), size, into);
      piece_.erase(0, size);
      return size;
    }
    const TransferCost::Measured measured(cost_, TransferCost::kNetwork);
    PAISQL_ASSIGN(const std::string bytes, body_->Read(most));
    std::ranges::copy(bytes, into);
    return bytes.size();
  }
  // Looks at the first bytes, which are read all the same.
  Result<bool> BeginsWith(std::string_view bytes) {
    PAISQL_ASSIGN(piece_, body_->Read(size_t{64} << 10));
    return piece_.starts_with(bytes);
  }

 private:
  std::unique_ptr<BodyReader> body_;
  TransferCost* const cost_;
  std::string piece_;
};

// Arrow's messages, whose schema the client knows and does not send.
class ArrowBatches {
 public:
  ArrowBatches(std::unique_ptr<ByteSource> messages,
               const std::vector<engine::ResultColumn>& columns)
      : columns_(columns), reader_(SourceOf(std::move(messages)), kLargestMessage) {}

  Status Begin() {
    ArrowSchema schema = ClientSchema(columns_, TimestampForm::kNanos);
    Status set = reader_.SetSchema(schema);
    schema.release(&schema);
    return set;
  }
  Result<engine::Batch> Next() {
    Result<engine::Batch> batch = reader_.Next();
    if (!batch.ok()) {
      const Error& error = batch.error();
      const bool named = error.detail.starts_with(NameOf(StreamFault::kCorrupted)) ||
                         error.detail.starts_with(NameOf(StreamFault::kMalformed));
      return named ? error : StreamError(StreamFault::kMalformed, error.detail);
    }
    if (!*batch) return batch;
    return FromClient(*std::move(batch), columns_);
  }

 private:
  static engine::IpcReader::Source SourceOf(std::unique_ptr<ByteSource> messages) {
    return [source = std::shared_ptr(std::move(messages))](size_t most) -> Result<std::string> {
      std::string bytes(most, '\0');
      PAISQL_ASSIGN(const size_t size, source->Read(bytes.data(), most));
      bytes.resize(size);
      return bytes;
    };
  }

  const std::vector<engine::ResultColumn>& columns_;
  engine::IpcReader reader_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenUnpacked(const Call& call, TransferCost* cost) {
  auto body = std::make_unique<BodySource>(call.OpenBody(), cost);
  const std::string encoding = call.Header("content-encoding");
  if (encoding.empty() || encoding == "identity")
    return std::unique_ptr<ByteSource>(std::move(body));
  const Codec* const codec = FindCodec(encoding);
  if (codec == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 "the body's encoding " + encoding + " is not known",
                 {},
                 "deflate, zstd, x-lz4-frame and x-snappy-framed are"};
  }
  // Some clients pack Arrow's buffers alone by it, which the messages say themselves.
  if (encoding == "x-odps-lz4-frame") {
    PAISQL_ASSIGN(const bool packed, body->BeginsWith(kLz4Magic));
    if (!packed) return std::unique_ptr<ByteSource>(std::move(body));
  }
  return codec->unpack(std::move(body));
}

Result<session::UploadedBlock> WriteBlock(const Call& call, session::TableUpload& upload,
                                          TransferCost* cost) {
  PAISQL_ASSIGN(std::unique_ptr<ByteSource> bytes, OpenUnpacked(call, cost));
  if (!call.Has("arrow")) {
    RecordBatches rows(std::move(bytes), upload.columns());
    return WriteRows(rows, upload, cost);
  }
  ArrowBatches rows(OpenArrowFrame(std::move(bytes)), upload.columns());
  PAISQL_TRY(rows.Begin());
  return WriteRows(rows, upload, cost);
}

Answer BlockAnswer(const TransferCost& cost) {
  return {200, "application/json", "", {{"odps-tunnel-metrics", cost.Json()}}};
}

}  // namespace paisql::rest
