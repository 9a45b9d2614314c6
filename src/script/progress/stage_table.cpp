#include "script/progress/stage_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace paisql::script {

namespace {

using jobs::JobProgress;
using jobs::ProcessProgress;

// The client's measures.
constexpr size_t kTableColumns = 94;
constexpr size_t kNameColumns = 26;
constexpr int kBarColumns = 26;
// The columns of a name in the narrow table.
constexpr size_t kNarrowNameColumns = 14;
constexpr size_t kNarrowColumns = 49;
constexpr size_t kNarrowRestartsColumns = 59;
constexpr int kNarrowBarColumns = 10;

// The processes of one role.
struct Stage {
  std::string name;
  int total = 0;
  int completed = 0;
  int running = 0;
  int restarts = 0;

  int pending() const { return total - completed - running; }
  std::string_view status() const {
    if (completed == total) return "TERMINATED";
    return running > 0 ? "RUNNING" : "WAITING";
  }
};

// In the order of their start.
std::vector<Stage> StagesOf(const JobProgress& progress) {
  std::vector<Stage> stages;
  for (const ProcessProgress& process : progress.processes) {
    const std::string name = process.role + "_job";
    auto stage = std::find_if(stages.begin(), stages.end(),
                              [&name](const Stage& one) { return one.name == name; });
    if (stage == stages.end()) {
      stages.push_back({name});
      stage = std::prev(stages.end());
    }
    ++stage->total;
    stage->completed += process.state == "ended" ? 1 : 0;
    stage->running += process.state == "running" ? 1 : 0;
    stage->restarts += process.restarts;
  }
  return stages;
}

// Dots after the name fill the column as the stage's processes end.
std::string NameWithDots(const Stage& stage, size_t columns) {
  std::string text = std::string(FirstColumns(stage.name, static_cast<int>(columns) - 1)) + " ";
  const size_t room = columns - std::min<size_t>(columns, text.size());
  return text +
         std::string(room * static_cast<size_t>(stage.completed) / static_cast<size_t>(stage.total),
                     '.');
}

// "[====>>----] 42%", or as the client parts the two.
std::string BarOf(const std::vector<Stage>& stages, const JobProgress& progress, int columns,
                  std::string_view layout) {
  int completed = 0;
  int total = 0;
  for (const Stage& stage : stages) {
    completed += stage.completed;
    total += stage.total;
  }
  double done = static_cast<double>(completed) / total;
  // Work after the last step is not counted in steps.
  if (const auto steps = StepsDone(progress); steps.has_value()) done = std::max(done, *steps);
  constexpr double kTiny = 1e-9;  // 29 of 100 are 29 %
  const int filled = static_cast<int>(done * columns);
  const std::string bar = "[" + std::string(static_cast<size_t>(filled), '=') + ">>" +
                          std::string(static_cast<size_t>(columns - filled), '-') + "]";
  return fmt::format(fmt::runtime(layout), bar,
                     fmt::format("{}%", static_cast<int>(100 * done + kTiny)));
}

std::string StagesText(const std::vector<Stage>& stages) {
  const auto terminated = std::count_if(stages.begin(), stages.end(), [](const Stage& stage) {
    return stage.completed == stage.total;
  });
  return fmt::format("STAGES: {:02}/{:02}", terminated, stages.size());
}

std::string Footer(const std::vector<Stage>& stages, const JobProgress& progress,
                   int64_t elapsed_ms) {
  const std::string left = LeftText(progress, elapsed_ms);
  return fmt::format(
      "{:<15}  {}  {}", StagesText(stages), BarOf(stages, progress, kBarColumns, "{:<30} {:<4}"),
      "ELAPSED TIME: " + DurationText(elapsed_ms) + (left.empty() ? "" : "  " + left));
}

std::string NarrowFooter(const std::vector<Stage>& stages, const JobProgress& progress,
                         int64_t elapsed_ms) {
  const std::string left = LeftText(progress, elapsed_ms);
  return StagesText(stages) + " " + BarOf(stages, progress, kNarrowBarColumns, "{} {}") + "  " +
         DurationText(elapsed_ms) + (left.empty() ? "" : "  " + left);
}

// Without the column that never says anything, and with shorter names of the others.
std::vector<JobLine> NarrowTable(const std::vector<Stage>& stages, const JobProgress& progress,
                                 int64_t elapsed_ms, bool restarted) {
  const JobLine rule{std::string(restarted ? kNarrowRestartsColumns : kNarrowColumns, '-')};
  std::string header = fmt::format("{:<14} {:>10}  {:>5}  {:>4}  {:>3}  {:>4}", "STAGES", "STATUS",
                                   "TOTAL", "DONE", "RUN", "PEND");
  if (restarted) header += "  RESTARTS";
  std::vector<JobLine> table = {rule, {header, terminal::Color::kCyan}};
  for (const Stage& stage : stages) {
    std::string row = fmt::format("{:<14} {:>10}  {:>5}  {:>4}  {:>3}  {:>4}",
                                  NameWithDots(stage, kNarrowNameColumns), stage.status(),
                                  stage.total, stage.completed, stage.running, stage.pending());
    if (restarted) row += fmt::format("  {:>8}", stage.restarts);
    table.push_back({row});
  }
  table.push_back(rule);
  table.push_back({NarrowFooter(stages, progress, elapsed_ms), terminal::Color::kRed});
  table.push_back(rule);
  return table;
}

}  // namespace

std::string StatesLine(const JobProgress& progress) {
  std::vector<std::string> texts;
  for (const Stage& stage : StagesOf(progress)) {
    texts.push_back(fmt::format("{}:{}/{}/{}[{}]", stage.name, stage.running, stage.completed,
                                stage.total, stage.status()));
  }
  return Join(texts, "\t");
}

std::vector<JobLine> StageTable(const JobProgress& progress, int64_t elapsed_ms, int columns) {
  const std::vector<Stage> stages = StagesOf(progress);
  if (stages.empty()) return {};
  const bool restarted = std::any_of(stages.begin(), stages.end(),
                                     [](const Stage& stage) { return stage.restarts > 0; });
  if (columns <= static_cast<int>(kTableColumns)) {
    return NarrowTable(stages, progress, elapsed_ms, restarted);
  }
  const JobLine rule{std::string(kTableColumns, '-')};
  std::string header = fmt::format("{:>26} {:>13}  {:>5}  {:>9}  {:>7}  {:>7}  {:>6}", "STAGES",
                                   "STATUS", "TOTAL", "COMPLETED", "RUNNING", "PENDING", "BACKUP");
  if (restarted) header += "  RESTARTS";
  std::vector<JobLine> table = {rule, {header, terminal::Color::kCyan}};
  for (const Stage& stage : stages) {
    // Nobody starts a second process for the same work here: there is no backup.
    std::string row = fmt::format("{:<26} {:>13}  {:>5}  {:>9}  {:>7}  {:>7}  {:>6}",
                                  NameWithDots(stage, kNameColumns), stage.status(), stage.total,
                                  stage.completed, stage.running, stage.pending(), 0);
    if (restarted) row += fmt::format("  {:>8}", stage.restarts);
    table.push_back({row});
  }
  table.push_back(rule);
  table.push_back({Footer(stages, progress, elapsed_ms), terminal::Color::kRed});
  table.push_back(rule);
  return table;
}

}  // namespace paisql::script
