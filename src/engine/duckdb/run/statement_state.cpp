#include "engine/duckdb/run/statement_state.h"

#include <algorithm>

#include "base/process/status_file.h"
#include "engine/duckdb/run/scan_state.h"

namespace paisql::engine {
namespace {

using Kept = std::shared_ptr<StatementState>;

std::shared_ptr<StatementState> FindBy(const DuckdbApi& api, const Statements& statements,
                                       duckdb_client_context context) {
  Kept state = statements.Find(api.client_context_get_connection_id(context));
  api.destroy_client_context(&context);
  return state;
}

}  // namespace

StatementState::StatementState(Statements& of_database, int64_t memory)
    : statements(of_database),
      memory_bytes(memory),
      resident_at_start(memory > 0 ? ResidentBytes() : 0) {}

bool StatementState::Overgrown() const {
  if (memory_bytes <= 0) return false;
  // Room for what the allocator keeps.
  constexpr int64_t kSlack = 64 << 20;
  const int64_t grown = ResidentBytes() - resident_at_start;
  return grown > memory_bytes + memory_bytes / 4 + kSlack && statements.AskedMost(*this);
}

void Statements::Set(idx_t connection, std::shared_ptr<StatementState> state) {
  const std::lock_guard lock(mutex_);
  newest_[connection].swap(state);
}

void Statements::Remove(idx_t connection) {
  const std::lock_guard lock(mutex_);
  newest_.erase(connection);
}

std::shared_ptr<StatementState> Statements::Find(idx_t connection) const {
  const std::lock_guard lock(mutex_);
  const auto found = newest_.find(connection);
  return found == newest_.end() ? nullptr : found->second;
}

Kept Statements::FindNumber(int64_t number) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [connection, state] : newest_) {
    if (state->number() == number) return state;
  }
  return nullptr;
}

bool Statements::AllStop() const {
  const std::lock_guard lock(mutex_);
  return std::none_of(newest_.begin(), newest_.end(),
                      [](const auto& one) { return one.second->busy > 0 && !one.second->stop; });
}

bool Statements::AskedMost(const StatementState& state) const {
  const int64_t asked = state.asked;
  const std::lock_guard lock(mutex_);
  return std::none_of(newest_.begin(), newest_.end(), [&](const auto& one) {
    return one.second->busy > 0 && one.second->asked > asked;
  });
}

std::shared_ptr<StatementState> Statements::FindCaller(const std::string& user_call) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<StatementState> found;
  for (const auto& [connection, state] : newest_) {
    if (state->busy == 0 || !state->user_calls.contains(user_call)) continue;
    if (found != nullptr) return nullptr;
    found = state;
  }
  return found;
}

bool Statements::Several() const {
  const std::lock_guard lock(mutex_);
  return newest_.size() > 1;
}

idx_t NumberOf(const DuckdbApi& api, duckdb_connection connection) {
  duckdb_client_context context = nullptr;
  api.connection_get_client_context(connection, &context);
  const idx_t number = api.client_context_get_connection_id(context);
  api.destroy_client_context(&context);
  return number;
}

void BindStatement(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const auto* native =
      static_cast<const NativeContext*>(api.scalar_function_bind_get_extra_info(info));
  duckdb_client_context context = nullptr;
  api.scalar_function_get_client_context(info, &context);
  Kept state = FindBy(api, *native->statements, context);
  if (state == nullptr) {
    api.scalar_function_bind_set_error(info, "a function of paisql outside of a statement");
    return;
  }
  api.scalar_function_set_bind_data(info, std::make_unique<Kept>(std::move(state)).release(),
                                    Delete<Kept>);
  api.scalar_function_set_bind_data_copy(info, [](void* data) -> void* {
    return std::make_unique<Kept>(*static_cast<const Kept*>(data)).release();
  });
}

std::shared_ptr<StatementState> StatementOf(duckdb_bind_info info) {
  const DuckdbApi& api = LoadedApi();
  const auto* statements = static_cast<const Statements*>(api.bind_get_extra_info(info));
  duckdb_client_context context = nullptr;
  api.table_function_get_client_context(info, &context);
  Kept state = FindBy(api, *statements, context);
  if (state == nullptr) api.bind_set_error(info, "a function of paisql outside of a statement");
  return state;
}

}  // namespace paisql::engine
