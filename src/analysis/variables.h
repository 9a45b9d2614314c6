#pragma once

// The variables of a script, as one of its statements sees them. Whoever runs the script decides
// what a variable is: rows that were computed, a query that is analysed where it is read, or a
// value.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"
#include "syntax/query.h"
#include "types/value.h"

namespace paisql::plan {
struct Expression;
}
namespace paisql::syntax {
struct Definition;
}

namespace paisql::analysis {

struct Cte;
struct Variable;

// By their names in lower case, without @. A variable that was set again is another Variable, so
// those who have read the first one keep it.
using Variables = std::map<std::string, std::shared_ptr<const Variable>, std::less<>>;

// One of the ways to have a value is set; none of a variable that was only declared.
struct Variable {
  std::string name;  // as it was written, without @
  std::optional<Value> value = {};
  std::optional<store::Table> rows = {};    // one of the session's own tables
  const syntax::Query* query = nullptr;     // the script that it stands in is kept by `owner`
  std::vector<store::Column> columns = {};  // the names and types that TABLE (…) gives to the query
  std::shared_ptr<const Variables> scope = {};  // the variables that the query sees
  std::shared_ptr<const void> owner = {};
  // FUNCTION f (…) AS … of the script, whose key in Variables is "f()".
  std::shared_ptr<const syntax::Definition> definition = {};
  // Of a parameter, while the call that gives it is analysed: rows of the statement's plan, a value
  // in it, or the name of a function.
  const Cte* shared = nullptr;
  std::shared_ptr<const plan::Expression> expression = {};
  std::string function = {};
  const syntax::Lambda* lambda = nullptr;  // a function without a name; it sees `scope`
};

// Null for an unknown name.
const Variable* FindVariable(const Variables* variables, std::string_view name);
// The key of a function, and the name under which the catalog keeps one beside the views: no user
// can write it.
std::string FunctionKey(std::string_view name);
// The key of a parameter of a lambda whose body is analysed for a call; no user can write it.
std::string LambdaKey(std::string_view name);

}  // namespace paisql::analysis
