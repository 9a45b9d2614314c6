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

namespace paisql::analysis {

struct Variable;

// By their names in lower case, without @. A variable that was set again is another Variable, so
// those who have read the first one keep it.
using Variables = std::map<std::string, std::shared_ptr<const Variable>, std::less<>>;

// One of value, rows and query is set; none of a variable that was only declared.
struct Variable {
  std::string name;  // as it was written, without @
  std::optional<Value> value = {};
  std::optional<store::Table> rows = {};    // one of the session's own tables
  const syntax::Query* query = nullptr;     // the script that it stands in is kept by `owner`
  std::vector<store::Column> columns = {};  // the names and types that TABLE (…) gives to the query
  std::shared_ptr<const Variables> scope = {};  // the variables that the query sees
  std::shared_ptr<const void> owner = {};
};

// Null for an unknown name.
const Variable* FindVariable(const Variables* variables, std::string_view name);

}  // namespace paisql::analysis
