#include "engine/duckdb/print/expression/cast.h"

#include <functional>

#include "engine/duckdb/functions/decimal_conversion.h"
#include "engine/duckdb/functions/native_functions.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/values/timestamp_form.h"
#include "types/decimal_rules.h"

namespace paisql::engine {
namespace {

// The last argument of functions that convert a text.
std::string ModeNumber(EvaluationMode mode) { return std::to_string(static_cast<int>(mode)); }

// A conversion that may fail: the error is for strict mode only.
std::string CastOrNull(const std::string& operand, const DataType& to, EvaluationMode mode) {
  const std::string cast = CastText(operand, to);
  return mode == EvaluationMode::kStrict ? cast : "TRY_" + cast;
}

// TIMESTAMP (UTC nanoseconds) to wall clock, and back.
std::string WallFromTimestamp(const std::string& operand, PrintContext& context) {
  return context.Native(timestamp::kWallFromInstant, operand + ", " + context.zone);
}
std::string TimestampFromWall(const std::string& operand, PrintContext& context) {
  return context.Native(timestamp::kInstantFromWall, operand + ", " + context.zone);
}
std::string Zoned(const std::string& operand, PrintContext& context) {
  return "timezone(" + context.zone + ", " + operand + ")";
}

bool IsWiderInteger(const DataType& type, const DataType& other) {
  const auto rank = [](const DataType& integer) {
    switch (integer.id()) {
      case TypeId::kTinyint:
        return 1;
      case TypeId::kSmallint:
        return 2;
      case TypeId::kInt:
        return 3;
      default:
        return 4;
    }
  };
  return rank(type) > rank(other);
}

std::string_view WrapFunction(const DataType& to) {
  switch (to.id()) {
    case TypeId::kTinyint:
      return native::kWrapTinyint;
    case TypeId::kSmallint:
      return native::kWrapSmallint;
    default:
      return native::kWrapInt;
  }
}

using PartCast = std::function<std::string(const std::string& operand, size_t part)>;

// Rebuilds a nested value of `from` with the fields of `to`, each part by `cast`. A list of one
// binds a STRUCT to a name, so that its expression is not repeated for each field.
std::string Rebuild(const std::string& operand, const DataType& from, const DataType& to,
                    const PartCast& cast, PrintContext& context) {
  const std::string name = context.NewAlias("e");
  const std::string lambda = "lambda " + name + ": ";
  if (from.id() == TypeId::kArray) {
    return "list_transform(" + operand + ", " + lambda + cast(name, 0) + ")";
  }
  if (from.id() == TypeId::kMap) {
    return "map_from_entries(list_transform(map_entries(" + operand + "), " + lambda +
           "struct_pack(key := " + cast("struct_extract(" + name + ", 'key')", 0) +
           ", value := " + cast("struct_extract(" + name + ", 'value')", 1) + ")))";
  }
  std::string fields;
  for (size_t i = 0; i < from.fields().size(); ++i) {
    if (i > 0) fields += ", ";
    fields += QuoteName(to.field_names()[i]) + " := " +
              cast("struct_extract(" + name + ", " + QuoteText(from.field_names()[i]) + ")", i);
  }
  return "list_extract(list_transform([" + operand + "], " + lambda + "CASE WHEN " + name +
         " IS NULL THEN NULL ELSE struct_pack(" + fields + ") END), 1)";
}

// Changes the parts of a nested value; the operand itself where no part changes.
template <typename Change>
std::string RebuildWhereChanged(const std::string& operand, const DataType& type, Change change,
                                PrintContext& context) {
  if (!type.IsNested()) return operand;
  bool changed = false;
  const PartCast cast = [&](const std::string& part, size_t index) {
    std::string text = change(part, type.fields()[index], context);
    changed = changed || text != part;
    return text;
  };
  std::string rebuilt = Rebuild(operand, type, type, cast, context);
  return changed ? rebuilt : operand;
}

std::string CastNested(const std::string& operand, const DataType& from, const DataType& to,
                       EvaluationMode mode, PrintContext& context) {
  const PartCast cast = [&](const std::string& part, size_t index) {
    return PrintCast(part, from.fields()[index], to.fields()[index], mode, context);
  };
  return Rebuild(operand, from, to, cast, context);
}

std::string ToText(const std::string& operand, const DataType& from, PrintContext& context) {
  switch (from.id()) {
    case TypeId::kDouble:
      return context.Native(native::kTextFromDouble, operand);
    case TypeId::kFloat:
      return context.Native(native::kTextFromFloat, operand);
    case TypeId::kDecimal:
      if (!context.settings.trim_decimal_zeros) return "CAST(" + operand + " AS VARCHAR)";
      return PrintTrimmedDecimal(operand, from);
    case TypeId::kDatetime:
      return context.Native(native::kTextFromDatetime, Zoned(operand, context));
    case TypeId::kTimestamp:
      return context.Native(native::kTextFromTimestamp, WallFromTimestamp(operand, context));
    case TypeId::kTimestampNtz:
      return context.Native(native::kTextFromTimestamp, operand);
    case TypeId::kIntervalYearMonth:
      return context.Native(native::kTextFromMonths, operand);
    case TypeId::kIntervalDayTime:
      return context.Native(native::kTextFromDayTime, operand);
    case TypeId::kChar:
      // The blanks that pad a CHAR do not belong to its text.
      return "rtrim(" + operand + ", ' ')";
    case TypeId::kBinary:
      return "decode(" + operand + ")";
    case TypeId::kJson:
      // Arrays and objects have no STRING form by CAST; JSON null is NULL.
      return "(CASE json_type(" + operand + ") WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN " +
             "error('ODPS-0123091|in function cast, a JSON array cannot be casted to String') " +
             "WHEN 'OBJECT' THEN " +
             "error('ODPS-0123091|in function cast, a JSON object cannot be casted to String') " +
             "ELSE json_extract_string(" + operand + ", '$') END)";
    default:
      return "CAST(" + operand + " AS VARCHAR)";
  }
}

std::string FitLength(const std::string& text, const DataType& to) {
  const std::string length = std::to_string(to.length());
  if (to.id() == TypeId::kVarchar) return "left(" + text + ", " + length + ")";
  if (to.id() == TypeId::kChar)
    return "rpad(left(" + text + ", " + length + "), " + length + ", ' ')";
  return text;
}

std::string FromText(const std::string& operand, const DataType& to, EvaluationMode mode,
                     PrintContext& context) {
  switch (to.id()) {
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint: {
      const std::string number =
          context.Native(native::kBigintFromText, operand + ", " + ModeNumber(mode));
      return to.id() == TypeId::kBigint ? number : CastOrNull(number, to, mode);
    }
    case TypeId::kFloat:
    case TypeId::kDouble: {
      std::string number =
          context.Native(native::kDoubleFromText, operand + ", " + ModeNumber(mode));
      if (to.id() == TypeId::kDouble) return number;
      return mode == EvaluationMode::kHive ? context.Native(native::kJavaFloat, number)
                                           : CastOrNull(number, to, mode);
    }
    case TypeId::kDecimal:
      return CastText(context.Native(native::kDecimalFromText,
                                     operand + ", " + std::to_string(to.precision()) + ", " +
                                         std::to_string(to.scale()) + ", " + ModeNumber(mode)),
                      to);
    case TypeId::kDatetime:
      return Zoned(context.Native(native::kDatetimeFromText, operand + ", " + ModeNumber(mode)),
                   context);
    case TypeId::kTimestamp:
      return TimestampFromWall(
          context.Native(native::kTimestampFromText, operand + ", " + ModeNumber(mode)), context);
    case TypeId::kTimestampNtz:
      return context.Native(native::kTimestampFromText, operand + ", " + ModeNumber(mode));
    case TypeId::kDate: {
      // Hive takes the day of a text with a time of day, the platform when it is told to.
      const bool full = mode == EvaluationMode::kHive || context.settings.date_from_full_format;
      return context.Native(native::kDateFromText,
                            operand + ", " + ModeNumber(mode) + ", " + (full ? "true" : "false"));
    }
    case TypeId::kBoolean:
      // Every text but the empty one is true, 'false' as well.
      return "(" + operand + " <> '')";
    case TypeId::kBinary:
      return "encode(" + operand + ")";
    case TypeId::kJson:
      return "to_json(" + operand + ")";
    default:
      return CastText(operand, to);
  }
}

std::string CastTemporal(const std::string& operand, const DataType& from, const DataType& to,
                         PrintContext& context) {
  // Everything goes over the wall clock but DATETIME <-> TIMESTAMP, which are the same instant.
  if (from.id() == TypeId::kDatetime && to.id() == TypeId::kTimestamp) {
    return context.Native(timestamp::kFromDatetime, operand);
  }
  // The finer digits of a TIMESTAMP are cut, as DATETIME has milliseconds.
  const auto whole_millis = [&](const std::string& of) {
    return "date_trunc('millisecond', " + context.Native(timestamp::kMicros, of) + ")";
  };
  if (from.id() == TypeId::kTimestamp && to.id() == TypeId::kDatetime) {
    return "timezone('UTC', " + whole_millis(operand) + ")";
  }
  if (from.id() == TypeId::kTimestampNtz && to.id() == TypeId::kDatetime) {
    return Zoned(whole_millis(operand), context);
  }
  // A plain time of microseconds for DATE and DATETIME.
  const bool from_timestamp = IsTimestamp(from);
  std::string wall = operand;
  if (from.id() == TypeId::kDatetime) wall = Zoned(operand, context);
  if (from.id() == TypeId::kTimestamp) wall = WallFromTimestamp(operand, context);
  if (from_timestamp && !IsTimestamp(to)) wall = context.Native(timestamp::kMicros, wall);
  switch (to.id()) {
    case TypeId::kDate:
      return "CAST(" + wall + " AS DATE)";
    case TypeId::kDatetime:
      return Zoned("CAST(" + wall + " AS TIMESTAMP)", context);
    default:
      break;
  }
  if (!from_timestamp) {
    wall = context.Native(timestamp::kOfParts, "CAST(" + wall + " AS TIMESTAMP), 0");
  }
  return to.id() == TypeId::kTimestamp ? TimestampFromWall(wall, context) : wall;
}

// A number that a narrower integer cannot hold: Hive keeps the lowest bits of an integer, and does
// to a DOUBLE what Java does. A DECIMAL that does not fit is NULL there.
std::string CastToInteger(const std::string& operand, const DataType& from, const DataType& to,
                          EvaluationMode mode, PrintContext& context) {
  const bool binary_fraction = from.id() == TypeId::kDouble || from.id() == TypeId::kFloat;
  const bool fractional = binary_fraction || from.id() == TypeId::kDecimal;
  if (from.id() == TypeId::kBoolean || (!fractional && IsWiderInteger(to, from))) {
    return CastText(operand, to);
  }
  if (mode != EvaluationMode::kHive || from.id() == TypeId::kDecimal) {
    // DuckDB rounds where the platform cuts the fraction off.
    return CastOrNull(fractional ? "trunc(" + operand + ")" : operand, to, mode);
  }
  const std::string_view name = WrapFunction(to);
  if (!binary_fraction) return context.Native(name, operand);
  if (to.id() == TypeId::kBigint) return context.Native(native::kJavaBigint, operand);
  const std::string number = context.Native(native::kJavaInt, operand);
  return to.id() == TypeId::kInt ? number : context.Native(name, number);
}

// The operand is the seconds since 1970.
std::string TimestampFromSeconds(const std::string& operand, EvaluationMode mode,
                                 PrintContext& context) {
  const bool strict = mode == EvaluationMode::kStrict;
  std::string arguments = strict ? "CAST(" : "TRY_CAST(";
  arguments += operand;
  arguments += " AS ";
  arguments += timestamp::kType;
  return context.Native(timestamp::kWithinYears, arguments + (strict ? "), 'error'" : "), 'null'"));
}

std::string CastNumber(const std::string& operand, const DataType& from, const DataType& to,
                       EvaluationMode mode, PrintContext& context) {
  if (to.id() == TypeId::kBoolean) {
    return from.id() == TypeId::kBoolean ? operand : "(" + operand + " <> 0)";
  }
  if (to.IsInteger()) return CastToInteger(operand, from, to, mode, context);
  if (to.id() == TypeId::kTimestamp) return TimestampFromSeconds(operand, mode, context);
  if (to.id() == TypeId::kDecimal) {
    if (from.id() == TypeId::kDouble || from.id() == TypeId::kFloat) {
      return PrintDecimalFromBinary(operand, from, to, mode, context);
    }
    const DataType digits =
        from.id() == TypeId::kBoolean ? DataType::Decimal(1, 0) : AsDecimal(from);
    const int room = (to.precision() - to.scale()) - (digits.precision() - digits.scale());
    // Rounding may need one digit more.
    const bool fits = room > 0 || (room == 0 && to.scale() >= digits.scale());
    if (fits) return CastText(operand, to);
    // DuckDB makes true a 0.1 of DECIMAL(1,1).
    const bool boolean = from.id() == TypeId::kBoolean;
    return CastOrNull(boolean ? CastText(operand, TypeId::kTinyint) : operand, to, mode);
  }
  if (to.id() == TypeId::kFloat && from.id() == TypeId::kDouble) {
    return mode == EvaluationMode::kHive ? context.Native(native::kJavaFloat, operand)
                                         : CastOrNull(operand, to, mode);
  }
  return CastText(operand, to);
}

}  // namespace

std::string PrintTrimmedDecimal(const std::string& operand, const DataType& from) {
  const std::string text = "CAST(" + operand + " AS VARCHAR)";
  return from.scale() == 0 ? text : "rtrim(rtrim(" + text + ", '0'), '.')";
}

std::string PrintCast(const std::string& operand, const DataType& from, const DataType& to,
                      EvaluationMode mode, PrintContext& context) {
  if (from == to) return operand;
  if (from.id() == TypeId::kVoid) return CastText(operand, to);
  if (from.IsNested() && from.id() == to.id()) {
    return CastNested(operand, from, to, mode, context);
  }
  if (to.IsText()) {
    return FitLength(from.id() == TypeId::kString || from.id() == TypeId::kVarchar
                         ? operand
                         : ToText(operand, from, context),
                     to);
  }
  if (from.id() == TypeId::kChar) {
    return FromText(ToText(operand, from, context), to, mode, context);
  }
  if (from.IsText()) return FromText(operand, to, mode, context);
  if (from.id() == TypeId::kJson) {
    return FromText(ToText(operand, from, context), to, mode, context);
  }
  if (to.id() == TypeId::kJson) return "to_json(" + operand + ")";
  if (from.IsTemporal() && to.IsTemporal()) return CastTemporal(operand, from, to, context);
  return CastNumber(operand, from, to, mode, context);
}

std::string PrintWallClock(const std::string& operand, const DataType& type,
                           PrintContext& context) {
  if (type.id() == TypeId::kDatetime) return Zoned(operand, context);
  if (type.id() == TypeId::kTimestamp) return WallFromTimestamp(operand, context);
  return RebuildWhereChanged(operand, type, PrintWallClock, context);
}

std::string PrintInstant(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kDatetime) return Zoned(operand, context);
  if (type.id() == TypeId::kTimestamp) return TimestampFromWall(operand, context);
  return RebuildWhereChanged(operand, type, PrintInstant, context);
}

