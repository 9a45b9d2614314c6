#include "functions/flags.h"
#include "functions/resolve/binder.h"
#include "functions/resolve/known_signature.h"
#include "functions/resolve/result_rules.h"

namespace paisql::functions {
namespace {

// The sum of two narrow DECIMALs may be a wide one, but an engine that adds numbers of 64 bits
// would overflow; one wide operand makes the sum wide.
void WidenDecimalSum(Resolution& resolution) {
  constexpr int kNarrowWidth = 18;
  DataType& left = resolution.argument_types[0];
  const DataType& right = resolution.argument_types[1];
  if (left.id() != TypeId::kDecimal || right.id() != TypeId::kDecimal) return;
  const bool both_narrow = left.precision() <= kNarrowWidth && right.precision() <= kNarrowWidth;
  if (both_narrow && resolution.result.precision() > kNarrowWidth) {
    left = DataType::Decimal(kNarrowWidth + 1, left.scale());
  }
}

std::optional<Resolution> TryOverload(const Function& function, const Overload& overload,
                                      const Signature& signature,
                                      const std::vector<DataType>& arguments, const TypeMode& mode,
                                      int& cost) {
  Binder binder(*function.flags, mode);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!binder.Accept(ParameterAt(signature, i), arguments[i])) return std::nullopt;
  }
  Resolution resolution;
  resolution.function = &function;
  resolution.overload = &overload;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = ParameterAt(signature, i);
    resolution.argument_types.push_back(binder.Target(parameter, arguments[i]));
    resolution.constant_arguments.push_back(parameter.constant);
  }
  resolution.result = signature.result.form == Parameter::Form::kAnyDecimal
                          ? DecimalResult(function.name, resolution.argument_types)
                          : binder.TypeOf(signature.result);
  if (!ApplyTypeRule(arguments, mode, resolution)) return std::nullopt;
  if (!resolution.result.HasPrimitiveKeys()) return std::nullopt;
  if (function.flags->needs_type && resolution.result.id() == TypeId::kVoid) return std::nullopt;
  if (function.result_rule == "decimal_sum") WidenDecimalSum(resolution);
  cost = binder.cost();
  return resolution;
}

}  // namespace

Result<Resolution> ResolveOverload(const Function& function, const std::vector<DataType>& arguments,
                                   const TypeMode& mode) {
  std::optional<Resolution> best;
  int best_cost = 0;
  bool count_fits = false;
  for (const Overload& overload : function.overloads) {
    if (!ExistsIn(overload, mode)) continue;
    const Signature& signature = KnownSignature(overload.signature);
    if (!TakesCount(signature, arguments.size())) continue;
    count_fits = true;
    int cost = 0;
    std::optional<Resolution> candidate =
        TryOverload(function, overload, signature, arguments, mode, cost);
    if (candidate.has_value() && (!best.has_value() || cost < best_cost)) {
      best = std::move(candidate);
      best_cost = cost;
    }
  }
  if (best.has_value()) return *std::move(best);
  if (!count_fits) return CountError(function, arguments.size(), mode);
  std::vector<CallArgument> described;
  for (const DataType& argument : arguments) described.push_back({argument});
  return TypeError(function, described, mode);
}

}  // namespace paisql::functions
