#pragma once

// Writes the rows of a stream into a file of text. Threads of its own make text of some rows, in
// another charset and packed where that is wanted, while the engine computes the next ones. The
// file has the rows in the stream's order. What waits is bounded by some ten megabytes, and by a
// batch for each thread.

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/files/new_file.h"
#include "engine/result_stream.h"
#include "tunnel/row_text.h"

namespace paisql::tunnel {

class RowWriter {
 public:
  using Pack = std::string (*)(std::string_view bytes);

  struct Options {
    RowFormat format;
    std::string charset;  // "": UTF-8
    Pack pack = nullptr;  // null: as it is
    size_t threads = 1;
  };

  explicit RowWriter(Options options) : options_(std::move(options)) {}
  ~RowWriter() { Stop(); }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  // Reads the stream to its end. The file is not finished by that. Call once.
  Status Write(engine::ResultStream& stream, NewFile& file);
  int64_t rows() const { return rows_; }
  int64_t bytes() const { return bytes_; }

 private:
  // Some rows that follow each other.
  struct Piece {
    std::vector<engine::Batch> batches;
    int64_t first_row = 0;
    int64_t rows = 0;
    int64_t size = 0;  // of its cells, about
    bool first = false;
    bool done = false;
    Status status = Status::Ok();
    std::string text;
  };
  class Printer;

  Status WriteRows(engine::ResultStream& stream, NewFile& file);
  void Print(const std::vector<engine::ResultColumn>& columns);
  void Give(std::unique_ptr<Piece> piece);
  // Writes what is done at the front; `most` pieces and bytes may stay.
  Status Take(size_t most, int64_t most_bytes, NewFile& file);
  void Stop();

  Options options_;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
  std::mutex mutex_;  // guards what follows, and the pieces' `done`
  std::condition_variable given_;
  std::condition_variable done_;
  std::deque<std::unique_ptr<Piece>> pieces_;  // in the file's order
  size_t next_ = 0;                            // of them that no thread has taken
  int64_t waiting_bytes_ = 0;
  bool stopped_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace paisql::tunnel
