#include "engine/kernel/kernel.h"

namespace paisql::engine {

DataType CarriedType(const DataType& type) {
  switch (type.id()) {
    case TypeId::kVoid:
      return TypeId::kString;
    case TypeId::kIntervalYearMonth:
      return TypeId::kInt;
    case TypeId::kIntervalDayTime:
      return TypeId::kBigint;
    case TypeId::kArray:
      return DataType::Array(CarriedType(type.element()));
    case TypeId::kMap:
      return DataType::Map(CarriedType(type.key()), CarriedType(type.value()));
    case TypeId::kStruct: {
      std::vector<DataType> fields;
      for (const DataType& field : type.fields()) fields.push_back(CarriedType(field));
      return DataType::Struct(type.field_names(), std::move(fields));
    }
    default:
      return type;
  }
}

DataType KernelListType(const std::vector<KernelArgument>& columns) {
  std::vector<std::string> names;
  std::vector<DataType> types;
  for (size_t i = 0; i < columns.size(); ++i) {
    names.push_back("f" + std::to_string(i));
    types.push_back(columns[i].type);
  }
  return DataType::Array(DataType::Struct(std::move(names), std::move(types)));
}

}  // namespace paisql::engine
