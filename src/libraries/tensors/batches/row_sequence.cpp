#include "libraries/tensors/batches/row_sequence.h"

#include <algorithm>
#include <utility>

namespace paisql::tensors {

namespace {

class Source : public RowSequence {
 public:
  explicit Source(RowsThere rows) : rows_(std::move(rows)) {}

  bool Next(int64_t limit, Run* run) override {
    const int64_t there = rows_(next_ + 1);
    if (next_ >= there) return false;
    *run = {next_, std::min(limit, there - next_), 1, pass_};
    next_ += run->count;
    return true;
  }

  void Restart() override {
    next_ = 0;
    ++pass_;
  }

 private:
  const RowsThere rows_;
  int64_t next_ = 0;
  int64_t pass_ = 0;
};

// Counts rows of its input, and begins anew with it.
class Counted : public RowSequence {
 public:
  Counted(std::unique_ptr<RowSequence> input, int64_t rows)
      : input_(std::move(input)), rows_(rows), left_(rows) {}

  void Restart() override {
    left_ = rows_;
    input_->Restart();
  }

 protected:
  const std::unique_ptr<RowSequence> input_;
  const int64_t rows_;
  int64_t left_;
};

class Take : public Counted {
 public:
  Take(std::unique_ptr<RowSequence> input, int64_t rows)
      : Counted(std::move(input), rows < 0 ? kEndless : rows) {}

  bool Next(int64_t limit, Run* run) override {
    if (left_ == 0 || !input_->Next(std::min(limit, left_), run)) return false;
    left_ -= run->count;
    return true;
  }
};

class Skip : public Counted {
 public:
  using Counted::Counted;

  bool Next(int64_t limit, Run* run) override {
    if (rows_ < 0) return false;
    while (left_ > 0) {
      if (!input_->Next(left_, run)) return false;
      left_ -= run->count;
    }
    return input_->Next(limit, run);
  }
};

class Shard : public RowSequence {
 public:
  Shard(std::unique_ptr<RowSequence> input, int64_t count, int64_t index)
      : input_(std::move(input)), count_(count), index_(index), ahead_(index) {}

  bool Next(int64_t limit, Run* run) override {
    const int64_t wanted = limit > kEndless / count_ ? kEndless : limit * count_;
    while (input_->Next(wanted, run)) {
      if (ahead_ >= run->count) {
        ahead_ -= run->count;
        continue;
      }
      const int64_t kept = (run->count - ahead_ + count_ - 1) / count_;
      const int64_t behind = run->count - ahead_ - (kept - 1) * count_ - 1;
      run->begin += ahead_ * run->stride;
      run->stride *= count_;
      run->count = kept;
      ahead_ = count_ - 1 - behind;
      return true;
    }
    return false;
  }

  void Restart() override {
    ahead_ = index_;
    input_->Restart();
  }

 private:
  const std::unique_ptr<RowSequence> input_;
  const int64_t count_;
  const int64_t index_;
  int64_t ahead_;  // rows of the input before the next one that is ours
};

class Repeat : public RowSequence {
 public:
  Repeat(std::unique_ptr<RowSequence> input, int64_t times)
      : input_(std::move(input)), times_(times) {}

  bool Next(int64_t limit, Run* run) override {
    while (times_ < 0 || done_ < times_) {
      if (input_->Next(limit, run)) {
        empty_ = false;
        return true;
      }
      ++done_;
      // An empty sequence stays empty, and an endless repetition of it would never come back.
      if (empty_) return false;
      empty_ = true;
      if (times_ < 0 || done_ < times_) input_->Restart();
    }
    return false;
  }

  void Restart() override {
    done_ = 0;
    empty_ = true;
    input_->Restart();
  }

 private:
  const std::unique_ptr<RowSequence> input_;
  const int64_t times_;
  int64_t done_ = 0;
  bool empty_ = true;  // this pass so far
};

}  // namespace

std::unique_ptr<RowSequence> MakeRowSequence(int64_t rows, const std::vector<Stage>& stages) {
  return MakeRowSequence([rows](int64_t) { return rows; }, stages);
}

std::unique_ptr<RowSequence> MakeRowSequence(RowsThere rows, const std::vector<Stage>& stages) {
  std::unique_ptr<RowSequence> made = std::make_unique<Source>(std::move(rows));
  for (const Stage& stage : stages) {
    switch (stage.kind) {
      case StageKind::kTake:
        made = std::make_unique<Take>(std::move(made), stage.first);
        break;
      case StageKind::kSkip:
        made = std::make_unique<Skip>(std::move(made), stage.first);
        break;
      case StageKind::kRepeat:
        made = std::make_unique<Repeat>(std::move(made), stage.first);
        break;
      case StageKind::kShard:
        made = std::make_unique<Shard>(std::move(made), stage.first, stage.second);
        break;
      case StageKind::kShuffle:
      case StageKind::kSeeds:
        break;
    }
  }
  return made;
}

std::unique_ptr<RowSequence> SequenceFrom(int64_t rows, const std::vector<Stage>& stages,
                                          int64_t skipped) {
  auto made = MakeRowSequence(rows, stages);
  for (Run run; skipped > 0 && made->Next(skipped, &run);) skipped -= run.count;
  return made;
}

int64_t CountRows(int64_t rows, const std::vector<Stage>& stages) {
  for (const auto& [kind, first, second] : stages) {
    if (kind == StageKind::kTake && first >= 0) rows = std::min(rows, first);
    if (kind == StageKind::kSkip && first < 0) rows = 0;
    if (kind == StageKind::kSkip && rows != kEndless) rows = std::max<int64_t>(rows - first, 0);
    if (kind == StageKind::kShard && rows != kEndless) {
      rows = rows > second ? (rows - second - 1) / first + 1 : 0;
    }
    if (kind == StageKind::kRepeat && rows > 0) {
      rows = first < 0 || (first > 0 && rows > kEndless / first) ? kEndless : rows * first;
    }
  }
  return rows;
}

}  // namespace paisql::tensors
