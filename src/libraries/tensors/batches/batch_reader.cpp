#include "libraries/tensors/batches/batch_reader.h"

#include <algorithm>
#include <new>
#include <utility>

#include "tensorflow/core/framework/tensor_shape.h"

namespace paisql::tensors {

namespace {

constexpr int64_t kPieceRows = 8192;        // a task of a few ten microseconds
constexpr int64_t kPieceBytes = 16 << 20;   // of all columns together
constexpr int64_t kThreadBytes = 64 << 20;  // that are read ahead for each thread

}  // namespace

tensorflow::DataType TypeOf(Element element) {
  return Dispatch(element, []<typename T>() { return tensorflow::DataTypeToEnum<T>::value; });
}

BatchReader::BatchReader(const Scan& scan, const std::vector<Target>& targets,
                         std::unique_ptr<RowSequence> rows, const ReadOptions& options)
    : scan_(scan),
      targets_(targets),
      rows_(std::move(rows)),
      options_(options),
      files_(scan, targets.size()) {}

BatchReader::~BatchReader() {
  Cancel();
  if (planner_.joinable()) planner_.join();
  for (std::thread& thread : threads_) thread.join();
}

void BatchReader::Cancel() {
  if (options_.stop != nullptr) *options_.stop = true;
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  work_.notify_all();
  ready_.notify_all();
  room_.notify_all();
}

void BatchReader::Start() {
  if (scan_.ranges() == 0) {
    started_ = at_end_ = true;
    return;
  }
  const FileRange& first = scan_.range(0);
  const int64_t row_bytes = NamingTheFile(first, [&] { return files_.Get(0)->RowBytes(first); });
  const int64_t rows = std::clamp<int64_t>(kPieceBytes / row_bytes, 1, kPieceRows);
  piece_batches_ = std::max<int64_t>(rows / options_.batch_rows, 1);
  const int64_t piece_rows = piece_batches_ * options_.batch_rows;
  const int64_t ahead_rows =
      options_.ahead_rows > 0 ? options_.ahead_rows : options_.threads * kThreadBytes / row_bytes;
  pieces_ahead_ = std::clamp<int64_t>(ahead_rows / piece_rows, 2, 64);
  for (size_t column = 0; column < targets_.size(); ++column) {
    cursors_.emplace_back(scan_, files_, column, targets_[column]);
  }
  next_.assign(targets_.size(), 0);
  for (int i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { Work(); });
  started_ = true;
}

std::shared_ptr<BatchReader::Piece> BatchReader::Plan(bool* last) {
  auto piece = std::make_shared<Piece>();
  piece->segments = std::exchange(left_over_, {});
  int64_t planned = 0;
  for (const Segment& segment : piece->segments) planned += segment.count;
  int64_t left = piece_batches_ * options_.batch_rows - planned;
  int64_t known = -1;  // rows of the scan when the newest run was made
  Run run;
  *last = false;
  while (left > 0) {
    // Rows that are there are given before the reader waits for more.
    const bool enough = planned >= options_.batch_rows;
    if (enough && scan_.growing() && known == scan_.rows()) break;
    if (!rows_->Next(left, &run)) {
      *last = true;
      break;
    }
    known = scan_.growing() ? scan_.rows() : 0;
    left -= run.count;
    planned += run.count;
    while (run.count > 0) {
      const size_t range = scan_.Find(run.begin);
      const int64_t there = (scan_.start(range + 1) - run.begin - 1) / run.stride + 1;
      const int64_t part = std::min(run.count, there);
      const int64_t in_file = scan_.range(range).first + run.begin - scan_.start(range);
      piece->segments.push_back({range, in_file, part, run.stride});
      run.begin += part * run.stride;
      run.count -= part;
    }
  }
  if (!*last) planned = KeepWholeBatches(piece.get(), planned);
  while (planned > 0) {
    const int64_t rows = std::min(planned, options_.batch_rows);
    if (rows < options_.batch_rows && options_.drop_remainder) break;
    piece->batch_rows.push_back(rows);
    planned -= rows;
  }
  if (piece->batch_rows.empty()) return nullptr;
  piece->columns_left = targets_.size();
  piece->good_batches = piece->batch_rows.size();
  piece->batches.assign(piece->batch_rows.size(), Batch(targets_.size()));
  return piece;
}

int64_t BatchReader::KeepWholeBatches(Piece* piece, int64_t planned) {
  const int64_t kept = planned - planned % options_.batch_rows;
  for (int64_t over = planned - kept; over > 0;) {
    Segment& last = piece->segments.back();
    Segment tail = last;
    tail.count = std::min(over, last.count);
    last.count -= tail.count;
    tail.begin += last.count * tail.stride;
    over -= tail.count;
    if (last.count == 0) piece->segments.pop_back();
    left_over_.insert(left_over_.begin(), tail);
  }
  return kept;
}

void BatchReader::PlanAhead() {
  while (!at_end_ && ahead_.size() < pieces_ahead_) {
    auto piece = Plan(&at_end_);
    if (piece == nullptr) return;
    Push(std::move(piece));
  }
}

void BatchReader::Push(std::shared_ptr<Piece> piece) {
  const size_t number = first_ + ahead_.size();
  ahead_.push_back(std::move(piece));
  for (size_t column = 0; column < next_.size(); ++column) {
    if (next_[column] != number) continue;
    runnable_.push_back(column);
  }
  work_.notify_all();
}

void BatchReader::PlanGrowing() {
  std::unique_ptr<ReadError> error;
  try {
    PlanAsTheyCome();
  } catch (const ReadError& failure) {
    error = std::make_unique<ReadError>(failure);
  } catch (const std::exception& failure) {
    error = std::make_unique<ReadError>(false, failure.what());
  }
  const std::lock_guard lock(mutex_);
  plan_error_ = std::move(error);
  at_end_ = true;
  ready_.notify_all();
}

void BatchReader::PlanAsTheyCome() {
  if (scan_.RowsUpTo(1, *options_.stop) == 0) return;
  std::unique_lock lock(mutex_);
  Start();
  for (bool last = false; !last;) {
    room_.wait(lock, [this] { return stopping_ || ahead_.size() < pieces_ahead_; });
    if (stopping_) return;
    lock.unlock();
    auto piece = Plan(&last);
    lock.lock();
    if (piece == nullptr) return;
    Push(std::move(piece));
  }
}

void BatchReader::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return stopping_ || !runnable_.empty(); });
    if (stopping_) return;
    const size_t column = runnable_.front();
    runnable_.pop_front();
    const std::shared_ptr<Piece> piece = ahead_[next_[column] - first_];
    lock.unlock();
    std::unique_ptr<ReadError> error;
    size_t done = 0;
    try {
      Decode(column, piece.get(), &done);
    } catch (const ReadError& failure) {
      error = std::make_unique<ReadError>(failure);
    } catch (const std::exception& failure) {
      error = std::make_unique<ReadError>(false, failure.what());
    }
    lock.lock();
    if (--piece->columns_left == 0) ready_.notify_all();
    if (error != nullptr) {
      // A column that has failed is not gone on with: the consumer gets no further than this piece.
      if (done < piece->good_batches) {
        piece->good_batches = done;
        piece->error = std::move(error);
      }
      continue;
    }
    ++next_[column];
    if (next_[column] < first_ + ahead_.size()) runnable_.push_back(column);
  }
}

