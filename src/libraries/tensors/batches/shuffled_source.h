#pragma once

// A shuffle between the rows of a scan and its batches, which stays columnar.
//
// The order is that of tf.data.Dataset.shuffle: a buffer of rows, of which one drawn at random
// leaves, and the next row of the input comes into its place. What moves are numbers of slots; a
// round of them is then carried out row by row. Of a growing scan rows leave as soon as the buffer
// is full; how many rows a pass has is known when the first pass has come to its end.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "libraries/tensors/batches/batch_source.h"
#include "libraries/tensors/batches/row_buffer.h"

namespace paisql::tensors {

class ShuffledSource : public BatchSource {
 public:
  ShuffledSource(const Scan& scan, const std::vector<Target>& targets, const Stages& stages,
                 const ReadOptions& options, SeedSource& seeds, const SavedState* state);

  bool Next(Batch* batch) override;
  void Cancel() override;
  SavedState Save() const override;

 private:
  using Philox = tensorflow::random::PhiloxRandom;
  using Samples = tensorflow::random::SingleSampleAdapter<Philox>;

  // One row that leaves the buffer: the slots that are filled before, whence and whereto.
  struct Step {
    int32_t fills = 0;
    int32_t slot = 0;
    int64_t out = 0;  // row of the batch, -1: it is dropped
  };

  bool NextRun();
  void BeginPass(int64_t pass);
  void OpenInput(int64_t skipped_rows);
  // How many rows of the input are known to be there, once `wanted` are or no more are to come.
  int64_t InputRowsUpTo(int64_t wanted) const;
  // Room for what the buffer has and what the input's chunk brings.
  void AllocateBuffer();
  // Makes sure that a row of the input is there when one is left in this pass; false when
  // cancelled.
  bool FetchInput();
  // Plans steps until the batch is full, the input's chunk is used up or the run is over.
  void PlanRound(int64_t* filled);
  int32_t Draw();
  void CarryOut(const Batch& batch);

  const Scan& scan_;
  const std::vector<Target>& targets_;
  const Stages stages_;
  const ReadOptions options_;
  SeedSource& seed_source_;
  int64_t pass_rows_;  // of the input, in one pass; kEndless where nobody knows yet, too

  std::mutex reader_mutex_;  // the pointer, and whether it is over
  std::atomic<bool> cancelled_ = false;
  std::unique_ptr<BatchReader> reader_;
  bool reads_all_passes_ = false;  // or this one alone
  Batch chunk_;
  int64_t chunk_rows_ = 0;
  int64_t chunk_next_ = 0;

  std::unique_ptr<RowSequence> positions_;  // which of the shuffled rows are given
  int64_t given_positions_ = 0;  // rows that positions_ has given and that have left the buffer
  Run run_;                      // the rest of what positions_ gave last
  int64_t pass_ = -1;
  Seeds seeds_;
  Philox philox_;
  Samples samples_{&philox_};
  int64_t drawn_ = 0;
  int64_t begin_ = 0;  // rows of this pass that have left the buffer
  int64_t end_ = 0;    // rows of this pass that have come into it
  std::vector<int32_t> slots_;
  RowBuffer buffer_;

  std::vector<Step> steps_;  // of this round
  std::vector<int32_t> filled_slots_;
};

}  // namespace paisql::tensors
