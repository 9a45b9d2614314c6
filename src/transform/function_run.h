#pragma once

// A table function of a user over the rows of a query: the rows go to its process in batches, and
// what it forwards is written while the process goes on. Memory is bounded by a batch and by a few
// frames of answers, however many rows come of one.
//
// What its close() forwards has beside it what went around the function with the last row, as in
// Hive; where there was no row, NULLs.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "plan/relation.h"
#include "plan/user_function_use.h"
#include "transform/row_writer.h"
#include "udf/function_pool.h"

namespace paisql::transform {

struct FunctionOptions {
  std::string zone;                             // the session's time zone
  std::stop_token stop;                         // the statement is to end
  std::shared_ptr<udf::PrintedOutput> printed;  // gets what the function prints; may be null
};

class FunctionRun {
 public:
  FunctionRun(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> input,
              engine::RowAppender& output, FunctionOptions options);
  ~FunctionRun();

  // kScript when the user's code fails, with its file, its line and the arguments of the row;
  // kInstanceCancelled when the statement is interrupted.
  Status Execute(udf::FunctionPool& pool);

 private:
  // Rows that were sent at once.
  struct Piece {
    std::string bytes{};  // of what goes around the function
    udf::PackedBatch carried{};
    size_t rows = 0;
  };
  class Writer;

  Status Run(udf::FunctionPool& pool);
  Status CheckTypes() const;
  Status SendBatch(udf::WorkerLease& lease, const engine::Batch& batch);
  using Shown = std::function<std::string(size_t row)>;  // the arguments of a row of the piece
  Status Ask(udf::WorkerLease& lease, const std::string& what, std::string payload,
             std::shared_ptr<const Piece> piece, const Shown& shown);
  bool stopped() const { return options_.stop.stop_requested(); }

  const plan::Transform& transform_;
  std::unique_ptr<engine::ResultStream> input_;
  const FunctionOptions options_;
  std::vector<DataType> input_types_;  // those that go around first
  std::vector<DataType> carried_types_;
  std::vector<DataType> argument_types_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace paisql::transform
