#include "libraries/tensors/batches/batch_source.h"

#include <random>
#include <utility>

#include "libraries/tensors/batches/shuffled_source.h"

namespace paisql::tensors {

namespace {

// Rows in the order of the files, as far as stages without a shuffle leave it.
class OrderedSource : public BatchSource {
 public:
  OrderedSource(const Scan& scan, const std::vector<Target>& targets,
                const std::vector<Stage>& stages, const ReadOptions& options, int64_t given_rows)
      : given_rows_(given_rows),
        reader_(scan, targets, RowsFrom(scan, stages, options, given_rows), options) {}

  bool Next(Batch* batch) override {
    if (!reader_.Next(batch)) return false;
    given_rows_ += (*batch)[0].dim_size(0);
    return true;
  }

  void Cancel() override { reader_.Cancel(); }
  SavedState Save() const override { return {{given_rows_}, {}}; }

 private:
  int64_t given_rows_;
  BatchReader reader_;
};

Seeds Drawn(Seeds seeds) {
  if (seeds.first != 0 || seeds.second != 0) return seeds;
  std::random_device device;
  return {static_cast<int64_t>(device()), static_cast<int64_t>(device())};
}

}  // namespace

std::unique_ptr<RowSequence> RowsFrom(const Scan& scan, std::vector<Stage> stages,
                                      const ReadOptions& options, int64_t given_rows) {
  if (!scan.growing()) return SequenceFrom(scan.rows(), stages, given_rows);
  stages.push_back({StageKind::kSkip, given_rows, 0});
  const auto there = [&scan, stop = options.stop](int64_t wanted) {
    return scan.RowsUpTo(wanted, *stop);
  };
  return MakeRowSequence(there, stages);
}

SeedSource::SeedSource(Seeds seeds, bool reshuffle)
    : seeds_(Drawn(seeds)),
      reshuffle_(reshuffle),
      philox_(seeds_.first, seeds_.second),
      samples_(&philox_) {}

Seeds SeedSource::Next() {
  const std::lock_guard lock(mutex_);
  if (!reshuffle_) return seeds_;
  ++drawn_;
  Seeds drawn;
  drawn.first = samples_();
  drawn.second = samples_();
  return drawn;
}

Seeds SeedSource::Save(int64_t* drawn) {
  const std::lock_guard lock(mutex_);
  *drawn = drawn_;
  return seeds_;
}

void SeedSource::Restore(Seeds seeds, int64_t drawn) {
  const std::lock_guard lock(mutex_);
  seeds_ = seeds;
  drawn_ = drawn;
  philox_ = tensorflow::random::PhiloxRandom(seeds.first, seeds.second);
  samples_ = tensorflow::random::SingleSampleAdapter<tensorflow::random::PhiloxRandom>(&philox_);
  samples_.Skip(2 * drawn);
}

Stages::Stages(const std::vector<Stage>& all) {
  for (const Stage& stage : all) {
    if (stage.kind == StageKind::kShuffle) {
      shuffled_rows = stage.first;
      reshuffle = stage.second != 0;
    } else if (stage.kind == StageKind::kSeeds) {
      seeds = {stage.first, stage.second};
    } else {
      (shuffled_rows > 0 ? behind : before).push_back(stage);
    }
  }
}

std::unique_ptr<BatchSource> MakeBatchSource(const Scan& scan, const std::vector<Target>& targets,
                                             const Stages& stages, const ReadOptions& options,
                                             SeedSource& seeds, const SavedState* state) {
  if (stages.shuffled_rows > 0) {
    return std::make_unique<ShuffledSource>(scan, targets, stages, options, seeds, state);
  }
  const int64_t given_rows = state == nullptr ? 0 : state->numbers.at(0);
  return std::make_unique<OrderedSource>(scan, targets, stages.before, options, given_rows);
}

}  // namespace paisql::tensors
