// Nodes that wait: for their time, for data, for the day before.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/model/prepared_code.h"
#include "nodes/run/day/day_run.h"

namespace paisql::nodes {

namespace {

// How often the run of the day before is looked at.
constexpr int64_t kLookAtPreviousMs = 500;

}  // namespace

Result<Instance> DayRun::Hold(Level& level, size_t i, int64_t now_ms) {
  const Node& node = level.node(i);
  Held held;
  held.look_ms = now_ms;
  PAISQL_ASSIGN(const bool previous, PreviousDone(level, i));
  held.for_previous = !previous;
  if (node.timeout_ms > 0) held.deadline_ms = now_ms + node.timeout_ms;
  if (held.for_previous) {
    held.look_ms = now_ms + kLookAtPreviousMs;
  } else if (node.kind->runs == Runs::kWait) {
    held.until_ms = now_ms + node.control.wait_ms;
    held.look_ms = held.until_ms;
  }
  held_[{level.id, i}] = held;
  Instance instance;
  instance.held = true;
  return instance;
}

Result<bool> DayRun::PreviousDone(const Level& level, size_t i) {
  const Node& node = level.node(i);
  if (node.previous.empty()) return true;
  constexpr int64_t kLookBack = 1000;
  const std::string day = DayText(level.moment.bizdate - 1);
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book_->ListRuns(flow_->folder, kLookBack));
  std::set<std::string> open;
  for (const Named& previous : node.previous) {
    open.insert(level.prefix + (previous.name == "self" ? node.name : previous.name));
  }
  // The newest run in which somebody has asked for it counts; the first day of all waits for
  // nobody.
  for (const store::FlowRun& run : runs) {
    if (open.empty()) break;
    if (run.bizdate != day) continue;
    PAISQL_ASSIGN(const std::vector<store::FlowNode> rows, book_->ListNodes(run.id));
    for (const store::FlowNode& row : rows) {
      const bool asked = row.state != "NOT_RUN" || row.message != kLeftOut;
      if (!open.contains(row.name) || !asked) continue;
      open.erase(row.name);
      if (row.state == "SUCCESS") continue;
      if (run.state == "RUNNING" && row.state != "FAILURE") return false;
      return Error{ErrorCode::kSemantic,
                   fmt::format("{} of {} ended as {} in run {}", row.name, day, row.state, run.id),
                   {},
                   "resume that day first"};
    }
  }
  return true;
}

Result<bool> DayRun::IsThere(Level& level, size_t i, int64_t now_ms) {
  const Node& node = level.node(i);
  if (node.kind->runs == Runs::kWait) return now_ms >= held_.at({level.id, i}).until_ms;
  const AwaitedData& awaited = node.control.awaited;
  const auto put = [&](const std::string& text) {
    return SubstitutedText(*level.flow, node, level.moment, level.inputs[i], level.parameters[i],
                           text);
  };
  if (!awaited.file.empty()) {
    PAISQL_ASSIGN(const std::string file, put(awaited.file));
    std::error_code failure;
    return std::filesystem::exists(std::filesystem::path(level.flow->folder) / file, failure);
  }
  PAISQL_ASSIGN(const std::string table, put(awaited.table));
  PAISQL_ASSIGN(std::string partition, put(awaited.partition));
  std::erase(partition, '\'');
  std::ranges::replace(partition, ',', '/');
  const size_t dot = table.rfind('.');
  const std::string project =
      dot == std::string::npos ? level.moment.project : table.substr(0, dot);
  PAISQL_ASSIGN(const store::DataStamp stamp,
                book_->StampOf(ToLower(project), ToLower(table.substr(dot + 1)), partition));
  return stamp.has_value();
}

Status DayRun::LookAtTime(int64_t now_ms) {
  std::vector<Spot> due;
  for (const auto& [spot, held] : held_) {
    if (held.look_ms <= now_ms || held.deadline_ms <= now_ms) due.push_back(spot);
  }
  for (const Spot& spot : due) {
    Level& level = LevelOf(spot);
    const Held held = held_.at(spot);
    if (held.for_previous) {
      const Result<bool> done = PreviousDone(level, spot.node);
      if (done.ok() && !*done && held.deadline_ms > now_ms) {
        held_[spot].look_ms = now_ms + kLookAtPreviousMs;
        continue;
      }
      held_.erase(spot);
      if (!done.ok() || !*done) {
        Fail(level, spot.node,
             done.ok() ? "the day before was not done within its timeout" : done.error().detail,
             now_ms);
      } else {
        // It begins as if it had never waited.
        level.scheduler.GiveBack(spot.node);
      }
      continue;
    }
    const Result<bool> there = IsThere(level, spot.node, now_ms);
    if (there.ok() && !*there && held.deadline_ms > now_ms) {
      held_[spot].look_ms = now_ms + level.node(spot.node).control.awaited.every_ms;
      continue;
    }
    held_.erase(spot);
    if (there.ok() && *there) {
      Succeed(level, spot.node, now_ms);
    } else {
      Fail(level, spot.node,
           there.ok() ? "its data did not arrive within its timeout" : there.error().detail,
           now_ms);
    }
  }
  std::vector<Spot> late;
  for (auto& [id, level] : levels_) {
    for (auto& [node, loop] : level->loops) {
      if (loop.deadline_ms > now_ms) continue;
      loop.deadline_ms = kNoTime;
      loop.failed = true;
      loop.why = "it took longer than its timeout, and was ended";
      late.push_back({id, node});
    }
  }
  for (const Spot& spot : late) StopBelow(spot, now_ms);
  if (!due.empty() || !late.empty()) SettleLevels(now_ms);
  return Status::Ok();
}

}  // namespace paisql::nodes
