#include "nodes/run/day/day_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/process/process.h"
#include "base/system/clock.h"
#include "nodes/run/settle_runs.h"

namespace paisql::nodes {

DayRun::DayRun(const Flow& flow, const RunRequest& request, store::FlowBook& book)
    : flow_(&flow), request_(&request), book_(&book) {}

Result<DayRun> DayRun::Make(const Flow& flow, const RunRequest& request, Plan plan,
                            store::FlowBook& book) {
  PAISQL_ASSIGN(std::vector<bool> chosen, Select(flow, plan.graph, request.selection));
  DayRun made(flow, request, book);
  made.run_.flow = flow.name;
  made.run_.folder = flow.folder;
  made.run_.project = flow.project.empty() ? request.project : flow.project;
  made.run_.bizdate = DayText(request.moment.bizdate);
  made.run_.command = request.command;
  RunMoment moment = request.moment;
  moment.project = made.run_.project;
  Level& root = made.AddLevel(flow, nullptr, std::make_shared<const Plan>(std::move(plan)),
                              std::move(moment), "");
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    if (!chosen[i]) made.reasons_[root.rows[i]] = Reason::kLeftOut;
  }
  if (request.resume) PAISQL_TRY(made.LoadLast());
  PAISQL_TRY(made.StartLevel(root, chosen));
  return made;
}

Status DayRun::Begin() {
  run_.started_ms = NowMs();
  const ProcessIdentity self = IdentityOf(getpid());
  run_.pid = self.pid;
  run_.process_start = self.start;
  run_.boot_id = self.boot_id;
  return book_->Begin(run_, nodes_, [&](const std::vector<store::FlowRun>& running) -> Status {
    if (request_->beside_others) return Status::Ok();
    for (const store::FlowRun& other : running) {
      if (!IsAlive({other.pid, other.process_start, other.boot_id})) continue;
      // Several days of one command run beside each other.
      if (other.pid == self.pid && other.process_start == self.start) continue;
      return Error{ErrorCode::kInvalidMetaOperation,
                   fmt::format("workflow {} is running already: run {} of {}, process {}",
                               other.flow, other.id, other.bizdate, other.pid),
                   {},
                   "wait for its end, or run it beside the other one with --beside"};
    }
    return Status::Ok();
  });
}

std::optional<Spot> DayRun::BeginNext(int64_t now_ms, Room room) {
  for (auto& [id, level] : levels_) {
    size_t i = 0;
    if (!level->scheduler.BeginNext(now_ms, i, room)) continue;
    store::FlowNode& row = nodes_[level->rows[i]];
    row.started_ms = NowMs();
    row.ended_ms = 0;
    return Spot{id, i};
  }
  return std::nullopt;
}

void DayRun::GiveBack(const Spot& spot) {
  Level& level = LevelOf(spot);
  nodes_[level.rows[spot.node]].started_ms = 0;
  level.scheduler.GiveBack(spot.node);
}

std::string DayRun::LogOf(size_t row) const { return LogPath(*book_, run_.id, nodes_[row].name); }

int64_t DayRun::NextTime() const {
  int64_t next = kNoTime;
  for (const auto& [id, level] : levels_) {
    next = std::min(next, level->scheduler.NextTime());
    for (const auto& [node, loop] : level->loops) next = std::min(next, loop.deadline_ms);
  }
  for (const auto& [spot, held] : held_) next = std::min({next, held.look_ms, held.deadline_ms});
  return next;
}

void DayRun::Stop(int64_t now_ms) {
  for (auto& [id, level] : levels_) {
    level->scheduler.Stop();
    for (auto& [node, loop] : level->loops) {
      loop.failed = true;
      loop.deadline_ms = kNoTime;
      loop.why = "the run was ended";
    }
  }
  for (const auto& [spot, held] : std::exchange(held_, {})) {
    Fail(LevelOf(spot), spot.node, "the run was ended", now_ms);
  }
  SettleLevels(now_ms);
}

Result<std::vector<size_t>> DayRun::Save() {
  for (auto& [id, level] : levels_) Collect(*level);
  std::vector<size_t> changed = std::exchange(changed_, {});
  std::ranges::sort(changed);
  const auto [first, last] = std::ranges::unique(changed);
  changed.erase(first, last);
  std::vector<store::FlowNode> rows;
  rows.reserve(changed.size());
  for (const size_t row : changed) {
    nodes_[row].run_id = run_.id;
    rows.push_back(nodes_[row]);
  }
  if (!rows.empty()) PAISQL_TRY(book_->Change(run_, rows));
  return changed;
}

Status DayRun::Close(bool interrupted) {
  bool good = !interrupted;
  for (size_t i = 0; i < flow_->nodes.size(); ++i) {
    good = good && (left_out(i) || skipped(i) || root().scheduler.state(i) == State::kSuccess);
  }
  run_.state = good ? "SUCCESS" : "FAILURE";
  run_.message = interrupted ? "interrupted" : "";
  run_.ended_ms = NowMs();
  return book_->Change(run_, {});
}

}  // namespace paisql::nodes
