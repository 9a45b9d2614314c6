// Loops, and workflows as nodes: the levels below a node begin, go on and end.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "nodes/run/day/day_run.h"

namespace paisql::nodes {

void DayRun::StopBelow(const Spot& spot, int64_t now_ms) {
  for (auto& [id, level] : levels_) {
    // Whether it is within, however deep.
    std::optional<Spot> above = level->above;
    while (above.has_value() && *above != spot) above = levels_.at(above->level)->above;
    if (!above.has_value()) continue;
    for (size_t i = 0; i < level->flow->nodes.size(); ++i) {
      const Spot inner = {id, i};
      const State state = level->scheduler.state(i);
      if (held_.erase(inner) > 0) {
        level->scheduler.Stop();
        Fail(*level, i, "ended with its loop", now_ms);
      } else if (state == State::kRunning || state == State::kChecking) {
        overdue_.push_back(inner);
      }
    }
    level->scheduler.Stop();
    for (auto& [node, loop] : level->loops) {
      loop.failed = true;
      loop.why = "ended with its loop";
      loop.deadline_ms = kNoTime;
    }
  }
}

Status DayRun::BeginBody(Level& level, size_t i, int64_t now_ms) {
  const Node& node = level.node(i);
  LoopState loop;
  if (node.timeout_ms > 0) loop.deadline_ms = now_ms + node.timeout_ms;
  size_t turns = 1;
  if (node.kind->runs != Runs::kWorkflow) {
    const char* name = node.kind->runs == Runs::kForEach ? kLoopData : kLoopInput;
    const auto given = level.inputs[i].find(name);
    const auto parameter =
        std::ranges::find(level.parameters[i], std::string(name), &Resolved::name);
    const bool own = parameter != level.parameters[i].end() && parameter->source == "node";
    if (given != level.inputs[i].end() && !own) {
      loop.data = given->second;
    } else if (parameter != level.parameters[i].end()) {
      loop.data = Given::OfText(parameter->value);
    } else {
      loop.data = Given::Row({});
    }
  }
  if (node.kind->runs == Runs::kForEach) {
    const auto most = static_cast<size_t>(node.control.most_turns);
    if (loop.data.size() > most) {
      return Error{ErrorCode::kSemantic,
                   fmt::format("{} has {} elements, and the loop is allowed {} turns", kLoopData,
                               loop.data.size(), most),
                   {},
                   fmt::format("max-iterations: {}, at most {}", loop.data.size(), kMostTurnsEver)};
    }
    turns =
        std::min(loop.data.size(), std::max<size_t>(1, static_cast<size_t>(node.control.parallel)));
  }
  level.loops[i] = std::move(loop);
  for (size_t turn = 0; turn < turns; ++turn) {
    const Status started = StartTurn(level, i);
    if (started.ok()) continue;
    if (turn == 0) return started;
    level.loops[i].failed = true;
    level.loops[i].why = started.error().detail;
    break;
  }
  if (turns == 0) Succeed(level, i, now_ms);
  SettleLevels(now_ms);
  return Status::Ok();
}

Status DayRun::StartTurn(Level& level, size_t i) {
  const Node& node = level.node(i);
  LoopState& loop = level.loops.at(i);
  const size_t turn = loop.next;
  RunMoment moment = InnerMoment(*level.flow, node, level.moment, level.parameters[i]);
  std::string prefix = nodes_[level.rows[i]].name + "/";
  if (node.kind->runs != Runs::kWorkflow) {
    prefix += std::to_string(turn + 1) + "/";
    moment.givens["dag.offset"] = Given::Text(std::to_string(turn));
    moment.givens["dag.loopTimes"] = Given::Text(std::to_string(turn + 1));
    if (node.kind->runs == Runs::kForEach) {
      moment.givens["dag.loopDataArray"] = loop.data;
      moment.givens["dag.foreach.current"] = loop.data.Element(turn);
    } else {
      moment.givens["dag.input"] = loop.data;
    }
  }
  ++loop.next;
  ++loop.running;
  Level& inner = AddLevel(*node.control.body, node.control.body, level.plan->bodies[i],
                          std::move(moment), std::move(prefix));
  inner.above = Spot{level.id, i};
  inner.turn = turn;
  const Status started = StartLevel(inner, std::vector<bool>(inner.flow->nodes.size(), true));
  if (!started.ok()) {
    --loop.running;
    levels_.erase(inner.id);
  }
  return started;
}

// Whether a do-while goes on.
Result<bool> DayRun::Again(const Level& turn) const {
  const Node& loop = levels_.at(turn.above->level)->node(turn.above->node);
  const size_t i = *loop.control.again;
  const auto given = turn.gives[i].find(kAssigned);
  std::string text;
  if (given != turn.gives[i].end()) text = given->second.Whole();
  if (given != turn.gives[i].end() && given->second.shape() == Given::Shape::kTable) {
    PAISQL_ASSIGN(text, given->second.At(0, 0));
  }
  const std::string_view bare = Trim(text);
  if (EqualsIgnoreCase(bare, "true")) return true;
  if (EqualsIgnoreCase(bare, "false")) return false;
  constexpr size_t kShown = 40;
  return Error{ErrorCode::kSemantic,
               fmt::format("the end of the loop says neither True nor False, but '{}'",
                           bare.substr(0, kShown)),
               {},
               ""};
}

void DayRun::TurnEnded(Level& turn, int64_t now_ms) {
  Level& level = LevelOf(*turn.above);
  const size_t i = turn.above->node;
  const Node& node = level.node(i);
  LoopState& loop = level.loops.at(i);
  --loop.running;
  for (size_t k = 0; k < turn.flow->nodes.size() && !loop.failed; ++k) {
    if (turn.scheduler.state(k) == State::kSuccess) continue;
    if (turn.scheduler.reason(k) == Reason::kSkipped) continue;
    // The reason of all others is another one's failure.
    if (turn.scheduler.reason(k) == Reason::kBlocked) continue;
    loop.failed = true;
    const size_t row = turn.rows[k];
    loop.why = nodes_[row].name + ": " + MessageOf(turn, k);
  }
  bool more = false;
  if (!loop.failed && node.kind->runs == Runs::kForEach) {
    more = loop.next < loop.data.size();
  } else if (!loop.failed && node.kind->runs == Runs::kDoWhile) {
    const Result<bool> again = Again(turn);
    more = again.ok() && *again;
    loop.failed = !again.ok();
    if (!again.ok()) loop.why = again.error().detail;
    if (more && loop.next >= static_cast<size_t>(node.control.most_turns)) {
      more = false;
      loop.failed = true;
      loop.why = fmt::format("the loop has run {} times and would go on: max-iterations is {}",
                             loop.next, node.control.most_turns);
    }
  }
  if (more) {
    const Status started = StartTurn(level, i);
    if (started.ok()) return;
    loop.failed = true;
    loop.why = started.error().detail;
  }
  if (loop.running > 0) return;
  if (loop.failed) {
    Fail(level, i, std::string(loop.why), now_ms);
  } else {
    Succeed(level, i, now_ms);
  }
}

void DayRun::SettleLevels(int64_t now_ms) {
  bool any = levels_.size() > 1;
  while (any) {
    any = false;
    for (auto& [id, level] : levels_) {
      if (!level->above.has_value() || !level->scheduler.Ended()) continue;
      Collect(*level);
      const std::unique_ptr<Level> ended = std::move(level);
      levels_.erase(id);
      TurnEnded(*ended, now_ms);
      any = true;
      break;
    }
  }
}

}  // namespace paisql::nodes
