#include "engine/duckdb/functions/moment_functions.h"

#include <array>
#include <memory>
#include <optional>

#include "engine/duckdb/functions/moments.h"
#include "engine/duckdb/values/handles.h"

namespace paisql::engine {
namespace {

// Computes the result of a state with at least one row; nullopt is NULL.
using VarianceFinish = std::optional<double> (*)(const VarianceState&);
using CovarianceFinish = std::optional<double> (*)(const PairState<false>&);
using CorrelationFinish = std::optional<double> (*)(const PairState<true>&);

std::optional<double> VarPop(const VarianceState& state) {
  return state.SumOfSquares() / static_cast<double>(state.rows);
}
std::optional<double> VarSamp(const VarianceState& state) {
  if (state.rows < 2) return std::nullopt;
  return state.SumOfSquares() / static_cast<double>(state.rows - 1);
}
std::optional<double> StddevPop(const VarianceState& state) { return std::sqrt(*VarPop(state)); }
std::optional<double> StddevSamp(const VarianceState& state) {
  if (state.rows < 2) return std::nullopt;
  return std::sqrt(*VarSamp(state));
}
std::optional<double> CovarPop(const PairState<false>& state) {
  return state.SumOfProducts() / static_cast<double>(state.rows);
}
std::optional<double> CovarSamp(const PairState<false>& state) {
  if (state.rows < 2) return std::nullopt;
  return state.SumOfProducts() / static_cast<double>(state.rows - 1);
}
std::optional<double> Corr(const PairState<true>& state) { return state.Correlation(); }

template <typename State>
State& At(duckdb_aggregate_state state) {
  return *reinterpret_cast<State*>(state);
}

template <typename State>
idx_t SizeOf(duckdb_function_info /*info*/) {
  return sizeof(State);
}

template <typename State>
void Begin(duckdb_function_info /*info*/, duckdb_aggregate_state state) {
  std::construct_at(reinterpret_cast<State*>(state));
}

// Rows with a NULL do not count. Neighbours mostly belong to one state, which then stays at hand.
template <typename State>
void Update(duckdb_function_info /*info*/, duckdb_data_chunk input,
            duckdb_aggregate_state* states) {
  const DuckdbApi& api = LoadedApi();
  const idx_t rows = api.data_chunk_get_size(input);
  std::array<const double*, State::kColumns> columns{};
  std::array<const uint64_t*, State::kColumns> validity{};
  bool nulls = false;
  for (idx_t i = 0; i < State::kColumns; ++i) {
    const duckdb_vector vector = api.data_chunk_get_vector(input, i);
    columns[i] = static_cast<const double*>(api.vector_get_data(vector));
    validity[i] = api.vector_get_validity(vector);
    nulls = nulls || validity[i] != nullptr;
  }
  const auto is_null = [&](idx_t row) {
    for (const uint64_t* bits : validity) {
      if (bits != nullptr && ((bits[row / 64] >> (row % 64)) & 1) == 0) return true;
    }
    return false;
  };
  for (idx_t row = 0; row < rows;) {
    const duckdb_aggregate_state place = states[row];
    State state = At<State>(place);
    for (; row < rows && states[row] == place; ++row) {
      if (!nulls || !is_null(row)) state.Take(columns.data(), row);
    }
    At<State>(place) = state;
  }
}

template <typename State>
void Combine(duckdb_function_info /*info*/, duckdb_aggregate_state* source,
             duckdb_aggregate_state* target, idx_t count) {
  for (idx_t i = 0; i < count; ++i) At<State>(target[i]).Merge(At<State>(source[i]));
}

template <typename State, auto Result>
void Finish(duckdb_function_info /*info*/, duckdb_aggregate_state* states, duckdb_vector output,
            idx_t count, idx_t offset) {
  const DuckdbApi& api = LoadedApi();
  auto* const values = static_cast<double*>(api.vector_get_data(output));
  uint64_t* validity = nullptr;
  for (idx_t i = 0; i < count; ++i) {
    const State& state = At<State>(states[i]);
    const idx_t row = offset + i;
    if (const auto value = state.rows == 0 ? std::nullopt : Result(state)) {
      values[row] = *value;
      continue;
    }
    if (validity == nullptr) {
      api.vector_ensure_validity_writable(output);
      validity = api.vector_get_validity(output);
    }
    validity[row / 64] &= ~(uint64_t{1} << (row % 64));
  }
}

struct MomentFunction {
  std::string_view name;
  int parameters;
  duckdb_aggregate_state_size size;
  duckdb_aggregate_init_t begin;
  duckdb_aggregate_update_t update;
  duckdb_aggregate_combine_t combine;
  duckdb_aggregate_finalize_t finish;
};

template <typename State, auto Result>
constexpr MomentFunction Row(std::string_view name) {
  return {name,          State::kColumns, SizeOf<State>,        Begin<State>,
          Update<State>, Combine<State>,  Finish<State, Result>};
}

constexpr std::array kFunctions = {
    Row<VarianceState, VarPop>("paisql_var_pop"),
    Row<VarianceState, VarSamp>("paisql_var_samp"),
    Row<VarianceState, StddevPop>("paisql_stddev_pop"),
    Row<VarianceState, StddevSamp>("paisql_stddev_samp"),
    Row<PairState<false>, CovarPop>("paisql_covar_pop"),
    Row<PairState<false>, CovarSamp>("paisql_covar_samp"),
    Row<PairState<true>, Corr>("paisql_corr"),
};

}  // namespace

bool RegisterMoment(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                    std::string& error) {
  for (const MomentFunction& row : kFunctions) {
    if (row.name != name) continue;
    AggregateFunctionHandle function(api, api.create_aggregate_function());
    api.aggregate_function_set_name(function.get(), std::string(name).c_str());
    TypeHandle type(api, api.create_logical_type(DUCKDB_TYPE_DOUBLE));
    for (int i = 0; i < row.parameters; ++i) {
      api.aggregate_function_add_parameter(function.get(), type.get());
    }
    api.aggregate_function_set_return_type(function.get(), type.get());
    api.aggregate_function_set_functions(function.get(), row.size, row.begin, row.update,
                                         row.combine, row.finish);
    if (api.register_aggregate_function(connection, function.get()) != DuckDBSuccess) {
      error = "the function " + std::string(name) + " cannot be registered";
    }
    return true;
  }
  return false;
}

}  // namespace paisql::engine
