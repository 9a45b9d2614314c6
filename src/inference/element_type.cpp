#include "inference/element_type.h"

namespace paisql::inference {

namespace {

struct ElementRow {
  ElementType type;
  std::string_view name;
  size_t size;
};

constexpr ElementRow kRows[] = {
    {ElementType::kInvalid, "DT_INVALID", 0},
    {ElementType::kFloat, "DT_FLOAT", 4},
    {ElementType::kDouble, "DT_DOUBLE", 8},
    {ElementType::kInt32, "DT_INT32", 4},
    {ElementType::kUint8, "DT_UINT8", 1},
    {ElementType::kInt16, "DT_INT16", 2},
    {ElementType::kInt8, "DT_INT8", 1},
    {ElementType::kString, "DT_STRING", 0},
    {ElementType::kComplex64, "DT_COMPLEX64", 8},
    {ElementType::kInt64, "DT_INT64", 8},
    {ElementType::kBool, "DT_BOOL", 1},
    {ElementType::kQint8, "DT_QINT8", 1},
    {ElementType::kQuint8, "DT_QUINT8", 1},
    {ElementType::kQint32, "DT_QINT32", 4},
    {ElementType::kBfloat16, "DT_BFLOAT16", 2},
    {ElementType::kQint16, "DT_QINT16", 2},
    {ElementType::kQuint16, "DT_QUINT16", 2},
    {ElementType::kUint16, "DT_UINT16", 2},
    {ElementType::kComplex128, "DT_COMPLEX128", 16},
    {ElementType::kHalf, "DT_HALF", 2},
    {ElementType::kResource, "DT_RESOURCE", 0},
    {ElementType::kVariant, "DT_VARIANT", 0},
    {ElementType::kUint32, "DT_UINT32", 4},
    {ElementType::kUint64, "DT_UINT64", 8},
};

const ElementRow& RowOf(ElementType type) {
  for (const ElementRow& row : kRows) {
    if (row.type == type) return row;
  }
  return kRows[0];
}

}  // namespace

std::string_view ElementTypeName(ElementType type) { return RowOf(type).name; }

ElementType FindElementType(std::string_view name) {
  for (const ElementRow& row : kRows) {
    if (row.name == name) return row.type;
  }
  return ElementType::kInvalid;
}

size_t ElementSize(ElementType type) { return RowOf(type).size; }

}  // namespace paisql::inference
