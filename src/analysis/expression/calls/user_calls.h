#pragma once

// Calls of functions that users have written in Python or Java. Which function a name means, what
// its class says of itself, and what it finds around it; then what one call means.

#include <memory>
#include <string>
#include <vector>

#include "analysis/context/state.h"
#include "functions/function.h"
#include "plan/user_function_use.h"
#include "store/functions.h"
#include "syntax/query.h"
#include "udf/signature.h"

namespace paisql::analysis {

struct UserFunction {
  // All calls in a statement have this row, so that equal calls are equal.
  std::shared_ptr<const functions::Function> function;
  udf::FunctionForm form = udf::FunctionForm::kScalar;
  // A table function without annotate takes any arguments; its columns are STRING and as many as
  // the call names.
  std::vector<udf::Signature> signatures;  // one in Python
  std::string class_name;
  bool whole_columns = false;
  std::vector<UsedObject> uses;  // itself, then its resources
  std::shared_ptr<const udf::Environment> environment;
};

// Null for a name that no user's function has. kSemantic "function 'f' cannot be resolved" at the
// name where its class or a resource is missing. A function of the script hides it, and it hides a
// built-in one.
Result<std::shared_ptr<const UserFunction>> FindUserFunction(State& state,
                                                             const syntax::QualifiedName& name);

// kSemantic, without a place, where no call can have the signature that the class has: none, a
// wrong one, or several results of a function that has one.
Status CheckSignature(const store::UserFunction& function);

// The meaning of a call. The arguments, none of which has failed, get the types of the signature;
// those of a * stay as they are. `columns` is for a table function without annotate.
Result<std::shared_ptr<const plan::UserFunctionUse>> UseUserFunction(
    State& state, const UserFunction& function, std::vector<plan::ExpressionPtr>& arguments,
    const SourceRange& range, size_t columns = 0);

}  // namespace paisql::analysis
