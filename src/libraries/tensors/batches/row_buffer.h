#pragma once

// Rows in any order: a place for each, in which the values of all its numbers stand side by side,
// so that to put or take a row is to touch one spot of the memory and not one for each column.
// Strings stand in columns.

#include <cstdint>
#include <vector>

#include "libraries/tensors/batches/batch_reader.h"

namespace paisql::tensors {

class RowBuffer {
 public:
  // `targets` outlives the buffer.
  explicit RowBuffer(const std::vector<Target>& targets);

  // Memory for this many rows, not fewer than before: those that are there keep their places.
  // Throws std::bad_alloc.
  void Allocate(int64_t rows);
  bool allocated() const { return !columns_.empty(); }

  // Where the values of a batch are, for putting and taking many of its rows.
  class Batch {
   public:
    Batch(const RowBuffer& buffer, const tensors::Batch& batch);

   private:
    friend class RowBuffer;
    // The columns of one width, after each other.
    std::vector<int64_t*> eights_;
    std::vector<int32_t*> fours_;
    std::vector<int8_t*> ones_;
    std::vector<tensorflow::tstring*> texts_;
  };

  // A row of the batch comes into a place; what stood there is gone. Its strings are moved.
  void Put(const Batch& batch, int64_t row, int64_t place);
  // A row goes to the batch. Its strings are moved.
  void Take(int64_t place, const Batch& batch, int64_t row);

  // The rows as tensors of a length that the targets alone decide, and back.
  std::vector<tensorflow::Tensor> Save() const;
  void Restore(const std::vector<tensorflow::Tensor>& saved);

 private:
  void FindPlaces();

  const std::vector<Target>& targets_;
  std::vector<size_t> eights_;  // numbers of the columns of this width
  std::vector<size_t> fours_;
  std::vector<size_t> ones_;
  std::vector<size_t> texts_;
  int64_t row_bytes_ = 0;
  std::vector<tensorflow::Tensor> columns_;  // all rows' numbers, then each column of strings
  char* numbers_ = nullptr;
  std::vector<tensorflow::tstring*> text_places_;
};

}  // namespace paisql::tensors