std::string PrintCarried(const std::string& operand, const DataType& type, PrintContext& context) {
  if (type.id() == TypeId::kIntervalDayTime) return "epoch_us(" + operand + ")";
  if (type.id() != TypeId::kIntervalYearMonth) {
    return RebuildWhereChanged(operand, type, PrintCarried, context);
  }
  return "CAST(date_part('year', " + operand + ") * 12 + date_part('month', " + operand +
         ") AS INTEGER)";
}

std::string PrintFromCarried(const std::string& operand, const DataType& type,
                             PrintContext& context) {
  if (type.id() == TypeId::kIntervalDayTime) return "to_microseconds(" + operand + ")";
  if (type.id() == TypeId::kIntervalYearMonth) return "to_months(" + operand + ")";
  return RebuildWhereChanged(operand, type, PrintFromCarried, context);
}

std::string PrintFromOldForm(const std::string& operand, const DataType& type,
                             PrintContext& context) {
  if (IsTimestamp(type)) return context.Native(timestamp::kFromOldForm, operand);
  if (!HasTimestamp(type)) return operand;
  const PartCast cast = [&](const std::string& part, size_t index) {
    return PrintFromOldForm(part, type.fields()[index], context);
  };
  return Rebuild(operand, type, type, cast, context);
}

}  // namespace paisql::engine
