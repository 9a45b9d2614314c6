#include "engine/duckdb/functions/near_comparison.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/values/handles.h"
#include "types/value.h"

namespace paisql::engine {
namespace {

constexpr double kTolerance = 1e-15;
// From here on neighbours are further apart than the tolerance.
constexpr double kExactFrom = 8;

bool IsNear(double a, double b) {
  return a == b || std::fabs(a - b) < kTolerance || (std::isnan(a) && std::isnan(b));
}

// NaN is the greatest.
bool IsLess(double a, double b) {
  return !IsNear(a, b) && (std::isnan(b) ? !std::isnan(a) : a < b);
}

// Numbers in whole numbers of the same order, neighbours in neighbours; not for NaN.
int64_t RankOf(double number) {
  const auto bits = std::bit_cast<int64_t>(number);
  return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits;
}

double OfRank(int64_t rank) {
  return std::bit_cast<double>(rank >= 0 ? rank : std::numeric_limits<int64_t>::min() - rank);
}

// The farthest number in the direction of an infinity that is still equal to the constant. By
// halves, since around 0 most of all numbers are nearer to each other than the tolerance.
double EndOf(double constant, double direction) {
  if (ComparesExactly(constant)) return constant;
  int64_t near = RankOf(constant);
  int64_t far = RankOf(direction);
  for (int64_t middle = std::midpoint(near, far); middle != near && middle != far;
       middle = std::midpoint(near, far)) {
    (IsNear(OfRank(middle), constant) ? near : far) = middle;
  }
  return OfRank(near);
}

std::string Literal(double value, PrintContext& context) {
  return PrintConstant(Value::Double(value), context);
}

struct Operator {
  std::string_view sign;
  std::string_view function;
};
constexpr Operator kComparisons[] = {
    {"=", "paisql_near_equal"},         {"<>", "paisql_near_unequal"},
    {"<", "paisql_near_less"},          {"<=", "paisql_near_less_equal"},
    {">", "paisql_near_greater"},       {">=", "paisql_near_greater_equal"},
    {"BETWEEN", "paisql_near_between"}, {"IN", "paisql_near_equal"},
};

std::string_view FunctionOf(std::string_view op) {
  for (const Operator& known : kComparisons) {
    if (known.sign == op) return known.function;
  }
  PAISQL_UNREACHABLE("a comparison of DOUBLEs by an unknown operator");
}

std::string Between(const std::string& operand, double low, double high, PrintContext& context) {
  return "(" + operand + " BETWEEN " + Literal(EndOf(low, -INFINITY), context) + " AND " +
         Literal(EndOf(high, INFINITY), context) + ")";
}

// `operand op constant`.
std::string WithConstant(std::string_view op, const std::string& operand, double constant,
                         PrintContext& context) {
  if (op == "=") return Between(operand, constant, constant, context);
  if (op == "<>") return "(NOT " + Between(operand, constant, constant, context) + ")";
  // A lesser value lies below the neighbourhood, a value less or equal below its upper end.
  const bool below = op == "<" || op == ">=";
  return "(" + operand + " " + std::string(op) + " " +
         Literal(EndOf(constant, below ? -INFINITY : INFINITY), context) + ")";
}

std::string_view Mirrored(std::string_view op) {
  if (op == "<") return ">";
  if (op == "<=") return ">=";
  if (op == ">") return "<";
  return op == ">=" ? "<=" : op;
}

// Constants that compare exactly stay one list.
std::string PrintIn(const std::vector<NearOperand>& operands, PrintContext& context) {
  std::vector<std::string> exact;
  std::vector<std::string> terms;
  for (size_t i = 1; i < operands.size(); ++i) {
    const NearOperand& item = operands[i];
    if (item.constant && ComparesExactly(*item.constant)) {
      exact.push_back(item.text);
    } else {
      terms.push_back(PrintNear("=", {operands[0], item}, false, context));
    }
  }
  if (!exact.empty()) {
    terms.insert(terms.begin(), "(" + operands[0].text + " IN (" + Join(exact, ", ") + "))");
  }
  constexpr size_t kLongChain = 200;
  if (terms.size() > kLongChain) context.avoided_optimizers.insert("expression_rewriter");
  return "(" + Join(terms, " OR ") + ")";
}

std::string PrintExact(std::string_view op, const std::vector<NearOperand>& operands) {
  std::vector<std::string> others;
  for (size_t i = 1; i < operands.size(); ++i) others.push_back(operands[i].text);
  std::string right = Join(others, op == "BETWEEN" ? " AND " : ", ");
  if (op == "IN") right = "(" + right + ")";
  return "(" + operands[0].text + " " + std::string(op) + " " + right + ")";
}

// ---- the functions ----

template <bool (*kCompare)(double, double)>
void Compare(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  const auto* a = static_cast<const double*>(call.Data(0));
  const auto* b = static_cast<const double*>(call.Data(1));
  bool* out = call.Output<bool>();
  for (idx_t row = 0; row < call.rows(); ++row) out[row] = kCompare(a[row], b[row]);
  call.CopyNulls();
}

// A bound that is NULL leaves the answer open only where the other one does not decide it.
void CompareBetween(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  for (idx_t row = 0; row < call.rows(); ++row) {
    const bool null = call.IsNull(0, row);
    const auto a = call.Get<double>(0, row);
    const bool below = !null && !call.IsNull(1, row) && IsLess(a, call.Get<double>(1, row));
    const bool above = !null && !call.IsNull(2, row) && IsLess(call.Get<double>(2, row), a);
    call.Set(row, !below && !above);
    if (!below && !above && call.AnyNull(row)) call.SetNull(row);
  }
}

bool IsUnequal(double a, double b) { return !IsNear(a, b); }
bool IsGreater(double a, double b) { return IsLess(b, a); }
bool IsLessEqual(double a, double b) { return !IsLess(b, a); }
bool IsGreaterEqual(double a, double b) { return !IsLess(a, b); }

struct Body {
  std::string_view sign;
  duckdb_scalar_function_t function;
};
constexpr Body kBodies[] = {
    {"=", Compare<IsNear>},       {"<>", Compare<IsUnequal>}, {"<", Compare<IsLess>},
    {"<=", Compare<IsLessEqual>}, {">", Compare<IsGreater>},  {">=", Compare<IsGreaterEqual>},
    {"BETWEEN", CompareBetween},
};

}  // namespace

std::string_view NearOperator(std::string_view text) {
  constexpr std::string_view kHead = "$near($1 ";
  if (!text.starts_with(kHead)) return "";
  text.remove_prefix(kHead.size());
  return text.substr(0, text.find(' '));
}

bool ComparesExactly(double constant) { return !(std::fabs(constant) <= kExactFrom); }

std::pair<double, double> NearEnds(double constant) {
  return {EndOf(constant, -INFINITY), EndOf(constant, INFINITY)};
}

std::string PrintNear(std::string_view op, const std::vector<NearOperand>& operands, bool exact,
                      PrintContext& context) {
  bool all_exact = true;
  for (size_t i = 1; i < operands.size(); ++i) {
    all_exact = all_exact && operands[i].constant && ComparesExactly(*operands[i].constant);
  }
  const NearOperand& left = operands[0];
  const bool left_exact = operands.size() == 2 && left.constant && ComparesExactly(*left.constant);
  if (exact || all_exact || left_exact) return PrintExact(op, operands);
  if (op == "IN") return PrintIn(operands, context);
  if (op == "BETWEEN") {
    if (operands[1].constant && operands[2].constant) {
      return Between(left.text, *operands[1].constant, *operands[2].constant, context);
    }
  } else if (operands[1].constant) {
    return WithConstant(op, left.text, *operands[1].constant, context);
  } else if (left.constant) {
    return WithConstant(Mirrored(op), operands[1].text, *left.constant, context);
  }
  std::vector<std::string> texts;
  for (const NearOperand& operand : operands) texts.push_back(operand.text);
  return context.Native(FunctionOf(op), Join(texts, ", "));
}

bool RegisterNear(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                  std::string& error) {
  for (const Body& body : kBodies) {
    if (FunctionOf(body.sign) != name) continue;
    ScalarFunctionHandle function(api, api.create_scalar_function());
    api.scalar_function_set_name(function.get(), std::string(name).c_str());
    TypeHandle operand(api, api.create_logical_type(DUCKDB_TYPE_DOUBLE));
    const bool between = body.sign == "BETWEEN";
    const size_t operands = between ? 3 : 2;
    for (size_t i = 0; i < operands; ++i) {
      api.scalar_function_add_parameter(function.get(), operand.get());
    }
    TypeHandle result(api, api.create_logical_type(DUCKDB_TYPE_BOOLEAN));
    api.scalar_function_set_return_type(function.get(), result.get());
    if (between) api.scalar_function_set_special_handling(function.get());
    api.scalar_function_set_function(function.get(), body.function);
    if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
      error = "the function " + std::string(name) + " cannot be registered";
    }
    return true;
  }
  return false;
}

}  // namespace paisql::engine
