#include "engine/duckdb/user_functions/user_aggregate.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/user_functions/aggregate_run.h"
#include "engine/duckdb/user_functions/pack_columns.h"
#include "engine/duckdb/user_functions/sent_rows.h"
#include "engine/duckdb/values/handles.h"
#include "plan/relation.h"

namespace paisql::engine {
namespace {

using Lane = AggregateRun::Lane;
using Groups = std::vector<int64_t>;

constexpr int64_t kNoRows = 0;  // a group that no lane knows

// A group. DuckDB may move it in memory.
struct GroupState {
  std::shared_ptr<AggregateRun> run;
  Lane* lane = nullptr;  // null: no rows so far
  int64_t group = kNoRows;
};

GroupState& At(duckdb_aggregate_state state) { return *reinterpret_cast<GroupState*>(state); }

// The function's context while it runs: its runs in the statements that have it now.
class AggregateContext {
 public:
  AggregateContext(std::shared_ptr<const UserCall> call, Statements& statements)
      : call_(std::move(call)), statements_(statements) {}

  const UserCall& call() const { return *call_; }
  Statements& statements() const { return statements_; }

  Result<std::shared_ptr<AggregateRun>> RunOf(int64_t statement) {
    const std::lock_guard lock(mutex_);
    if (auto known = runs_[statement].lock(); known != nullptr && !known->Ended()) return known;
    std::shared_ptr<StatementState> state = statements_.FindNumber(statement);
    if (state == nullptr) {
      return Error{ErrorCode::kInstanceCancelled, "the statement has ended", {}, ""};
    }
    auto run = std::make_shared<AggregateRun>(call_, state, statements_.functions);
    std::erase_if(runs_, [](const auto& one) { return one.second.expired(); });
    runs_[statement] = run;
    return run;
  }

