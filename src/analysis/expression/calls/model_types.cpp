#include "analysis/expression/calls/model_types.h"

#include <utility>

namespace paisql::analysis {

using inference::ElementType;

std::optional<DataType> SqlTypeOf(ElementType type) {
  constexpr std::pair<ElementType, TypeId> kTypes[] = {
      {ElementType::kFloat, TypeId::kFloat},    {ElementType::kDouble, TypeId::kDouble},
      {ElementType::kInt8, TypeId::kTinyint},   {ElementType::kUint8, TypeId::kSmallint},
      {ElementType::kInt16, TypeId::kSmallint}, {ElementType::kInt32, TypeId::kInt},
      {ElementType::kInt64, TypeId::kBigint},   {ElementType::kBool, TypeId::kBoolean},
      {ElementType::kString, TypeId::kString},
  };
  for (const auto& [element, id] : kTypes) {
    if (element == type) return DataType(id);
  }
  return std::nullopt;
}

bool TakesElement(const DataType& from, const DataType& to) {
  if (from.id() == TypeId::kVoid || from == to) return true;
  if (to.IsInteger()) return from.IsInteger();
  if (to.IsNumeric()) return from.IsNumeric();
  return to.IsText() && from.IsText();
}

std::optional<int64_t> ElementsOfRow(const inference::TensorSpec& spec) {
  if (!spec.shape.has_value()) return std::nullopt;
  int64_t elements = 1;
  for (size_t i = 1; i < spec.shape->size(); ++i) {
    const int64_t dimension = (*spec.shape)[i];
    if (dimension < 0) return std::nullopt;
    elements *= dimension;
  }
  return elements;
}

bool HasRows(const inference::TensorSpec& spec) {
  return !spec.shape.has_value() ||
         (!spec.shape->empty() && (spec.shape->front() < 0 || spec.shape->front() == 1));
}

std::optional<DataType> TypeOfOutput(const inference::TensorSpec& spec) {
  std::optional<DataType> type = SqlTypeOf(spec.type);
  if (!type.has_value()) return std::nullopt;
  if (!spec.shape.has_value()) return DataType::Array(*type);
  const std::vector<int64_t>& shape = *spec.shape;
  if (shape.size() == 2 && shape[1] == 1) return type;
  for (size_t i = 1; i < shape.size(); ++i) type = DataType::Array(*std::move(type));
  return type;
}

}  // namespace paisql::analysis
