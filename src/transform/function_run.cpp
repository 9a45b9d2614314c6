#include "transform/function_run.h"

#include <signal.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "engine/text/result_text.h"
#include "transform/packed_rows.h"
#include "udf/function_failure.h"

namespace paisql::transform {
namespace {

// Answers that wait for being written.
constexpr size_t kMostFrames = 4;
constexpr size_t kMostShown = 100;  // bytes of an argument in an error

Error Interrupted() { return Error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""}; }

// The columns from `first` on of a row, as an error shows them.
std::string ShowRow(const engine::Batch& batch, const std::vector<DataType>& types, size_t first,
                    size_t row) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < types.size(); ++i) {
    engine::ColumnText column(types[i]);
    column.Read(batch.column(first + i));
    std::string& text = texts.emplace_back();
    column.Append(row, engine::TextForm::kJson, text);
    if (text.size() <= kMostShown) continue;
    size_t end = kMostShown;
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  return "(" + Join(texts, ", ") + ")";
}

}  // namespace

// Writes what comes of the pieces, on a thread of its own.
class FunctionRun::Writer {
 public:
  Writer(const plan::Transform& transform, std::vector<DataType> carried, TimeZone zone,
         engine::RowAppender& output)
      : transform_(transform), carried_(std::move(carried)), rows_(output, std::move(zone)) {
    thread_ = std::thread([this] {
      // Signals are the business of the main thread.
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, nullptr);
      Work();
    });
  }
  ~Writer() {
    if (!thread_.joinable()) return;
    std::unique_lock lock(mutex_);
    answers_.clear();
    lock.unlock();
    (void)Finish();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // An answer to the piece; null: what close() has forwarded. Waits while others are in front. The
  // error is that of writing.
  Status Take(std::shared_ptr<const Piece> piece, std::string payload, bool last) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return answers_.size() < kMostFrames || !status_.ok(); });
    PAISQL_TRY(status_);
    answers_.push_back({std::move(piece), std::move(payload), last});
    lock.unlock();
    changed_.notify_all();
    return Status::Ok();
  }

  // After the last answer.
  Status Finish() {
    std::unique_lock lock(mutex_);
    ended_ = true;
    lock.unlock();
    changed_.notify_all();
    thread_.join();
    return status_;
  }

 private:
  struct Answer {
    std::shared_ptr<const Piece> piece;
    std::string payload;
    bool last = false;  // of the piece
  };

  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || !answers_.empty(); });
      if (answers_.empty()) return;
      const Answer answer = std::move(answers_.front());
      answers_.pop_front();
      lock.unlock();
      changed_.notify_all();
      Status written = Write(answer);
      lock.lock();
      if (written.ok()) continue;
      status_ = std::move(written);
      lock.unlock();
      changed_.notify_all();
      return;
    }
  }

  Status Write(const Answer& answer) {
    const size_t results = transform_.output.size() - transform_.carried;
    PAISQL_ASSIGN(const udf::PackedBatch batch, udf::ReadBatch(answer.payload));
    const bool fits = batch.columns.size() == results + 1 &&
                      (batch.rows == 0 || batch.columns[0].tag == udf::Tag::kBigint);
    if (!fits) return Strange();
    const Piece* const piece = answer.piece.get();
    for (size_t i = 0; i < batch.rows; ++i) {
      const auto row = batch.columns[0].Value<int64_t>(i);
      if (piece != nullptr) {
        if (row < 0 || static_cast<size_t>(row) >= piece->rows || row + 1 < next_) return Strange();
        PAISQL_TRY(KeepUnanswered(*piece, row));
        next_ = row + 1;
        PAISQL_TRY(AppendCarried(piece, static_cast<size_t>(row)));
        last_ = answer.piece;
      } else {
        PAISQL_TRY(AppendCarried(last_.get(), last_ == nullptr ? 0 : last_->rows - 1));
      }
      for (size_t k = 0; k < results; ++k) {
        PAISQL_TRY(rows_.AppendCell(transform_.output[transform_.carried + k].type,
                                    batch.columns[k + 1], i));
      }
      PAISQL_TRY(rows_.EndRow());
    }
    if (piece == nullptr || !answer.last) return Status::Ok();
    PAISQL_TRY(KeepUnanswered(*piece, static_cast<int64_t>(piece->rows)));
    next_ = 0;
    last_ = answer.piece;
    return Status::Ok();
  }

  // OUTER: the rows up to `end` for which nothing was forwarded.
  Status KeepUnanswered(const Piece& piece, int64_t end) {
    if (!transform_.outer) return Status::Ok();
    for (; next_ < end; ++next_) {
      PAISQL_TRY(AppendCarried(&piece, static_cast<size_t>(next_)));
      for (size_t i = transform_.carried; i < transform_.output.size(); ++i) rows_.AppendNull();
      PAISQL_TRY(rows_.EndRow());
    }
    return Status::Ok();
  }

  Status AppendCarried(const Piece* piece, size_t row) {
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (piece == nullptr) {
        rows_.AppendNull();
      } else {
        PAISQL_TRY(rows_.AppendCell(carried_[i], piece->carried.columns[i], row));
      }
    }
    return Status::Ok();
  }

  static Error Strange() {
    return Error{ErrorCode::kScript, "the function's process gives rows of another kind", {}, ""};
  }

  const plan::Transform& transform_;
  const std::vector<DataType> carried_;
  RowWriter rows_;
  int64_t next_ = 0;                   // the row of the piece that comes next
  std::shared_ptr<const Piece> last_;  // whose rows close() gets

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Answer> answers_;
  bool ended_ = false;
  Status status_;
  std::thread thread_;
};

