#pragma once

// Alink's text of a tensor as the values of a feature.
//
//   FLOAT#2,3#1 2 3 4 5 6     its type, its sizes, its elements in row-major order
//   STRING#2#3 1 #abcd        of texts: their lengths in UTF-16 units as Java counts, then all
//   letters
//
// FLOAT, DOUBLE                a float_list; a double is narrowed
// INT, LONG, UBYTE, BOOLEAN    an int64_list
// STRING                       a bytes_list

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::examples {

enum class TensorType { kNone, kFloat, kDouble, kInt, kLong, kUbyte, kBoolean, kString };

// The type and shape that all tensors of a column have.
struct TensorKind {
  TensorType type = TensorType::kNone;
  std::vector<int64_t> sizes;
};

// One line for each column, in their order: "" for one that holds no tensors, else "FLOAT 2,3".
// kNone for what is neither.
std::vector<TensorKind> ReadTensorKinds(std::string_view lines);

// Puts the elements of the text in place of what `values` has, as they stand in a list of a
// Feature: packed numbers, or a field for each text. "" or what is wrong with the text.
std::string ReadTensor(std::string_view text, const TensorKind& kind, std::string* values);

}  // namespace paisql::examples
