#pragma once

// Reads a job's inputs: the elements of -Dtables, each the URL of a table or a query in
// parentheses. Private to pai.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/value/build_context.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

// The elements in their order, resolved. A comma in parentheses, quotes or comments of a query
// separates nothing; from an element on that begins like a query, "SELECT …", the value is one
// query. The rows of the query number n are odps://project/tables/_query_n to the script.
Result<std::vector<jobs::TableBinding>> ResolveInputs(const syntax::PaiParameter& parameter,
                                                      const BuildContext& context);

// The elements of such a value as they are written, a query without its parentheses; those before
// one that is malformed.
struct NamedInput {
  std::string text;
  bool query = false;
};
std::vector<NamedInput> NamedInputs(std::string_view value);

}  // namespace paisql::pai
