#pragma once

// Rows of a chunk as tensors, and tensors as rows of the result. Private to this folder.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/duckdb/functions/native_call.h"
#include "inference/signature.h"
#include "plan/model_use.h"

namespace paisql::engine {

// Which rows of a chunk, in ascending order.
using Rows = std::vector<idx_t>;

// One input of a model: the columns of the chunk that are its elements, or the one whose lists are.
class InputReader {
 public:
  // `list` where the one column is an ARRAY. The call outlives the reader.
  InputReader(const NativeCall& call, const inference::TensorSpec& spec, size_t first_column,
              size_t columns, bool list);

  // Whether any row of the chunk may have a NULL; where not, no row need be asked.
  bool MayBeNull() const;
  bool IsNull(idx_t row) const;
  // Whether rows may be of different lengths.
  bool HasLists() const { return list_; }
  // How many elements the row, which is not NULL, has.
  int64_t Length(idx_t row) const;
  // nullopt where a row of so many elements fits; else what is wrong.
  std::optional<std::string> Problem(int64_t length) const;
  // Rows of one length, which fits and is that of each of them. A whole number that the element's
  // type does not hold is kDataOverflow.
  Result<inference::Tensor> Read(const Rows& rows, int64_t length) const;

 private:
  template <typename Stored, typename Element>
  Status Copy(const Rows& rows, int64_t length, inference::Tensor& tensor) const;
  void CopyTexts(const Rows& rows, int64_t length, inference::Tensor& tensor) const;
  const void* Elements(size_t column) const;
  std::vector<int64_t> ShapeOf(const Rows& rows, int64_t length) const;

  const NativeCall& call_;
  const inference::TensorSpec& spec_;
  size_t first_column_;
  size_t columns_;
  bool list_;
  duckdb_vector child_ = nullptr;  // of a list
};

// The vector of one output of a model.
class OutputWriter {
 public:
  OutputWriter(const DuckdbApi& api, duckdb_vector vector, const inference::TensorSpec& spec,
               int dimensions);

  void SetNull(idx_t row);
  // Answers for these rows, in their order. kModel where the tensor is not what the signature says;
  // kRuntimeArguments for bytes that are not text.
  Status Write(const Rows& rows, const inference::Tensor& tensor);

 private:
  Status WriteElements(duckdb_vector vector, const inference::Tensor& tensor, const Rows* rows,
                       idx_t begin);

  const DuckdbApi& api_;
  duckdb_vector vector_;
  const inference::TensorSpec& spec_;
  int dimensions_;  // of ARRAYs around an element
  uint64_t* validity_ = nullptr;
};

}  // namespace paisql::engine
