#include "engine/ipc/ipc_writer.h"

#include <vector>

#include "base/assert.h"
#include "engine/arrow/slice.h"
#include "engine/ipc/failure.h"
#include "engine/ipc/nanoarrow.h"

namespace paisql::engine {

namespace {

constexpr int64_t kKeptBytes = int64_t{1} << 20;

// A buffer that is freed at the end.
struct Buffer {
  Buffer() { ArrowBufferInit(&buffer); }
  ~Buffer() { ArrowBufferReset(&buffer); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // Keeps the memory for what comes next, unless it is much.
  void Clear() {
    if (buffer.capacity_bytes > kKeptBytes) ArrowBufferReset(&buffer);
    buffer.size_bytes = 0;
  }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(buffer.data), static_cast<size_t>(buffer.size_bytes)};
  }

  ArrowBuffer buffer = {};
};

// The library writes the counts as they are, and readers of other languages want them.
void CountNulls(ArrowArrayView& view) {
  view.null_count = ArrowArrayViewComputeNullCount(&view);
  for (int64_t i = 0; i < view.n_children; ++i) CountNulls(*view.children[i]);
}

struct View {
  View() { ArrowArrayViewInitFromType(&view, NANOARROW_TYPE_UNINITIALIZED); }
  ~View() { ArrowArrayViewReset(&view); }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  ArrowArrayView view = {};
};

// The batch as the library wants it, over the same memory. It has no NULLs of its own.
struct Struct {
  Struct(const Batch& batch, const ArrowSchema& schema) {
    for (int64_t i = 0; i < schema.n_children; ++i) {
      children.push_back(const_cast<ArrowArray*>(&batch.column(static_cast<size_t>(i))));
    }
    array.length = static_cast<int64_t>(batch.row_count());
    array.n_buffers = 1;
    array.buffers = &validity;
    array.n_children = schema.n_children;
    array.children = children.data();
  }

  const void* validity = nullptr;
  std::vector<ArrowArray*> children;
  ArrowArray array = {};
};

}  // namespace

struct IpcWriter::Parts {
  ArrowSchema schema = {};
  ArrowIpcEncoder encoder = {};
  Buffer head;
  Buffer body;

  ~Parts() {
    if (schema.release != nullptr) schema.release(&schema);
    ArrowIpcEncoderReset(&encoder);
  }

  // The message that the encoder has made.
  Result<Message> Finish() {
    head.Clear();
    PAISQL_TRY(Done(ArrowIpcEncoderFinalizeBuffer(&encoder, 1, &head.buffer)));
    return Message{head.text(), body.text()};
  }
};

IpcWriter::IpcWriter(const ArrowSchema& schema) : parts_(std::make_unique<Parts>()) {
  PAISQL_ASSERT(ArrowSchemaDeepCopy(&schema, &parts_->schema) == NANOARROW_OK &&
                    ArrowIpcEncoderInit(&parts_->encoder) == NANOARROW_OK,
                "there is memory for a description of columns");
}

IpcWriter::~IpcWriter() = default;
IpcWriter::IpcWriter(IpcWriter&&) noexcept = default;
IpcWriter& IpcWriter::operator=(IpcWriter&&) noexcept = default;

Status IpcWriter::AppendSchema(std::string& out) {
  ArrowError error = {};
  parts_->body.Clear();
  PAISQL_TRY(Done(ArrowIpcEncoderEncodeSchema(&parts_->encoder, &parts_->schema, &error), &error));
  PAISQL_ASSIGN(const Message message, parts_->Finish());
  out += message.head;
  return Status::Ok();
}

Result<IpcWriter::Message> IpcWriter::WriteBatch(const Batch& batch) {
  if (HasOffsets(batch, parts_->schema)) {
    return WriteBatch(
        SliceBatch(batch, parts_->schema, 0, static_cast<int64_t>(batch.row_count())));
  }
  ArrowError error = {};
  View view;
  PAISQL_TRY(Done(ArrowArrayViewInitFromSchema(&view.view, &parts_->schema, &error), &error));
  Struct all(batch, parts_->schema);
  PAISQL_TRY(Done(ArrowArrayViewSetArray(&view.view, &all.array, &error), &error));
  CountNulls(view.view);
  parts_->body.Clear();
  PAISQL_TRY(Done(ArrowIpcEncoderEncodeSimpleRecordBatch(&parts_->encoder, &view.view,
                                                         &parts_->body.buffer, &error),
                  &error));
  return parts_->Finish();
}

Status IpcWriter::AppendBatch(const Batch& batch, std::string& out) {
  PAISQL_ASSIGN(const Message message, WriteBatch(batch));
  out.reserve(out.size() + message.head.size() + message.body.size());
  out += message.head;
  out += message.body;
  return Status::Ok();
}

std::string_view IpcWriter::End() {
  static constexpr std::string_view kEnd("\xff\xff\xff\xff\0\0\0\0", 8);
  return kEnd;
}

}  // namespace paisql::engine
