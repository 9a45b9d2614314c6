#pragma once

// Builds a column of any type in the form of engine/arrow/batch.h, value by value.

#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "engine/arrow/batch.h"
#include "types/data_type.h"

namespace paisql::rest {

class ArrayBuilder {
 public:
  explicit ArrayBuilder(const DataType& type);

  const DataType& type() const { return type_; }
  size_t rows() const { return rows_; }
  // Of the values, those nested in them included.
  size_t bytes() const;

  // The next value, by the form of its type. A value that is nested is made of those of `part`,
  // which come first: the elements of an ARRAY, the keys and the values of a MAP, one value of each
  // member of a STRUCT.
  void AppendNull();
  void AppendBit(bool value);
  template <typename T>
  void AppendNumber(T value) {
    data_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    EndValue(true);
  }
  void AppendText(std::string_view text);
  void EndNested() { EndValue(true); }
  ArrayBuilder& part(size_t index) { return parts_[index]; }

  // The column; the builder is empty then.
  ArrowArray Take();

 private:
  void EndValue(bool valid);
  static void PutBit(std::vector<uint8_t>& bits, size_t at, bool value);

  DataType type_;
  size_t width_ = 0;  // of a number, else 0
  size_t rows_ = 0;
  bool has_null_ = false;
  std::vector<uint8_t> validity_;
  std::vector<uint8_t> bits_;    // of BOOLEAN
  std::string data_;             // numbers, characters
  std::vector<int64_t> places_;  // where texts and lists end
  std::deque<ArrayBuilder> parts_;
};

}  // namespace paisql::rest
