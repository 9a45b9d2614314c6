#include "libraries/oss_remote/writer.h"

#include <utility>

namespace paisql::oss {

namespace {

constexpr size_t kKept = size_t{16} << 20;

// Throws away the parts that are there already; nothing can be said of it any more. Those under way
// are awaited: a part that comes after the Abort stays at the endpoint.
void ThrowAway(arrow::io::OutputStream& stream) {
  (void)stream.Flush();
  (void)stream.Abort();
}

}  // namespace

RemoteWriter::~RemoteWriter() {
  if (stream_ != nullptr) ThrowAway(*stream_);
}

StoreStatus RemoteWriter::Told(const arrow::Status& status) {
  if (!status.ok() && failure_.ok()) failure_ = judge_(status);
  return status.ok() ? StoreStatus{} : judge_(status);
}

StoreStatus RemoteWriter::Append(const char* bytes, size_t count) {
  if (!failure_.ok()) return failure_;
  written_ += static_cast<int64_t>(count);
  if (stream_ != nullptr) return Told(stream_->Write(bytes, static_cast<int64_t>(count)));
  kept_.append(bytes, count);
  if (kept_.size() <= kKept) return {};
  auto opened = open_();
  if (!opened.ok()) return Told(opened.status());
  stream_ = *std::move(opened);
  const arrow::Status written = stream_->Write(kept_.data(), static_cast<int64_t>(kept_.size()));
  kept_ = {};
  return Told(written);
}

arrow::Status RemoteWriter::PutWhole() {
  if (published_ == written_) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(const auto stream, open_());
  ARROW_RETURN_NOT_OK(stream->Write(kept_.data(), static_cast<int64_t>(kept_.size())));
  ARROW_RETURN_NOT_OK(stream->Close());
  published_ = written_;
  return arrow::Status::OK();
}

StoreStatus RemoteWriter::Publish() {
  if (!failure_.ok()) return failure_;
  if (stream_ != nullptr) return {};
  // Nothing is lost when this fails: what was written is kept, and goes with the next try.
  const arrow::Status put = PutWhole();
  return put.ok() ? StoreStatus{} : judge_(put);
}

StoreStatus RemoteWriter::Close() {
  if (stream_ == nullptr) return failure_.ok() ? Told(PutWhole()) : failure_;
  const auto stream = std::exchange(stream_, nullptr);
  // Parts under way are awaited here, because a stream whose Close has failed leaves its parts at
  // the endpoint: so may the last part, and the request that makes the object of them.
  if (failure_.ok() && Told(stream->Flush()).ok()) return Told(stream->Close());
  // An object without a part of it must not appear.
  ThrowAway(*stream);
  return failure_;
}

}  // namespace paisql::oss
