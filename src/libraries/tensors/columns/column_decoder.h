#pragma once

// The values of one column of one row group, in their order, as the elements of tensors.

#include <parquet/api/reader.h>

#include <cstdint>
#include <memory>
#include <string>

#include "libraries/tensors/scan.h"
#include "tensorflow/core/platform/tstring.h"

namespace paisql::tensors {

enum class Element { kFloat, kDouble, kInt32, kInt64, kBool, kString };

// The element type that a column becomes, and the value for NULL.
struct Target {
  Element element = Element::kInt64;
  double floating = 0;
  int64_t integer = 0;
  bool boolean = false;
  tensorflow::tstring text;
  std::string time_zone;  // in which DATETIME and TIMESTAMP are shown
};

// Calls `function`, a lambda with one template parameter, for the element's C++ type.
template <typename Function>
decltype(auto) Dispatch(Element element, Function function) {
  switch (element) {
    case Element::kFloat:
      return function.template operator()<float>();
    case Element::kDouble:
      return function.template operator()<double>();
    case Element::kInt32:
      return function.template operator()<int32_t>();
    case Element::kInt64:
      return function.template operator()<int64_t>();
    case Element::kBool:
      return function.template operator()<bool>();
    case Element::kString:
      break;
  }
  return function.template operator()<tensorflow::tstring>();
}

template <typename T>
T Default(const Target& target) {
  if constexpr (std::is_same_v<T, tensorflow::tstring>) {
    return target.text;
  } else if constexpr (std::is_same_v<T, bool>) {
    return target.boolean;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(target.floating);
  } else {
    return static_cast<T>(target.integer);
  }
}

// Throws ReadError and what the Parquet library throws.
class ColumnDecoder {
 public:
  virtual ~ColumnDecoder() = default;
  // The next `count` values, which are there, to `out`, an array of the element's type.
  virtual void Read(int64_t count, void* out) = 0;
  virtual void Skip(int64_t count) = 0;
};

// A column whose physical type is that of the elements, or a number that only changes its width;
// null for another one.
std::unique_ptr<ColumnDecoder> MakeDirectDecoder(parquet::RowGroupReader* group, int leaf,
                                                 const Column& column, const Target& target);

// Any other column, by way of Arrow's conversions: widened columns, and texts of times and
// decimals. `file` is read for this column alone.
std::unique_ptr<ColumnDecoder> MakeArrowDecoder(std::unique_ptr<parquet::ParquetFileReader> file,
                                                int row_group, int leaf, const Column& column,
                                                const Target& target);

// One value for every row: a partition key's, or the default of a column that the file has not.
std::unique_ptr<ColumnDecoder> MakeConstantDecoder(const Target& target, const std::string* key);

// The first word of a type: "DECIMAL" of "DECIMAL(10,2)".
std::string BaseType(const std::string& type);

// The error of a column that says it has more values than are there.
[[noreturn]] void ThrowColumnEnds(const Column& column);
[[noreturn]] void ThrowTooLarge(const Column& column, int64_t value, Element element);

}  // namespace paisql::tensors
