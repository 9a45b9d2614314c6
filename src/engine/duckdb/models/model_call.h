#pragma once

// PREDICT, in a template "$predict($2*)": for each model and each types of arguments a function of
// its own, which computes a chunk of rows at once. A row with a NULL among its inputs has the
// answer NULL and is not computed.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"
#include "plan/expression.h"
#include "plan/model_use.h"

namespace paisql::engine {

struct PrintContext;

inline constexpr std::string_view kPredictTemplate = "$predict($2*)";

// The computation of a function: arguments[i] is the call's argument i + 1, after the model's name.
struct ModelCall {
  std::string function;  // "paisql_predict_…", another one for each other content
  std::shared_ptr<const plan::ModelUse> use;
  std::vector<DataType> arguments;
  DataType result;
};

// `arguments` are the printed ones of the call, its model's name first.
std::string PrintPredict(const plan::Call& call, const std::vector<std::string>& arguments,
                         PrintContext& context);

// Makes the function; an empty text means success. `statements` must outlive the database.
std::string RegisterModelCall(const DuckdbApi& api, duckdb_connection connection,
                              std::shared_ptr<const ModelCall> call, Statements& statements);

}  // namespace paisql::engine
