#include "analysis/expression/calls/special_calls.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

bool TakesNothing(const functions::Function& function, const TypeMode& mode) {
  return std::any_of(function.overloads.begin(), function.overloads.end(),
                     [&](const functions::Overload& overload) {
                       return overload.signature.starts_with("()") && ExistsIn(overload, mode);
                     });
}

Status CheckExtract(const std::vector<plan::ExpressionPtr>& arguments) {
  constexpr std::string_view kUnits[] = {"year", "month", "day", "hour", "minute", "second"};
  if (const std::optional<Value> unit = Fold(*arguments[0]); unit && unit->type.IsText()) {
    const std::string name = unit->is_null() ? "NULL" : ToLower(unit->as_text());
    if (std::find(std::begin(kUnits), std::end(kUnits), name) == std::end(kUnits)) {
      return SemanticError(arguments[0]->range,
                           fmt::format("EXTRACT does not know the unit {}", ToUpper(name)),
                           "write YEAR, MONTH, DAY, HOUR, MINUTE or SECOND, or use DATEPART");
    }
  }
  const DataType& type = arguments[1]->type;
  if (type.IsTemporal() || type.IsText() || type.id() == TypeId::kVoid || IsFailed(type)) {
    return Status::Ok();
  }
  return Error{ErrorCode::kExtractType, fmt::format("EXTRACT of {}", type.ToString()),
               arguments[1]->range, "EXTRACT takes a DATE, DATETIME, TIMESTAMP or STRING"};
}

}  // namespace

Status CheckDateCall(const State& state, const functions::Function& function,
                     const std::vector<plan::ExpressionPtr>& arguments, const SourceRange& range) {
  if (arguments.size() != 2) return Status::Ok();
  if (function.name == "extract") return CheckExtract(arguments);
  if (function.name == "date_format" && arguments[0]->type.IsText() &&
      !state.types().hive_compatible) {
    return Error{ErrorCode::kUnsupported,
                 "Not Support DatetimeFunc date_format(string, string) yet, please run in hive "
                 "compatible mode",
                 range, "SET odps.sql.hive.compatible=true, or use TO_CHAR of a DATETIME"};
  }
  return Status::Ok();
}

plan::ExpressionPtr InSetType(State& state, plan::ExpressionPtr call) {
  if (!state.context.timestamp_ntz || call->kind != plan::ExpressionKind::kCall ||
      plan::As<plan::Call>(*call).function->name != "current_timestamp") {
    return call;
  }
  return CoerceTo(state, std::move(call), TypeId::kTimestampNtz);
}

Result<plan::ExpressionPtr> BareCall(State& state, std::string_view name, Error unknown) {
  const std::optional<names::OwnedFunction> owned = state.names.Function(name);
  if (!owned.has_value() || !TakesNothing(*owned->function, state.types())) return unknown;
  const functions::Function* function = owned->function;
  const bool bare = function->name == "current_date";
  if (bare && state.types().hive_compatible) {
    return MakeCall(state, *function, {}, unknown.range);
  }
  unknown.hint = fmt::format("write {}(){}", ToUpper(function->name),
                             bare ? ": without brackets only Hive-compatible mode knows it" : "");
  return unknown;
}

}  // namespace paisql::analysis
