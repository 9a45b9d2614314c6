#include "engine/duckdb/user_functions/aggregate_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "engine/duckdb/user_functions/pack_columns.h"
#include "plan/relation.h"
#include "udf/function_failure.h"
#include "udf/packed_batch.h"

namespace paisql::engine {
namespace {

constexpr size_t kManyForgotten = 1024;  // that a process is told of

using Groups = std::vector<int64_t>;

void AddGroups(udf::BatchWriter& writer, const int64_t* groups, size_t count) {
  writer.BeginNode(udf::Tag::kBigint, count, nullptr);
  writer.AddBuffer(groups, count * sizeof(int64_t));
}

std::string Packed(const Groups& groups) {
  udf::BatchWriter writer(1, groups.size());
  AddGroups(writer, groups.data(), groups.size());
  return writer.Take();
}

std::string PackedPairs(const Groups& left, const Groups& right) {
  udf::BatchWriter writer(2, left.size());
  AddGroups(writer, left.data(), left.size());
  AddGroups(writer, right.data(), right.size());
  return writer.Take();
}

Error NotAnswered(const UserCall& call, size_t wanted, size_t got) {
  return Error{
      ErrorCode::kScript,
      fmt::format("function {} has answered {} groups for {}", call.spec->name, got, wanted),
      {},
      ""};
}

// The user's code has failed. `rows` are the rows that were sent; null for groups.
Status Check(const workers::Frame& answer, const SentRows* rows = nullptr) {
  if (answer.kind != workers::FrameKind::kError) return Status::Ok();
  const udf::FunctionFailure failure = udf::ReadFailure(answer);
  const bool known = rows != nullptr && failure.row.has_value() && *failure.row < rows->count();
  return udf::FailureError(failure, known ? rows->Values(*failure.row) : "");
}

Status PutResults(const DuckdbApi& api, const UserCall& call, const workers::Frame& answer,
                  size_t count, duckdb_vector output, idx_t begin) {
  PAISQL_ASSIGN(const udf::PackedBatch batch, udf::ReadBatch(answer.payload));
  if (batch.columns.size() != 1 || batch.rows != count) {
    return NotAnswered(call, count, batch.rows);
  }
  return UnpackColumn(api, batch.columns[0], call.result, output, begin);
}

}  // namespace

AggregateRun::~AggregateRun() {
  for (const std::unique_ptr<Lane>& lane : lanes_) {
    if (lane->lease.has_value() && !lane->forgotten.empty()) GiveBack(*lane);
  }
}

// What a statement has left is let go now: a process may wait for long.
void AggregateRun::GiveBack(Lane& lane) {
  (void)lane.lease->Call("reset", "", [] { return false; });
  lane.lease.reset();
}

AggregateRun::Lane& AggregateRun::LaneOfThread() {
  const std::lock_guard lock(mutex_);
  Lane*& lane = of_threads_[call_->keeps_groups ? std::thread::id() : std::this_thread::get_id()];
  if (lane == nullptr) lane = lanes_.emplace_back(std::make_unique<Lane>()).get();
  return *lane;
}

void AggregateRun::Forget(Lane& lane, int64_t group) {
  const std::lock_guard lock(lane.forgotten_mutex);
  lane.forgotten.push_back(group);
}

Status AggregateRun::Prepare(Lane& lane, const StatementState& statement) {
  const udf::Stopped stopped = [&] { return statement.stop.load(); };
  if (!lane.lease.has_value()) {
    PAISQL_ASSIGN(udf::WorkerLease taken, pool_.Take(*call_->spec, call_->zone, stopped,
                                                     statement.printed, udf::Hold::kStatement));
    lane.lease.emplace(std::move(taken));
    PAISQL_ASSIGN(const workers::Frame done, lane.lease->Call("reset", "", stopped));
    PAISQL_TRY(Check(done));
  }
  Groups forgotten;
  {
    const std::lock_guard lock(lane.forgotten_mutex);
    if (lane.forgotten.size() >= kManyForgotten) forgotten.swap(lane.forgotten);
  }
  if (forgotten.empty()) return Status::Ok();
  PAISQL_ASSIGN(const workers::Frame done, lane.lease->Call("release", Packed(forgotten), stopped));
  return Check(done);
}

Result<workers::Frame> AggregateRun::AskUnlocked(Lane& lane, const std::string& what,
                                                 std::string payload, const SentRows* rows) {
  const std::shared_ptr<StatementState> statement = statement_.lock();
  if (statement == nullptr) return udf::CancelledError();
  PAISQL_TRY(Prepare(lane, *statement));
  PAISQL_ASSIGN(workers::Frame answer,
                lane.lease->Call(what, std::move(payload), [&] { return statement->stop.load(); }));
  PAISQL_TRY(Check(answer, rows));
  return answer;
}

Result<workers::Frame> AggregateRun::Ask(Lane& lane, const std::string& what, std::string payload,
                                         const SentRows* rows) {
  std::unique_lock lock(lane.mutex);
  if (lane.failure.has_value()) return *lane.failure;
  Result<workers::Frame> answer = AskUnlocked(lane, what, std::move(payload), rows);
  if (answer.ok()) return answer;
  End(lane, answer.error());
  lock.unlock();
  EndAll(answer.error());
  return answer;
}

void AggregateRun::End(Lane& lane, const Error& error) {
  if (!lane.failure.has_value()) lane.failure = error;
  if (lane.lease.has_value()) GiveBack(lane);
}

// All threads have the first error of a lane: nobody knows whose is shown. A lease that ends tells
// what its process has printed, and the statement shows that when it fails: so all of them end now.
// Questions that are under way end first, as DuckDB waits for them, too.
void AggregateRun::EndAll(const Error& error) {
  std::vector<Lane*> lanes;
  {
    const std::lock_guard lock(mutex_);
    for (const std::unique_ptr<Lane>& lane : lanes_) lanes.push_back(lane.get());
  }
  for (Lane* const lane : lanes) {
    const std::lock_guard lock(lane->mutex);
    End(*lane, error);
  }
}

Status AggregateRun::Update(const DuckdbApi& api, Lane& lane, const SentColumns& columns,
                            const Groups& groups) {
  const bool some = std::find(groups.begin(), groups.end(), kOfAnotherLane) != groups.end();
  for (size_t begin = 0; begin < groups.size();) {
    size_t count = RowsAtOnce(api, columns, begin, groups.size());
    std::optional<std::string> packed;
    for (; count > 0; count /= 2) {
      packed = SentRows(api, columns, begin, count).Packed(groups.data() + begin);
      if (packed.has_value()) break;
    }
    if (!packed.has_value()) return udf::TooManyBytesError(call_->spec->name);
    const SentRows rows(api, columns, begin, count);
    PAISQL_ASSIGN(const workers::Frame done,
                  Ask(lane, some ? "update_some" : "update", *std::move(packed), &rows));
    begin += count;
  }
  return Status::Ok();
}

Status AggregateRun::Combine(Lane& from, const Groups& sources, Lane& into, const Groups& targets) {
  if (&from != &into) return Move(from, sources, into, targets);
  const std::string what = call_->keeps_groups ? "add" : "combine";
  PAISQL_ASSIGN(const workers::Frame done, Ask(into, what, PackedPairs(targets, sources)));
  return Status::Ok();
}

Status AggregateRun::Move(Lane& from, const Groups& sources, Lane& into, const Groups& targets) {
  PAISQL_ASSERT(!call_->keeps_groups, "groups that are kept are in one process");
  size_t moved = 0;
  while (moved < sources.size()) {
    const auto begin = static_cast<std::ptrdiff_t>(moved);
    const Groups rest(sources.begin() + begin, sources.end());
    PAISQL_ASSIGN(const workers::Frame answer, Ask(from, "states", Packed(rest)));
    PAISQL_ASSIGN(const udf::PackedBatch states, udf::ReadBatch(answer.payload));
    // Those of them that an answer has room for.
    const size_t count = states.rows;
    const bool good = states.columns.size() == 1 && count > 0 && count <= rest.size() &&
                      states.columns[0].tag == udf::Tag::kBinary;
    if (!good) return NotAnswered(*call_, rest.size(), count);
    const udf::PackedColumn& buffers = states.columns[0];
    udf::BatchWriter writer(2, count);
    AddGroups(writer, targets.data() + moved, count);
    writer.BeginNode(udf::Tag::kBinary, count, nullptr);
    writer.AddBuffer(buffers.offsets, (count + 1) * sizeof(uint32_t));
    writer.AddBuffer(buffers.bytes.data(), buffers.bytes.size());
    PAISQL_ASSIGN(const workers::Frame done, Ask(into, "merge", writer.Take()));
    moved += count;
  }
  return Status::Ok();
}

Status AggregateRun::Finish(const DuckdbApi& api, Lane& lane, const Groups& groups,
                            duckdb_vector output, idx_t begin) {
  const std::string what = call_->keeps_groups ? "results" : "terminate";
  PAISQL_ASSIGN(const workers::Frame answer, Ask(lane, what, Packed(groups)));
  return PutResults(api, *call_, answer, groups.size(), output, begin);
}

Status FinishWithoutRows(const DuckdbApi& api, const UserCall& call, Statements& statements,
                         size_t count, duckdb_vector output, idx_t begin) {
  // Which statement it is nobody says; mostly one alone calls the function.
  const std::shared_ptr<StatementState> caller = statements.FindCaller(call.function);
  const udf::Stopped stopped = [&] {
    return caller != nullptr ? caller->stop.load() : statements.AllStop();
  };
  PAISQL_ASSIGN(udf::WorkerLease lease,
                statements.functions.Take(*call.spec, call.zone, stopped,
                                          caller != nullptr ? caller->printed : nullptr,
                                          udf::Hold::kStatement));
  PAISQL_ASSIGN(const workers::Frame answer,
                lease.Call("terminate", Packed(Groups(count, 0)), stopped));
  PAISQL_TRY(Check(answer));
  return PutResults(api, call, answer, count, output, begin);
}

}  // namespace paisql::engine
