#include "shell/jobs/job_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "shell/render/error_report.h"

namespace paisql::shell {

namespace {

using training::JobProgress;
using training::ProcessProgress;

// The client's measures.
constexpr size_t kTableColumns = 94;
constexpr size_t kNameColumns = 26;
constexpr int kBarColumns = 26;

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

// Dots behind the name fill the column as the stage's processes end.
std::string NameWithDots(const Stage& stage) {
  std::string text = std::string(FirstColumns(stage.name, kNameColumns - 1)) + " ";
  const size_t room = kNameColumns - std::min<size_t>(kNameColumns, text.size());
  return text +
         std::string(room * static_cast<size_t>(stage.completed) / static_cast<size_t>(stage.total),
                     '.');
}

std::string Footer(const std::vector<Stage>& stages, int64_t elapsed_ms) {
  int completed = 0;
  int total = 0;
  int terminated = 0;
  for (const Stage& stage : stages) {
    completed += stage.completed;
    total += stage.total;
    terminated += stage.completed == stage.total ? 1 : 0;
  }
  const int filled = kBarColumns * completed / total;
  const std::string bar = "[" + std::string(static_cast<size_t>(filled), '=') + ">>" +
                          std::string(static_cast<size_t>(kBarColumns - filled), '-') + "]";
  return fmt::format("{:<15}  {:<30} {:<4}  {}",
                     fmt::format("STAGES: {:02}/{:02}", terminated, stages.size()), bar,
                     fmt::format("{}%", 100 * completed / total),
                     "ELAPSED TIME: " + DurationText(elapsed_ms));
}

// The process whose output is shown.
const ProcessProgress* Chief(const JobProgress& progress) {
  const auto& all = progress.processes;
  const auto chief = std::find_if(all.begin(), all.end(), [](const ProcessProgress& process) {
    return process.role == "worker" && process.index == 0;
  });
  if (chief != all.end()) return &*chief;
  return all.empty() ? nullptr : &all.front();
}

bool HasTold(const ProcessProgress& process) {
  return process.step.has_value() || process.loss.has_value() || process.rows_read > 0 ||
         process.rows_written > 0;
}

std::string SpeedText(double steps_per_second) {
  if (steps_per_second < 10) return fmt::format("{:.2f}", steps_per_second);
  if (steps_per_second < 1000) return fmt::format("{:.1f}", steps_per_second);
  constexpr double kMost = 1e15;
  return CountText(std::llround(std::min(steps_per_second, kMost)));
}

// What the process told of its results.
void AddResults(const ProcessProgress& process, bool show_speed, std::vector<std::string>* fields) {
  if (process.step.has_value()) fields->push_back(fmt::format("step {}", *process.step));
  const std::optional<double>& speed = process.steps_per_second;
  if (show_speed && speed.has_value() && std::isfinite(*speed) && *speed >= 0) {
    fields->push_back(SpeedText(*speed) + " steps/s");
  }
  if (process.loss.has_value()) {
    fields->push_back(std::isnan(*process.loss) ? "loss nan"
                                                : fmt::format("loss {:.4g}", *process.loss));
  }
  if (process.rows_read > 0) fields->push_back("rows " + CountText(process.rows_read));
  if (process.rows_written > 0) fields->push_back("written " + CountText(process.rows_written));
}

std::string Named(const ProcessProgress& process, const std::vector<std::string>& fields) {
  return fmt::format("{} {}: {}", process.role, process.index, Join(fields, "  "));
}

}  // namespace

std::string CountText(int64_t count) {
  constexpr int64_t kExact = 10'000;
  if (count < kExact) return std::to_string(count);
  auto value = static_cast<double>(count);
  constexpr std::string_view kUnits = "kMGTPE";
  size_t unit = 0;
  value /= 1000;
  // 999,950 and more would be shown as 1000.0 k.
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string DurationText(int64_t duration_ms) {
  const int64_t seconds = std::max<int64_t>(0, duration_ms) / 1000;
  const int64_t minutes = seconds / 60;
  if (minutes == 0) return fmt::format("{} s", seconds);
  if (minutes < 60) return fmt::format("{} min {} s", minutes, seconds % 60);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

bool IsRunning(const JobProgress& progress) {
  return std::any_of(progress.processes.begin(), progress.processes.end(),
                     [](const ProcessProgress& process) { return process.state == "running"; });
}

bool IsDistributed(const JobProgress& progress) { return progress.processes.size() > 1; }

std::string QueueLine(const JobProgress& progress) {
  return "Job Queueing... waits for " + OneLine(progress.waits_for);
}

std::string StatesLine(const JobProgress& progress) {
  std::vector<std::string> texts;
  for (const Stage& stage : StagesOf(progress)) {
    texts.push_back(fmt::format("{}:{}/{}/{}[{}]", stage.name, stage.running, stage.completed,
                                stage.total, stage.status()));
  }
  return Join(texts, "\t");
}

std::vector<JobLine> StageTable(const JobProgress& progress, int64_t elapsed_ms) {
  const std::vector<Stage> stages = StagesOf(progress);
  if (stages.empty()) return {};
  const bool restarted = std::any_of(stages.begin(), stages.end(),
                                     [](const Stage& stage) { return stage.restarts > 0; });
  const JobLine rule{std::string(kTableColumns, '-')};
  std::string header = fmt::format("{:>26} {:>13}  {:>5}  {:>9}  {:>7}  {:>7}  {:>6}", "STAGES",
                                   "STATUS", "TOTAL", "COMPLETED", "RUNNING", "PENDING", "BACKUP");
  if (restarted) header += "  RESTARTS";
  std::vector<JobLine> table = {rule, {header, Color::kCyan}};
  for (const Stage& stage : stages) {
    // Nobody starts a second process for the same work here: there is no backup.
    std::string row = fmt::format("{:<26} {:>13}  {:>5}  {:>9}  {:>7}  {:>7}  {:>6}",
                                  NameWithDots(stage), stage.status(), stage.total, stage.completed,
                                  stage.running, stage.pending(), 0);
    if (restarted) row += fmt::format("  {:>8}", stage.restarts);
    table.push_back({row});
  }
  table.push_back(rule);
  table.push_back({Footer(stages, elapsed_ms), Color::kRed});
  table.push_back(rule);
  return table;
}

std::string ProgressLine(const JobProgress& progress, int64_t elapsed_ms, bool show_elapsed) {
  const ProcessProgress* chief = Chief(progress);
  if (chief == nullptr) return "";
  std::vector<std::string> fields;
  const bool running = chief->state == "running";
  if (!running || !HasTold(*chief)) fields.push_back(chief->state);
  AddResults(*chief, running, &fields);
  if (chief->input_seconds > 0 && elapsed_ms > 0) {
    const double share = 100'000 * chief->input_seconds / static_cast<double>(elapsed_ms);
    fields.push_back(fmt::format("input {:.0f} %", std::min(share, 100.0)));
  }
  if (chief->restarts > 0) fields.push_back(fmt::format("restarts {}", chief->restarts));
  if (show_elapsed) fields.push_back("ELAPSED TIME: " + DurationText(elapsed_ms));
  return Named(*chief, fields);
}

std::string FinalLine(const JobProgress& progress, int64_t elapsed_ms) {
  const ProcessProgress* chief = Chief(progress);
  if (chief == nullptr || !HasTold(*chief)) return "";
  std::vector<std::string> fields;
  AddResults(*chief, false, &fields);
  int restarts = 0;
  for (const ProcessProgress& process : progress.processes) restarts += process.restarts;
  if (restarts > 0) fields.push_back(fmt::format("restarts {}", restarts));
  fields.push_back(DurationText(elapsed_ms));
  return Named(*chief, fields);
}

std::vector<JobLine> BlockLines(const JobProgress& progress, int64_t elapsed_ms,
                                const Screen& screen) {
  std::vector<JobLine> lines;
  // One row is left to the output above, and one to its open line.
  const int rows = screen.rows - 2;
  if (!progress.waits_for.empty()) {
    lines.push_back({QueueLine(progress)});
  } else if (const ProcessProgress* chief = Chief(progress)) {
    if (IsDistributed(progress)) lines = StageTable(progress, elapsed_ms);
    const bool table = !lines.empty() && static_cast<int>(lines.size()) < rows;
    if (!table) lines.clear();
    if (!table || HasTold(*chief)) {
      lines.push_back({ProgressLine(progress, elapsed_ms, !table)});
    }
  }
  if (static_cast<int>(lines.size()) > rows) lines.clear();
  // A terminal may wrap a line that fills its last column.
  for (JobLine& line : lines) line.text.resize(FirstColumns(line.text, screen.columns - 1).size());
  return lines;
}

}  // namespace paisql::shell