void BatchReader::Decode(size_t column, Piece* piece, size_t* done_batches) {
  ColumnCursor& cursor = cursors_[column];
  const tensorflow::DataType type = TypeOf(cursor.target().element);
  const int64_t bytes = tensorflow::DataTypeSize(type) > 0 ? tensorflow::DataTypeSize(type)
                                                           : sizeof(tensorflow::tstring);
  auto segment = piece->segments.begin();
  Segment rest = *segment;
  for (size_t batch = 0; batch < piece->batch_rows.size(); ++batch) {
    const int64_t rows = piece->batch_rows[batch];
    tensorflow::Tensor tensor(type, tensorflow::TensorShape({rows}));
    if (!tensor.IsInitialized()) throw std::bad_alloc();
    char* out = static_cast<char*>(tensor.data());
    for (int64_t done = 0; done < rows;) {
      if (rest.count == 0) rest = *++segment;
      Segment part = rest;
      part.count = std::min(rest.count, rows - done);
      cursor.Read(part, out + done * bytes);
      done += part.count;
      rest.begin += part.count * rest.stride;
      rest.count -= part.count;
    }
    piece->batches[batch][column] = std::move(tensor);
    ++*done_batches;
  }
}

bool BatchReader::Next(Batch* batch) {
  std::unique_lock lock(mutex_);
  if (scan_.growing()) {
    if (!planner_.joinable()) planner_ = std::thread([this] { PlanGrowing(); });
  } else if (!started_) {
    Start();
  }
  if (given_ == nullptr || given_batches_ == given_->batches.size()) {
    given_ = nullptr;
    if (!scan_.growing()) PlanAhead();
    ready_.wait(lock, [this] {
      return stopping_ || (ahead_.empty() ? at_end_ : ahead_.front()->columns_left == 0);
    });
    if (stopping_) return false;
    if (ahead_.empty()) {
      if (plan_error_ != nullptr) throw ReadError(*plan_error_);
      return false;
    }
    given_ = std::move(ahead_.front());
    ahead_.pop_front();
    ++first_;
    given_batches_ = 0;
    room_.notify_all();
    if (!scan_.growing()) PlanAhead();
  }
  if (given_batches_ == given_->good_batches) throw ReadError(*given_->error);
  *batch = std::move(given_->batches[given_batches_++]);
  return true;
}

}  // namespace paisql::tensors
