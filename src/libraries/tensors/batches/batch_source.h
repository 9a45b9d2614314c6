#pragma once

// Batches of a scan's rows in the order that the stages after it give them.

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "libraries/tensors/batches/batch_reader.h"
#include "libraries/tensors/batches/row_sequence.h"
#include "libraries/tensors/scan.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/random_distributions.h"

namespace paisql::tensors {

// From where a source goes on; only a source of the same scan and stages understands it.
struct SavedState {
  std::vector<int64_t> numbers;
  std::vector<tensorflow::Tensor> tensors;
};

class BatchSource {
 public:
  virtual ~BatchSource() = default;
  // As those of BatchReader.
  virtual bool Next(Batch* batch) = 0;
  virtual void Cancel() = 0;
  // Between two calls of Next().
  virtual SavedState Save() const = 0;
};

struct Seeds {
  int64_t first = 0;
  int64_t second = 0;
};

// The seeds of each pass of a shuffle: as tf.data.Dataset.shuffle draws them, so that the same
// seeds give the same order. Seeds of 0 and 0 are random ones. One for all iterators of a dataset.
class SeedSource {
 public:
  SeedSource(Seeds seeds, bool reshuffle);
  Seeds Next();

  // The seeds that the others are drawn from, and how often that was done.
  Seeds Save(int64_t* drawn);
  void Restore(Seeds seeds, int64_t drawn);

 private:
  Seeds seeds_;
  const bool reshuffle_;
  std::mutex mutex_;
  int64_t drawn_ = 0;
  tensorflow::random::PhiloxRandom philox_;
  tensorflow::random::SingleSampleAdapter<tensorflow::random::PhiloxRandom> samples_;
};

// The stages of a dataset: those before its shuffle, if it has one, and those after it.
struct Stages {
  explicit Stages(const std::vector<Stage>& all);
  std::vector<Stage> before;
  std::vector<Stage> behind;
  int64_t shuffled_rows = 0;  // of the shuffle's buffer; 0: no shuffle
  bool reshuffle = true;
  Seeds seeds;
};

// The rows of a scan in its order with these stages, which have no shuffle, without the first
// `given_rows` of them. Of a growing scan it waits in Next() for rows, until options.stop.
std::unique_ptr<RowSequence> RowsFrom(const Scan& scan, std::vector<Stage> stages,
                                      const ReadOptions& options, int64_t given_rows);

// Makes a source; all that it refers to outlives it. `state`: nullptr to begin at the first row.
std::unique_ptr<BatchSource> MakeBatchSource(const Scan& scan, const std::vector<Target>& targets,
                                             const Stages& stages, const ReadOptions& options,
                                             SeedSource& seeds, const SavedState* state);

}  // namespace paisql::tensors
