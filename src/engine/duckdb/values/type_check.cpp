#include "engine/duckdb/values/type_check.h"

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

}  // namespace paisql::engine
