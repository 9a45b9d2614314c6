#pragma once

// Calls of functions that take lambdas. A lambda's body has a type only when its parameters have
// one, so such a call is resolved in steps: Start chooses the overload by the other arguments;
// then, from left to right, the caller asks for the types of a lambda's parameters, finds the type
// of its body, and tells it.

#include "functions/resolve/binder.h"

namespace paisql::functions {

bool TakesLambdas(const Function& function);

class LambdaResolution {
 public:
  // The errors are those of ResolveOverload.
  static Result<LambdaResolution> Start(const Function& function,
                                        const std::vector<CallArgument>& arguments,
                                        const TypeMode& mode);

  bool IsLambda(size_t argument) const;
  // VOID for a parameter that is still to be bound.
  std::vector<DataType> ParameterTypes(size_t argument) const;
  // False when the type does not fit what the lambda must give. It may widen the lambda's own
  // parameters (the sum of an array_reduce): then the body is to be analysed again.
  bool AcceptBody(size_t argument, const DataType& type);
  // The type that a lambda must give, for messages: "BOOLEAN".
  DataType BodyType(size_t argument) const;

  // When all bodies are accepted. A lambda's argument type is what its body converts to.
  Resolution Finish() const;

 private:
  LambdaResolution(const Function& function, const Overload& overload, Signature signature,
                   std::vector<CallArgument> arguments, Binder binder)
      : function_(&function),
        overload_(&overload),
        signature_(std::move(signature)),
        arguments_(std::move(arguments)),
        binder_(std::move(binder)) {}

  const Function* function_;
  const Overload* overload_;
  Signature signature_;
  std::vector<CallArgument> arguments_;
  Binder binder_;
};

}  // namespace paisql::functions