FunctionRun::FunctionRun(const plan::Transform& transform,
                         std::unique_ptr<engine::ResultStream> input, engine::RowAppender& output,
                         FunctionOptions options)
    : transform_(transform), input_(std::move(input)), options_(std::move(options)) {
  for (const plan::OutputColumn& column : transform.input->output) {
    const bool carried = input_types_.size() < transform.carried;
    input_types_.push_back(column.type);
    (carried ? carried_types_ : argument_types_).push_back(column.type);
  }
  Result<TimeZone> zone = TimeZone::Load(options_.zone);
  writer_ = std::make_unique<Writer>(transform, carried_types_,
                                     zone.ok() ? *std::move(zone) : TimeZone(), output);
}

FunctionRun::~FunctionRun() = default;

Status FunctionRun::Execute(udf::FunctionPool& pool) {
  Status status = CheckTypes();
  if (status.ok()) status = Run(pool);
  if (status.ok()) status = writer_->Finish();
  if (status.ok()) return status;
  return WithRange(std::move(status).error(), transform_.command_range);
}

Status FunctionRun::CheckTypes() const {
  for (const plan::OutputColumn& column : transform_.output) {
    if (IsWritable(column.type)) continue;
    return Error{ErrorCode::kUnsupported,
                 fmt::format("column {} of the type {} beside the rows of a table function or "
                             "among them is not supported",
                             column.name, column.type.ToString()),
                 {},
                 "give the parts of it columns of their own"};
  }
  return Status::Ok();
}

Status FunctionRun::Run(udf::FunctionPool& pool) {
  const udf::Stopped stops = [this] { return stopped(); };
  PAISQL_ASSIGN(udf::WorkerLease lease, pool.Take(*transform_.function->spec, options_.zone, stops,
                                                  options_.printed, udf::Hold::kStatement));
  Status status;
  while (status.ok()) {
    Result<engine::Batch> batch = input_->Next();
    if (!batch.ok()) return std::move(batch).error();
    if (!*batch) break;
    status = SendBatch(lease, *batch);
  }
  if (status.ok()) status = Ask(lease, "close", "", nullptr, {});
  return status;
}

Status FunctionRun::SendBatch(udf::WorkerLease& lease, const engine::Batch& batch) {
  for (size_t begin = 0; begin < batch.row_count();) {
    if (stopped()) return Interrupted();
    size_t end = EndOfPiece(batch, input_types_, begin);
    std::optional<std::string> carried;
    std::optional<std::string> arguments;
    for (;; end = begin + (end - begin) / 2) {
      if (end == begin) return udf::TooManyBytesError(transform_.function->spec->name);
      arguments =
          PackRows(batch, argument_types_, transform_.carried, begin, end, PackedForm::kForWorker);
      if (!arguments.has_value()) continue;
      carried = PackRows(batch, carried_types_, 0, begin, end, PackedForm::kWhole);
      if (carried.has_value()) break;
    }
    auto piece = std::make_shared<Piece>();
    piece->rows = end - begin;
    piece->bytes = *std::move(carried);
    PAISQL_ASSIGN(piece->carried, udf::ReadBatch(piece->bytes));
    const auto shown = [&, begin](size_t row) {
      return ShowRow(batch, argument_types_, transform_.carried, begin + row);
    };
    PAISQL_TRY(Ask(lease, "process", *std::move(arguments), std::move(piece), shown));
    begin = end;
  }
  return Status::Ok();
}

Status FunctionRun::Ask(udf::WorkerLease& lease, const std::string& what, std::string payload,
                        std::shared_ptr<const Piece> piece, const Shown& shown) {
  const auto take = [&](workers::Frame frame) -> Status {
    if (frame.kind == workers::FrameKind::kError) {
      const udf::FunctionFailure failure = udf::ReadFailure(frame);
      const bool known = failure.row.has_value() && piece != nullptr && *failure.row < piece->rows;
      return udf::FailureError(failure, known ? shown(*failure.row) : "");
    }
    return writer_->Take(piece, std::move(frame.payload), frame.code == 0);
  };
  return lease.Call(
      what, std::move(payload), [this] { return stopped(); }, take);
}

}  // namespace paisql::transform
