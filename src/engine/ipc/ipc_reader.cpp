#include "engine/ipc/ipc_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "engine/ipc/bounded_decompressor.h"
#include "engine/ipc/failure.h"
#include "engine/ipc/nanoarrow.h"

namespace paisql::engine {

namespace {

constexpr size_t kPrefixBytes = 8;
// Allocated at once for a body that is said to be larger.
constexpr size_t kFirstBytes = size_t{1} << 20;

ArrowBufferView ViewOf(const std::string& bytes) {
  ArrowBufferView view = {};
  view.data.data = bytes.data();
  view.size_bytes = static_cast<int64_t>(bytes.size());
  return view;
}

// How long the head of a message says that it is, by its prefix: a number, or four bytes of ones
// and then the number.
int32_t ClaimedBytes(const std::string& prefix) {
  int32_t claimed = 0;
  std::memcpy(&claimed, prefix.data(), sizeof(claimed));
  if (claimed == -1) std::memcpy(&claimed, prefix.data() + sizeof(claimed), sizeof(claimed));
  return claimed;
}

// Whoever reads the values takes them as numbers where they lie.
bool IsAligned(const ArrowArray& array) {
  constexpr uintptr_t kAlignment = 8;
  for (int64_t i = 0; i < array.n_buffers; ++i) {
    if (reinterpret_cast<uintptr_t>(array.buffers[i]) % kAlignment != 0) return false;
  }
  return std::all_of(array.children, array.children + array.n_children,
                     [](const ArrowArray* child) { return IsAligned(*child); });
}

}  // namespace

struct IpcReader::Parts {
  Parts(Source given, size_t limit_bytes)
      : source(std::move(given)),
        limit(limit_bytes),
        decompressor(static_cast<int64_t>(limit_bytes)) {}

  Source source;
  const size_t limit;
  BoundedDecompressor decompressor;
  ArrowIpcDecoder decoder = {};
  ArrowSchema schema = {};
  bool ended = false;
  std::string head;  // which the decoder points into until the body is decoded

  ~Parts() {
    if (schema.release != nullptr) schema.release(&schema);
    ArrowIpcDecoderReset(&decoder);
  }

  // Appends so many bytes; false where the stream has ended before the first of them.
  Result<bool> Read(size_t count, std::string& out) {
    const size_t end = out.size() + count;
    const size_t begin = out.size();
    while (out.size() < end) {
      PAISQL_ASSIGN(const std::string piece, source(std::min(end - out.size(), kFirstBytes)));
      if (piece.empty()) {
        if (out.size() == begin) return false;
        return WrongArrow("they end within a message");
      }
      out += piece;
    }
    return true;
  }

  Status MustRead(size_t count, std::string& out) {
    PAISQL_ASSIGN(const bool there, Read(count, out));
    return there || count == 0 ? Status::Ok() : Status(WrongArrow("they end within a message"));
  }

  // The head of the next message, decoded; false at the end.
  Result<bool> Head() {
    if (ended) return false;
    head.clear();
    PAISQL_ASSIGN(const bool there, Read(kPrefixBytes, head));
    ended = !there;
    if (ended) return false;
    // Before the library adds to that number, which may be the largest one.
    if (ClaimedBytes(head) > static_cast<int64_t>(limit)) {
      return WrongArrow("a message's head has a wrong size");
    }
    ArrowError error = {};
    int32_t prefix = 0;
    const ArrowErrorCode peeked =
        ArrowIpcDecoderPeekHeader(&decoder, ViewOf(head), &prefix, &error);
    if (peeked == ENODATA) {
      ended = true;
      return false;
    }
    PAISQL_TRY(Done(peeked, &error));
    const auto size = static_cast<size_t>(std::max(decoder.header_size_bytes, 0));
    if (size > limit || size < head.size()) return WrongArrow("a message's head has a wrong size");
    PAISQL_TRY(MustRead(size - head.size(), head));
    PAISQL_TRY(Done(ArrowIpcDecoderVerifyHeader(&decoder, ViewOf(head), &error), &error));
    PAISQL_TRY(Done(ArrowIpcDecoderDecodeHeader(&decoder, ViewOf(head), &error), &error));
    return true;
  }

