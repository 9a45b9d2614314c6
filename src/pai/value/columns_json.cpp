#include "pai/value/columns_json.h"

namespace paisql::pai {

nlohmann::json ColumnsJson(const std::vector<store::Column>& columns) {
  nlohmann::json list = nlohmann::json::array();
  for (const store::Column& column : columns) {
    list.push_back({{"name", column.name}, {"type", column.type.ToString()}});
  }
  return list;
}

}  // namespace paisql::pai
