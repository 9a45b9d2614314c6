#pragma once

// The types of a tensor's elements. The numbers are those of TensorFlow's DataType and of the
// ArrayDataType of PAI-EAS requests, which are the same.

#include <cstddef>
#include <string_view>

namespace paisql::inference {

enum class ElementType : int {
  kInvalid = 0,
  kFloat = 1,
  kDouble = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 5,
  kInt8 = 6,
  kString = 7,
  kComplex64 = 8,
  kInt64 = 9,
  kBool = 10,
  kQint8 = 11,
  kQuint8 = 12,
  kQint32 = 13,
  kBfloat16 = 14,
  kQint16 = 15,
  kQuint16 = 16,
  kUint16 = 17,
  kComplex128 = 18,
  kHalf = 19,
  kResource = 20,
  kVariant = 21,
  kUint32 = 22,
  kUint64 = 23,
};

// "DT_FLOAT"; "DT_INVALID" for a number without a type.
std::string_view ElementTypeName(ElementType type);

// The type of a name like "DT_FLOAT"; kInvalid for another name.
ElementType FindElementType(std::string_view name);

// Bytes of one element; 0 for strings and for what has no bytes that can be handed over (resources,
// variants, kInvalid).
size_t ElementSize(ElementType type);

}  // namespace paisql::inference