  Result<std::string> Body() {
    std::string body;
    const auto size = static_cast<uint64_t>(std::max<int64_t>(decoder.body_size_bytes, 0));
    if (size > limit) return WrongArrow("a batch is larger than " + std::to_string(limit));
    PAISQL_TRY(MustRead(size, body));
    return body;
  }

  Status Take(const ArrowSchema& given) {
    if (schema.release != nullptr) schema.release(&schema);
    PAISQL_TRY(Done(ArrowSchemaDeepCopy(&given, &schema)));
    ArrowError error = {};
    PAISQL_TRY(Done(ArrowIpcDecoderSetSchema(&decoder, &schema, &error), &error));
    return Done(ArrowIpcDecoderSetEndianness(&decoder, ArrowIpcSystemEndianness()));
  }

  Result<Batch> Decode(const std::string& body) {
    ArrowError error = {};
    decompressor.Begin();
    ArrowBuffer bytes = {};
    ArrowBufferInit(&bytes);
    PAISQL_TRY(Done(ArrowBufferAppend(&bytes, body.data(), static_cast<int64_t>(body.size()))));
    ArrowBuffer shared = {};
    PAISQL_TRY(Done(ArrowSharedBufferInit(&shared, &bytes)));
    ArrowArray array = {};
    const ArrowErrorCode decoded = ArrowIpcDecoderDecodeArrayFromShared(
        &decoder, &shared, -1, &array, NANOARROW_VALIDATION_LEVEL_FULL, &error);
    ArrowBufferReset(&shared);
    PAISQL_TRY(Done(decoded, &error));
    Batch batch(array);
    if (!IsAligned(array)) return WrongArrow("a buffer does not begin at a multiple of 8 bytes");
    return batch;
  }
};

IpcReader::IpcReader(Source source, size_t message_limit_bytes)
    : parts_(std::make_unique<Parts>(std::move(source), message_limit_bytes)) {
  PAISQL_ASSERT(ArrowIpcDecoderInit(&parts_->decoder) == NANOARROW_OK &&
                    parts_->decompressor.Serve(parts_->decoder) == NANOARROW_OK,
                "there is memory for a reader of Arrow");
}

IpcReader::~IpcReader() = default;
IpcReader::IpcReader(IpcReader&&) noexcept = default;
IpcReader& IpcReader::operator=(IpcReader&&) noexcept = default;

Status IpcReader::ReadSchema() {
  PAISQL_ASSIGN(const bool there, parts_->Head());
  if (!there || parts_->decoder.message_type != NANOARROW_IPC_MESSAGE_TYPE_SCHEMA) {
    return WrongArrow("they do not begin with their columns");
  }
  PAISQL_TRY(parts_->Body());
  ArrowError error = {};
  ArrowSchema read = {};
  PAISQL_TRY(Done(ArrowIpcDecoderDecodeSchema(&parts_->decoder, &read, &error), &error));
  Status taken = parts_->Take(read);
  read.release(&read);
  return taken;
}

Status IpcReader::SetSchema(const ArrowSchema& schema) { return parts_->Take(schema); }

const ArrowSchema& IpcReader::schema() const { return parts_->schema; }

Result<Batch> IpcReader::Next() {
  while (true) {
    PAISQL_ASSIGN(const bool there, parts_->Head());
    if (!there) return Batch();
    PAISQL_ASSIGN(const std::string body, parts_->Body());
    switch (parts_->decoder.message_type) {
      case NANOARROW_IPC_MESSAGE_TYPE_RECORD_BATCH:
        return parts_->Decode(body);
      case NANOARROW_IPC_MESSAGE_TYPE_SCHEMA:
        continue;
      default:
        return WrongArrow("dictionaries and tensors are not taken");
    }
  }
}

}  // namespace paisql::engine
