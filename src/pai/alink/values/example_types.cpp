#include "pai/alink/values/example_types.h"

namespace paisql::pai {

bool FitsExample(const DataType& type, bool convert) {
  switch (type.id()) {
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kFloat:
    case TypeId::kDouble:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kBinary:
      return true;
    case TypeId::kBoolean:
    case TypeId::kDecimal:
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return convert;
    case TypeId::kArray:
      return FitsExample(type.element(), false);
    default:
      return false;
  }
}

bool FitsBroadcast(const DataType& type) {
  switch (type.id()) {
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kJson:
      return false;
    default:
      return true;
  }
}

std::string CureFor(const store::Column& column) {
  switch (column.type.id()) {
    case TypeId::kBoolean:
      return "read a query with CAST(" + column.name +
             " AS INT), or give -DconvertTypes=true for 0 and 1";
    case TypeId::kDecimal:
      return "read a query with CAST(" + column.name +
             " AS DOUBLE), or give -DconvertTypes=true for a float";
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return "read a query with CAST(" + column.name +
             " AS STRING), or give -DconvertTypes=true for its text";
    default:
      return "leave it out with -DselectedCols";
  }
}

}  // namespace paisql::pai
