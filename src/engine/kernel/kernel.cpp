#include "engine/kernel/kernel.h"

namespace paisql::engine {

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
