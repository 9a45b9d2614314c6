#include "tunnel/row_writer.h"

#include <fmt/format.h>
#include <signal.h>

#include "engine/arrow/share.h"
#include "engine/coding/charset.h"

namespace paisql::tunnel {

namespace {

constexpr int64_t kRowsOfPiece = 16384;
constexpr int64_t kBytesOfPiece = int64_t{4} << 20;
constexpr int64_t kMostBytes = int64_t{64} << 20;

// How many bytes a text of the charset has in front, such as the mark of UTF-16.
size_t MarkBytes(engine::Charset& charset) {
  const std::optional<std::string> one = charset.Convert("\n");
  const std::optional<std::string> two = charset.Convert("\n\n");
  return one && two ? 2 * one->size() - two->size() : 0;
}

}  // namespace

// What one thread makes the text with.
class RowWriter::Printer {
 public:
  Printer(const Options& options, const std::vector<engine::ResultColumn>& columns)
      : options_(options), cells_(columns), rows_(RowText::Make(options.format, columns)) {
    if (options.charset.empty()) return;
    charset_ = engine::Charset::Between("UTF-8", options.charset);
    mark_ = MarkBytes(*charset_);
  }

  Status Print(Piece& piece) {
    if (piece.first) rows_->AppendHeader(piece.text);
    int64_t number = piece.first_row;
    for (const engine::Batch& batch : piece.batches) {
      cells_.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) {
        ++number;
        Status done = rows_->AppendRow(cells_, row, piece.text);
        if (done.ok()) continue;
        Error error = std::move(done).error();
        error.detail = fmt::format("row {}: {}", number, error.detail);
        return error;
      }
    }
    PAISQL_TRY(Convert(piece));
    if (options_.pack != nullptr) piece.text = options_.pack(piece.text);
    return Status::Ok();
  }

 private:
  Status Convert(Piece& piece) {
    if (charset_ == nullptr || piece.text.empty()) return Status::Ok();
    std::optional<std::string> made = charset_->Convert(piece.text);
    if (!made.has_value()) {
      return Error{ErrorCode::kIo,
                   fmt::format("one of the rows {} to {} has a character that {} does not have",
                               piece.first_row + 1, piece.first_row + piece.rows, options_.charset),
                   {},
                   "-c utf8 and -c gb18030 have all characters"};
    }
    piece.text = std::move(*made);
    if (!piece.first) piece.text.erase(0, mark_);
    return Status::Ok();
  }

  const Options& options_;
  engine::ResultText cells_;
  std::unique_ptr<RowText> rows_;
  std::unique_ptr<engine::Charset> charset_;  // null: UTF-8
  size_t mark_ = 0;
};

Status RowWriter::Write(engine::ResultStream& stream, NewFile& file) {
  Status done = WriteRows(stream, file);
  Stop();  // the threads look at the stream's columns
  return done;
}

Status RowWriter::WriteRows(engine::ResultStream& stream, NewFile& file) {
  for (size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this, &stream] { Print(stream.columns()); });
  }
  const size_t most = 2 * options_.threads;
  auto piece = std::make_unique<Piece>();
  piece->first = true;
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, stream.Next());
    const bool end = !batch;
    if (!end) {
      const auto rows = static_cast<int64_t>(batch.row_count());
      piece->rows += rows;
      rows_ += rows;
      piece->size += engine::BytesOf(batch, stream.columns().size());
      piece->batches.push_back(std::move(batch));
      if (piece->rows < kRowsOfPiece && piece->size < kBytesOfPiece) continue;
    }
    if (!end || piece->first || piece->rows > 0) Give(std::move(piece));
    if (end) break;
    piece = std::make_unique<Piece>();
    piece->first_row = rows_;
    PAISQL_TRY(Take(most, kMostBytes, file));
  }
  return Take(0, 0, file);
}

void RowWriter::Print(const std::vector<engine::ResultColumn>& columns) {
  // Signals are the business of the main thread.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  Printer printer(options_, columns);
  std::unique_lock lock(mutex_);
  while (true) {
    given_.wait(lock, [this] { return stopped_ || next_ < pieces_.size(); });
    if (stopped_) return;
    Piece& piece = *pieces_[next_++];
    lock.unlock();
    Status status = printer.Print(piece);
    piece.batches.clear();
    lock.lock();
    piece.status = std::move(status);
    piece.done = true;
    done_.notify_one();
  }
}

void RowWriter::Give(std::unique_ptr<Piece> piece) {
  const std::lock_guard lock(mutex_);
  waiting_bytes_ += piece->size;
  pieces_.push_back(std::move(piece));
  given_.notify_one();
}

Status RowWriter::Take(size_t most, int64_t most_bytes, NewFile& file) {
  std::unique_lock lock(mutex_);
  while (!pieces_.empty()) {
    const bool waits = pieces_.size() > most || waiting_bytes_ > most_bytes;
    if (!pieces_.front()->done && !waits) break;
    done_.wait(lock, [this] { return pieces_.front()->done; });
    const std::unique_ptr<Piece> piece = std::move(pieces_.front());
    pieces_.pop_front();
    --next_;
    waiting_bytes_ -= piece->size;
    lock.unlock();
    PAISQL_TRY(piece->status);
    PAISQL_TRY(file.Write(piece->text));
    bytes_ += static_cast<int64_t>(piece->text.size());
    lock.lock();
  }
  return Status::Ok();
}

void RowWriter::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  given_.notify_all();
  threads_.clear();
}

}  // namespace paisql::tunnel
