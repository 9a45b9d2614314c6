#pragma once

// Reads an object of an endpoint by ranges, ahead of who reads it in a row.

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "arrow/io/interfaces.h"
#include "oss/object_store.h"

namespace paisql::oss {

// Turns the library's status into ours.
using Judge = std::function<StoreStatus(const arrow::Status&)>;

class RemoteReader : public StoreReader {
 public:
  RemoteReader(std::shared_ptr<arrow::io::RandomAccessFile> file, int64_t size, Judge judge);
  ~RemoteReader() override;

  int64_t size() const override { return size_; }
  StoreStatus Read(uint64_t offset, size_t count, char* buffer, size_t* done) override;

 private:
  // A range of the object.
  struct Window {
    int64_t begin = 0;
    std::string bytes;
    arrow::Status status;

    int64_t end() const { return begin + static_cast<int64_t>(bytes.size()); }
  };

  Window Fetch(int64_t begin, int64_t count) const;
  // Makes the window that has the offset the current one.
  void MoveTo(int64_t offset, int64_t count);
  void FetchAhead();

  const std::shared_ptr<arrow::io::RandomAccessFile> file_;
  const int64_t size_;
  const Judge judge_;
  std::mutex mutex_;  // guards what follows
  Window window_;
  int64_t window_bytes_ = 0;  // of the next one: they grow as long as reading goes on in a row
  int64_t ahead_end_ = 0;     // where the next one to be fetched begins
  std::deque<std::pair<int64_t, std::future<Window>>> ahead_;  // with their begins
};

// Reads the whole range, or fails: an endpoint that gives less than it was asked for is not
// believed.
arrow::Status ReadExactly(arrow::io::RandomAccessFile& file, int64_t offset, int64_t count,
                          char* buffer);

}  // namespace paisql::oss
