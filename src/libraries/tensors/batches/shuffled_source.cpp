#include "libraries/tensors/batches/shuffled_source.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "tensorflow/core/framework/tensor_shape.h"

namespace paisql::tensors {

namespace {

constexpr int64_t kChunkRows = 1024;
constexpr int64_t kFewestChunkRows = 64;  // of a growing scan, whose buffer may be small

}  // namespace

ShuffledSource::ShuffledSource(const Scan& scan, const std::vector<Target>& targets,
                               const Stages& stages, const ReadOptions& options, SeedSource& seeds,
                               const SavedState* state)
    : scan_(scan),
      targets_(targets),
      stages_(stages),
      options_(options),
      seed_source_(seeds),
      pass_rows_(scan.growing() ? kEndless : CountRows(scan.rows(), stages.before)),
      buffer_(targets) {
  run_.count = 0;
  if (state != nullptr) given_positions_ = state->numbers.at(0);
  // The first step that reads skips rows that were given before, because it may wait for rows.
  std::vector<Stage> behind = stages_.behind;
  behind.push_back({StageKind::kSkip, given_positions_, 0});
  positions_ = MakeRowSequence([this](int64_t wanted) { return InputRowsUpTo(wanted); }, behind);
  if (state == nullptr) return;
  const std::vector<int64_t>& numbers = state->numbers;
  pass_ = numbers.at(1);
  seeds_ = {numbers.at(2), numbers.at(3)};
  drawn_ = numbers.at(4);
  begin_ = numbers.at(5);
  end_ = numbers.at(6);
  seed_source_.Restore({numbers.at(7), numbers.at(8)}, numbers.at(9));
  slots_.assign(numbers.begin() + 10, numbers.end());
  philox_ = Philox(seeds_.first, seeds_.second);
  samples_ = Samples(&philox_);
  samples_.Skip(drawn_);
  buffer_.Restore(state->tensors);
  if (pass_ >= 0) OpenInput(end_);
}

SavedState ShuffledSource::Save() const {
  int64_t seeds_drawn = 0;
  const Seeds origin = seed_source_.Save(&seeds_drawn);
  SavedState state = {{given_positions_, pass_, seeds_.first, seeds_.second, drawn_, begin_, end_,
                       origin.first, origin.second, seeds_drawn},
                      buffer_.Save()};
  state.numbers.insert(state.numbers.end(), slots_.begin(), slots_.end());
  return state;
}

void ShuffledSource::Cancel() {
  const std::lock_guard lock(reader_mutex_);
  cancelled_ = true;
  if (reader_ != nullptr) reader_->Cancel();
}

void ShuffledSource::OpenInput(int64_t skipped_rows) {
  // Where passes follow each other, the next one is read ahead while this one ends. That a pass
  // ends has to be known for that.
  std::vector<Stage> stages = stages_.before;
  const bool repeated = std::any_of(stages_.behind.begin(), stages_.behind.end(),
                                    [](Stage s) { return s.kind == StageKind::kRepeat; });
  reads_all_passes_ = repeated && pass_rows_ != kEndless;
  if (reads_all_passes_) stages.push_back({StageKind::kRepeat, -1, 0});
  ReadOptions options = options_;
  options.stop = std::make_shared<std::atomic<bool>>(false);  // a reader's end is not that of all
  options.batch_rows = scan_.growing()
                           ? std::clamp(stages_.shuffled_rows, kFewestChunkRows, kChunkRows)
                           : kChunkRows;
  options.drop_remainder = false;
  auto reader = std::make_unique<BatchReader>(
      scan_, targets_, RowsFrom(scan_, stages, options, skipped_rows), options);
  chunk_rows_ = chunk_next_ = 0;
  std::unique_ptr<BatchReader> old;
  const std::lock_guard lock(reader_mutex_);
  std::swap(reader_, reader);
  if (cancelled_) reader_->Cancel();
}

int64_t ShuffledSource::InputRowsUpTo(int64_t wanted) const {
  const int64_t most = CountRows(kEndless, stages_.before);
  while (true) {
    const int64_t known = scan_.rows();
    // More rows of the scan make never fewer of the input.
    const int64_t rows = CountRows(known, stages_.before);
    if (rows >= std::min(wanted, most)) return rows;
    if (scan_.RowsUpTo(known + 1, cancelled_) == known) return rows;
  }
}

void ShuffledSource::AllocateBuffer() {
  const auto there = static_cast<int64_t>(slots_.size());
  const int64_t all = std::min(stages_.shuffled_rows, pass_rows_);
  if (buffer_.allocated() && there >= all) return;
  int64_t rows = all;
  if (scan_.growing()) {
    // Perhaps fewer rows come than a shuffle asks for, so memory is taken for those that do. Rows
    // leave a full buffer alone, so that until then each stands in the slot of its number.
    const int64_t wanted = end_ + chunk_rows_ - chunk_next_;
    if (buffer_.allocated() && wanted <= there) return;
    rows = std::min(all, std::max(wanted, 2 * there));
  }
  buffer_.Allocate(rows);
  slots_.resize(rows);
  std::iota(slots_.begin() + there, slots_.end(), static_cast<int32_t>(there));
}

void ShuffledSource::BeginPass(int64_t pass) {
  const bool went_to_the_end = reads_all_passes_ && pass_ >= 0 && end_ == pass_rows_;
  while (pass_ < pass) {
    seeds_ = seed_source_.Next();
    ++pass_;
  }
  philox_ = Philox(seeds_.first, seeds_.second);
  samples_ = Samples(&philox_);
  drawn_ = begin_ = end_ = 0;
  std::iota(slots_.begin(), slots_.end(), 0);
  if (!went_to_the_end) OpenInput(0);
}

bool ShuffledSource::NextRun() {
  if (run_.count > 0) return true;
  if (!positions_->Next(options_.batch_rows, &run_)) return false;
  if (run_.pass > pass_) BeginPass(run_.pass);
  return true;
}

bool ShuffledSource::FetchInput() {
  if (end_ == pass_rows_ || chunk_next_ < chunk_rows_) return true;
  if (!reader_->Next(&chunk_)) {
    if (cancelled_) return false;
    pass_rows_ = end_;
    return true;
  }
  chunk_rows_ = chunk_[0].dim_size(0);
  chunk_next_ = 0;
  return true;
}

// The number of the slot that leaves the buffer; it is the one that is filled next.
int32_t ShuffledSource::Draw() {
  const auto rows = static_cast<int64_t>(slots_.size());
  ++drawn_;
  const int64_t drawn = (begin_ + samples_() % (end_ - begin_)) % rows;
  const int32_t slot = slots_[drawn];
  std::swap(slots_[drawn], slots_[begin_ % rows]);
  ++begin_;
  return slot;
}

void ShuffledSource::PlanRound(int64_t* filled) {
  AllocateBuffer();
  const auto rows = static_cast<int64_t>(slots_.size());
  steps_.clear();
  filled_slots_.clear();
  int64_t chunk_next = chunk_next_;
  Step step;
  while (run_.count > 0 && *filled < options_.batch_rows) {
    while (end_ - begin_ < rows && end_ < pass_rows_ && chunk_next < chunk_rows_) {
      filled_slots_.push_back(slots_[end_ % rows]);
      ++step.fills;
      ++end_;
      ++chunk_next;
    }
    // More of the input is needed first.
    if (end_ - begin_ < stages_.shuffled_rows && end_ < pass_rows_) break;
    const bool wanted = begin_ == run_.begin;
    step.slot = Draw();
    step.out = wanted ? (*filled)++ : -1;
    steps_.push_back(step);
    step = Step();
    if (wanted) {
      ++given_positions_;
      run_.begin += run_.stride;
      --run_.count;
    }
  }
  // Rows came into the buffer, and none has left after them.
  if (step.fills > 0) steps_.push_back({step.fills, 0, -1});
}

void ShuffledSource::CarryOut(const Batch& batch) {
  const RowBuffer::Batch in(buffer_, chunk_);
  const RowBuffer::Batch out(buffer_, batch);
  const int32_t* filled = filled_slots_.data();
  for (const Step& step : steps_) {
    for (int32_t i = 0; i < step.fills; ++i) buffer_.Put(in, chunk_next_++, *filled++);
    if (step.out >= 0) buffer_.Take(step.slot, out, step.out);
  }
}

bool ShuffledSource::Next(Batch* batch) {
  batch->clear();
  for (const Target& target : targets_) {
    batch->emplace_back(TypeOf(target.element), tensorflow::TensorShape({options_.batch_rows}));
    if (!batch->back().IsInitialized()) throw std::bad_alloc();
  }
  int64_t filled = 0;
  while (filled < options_.batch_rows && NextRun()) {
    if (!FetchInput()) break;
    PlanRound(&filled);
    CarryOut(*batch);
  }
  if (filled == options_.batch_rows) return true;
  if (filled == 0 || options_.drop_remainder) {
    batch->clear();
    return false;
  }
  for (tensorflow::Tensor& column : *batch) column = column.Slice(0, filled);
  return true;
}

}  // namespace paisql::tensors
