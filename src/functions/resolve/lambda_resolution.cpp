#include "functions/resolve/lambda_resolution.h"
#include "functions/resolve/known_signature.h"

namespace paisql::functions {
namespace {

bool IsLambdaParameter(const Parameter& parameter) {
  return parameter.form == Parameter::Form::kLambda;
}

// Whether lambdas stand where the signature has them, with as many parameters.
bool FitsShape(const Signature& signature, const std::vector<CallArgument>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = ParameterAt(signature, i);
    if (!IsLambdaParameter(parameter)) {
      if (arguments[i].is_lambda) return false;
      continue;
    }
    if (arguments[i].is_lambda && arguments[i].width + 1 != parameter.parts.size()) return false;
    if (!arguments[i].is_lambda && !arguments[i].may_be_function) return false;
  }
  return true;
}

std::optional<Binder> Bind(const Function& function, const Signature& signature,
                           const std::vector<CallArgument>& arguments, const TypeMode& mode) {
  if (!FitsShape(signature, arguments)) return std::nullopt;
  Binder binder(*function.flags, mode);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = ParameterAt(signature, i);
    if (IsLambdaParameter(parameter)) continue;
    if (!binder.Accept(parameter, arguments[i].type)) return std::nullopt;
  }
  return binder;
}

}  // namespace

bool TakesLambdas(const Function& function) {
  for (const Overload& overload : function.overloads) {
    if (overload.signature.find("LAMBDA<") != std::string_view::npos) return true;
  }
  return false;
}

Result<LambdaResolution> LambdaResolution::Start(const Function& function,
                                                 const std::vector<CallArgument>& arguments,
                                                 const TypeMode& mode) {
  std::optional<LambdaResolution> best;
  bool count_fits = false;
  for (const Overload& overload : function.overloads) {
    if (!ExistsIn(overload, mode)) continue;
    Signature signature = KnownSignature(overload.signature);
    if (!TakesCount(signature, arguments.size())) continue;
    count_fits = true;
    std::optional<Binder> binder = Bind(function, signature, arguments, mode);
    if (!binder) continue;
    if (best && best->binder_.cost() <= binder->cost()) continue;
    best.emplace(
        LambdaResolution(function, overload, std::move(signature), arguments, *std::move(binder)));
  }
  if (best) return *std::move(best);
  if (!count_fits) return CountError(function, arguments.size(), mode);
  return TypeError(function, arguments, mode);
}

bool LambdaResolution::IsLambda(size_t argument) const {
  return IsLambdaParameter(ParameterAt(signature_, argument));
}

std::vector<DataType> LambdaResolution::ParameterTypes(size_t argument) const {
  const std::vector<Parameter>& parts = ParameterAt(signature_, argument).parts;
  std::vector<DataType> types;
  for (size_t i = 0; i + 1 < parts.size(); ++i) types.push_back(binder_.TypeOf(parts[i]));
  return types;
}

bool LambdaResolution::AcceptBody(size_t argument, const DataType& type) {
  return binder_.Accept(ParameterAt(signature_, argument).parts.back(), type) &&
         binder_.TypeOf(signature_.result).HasPrimitiveKeys();
}

DataType LambdaResolution::BodyType(size_t argument) const {
  return binder_.TypeOf(ParameterAt(signature_, argument).parts.back());
}

Resolution LambdaResolution::Finish() const {
  Resolution resolution;
  resolution.function = function_;
  resolution.overload = overload_;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const Parameter& parameter = ParameterAt(signature_, i);
    resolution.argument_types.push_back(
        IsLambda(i) ? BodyType(i) : binder_.Target(parameter, arguments_[i].type));
    resolution.constant_arguments.push_back(parameter.constant);
  }
  resolution.result = binder_.TypeOf(signature_.result);
  return resolution;
}

}  // namespace paisql::functions
