#include "plan/selectivity.h"

#include <algorithm>
#include <string_view>

#include "plan/traverse.h"

namespace paisql::plan {
namespace {

constexpr double kOther = 1.0 / 3;
constexpr double kSubquery = 0.5;
constexpr double kOneOfList = 0.1;
constexpr double kLongestList = 0.5;

struct Share {
  std::string_view name;
  double share;
};

constexpr Share kShares[] = {
    {"=", 0.1},
    {"<=>", 0.1},
    {"is_not_distinct_from", 0.1},
    {"<>", 0.9},
    {"is_distinct_from", 0.9},
    {"<", kOther},
    {"<=", kOther},
    {">", kOther},
    {">=", kOther},
    {"between", 0.25},
    {"like", 0.25},
    {"like_plain", 0.25},
    {"like_escape", 0.25},
    {"rlike", 0.25},
    {"is_null", 0.05},
    {"is_not_null", 0.95},
};

double OfConstant(const Constant& constant) {
  const Value& value = constant.value;
  if (value.is_null()) return 0;
  return value.type.id() == TypeId::kBoolean && !value.as_bool() ? 0 : 1;
}

bool AllDecided(const Expression& condition, const DecidedColumns& decided) {
  std::vector<ColumnId> columns;
  CollectColumns(condition, columns);
  return !columns.empty() && std::all_of(columns.begin(), columns.end(),
                                         [&](ColumnId id) { return decided.contains(id); });
}

double OfCall(const Call& call, const DecidedColumns& decided) {
  const std::string_view name = call.function == nullptr ? "" : call.function->name;
  const auto argument = [&](size_t i) { return Selectivity(*call.arguments[i], decided); };
  if (name == "and") return argument(0) * argument(1);
  if (name == "or") return argument(0) + argument(1) - argument(0) * argument(1);
  if (name == "not") return 1 - argument(0);
  if (AllDecided(call, decided)) return 1;
  if (name == "in") {
    return std::min(kLongestList, kOneOfList * static_cast<double>(call.arguments.size() - 1));
  }
  for (const Share& entry : kShares) {
    if (entry.name == name) return entry.share;
  }
  return kOther;
}

}  // namespace

double Selectivity(const Expression& condition, const DecidedColumns& decided) {
  switch (condition.kind) {
    case ExpressionKind::kConstant:
      return OfConstant(As<Constant>(condition));
    case ExpressionKind::kCall:
      return OfCall(As<Call>(condition), decided);
    case ExpressionKind::kExists:
    case ExpressionKind::kInSubquery:
      return kSubquery;
    default:
      return kOther;
  }
}

bool IsColumnEquality(const Expression& condition, ColumnId& left, ColumnId& right) {
  if (condition.kind != ExpressionKind::kCall) return false;
  const auto& call = As<Call>(condition);
  if (call.function == nullptr || call.function->name != "=") return false;
  ColumnId ids[2] = {};
  for (size_t i = 0; i < 2; ++i) {
    const Expression* side = call.arguments[i].get();
    while (side->kind == ExpressionKind::kCast) side = As<Cast>(*side).operand.get();
    if (side->kind != ExpressionKind::kColumn) return false;
    ids[i] = As<ColumnRef>(*side).column;
  }
  left = ids[0];
  right = ids[1];
  return true;
}

}  // namespace paisql::plan
