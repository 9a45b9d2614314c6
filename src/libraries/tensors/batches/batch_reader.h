#pragma once

// Reads a sequence of rows ahead of its consumer, on threads of its own, as batches of tensors.
//
// The rows are cut into pieces of whole batches. A task is one column of one piece; a column's
// pieces follow each other, columns are independent. So the threads share the work of one row
// group, the memory is bounded by the pieces that are ahead, and values are decoded into the
// tensors that the consumer gets.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "libraries/tensors/batches/row_sequence.h"
#include "libraries/tensors/columns/column_cursor.h"
#include "libraries/tensors/scan.h"
#include "tensorflow/core/framework/tensor.h"

namespace paisql::tensors {

using Batch = std::vector<tensorflow::Tensor>;  // a vector of rows for each column

tensorflow::DataType TypeOf(Element element);

struct ReadOptions {
  int64_t batch_rows = 1;
  bool drop_remainder = false;
  int64_t ahead_rows = 0;  // 0: what memory allows
  int threads = 1;
  // Only for a growing scan: becomes true when nobody waits for rows any more. The sequence of
  // rows looks at it, too.
  std::shared_ptr<std::atomic<bool>> stop;
};

class BatchReader {
 public:
  // All that is referred to outlives the reader.
  BatchReader(const Scan& scan, const std::vector<Target>& targets,
              std::unique_ptr<RowSequence> rows, const ReadOptions& options);
  ~BatchReader();

  // The next batch; false at the end. Throws ReadError for a batch that cannot be read, and again
  // at each call after that. The last batch is smaller, unless it is dropped.
  bool Next(Batch* batch);

  // Ends waiting: Next() gives false. May be called from any thread.
  void Cancel();

 private:
  struct Piece {
    std::vector<Segment> segments;
    std::vector<int64_t> batch_rows;
    std::vector<Batch> batches;
    size_t columns_left = 0;
    size_t good_batches = 0;           // of which all columns could be read
    std::unique_ptr<ReadError> error;  // of the batch after them
  };

  void Start();
  // Null when no batch is left; `last` when none comes after it.
  std::shared_ptr<Piece> Plan(bool* last);
  // Leaves whole batches of these planned rows, the rest to the next piece. How many rows stay.
  int64_t KeepWholeBatches(Piece* piece, int64_t planned);
  void Push(std::shared_ptr<Piece> piece);
  void PlanAhead();
  // The same beside the consumer, because rows have to be waited for.
  void PlanGrowing();
  void PlanAsTheyCome();
  void Work();
  // Counts the batches that it has read in `done`.
  void Decode(size_t column, Piece* piece, size_t* done);

  const Scan& scan_;
  const std::vector<Target>& targets_;
  const std::unique_ptr<RowSequence> rows_;
  const ReadOptions options_;
  DataFiles files_;
  std::vector<Segment> left_over_;  // of a growing scan: planned, and less than a batch
  int64_t piece_batches_ = 1;
  size_t pieces_ahead_ = 2;
  bool started_ = false;

  std::mutex mutex_;
  std::condition_variable work_;   // a column became ready, or it is over
  std::condition_variable ready_;  // the first piece is complete, or it is over
  std::condition_variable room_;   // of a growing scan: more may be planned, or it is over
  bool stopping_ = false;
  bool at_end_ = false;                       // no more pieces are planned
  std::deque<std::shared_ptr<Piece>> ahead_;  // the first one is next for the consumer
  size_t first_ = 0;                          // number of ahead_.front()
  std::vector<ColumnCursor> cursors_;
  std::vector<size_t> next_;      // for each column the number of its next piece
  std::deque<size_t> runnable_;   // columns whose next piece is planned and that nobody reads
  std::shared_ptr<Piece> given_;  // of which Next() gives batches
  size_t given_batches_ = 0;
  std::unique_ptr<ReadError> plan_error_;  // why nothing more is planned
  std::vector<std::thread> threads_;
  std::thread planner_;  // of a growing scan
};

}  // namespace paisql::tensors
