#pragma once

// Which rows of a table come in which order: take, skip, shard and repeat after a source as
// arithmetic on row numbers, so that what nobody asks for is never decoded.

#include <cstdint>
#include <functional>
#include <limits>
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

enum class StageKind : int64_t {
  kTake = 0,
  kSkip = 1,
  kRepeat = 2,
  kShard = 3,
  kShuffle = 4,
  kSeeds = 5,
};

// take(first), skip(first), repeat(first; -1: for ever), shard(first, second), shuffle(first,
// reshuffled each time unless second is 0), which are those of tf.data; a negative take is all
// rows, a negative skip too. After a shuffle stand its seeds, first and second.
struct Stage {
  StageKind kind = StageKind::kTake;
  int64_t first = 0;
  int64_t second = 0;
};

// The count that means endless.
inline constexpr int64_t kEndless = std::numeric_limits<int64_t>::max();

// How many rows of the source are there, once `wanted` of them are or no more are to come. It may
// wait, and throw.
using RowsThere = std::function<int64_t(int64_t wanted)>;

// Rows that may still be coming, with the stages after them, in their order. No shuffle is
// among them.
std::unique_ptr<RowSequence> MakeRowSequence(RowsThere rows, const std::vector<Stage>& stages);

// `rows` rows with the stages after them, in their order. No shuffle is among them.
std::unique_ptr<RowSequence> MakeRowSequence(int64_t rows, const std::vector<Stage>& stages);

// The same without its first `skipped` rows.
std::unique_ptr<RowSequence> SequenceFrom(int64_t rows, const std::vector<Stage>& stages,
                                          int64_t skipped);

// How many rows MakeRowSequence(rows, stages) has; kEndless for more than can be counted.
int64_t CountRows(int64_t rows, const std::vector<Stage>& stages);

}  // namespace paisql::tensors
