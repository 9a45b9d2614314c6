#pragma once

// Functions of users: for each function and each types of arguments a function of DuckDB's,
// paisql_user_…, which sends the rows of a chunk to a worker process (udf/function_pool.h) and
// waits for its answer on DuckDB's own thread. Nothing is called while DuckDB plans. Aggregate
// functions: user_aggregate.h.

#include <memory>
#include <string>
#include <vector>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"
#include "plan/expression.h"
#include "udf/function_spec.h"

namespace paisql::engine {

struct PrintContext;

struct UserCall {
  std::string function;  // "paisql_user_…", another one for each other content
  std::string in_plan;   // the name of the plan's function, for the place of an error
  std::string zone;      // the session's
  std::shared_ptr<const udf::FunctionSpec> spec;
  std::vector<DataType> arguments;  // as they are sent
  DataType result;                  // as it comes back
  bool constant = false;            // so are its arguments: a statement computes it once
  // Of an aggregate: its groups are wanted after they were combined or ended, as in windows.
  bool keeps_groups = false;
};

// Whether a worker process computes the call.
bool IsUserMade(const plan::MadeBy& made_by);

// `arguments` are the printed ones.
std::string PrintUserCall(const plan::Call& call, const std::vector<std::string>& arguments,
                          PrintContext& context);

// The same for an aggregate or a window, as far as its closing parenthesis; PrintReturned
// (sent_rows.h) belongs around it and its clauses.
struct UserAggregate {
  const plan::MadeBy& made_by;
  const std::vector<plan::ExpressionPtr>& arguments;
  const DataType& type;
  bool keeps_groups;
};
std::string PrintUserAggregate(const UserAggregate& aggregate,
                               const std::vector<std::string>& arguments, PrintContext& context);

// Makes the function; an empty text means success. `statements` must outlive the database.
std::string RegisterUserCall(const DuckdbApi& api, duckdb_connection connection,
                             std::shared_ptr<const UserCall> call, Statements& statements);

}  // namespace paisql::engine
