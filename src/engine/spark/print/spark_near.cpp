#include "engine/spark/print/spark_near.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/duckdb/functions/near_comparison.h"
#include "engine/spark/print/spark_text.h"

namespace paisql::engine::spark {
namespace {

std::string Argument(size_t index) { return "$" + std::to_string(index + 1); }

std::string Number(double value) { return Literal(Value::Double(value)).value_or("NULL"); }

// NaN is the greatest number to Spark, too.
std::string AreNear(const std::string& a, const std::string& b) {
  return "(" + a + " = " + b + " OR abs(" + a + " - " + b + ") < CAST('1e-15' AS DOUBLE))";
}

std::string Mirror(std::string_view op) {
  if (op == "<") return ">";
  if (op == "<=") return ">=";
  if (op == ">") return "<";
  return op == ">=" ? "<=" : std::string(op);
}

std::string WithConstant(std::string_view op, const std::string& operand, double constant) {
  const auto [low, high] = NearEnds(constant);
  std::string near = "(" + operand + " BETWEEN " + Number(low) + " AND " + Number(high) + ")";
  if (op == "=") return near;
  if (op == "<>") return "(NOT " + near + ")";
  const bool below = op == "<" || op == ">=";
  return "(" + operand + " " + std::string(op) + " " + Number(below ? low : high) + ")";
}

std::string Compare(std::string_view op, size_t left, size_t right,
                    const std::vector<std::optional<double>>& constants, bool& repeats) {
  const std::string a = Argument(left);
  const std::string b = Argument(right);
  if (constants[right]) return WithConstant(op, a, *constants[right]);
  if (constants[left]) return WithConstant(Mirror(op), b, *constants[left]);
  repeats = true;
  std::string near = AreNear(a, b);
  if (op == "=") return near;
  if (op == "<>") return "(NOT " + near + ")";
  const std::string strict = "(" + a + " " + std::string(op.substr(0, 1)) + " " + b;
  return op.size() == 1 ? strict + " AND NOT " + near + ")" : strict + " OR " + near + ")";
}

}  // namespace

std::string_view NearOperatorOf(std::string_view text) {
  constexpr std::string_view kHead = "$near($1 ";
  if (!text.starts_with(kHead)) return "";
  text.remove_prefix(kHead.size());
  return text.substr(0, text.find(' '));
}

std::string NearText(std::string_view op, const std::vector<std::optional<double>>& constants,
                     bool exact, bool& repeats) {
  if (op == "IN") {
    std::vector<std::string> terms;
    for (size_t i = 1; i < constants.size(); ++i) {
      terms.push_back(Compare("=", 0, i, constants, repeats));
    }
    repeats = repeats || terms.size() > 1;
    return JoinByHalves(terms, " OR ");
  }
  if (op == "BETWEEN") {
    repeats = true;
    return "(" + Compare(">=", 0, 1, constants, repeats) + " AND " +
           Compare("<=", 0, 2, constants, repeats) + ")";
  }
  if (exact) return "($1 " + std::string(op) + " $2)";
  return Compare(op, 0, 1, constants, repeats);
}

}  // namespace paisql::engine::spark