 private:
  const std::shared_ptr<const UserCall> call_;
  Statements& statements_;
  std::mutex mutex_;
  std::map<int64_t, std::weak_ptr<AggregateRun>> runs_;  // by number of the statement
};

AggregateContext& ContextOf(duckdb_function_info info) {
  return *static_cast<AggregateContext*>(LoadedApi().aggregate_function_get_extra_info(info));
}

void Tell(duckdb_function_info info, const Status& status) {
  if (status.ok()) return;
  const Error& error = status.error();
  const std::string message = std::string(ErrorCodeName(error.code)) + "|" + error.detail +
                              (error.hint.empty() ? "" : ": " + error.hint) +
                              std::string(kRaisedBy) + ContextOf(info).call().in_plan;
  LoadedApi().aggregate_function_set_error(info, message.c_str());
}

idx_t SizeOfState(duckdb_function_info /*info*/) { return sizeof(GroupState); }

void Begin(duckdb_function_info /*info*/, duckdb_aggregate_state state) {
  std::construct_at(reinterpret_cast<GroupState*>(state));
}

void Destroy(duckdb_aggregate_state* states, idx_t count) {
  for (idx_t i = 0; i < count; ++i) {
    GroupState& state = At(states[i]);
    if (state.lane != nullptr && state.group != kNoRows) {
      AggregateRun::Forget(*state.lane, state.group);
    }
    std::destroy_at(&state);
    std::construct_at(&state);  // so that it may end twice
  }
}

// The lanes that the groups have, each once.
std::vector<Lane*> LanesOf(duckdb_aggregate_state* states, idx_t count) {
  std::vector<Lane*> lanes;
  for (idx_t i = 0; i < count; ++i) {
    Lane* const lane = At(states[i]).lane;
    if (lane == nullptr || (!lanes.empty() && lanes.back() == lane)) continue;
    if (std::find(lanes.begin(), lanes.end(), lane) == lanes.end()) lanes.push_back(lane);
  }
  return lanes;
}

Status UpdateGroups(AggregateContext& context, duckdb_data_chunk input,
                    duckdb_aggregate_state* states) {
  const DuckdbApi& api = LoadedApi();
  const idx_t rows = api.data_chunk_get_size(input);
  if (rows == 0) return Status::Ok();
  SentColumns columns{{}, context.call().arguments};
  for (size_t i = 0; i < columns.types.size(); ++i) {
    columns.vectors.push_back(api.data_chunk_get_vector(input, i + 1));
  }
  const auto* statement =
      static_cast<const int64_t*>(api.vector_get_data(api.data_chunk_get_vector(input, 0)));
  PAISQL_ASSIGN(const std::shared_ptr<AggregateRun> run, context.RunOf(statement[0]));
  Lane& own = run->LaneOfThread();
  Groups groups(rows);
  for (idx_t i = 0; i < rows; ++i) {
    GroupState& state = At(states[i]);
    if (state.lane == nullptr) state = {run, &own, run->NewGroup()};
    groups[i] = state.group;
  }
  const std::vector<Lane*> lanes = LanesOf(states, rows);
  if (lanes.size() == 1) return run->Update(api, *lanes[0], columns, groups);
  for (Lane* const lane : lanes) {
    Groups of_lane(groups);
    for (idx_t i = 0; i < rows; ++i) {
      if (At(states[i]).lane != lane) of_lane[i] = AggregateRun::kOfAnotherLane;
    }
    PAISQL_TRY(run->Update(api, *lane, columns, of_lane));
  }
  return Status::Ok();
}

void Update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  Tell(info, UpdateGroups(ContextOf(info), input, states));
}

struct Pairs {
  std::shared_ptr<AggregateRun> run;
  Groups sources;
  Groups targets;
};

Status CombineGroups(const AggregateContext& context, duckdb_aggregate_state* sources,
                     duckdb_aggregate_state* targets, idx_t count) {
  const bool keeps = context.call().keeps_groups;
  std::map<std::pair<Lane*, Lane*>, Pairs> pairs;
  for (idx_t i = 0; i < count; ++i) {
    GroupState& source = At(sources[i]);
    GroupState& target = At(targets[i]);
    if (source.lane == nullptr) continue;
    if (target.lane == nullptr && !keeps) {
      target = std::exchange(source, GroupState());
      continue;
    }
    if (target.lane == nullptr) target = {source.run, source.lane, source.run->NewGroup()};
    Pairs& of_lanes = pairs[{source.lane, target.lane}];
    of_lanes.run = source.run;
    of_lanes.sources.push_back(source.group);
    of_lanes.targets.push_back(target.group);
    if (!keeps) source.group = kNoRows;
  }
  for (const auto& [lanes, of_lanes] : pairs) {
    PAISQL_TRY(
        of_lanes.run->Combine(*lanes.first, of_lanes.sources, *lanes.second, of_lanes.targets));
  }
  return Status::Ok();
}

void Combine(duckdb_function_info info, duckdb_aggregate_state* source,
             duckdb_aggregate_state* target, idx_t count) {
  Tell(info, CombineGroups(ContextOf(info), source, target, count));
}

// Puts rows into their places that lie one lane after the other.
void Spread(const DuckdbApi& api, duckdb_vector from, const std::vector<uint32_t>& places,
            duckdb_vector output, idx_t offset) {
  const duckdb_selection_vector selection = api.create_selection_vector(places.size());
  sel_t* const rows = api.selection_vector_get_data_ptr(selection);
  for (size_t i = 0; i < places.size(); ++i) rows[places[i]] = static_cast<sel_t>(i);
  api.vector_copy_sel(from, output, selection, places.size(), 0, offset);
  api.destroy_selection_vector(selection);
}

Status FinishGroups(const AggregateContext& context, duckdb_aggregate_state* states,
                    duckdb_vector output, idx_t count, idx_t offset) {
  const DuckdbApi& api = LoadedApi();
  const UserCall& call = context.call();
  const std::vector<Lane*> lanes = LanesOf(states, count);
  if (lanes.empty()) {
    return FinishWithoutRows(api, call, context.statements(), count, output, offset);
  }
  VectorHandle together(api);
  if (lanes.size() > 1) {
    together.Reset(api.create_vector(WallClockType(api, call.result).get(), count));
  }
  std::vector<uint32_t> places;
  for (Lane* const lane : lanes) {
    const size_t begin = places.size();
    std::shared_ptr<AggregateRun> run;
    Groups groups;
    for (idx_t i = 0; i < count; ++i) {
      GroupState& state = At(states[i]);
      const bool here = state.lane == lane || (state.lane == nullptr && lane == lanes.front());
      if (!here) continue;
      if (state.lane != nullptr) run = state.run;
      groups.push_back(state.group);
      places.push_back(static_cast<uint32_t>(i));
      if (!call.keeps_groups) state.group = kNoRows;
    }
    PAISQL_TRY(lanes.size() == 1 ? run->Finish(api, *lane, groups, output, offset)
                                 : run->Finish(api, *lane, groups, together.get(), begin));
  }
  if (lanes.size() > 1) Spread(api, together.get(), places, output, offset);
  return Status::Ok();
}

void Finish(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector output,
            idx_t count, idx_t offset) {
  Tell(info, FinishGroups(ContextOf(info), states, output, count, offset));
}

}  // namespace

std::string RegisterUserAggregate(const DuckdbApi& api, duckdb_connection connection,
                                  std::shared_ptr<const UserCall> call, Statements& statements) {
  AggregateFunctionHandle function(api, api.create_aggregate_function());
  const std::string name = call->function;
  api.aggregate_function_set_name(function.get(), name.c_str());
  api.aggregate_function_add_parameter(function.get(), WallClockType(api, TypeId::kBigint).get());
  for (const DataType& type : call->arguments) {
    api.aggregate_function_add_parameter(function.get(), WallClockType(api, type).get());
  }
  api.aggregate_function_set_return_type(function.get(), WallClockType(api, call->result).get());
  api.aggregate_function_set_special_handling(function.get());
  api.aggregate_function_set_functions(function.get(), SizeOfState, Begin, Update, Combine, Finish);
  api.aggregate_function_set_destructor(function.get(), Destroy);
  api.aggregate_function_set_extra_info(
      function.get(), std::make_unique<AggregateContext>(std::move(call), statements).release(),
      [](void* context) {
        std::unique_ptr<AggregateContext>(static_cast<AggregateContext*>(context)).reset();
      });
  const bool made = api.register_aggregate_function(connection, function.get()) == DuckDBSuccess;
  return made ? "" : "the function " + name + " cannot be registered";
}

}  // namespace paisql::engine
