#include "engine/duckdb/values/logical_type.h"

#include <vector>

#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

duckdb_type PlainType(TypeId id) {
  switch (id) {
    case TypeId::kBoolean:
      return DUCKDB_TYPE_BOOLEAN;
    case TypeId::kTinyint:
      return DUCKDB_TYPE_TINYINT;
    case TypeId::kSmallint:
      return DUCKDB_TYPE_SMALLINT;
    case TypeId::kInt:
      return DUCKDB_TYPE_INTEGER;
    case TypeId::kBigint:
      return DUCKDB_TYPE_BIGINT;
    case TypeId::kFloat:
      return DUCKDB_TYPE_FLOAT;
    case TypeId::kDouble:
      return DUCKDB_TYPE_DOUBLE;
    case TypeId::kBinary:
      return DUCKDB_TYPE_BLOB;
    case TypeId::kDate:
      return DUCKDB_TYPE_DATE;
    case TypeId::kDatetime:
      return DUCKDB_TYPE_TIMESTAMP_TZ;
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
      return DUCKDB_TYPE_INTERVAL;
    default:
      return DUCKDB_TYPE_VARCHAR;
  }
}

}  // namespace

TypeHandle LogicalType(const DuckdbApi& api, const DataType& type) {
  if (type.id() == TypeId::kDecimal) {
    return TypeHandle(api, api.create_decimal_type(static_cast<uint8_t>(type.precision()),
                                                   static_cast<uint8_t>(type.scale())));
  }
  if (type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz) {
    return MakeTimestampType(api);
  }
  if (!type.IsNested()) {
    TypeHandle plain(api, api.create_logical_type(PlainType(type.id())));
    if (type.id() == TypeId::kJson) api.logical_type_set_alias(plain.get(), "JSON");
    return plain;
  }
  std::vector<TypeHandle> parts;
  for (const DataType& part : type.fields()) parts.push_back(LogicalType(api, part));
  if (type.id() == TypeId::kArray) {
    return TypeHandle(api, api.create_list_type(parts[0].get()));
  }
  if (type.id() == TypeId::kMap) {
    return TypeHandle(api, api.create_map_type(parts[0].get(), parts[1].get()));
  }
  std::vector<duckdb_logical_type> types;
  std::vector<const char*> names;
  for (size_t i = 0; i < parts.size(); ++i) {
    types.push_back(parts[i].get());
    names.push_back(type.field_names()[i].c_str());
  }
  return TypeHandle(api, api.create_struct_type(types.data(), names.data(), types.size()));
}

}  // namespace paisql::engine
