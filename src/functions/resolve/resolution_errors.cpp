#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "functions/resolve/binder.h"
#include "functions/resolve/known_signature.h"

namespace paisql::functions {
namespace {

// The parameters of "(STRING, MAP<K,V>) -> T" as they are written: "STRING", "MAP<K,V>".
std::vector<std::string> ParameterTexts(std::string_view signature) {
  const std::string_view list = signature.substr(1, signature.find(") -> ") - 1);
  std::vector<std::string> texts;
  size_t depth = 0;
  for (const char c : list) {
    if (c == ',' && depth == 0) {
      texts.emplace_back();
      continue;
    }
    if (texts.empty()) texts.emplace_back();
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c != ' ' || !texts.back().empty()) texts.back() += c;
  }
  return texts;
}

constexpr std::string_view kConstant = "const ";

// "DATE DATEADD(DATE arg0, BIGINT arg1, STRING arg2)".
std::string Candidate(const Function& function, const Overload& overload) {
  std::vector<std::string> parameters = ParameterTexts(overload.signature);
  for (size_t i = 0; i < parameters.size(); ++i) {
    // Another message says that an argument has to be a constant.
    if (parameters[i].starts_with(kConstant)) parameters[i].erase(0, kConstant.size());
    parameters[i] += " arg" + std::to_string(i);
  }
  const std::string_view arrow = " -> ";
  const size_t result = overload.signature.find(arrow) + arrow.size();
  return std::string(overload.signature.substr(result)) + " " + ToUpper(function.name) + "(" +
         Join(parameters, ", ") + ")";
}

// JSON is one of them: the platform says "expect JSON".
bool IsGeneric(const Parameter& parameter) {
  return parameter.form == Parameter::Form::kArray || parameter.form == Parameter::Form::kMap ||
         parameter.form == Parameter::Form::kVariable ||
         (parameter.form == Parameter::Form::kType && parameter.type.id() == TypeId::kJson);
}

std::string Describe(const CallArgument& argument) {
  if (!argument.is_lambda) return argument.type.ToString();
  return "a lambda of " + std::to_string(argument.width) +
         (argument.width == 1 ? " parameter" : " parameters");
}

// The one overload that takes so many arguments; nullptr when there are several, or none.
const Overload* OnlyOverload(const Function& function, size_t count, const TypeMode& mode) {
  const Overload* only = nullptr;
  for (const Overload& overload : function.overloads) {
    if (!ExistsIn(overload, mode)) continue;
    if (!TakesCount(KnownSignature(overload.signature), count)) continue;
    if (only != nullptr) return nullptr;
    only = &overload;
  }
  return only;
}

// The words for the first argument that does not fit a collection, JSON or a type variable, where
// the function has one form only; nullopt for any other call.
std::optional<Error> GenericError(const Function& function,
                                  const std::vector<CallArgument>& arguments,
                                  const TypeMode& mode) {
  if (function.kind == FunctionKind::kOperator) return std::nullopt;
  const Overload* only = OnlyOverload(function, arguments.size(), mode);
  if (only == nullptr) return std::nullopt;
  const Signature& signature = KnownSignature(only->signature);
  Binder binder(*function.flags, mode);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = ParameterAt(signature, i);
    const bool lambda = parameter.form == Parameter::Form::kLambda;
    const DataType bound = lambda ? DataType(TypeId::kVoid) : binder.TypeOf(parameter);
    if (lambda != arguments[i].is_lambda) {
      if (lambda && arguments[i].may_be_function) continue;
    } else if (lambda || binder.Accept(parameter, arguments[i].type)) {
      continue;
    }
    if (!IsGeneric(parameter)) return std::nullopt;
    const std::string what = "invalid type " + Describe(arguments[i]) + " of argument " +
                             std::to_string(i + 1) + " for function " + std::string(function.name) +
                             ", expect ";
    if (parameter.form == Parameter::Form::kVariable && bound.id() != TypeId::kVoid) {
      return Error{ErrorCode::kSemantic,
                   what + bound.ToString() + ", implicit conversion is not allowed",
                   {},
                   "CAST the argument to the type that the others have"};
    }
    const std::vector<std::string> texts = ParameterTexts(only->signature);
    return Error{ErrorCode::kInvalidArgumentType,
                 what + texts[std::min(i, texts.size() - 1)],
                 {},
                 "CAST the argument to the type that the function takes"};
  }
  return std::nullopt;
}

}  // namespace

Error CountError(const Function& function, size_t actual, const TypeMode& mode) {
  std::set<size_t> counts;
  bool variadic = false;
  for (const Overload& overload : function.overloads) {
    if (!ExistsIn(overload, mode)) continue;
    const Signature& signature = KnownSignature(overload.signature);
    counts.insert(MinimumArguments(signature));
    variadic = variadic || IsVariadic(signature);
  }
  std::string needed;
  if (variadic) {
    needed = "at least " + std::to_string(*counts.begin());
  } else if (counts.size() == 1) {
    needed = std::to_string(*counts.begin());
  } else {
    needed = "at least " + std::to_string(*counts.begin()) + ", at most " +
             std::to_string(*counts.rbegin());
  }
  const bool one = needed == "1" || needed == "at least 1";
  return Error{ErrorCode::kArgumentCount,
               "function " + std::string(function.name) + " needs " + needed +
                   (one ? " parameter" : " parameters") + ", actually have " +
                   std::to_string(actual),
               {},
               ""};
}

Error TypeError(const Function& function, const std::vector<CallArgument>& arguments,
                const TypeMode& mode) {
  if (std::optional<Error> error = GenericError(function, arguments, mode)) return *error;
  std::vector<std::string> types;
  for (const CallArgument& argument : arguments) types.push_back(Describe(argument));
  std::vector<std::string> candidates;
  for (const Overload& overload : function.overloads) {
    if (!ExistsIn(overload, mode)) continue;
    std::string candidate = Candidate(function, overload);
    if (std::find(candidates.begin(), candidates.end(), candidate) == candidates.end()) {
      candidates.push_back(std::move(candidate));
    }
  }
  return Error{ErrorCode::kSemantic,
               "function " + std::string(function.name) +
                   " cannot match any overloaded functions with (" + Join(types, ", ") +
                   "), candidates are " + Join(candidates, "; "),
               {},
               "CAST the argument to the type that the function takes"};
}

}  // namespace paisql::functions
