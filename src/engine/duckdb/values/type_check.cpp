#include "engine/duckdb/values/type_check.h"

#include <vector>

#include "base/assert.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {

bool TypeFits(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type) {
  const duckdb_type id = api.get_type_id(physical);
  switch (type.id()) {
    case TypeId::kBoolean:
      return id == DUCKDB_TYPE_BOOLEAN;
    case TypeId::kTinyint:
      return id == DUCKDB_TYPE_TINYINT;
    case TypeId::kSmallint:
      return id == DUCKDB_TYPE_SMALLINT;
    case TypeId::kInt:
      return id == DUCKDB_TYPE_INTEGER;
    case TypeId::kBigint:
      return id == DUCKDB_TYPE_BIGINT;
    case TypeId::kFloat:
      return id == DUCKDB_TYPE_FLOAT;
    case TypeId::kDouble:
      return id == DUCKDB_TYPE_DOUBLE;
    case TypeId::kDecimal:
      return id == DUCKDB_TYPE_DECIMAL && api.decimal_scale(physical) == type.scale();
    case TypeId::kVoid:
    case TypeId::kUnknown:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      return id == DUCKDB_TYPE_VARCHAR;
    case TypeId::kBinary:
      return id == DUCKDB_TYPE_BLOB;
    case TypeId::kDate:
      return id == DUCKDB_TYPE_DATE;
    case TypeId::kDatetime:
      return id == DUCKDB_TYPE_TIMESTAMP;  // wall clock, as PrintWallClock makes it
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return IsTimestampForm(api, physical);
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
      return id == DUCKDB_TYPE_INTERVAL;
    case TypeId::kArray: {
      if (id != DUCKDB_TYPE_LIST) return false;
      TypeHandle child(api, api.list_type_child_type(physical));
      return TypeFits(api, child.get(), type.element());
    }
    case TypeId::kMap: {
      if (id != DUCKDB_TYPE_MAP) return false;
      TypeHandle key(api, api.map_type_key_type(physical));
      TypeHandle value(api, api.map_type_value_type(physical));
      return TypeFits(api, key.get(), type.key()) && TypeFits(api, value.get(), type.value());
    }
    case TypeId::kStruct: {
      if (id != DUCKDB_TYPE_STRUCT) return false;
      if (api.struct_type_child_count(physical) != type.fields().size()) return false;
      for (size_t i = 0; i < type.fields().size(); ++i) {
        TypeHandle child(api, api.struct_type_child_type(physical, i));
        if (!TypeFits(api, child.get(), type.fields()[i])) return false;
      }
      return true;
    }
  }
  PAISQL_UNREACHABLE("a type of unknown kind");
}

DataType FittingType(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type) {
  if (TypeFits(api, physical, type)) return type;
  switch (api.get_type_id(physical)) {
    case DUCKDB_TYPE_BOOLEAN:
      return TypeId::kBoolean;
    case DUCKDB_TYPE_TINYINT:
      return TypeId::kTinyint;
    case DUCKDB_TYPE_SMALLINT:
      return TypeId::kSmallint;
    case DUCKDB_TYPE_INTEGER:
      return TypeId::kInt;
    case DUCKDB_TYPE_BIGINT:
      return TypeId::kBigint;
    case DUCKDB_TYPE_FLOAT:
      return TypeId::kFloat;
    case DUCKDB_TYPE_DOUBLE:
      return TypeId::kDouble;
    case DUCKDB_TYPE_DECIMAL:
      return DataType::Decimal(kMaxDecimalPrecision, api.decimal_scale(physical));
    case DUCKDB_TYPE_VARCHAR:
      return TypeId::kString;
    case DUCKDB_TYPE_BLOB:
      return TypeId::kBinary;
    case DUCKDB_TYPE_DATE:
      return TypeId::kDate;
    case DUCKDB_TYPE_TIMESTAMP:
      return TypeId::kDatetime;
    case DUCKDB_TYPE_INTERVAL:
      return TypeId::kIntervalDayTime;
    case DUCKDB_TYPE_LIST: {
      const TypeHandle child(api, api.list_type_child_type(physical));
      return DataType::Array(FittingType(api, child.get(), type.element()));
    }
    case DUCKDB_TYPE_MAP: {
      const TypeHandle key(api, api.map_type_key_type(physical));
      const TypeHandle value(api, api.map_type_value_type(physical));
      return DataType::Map(FittingType(api, key.get(), type.key()),
                           FittingType(api, value.get(), type.value()));
    }
    case DUCKDB_TYPE_STRUCT: {
      std::vector<DataType> fields;
      for (size_t i = 0; i < type.fields().size(); ++i) {
        const TypeHandle child(api, api.struct_type_child_type(physical, i));
        fields.push_back(FittingType(api, child.get(), type.fields()[i]));
      }
      return DataType::Struct(type.field_names(), std::move(fields));
    }
    // Elements of an array that has none.
    case DUCKDB_TYPE_SQLNULL:
      return TypeId::kVoid;
    default:
      PAISQL_UNREACHABLE("an argument of a type that no plan has");
  }
}

}  // namespace paisql::engine
