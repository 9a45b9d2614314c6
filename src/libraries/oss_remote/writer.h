#pragma once

// Writes an object of an endpoint. What is small is kept, so that it can be published as often as
// the caller likes; what is not goes there in parts, in the background.

#include <functional>
#include <memory>
#include <string>

#include "arrow/io/interfaces.h"
#include "arrow/result.h"
#include "libraries/oss_remote/reader.h"
#include "oss/object_store.h"

namespace paisql::oss {

// Opens the object for writing, anew at each call.
using OpenStream = std::function<arrow::Result<std::shared_ptr<arrow::io::OutputStream>>()>;

class RemoteWriter : public StoreWriter {
 public:
  RemoteWriter(OpenStream open, Judge judge) : open_(std::move(open)), judge_(std::move(judge)) {}
  ~RemoteWriter() override;

  StoreStatus Append(const char* bytes, size_t count) override;
  int64_t Written() const override { return written_; }
  StoreStatus Publish() override;
  StoreStatus Close() override;

 private:
  arrow::Status PutWhole();
  StoreStatus Told(const arrow::Status& status);

  const OpenStream open_;
  const Judge judge_;
  std::string kept_;  // everything, as long as there is no stream
  int64_t written_ = 0;
  int64_t published_ = -1;  // bytes at the last Publish
  std::shared_ptr<arrow::io::OutputStream> stream_;
  StoreStatus failure_;  // the first one: nothing is written after it
};

}  // namespace paisql::oss
