#pragma once

// Which rows of a table come in which order: take, skip, shard and repeat behind a source as
// arithmetic on row numbers, so that what nobody asks for is never decoded.

#include <cstdint>
#include <memory>
#include <vector>

namespace paisql::tensors {

// Rows begin, begin + stride, … of one pass over the source; count is at least 1.
struct Run {
  int64_t begin = 0;
  int64_t count = 0;
  int64_t stride = 1;
  int64_t pass = 0;
};

// A sequence of rows, from its first one on.
class RowSequence {
 public:
  virtual ~RowSequence() = default;
  // The next rows, at most `limit` of them (at least 1 is asked for); false at the end.
  virtual bool Next(int64_t limit, Run* run) = 0;
  // Begins again; what is below a repeat counts its passes.
  virtual void Restart() = 0;
};

enum class StageKind : int64_t { kTake = 0, kSkip = 1, kRepeat = 2, kShard = 3, kShuffle = 4 };

// take(first), skip(first), repeat(first; -1: for ever), shard(first, second), which are those of
// tf.data; a negative take is all rows, a negative skip too.
struct Stage {
  StageKind kind = StageKind::kTake;
  int64_t first = 0;
  int64_t second = 0;
};

// `rows` rows with the stages behind them, in their order. A shuffle is no stage of a sequence.
std::unique_ptr<RowSequence> MakeRowSequence(int64_t rows, const std::vector<Stage>& stages);

}  // namespace paisql::tensors
