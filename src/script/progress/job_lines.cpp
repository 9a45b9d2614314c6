#include "script/progress/job_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>

#include "base/text.h"
#include "jobs/spec/job_progress.h"
#include "jobs/spec/reading.h"
#include "render/error_report.h"
#include "script/progress/stage_table.h"

namespace paisql::script {

namespace {

using jobs::ChiefOf;
using jobs::JobProgress;
using jobs::ProcessProgress;

// Below so many columns words are worth less than numbers.
constexpr int kNarrow = 40;
// And below so many a speed is not worth the room that it takes.
constexpr int kRoomForSpeed = 60;

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

// Before the end, a loss that is a little older than the step is as good as the step's own.
bool IsOld(const ProcessProgress& process) {
  constexpr int64_t kPart = 50;
  return process.step.value_or(0) - process.loss_step.value_or(0) >
         std::max<int64_t>(kPart, process.step.value_or(0) / kPart);
}

// Adds the results that the process reported.
void AddResults(const ProcessProgress& process, const std::string& of_total,
                const std::string& of_rows, bool show_speed, std::vector<std::string>* fields) {
  if (process.step.has_value()) {
    fields->push_back(fmt::format("step {}{}", *process.step, of_total));
  }
  const std::optional<double>& speed = process.steps_per_second;
  if (show_speed && speed.has_value() && std::isfinite(*speed) && *speed >= 0) {
    fields->push_back(SpeedText(*speed) + " steps/s");
  }
  if (process.loss.has_value()) {
    const std::string loss =
        std::isnan(*process.loss) ? "nan" : fmt::format("{:.4g}", *process.loss);
    const bool of_step = !show_speed || IsOld(process);
    fields->push_back("loss " + loss +
                      (of_step ? jobs::LossStepText(process.loss_step, process.step) : ""));
  }
  if (process.rows_read > 0) {
    fields->push_back("rows " + CountText(process.rows_read) + (show_speed ? of_rows : ""));
  }
  if (process.rows_written > 0) fields->push_back("written " + CountText(process.rows_written));
}

std::string NameOf(const ProcessProgress& process) {
  return fmt::format("{} {}: ", process.role, process.index);
}

// " (410.0 k/s)" once it has read for a while.
std::string RowSpeed(const ProcessProgress& process) {
  constexpr int64_t kShortest = 1000;
  const jobs::Reading reading = jobs::ReadingOf(process);
  const std::optional<int64_t> speed = jobs::RowsPerSecond(reading);
  if (!speed.has_value() || reading.read_ms < kShortest) return "";
  return " (" + CountText(*speed) + "/s)";
}

// The part of the steps' time that waited for input; without steps, the part of all time that
// readers took.
std::optional<double> InputPart(const ProcessProgress& process, int64_t elapsed_ms) {
  constexpr double kSecondMs = 1000;
  const jobs::Reading reading = jobs::ReadingOf(process);
  if (reading.wait_ms > 0) return jobs::InputShare(reading);
  if (reading.step_ms > 0 || process.input_seconds <= 0 || elapsed_ms <= 0) return std::nullopt;
  return std::min(process.input_seconds * kSecondMs / static_cast<double>(elapsed_ms), 1.0);
}

// The fields of the chief's line, without its name.
std::vector<std::string> ProgressFields(const JobProgress& progress, const ProcessProgress& chief,
                                        int64_t elapsed_ms, bool show_elapsed,
                                        int columns = INT_MAX) {
  std::vector<std::string> fields;
  const bool running = chief.state == "running";
  if (!running || !HasTold(chief)) fields.push_back(chief.state);
  std::string of_total;
  if (running && progress.total_steps.has_value()) {
    of_total = fmt::format(" of {}{}", progress.total_is_guess ? "~" : "", *progress.total_steps);
  }
  AddResults(chief, of_total, columns < kRoomForSpeed ? "" : RowSpeed(chief), running, &fields);
  if (const auto share = InputPart(chief, elapsed_ms); share.has_value()) {
    fields.push_back(fmt::format("input {:.0f} %", *share * 100));
  }
  if (chief.restarts > 0) fields.push_back(fmt::format("restarts {}", chief.restarts));
  if (show_elapsed) {
    const std::string label = columns < kNarrow ? "" : "ELAPSED TIME: ";
    fields.push_back(label + DurationText(elapsed_ms));
    const std::string left = LeftText(progress, elapsed_ms);
    if (!left.empty()) fields.push_back(left);
  }
  return fields;
}

// The beginning and the fields in as many lines as it takes; further ones are indented. A field
// that is too long for a line of its own is cut.
std::vector<JobLine> Wrapped(const std::string& beginning, const std::vector<std::string>& fields,
                             std::string_view gap, int columns) {
  constexpr std::string_view kIndent = "  ";
  // A terminal may wrap a line that fills its last column.
  const int most = std::max(0, columns - 1);
  std::vector<JobLine> lines;
  std::string line = beginning;
  bool empty = true;  // the line has no field yet
  for (const std::string& field : fields) {
    const std::string longer = line + (empty ? "" : std::string(gap)) + field;
    if (DisplayWidth(longer) <= most) {
      line = longer;
    } else {
      if (!Trim(line).empty()) lines.push_back({line});
      line = std::string(kIndent) + field;
    }
    empty = false;
  }
  lines.push_back({line});
  for (JobLine& one : lines) {
    one.text.resize(FirstColumns(one.text, most).size());
    one.text.resize(one.text.find_last_not_of(' ') + 1);
  }
  return lines;
}

}  // namespace

bool IsRunning(const JobProgress& progress) {
  return std::any_of(progress.processes.begin(), progress.processes.end(),
                     [](const ProcessProgress& process) { return process.state == "running"; });
}

bool IsDistributed(const JobProgress& progress) { return progress.processes.size() > 1; }

std::string QueueLine(const JobProgress& progress) {
  return "Job Queueing... waits for " + render::OneLine(progress.waits_for);
}

std::optional<double> StepsDone(const JobProgress& progress) {
  const ProcessProgress* chief = ChiefOf(progress);
  if (chief == nullptr || !chief->step.has_value()) return std::nullopt;
  if (progress.total_steps.value_or(0) <= 0) return std::nullopt;
  const auto step = static_cast<double>(*chief->step);
  return std::min(step / static_cast<double>(*progress.total_steps), 1.0);
}

std::optional<int64_t> RemainingMs(const JobProgress& progress, int64_t elapsed_ms) {
  constexpr double kSecondMs = 1000;
  constexpr double kMost = 1e15;
  const ProcessProgress* chief = ChiefOf(progress);
  if (!StepsDone(progress).has_value() || chief->state != "running") return std::nullopt;
  const auto left = static_cast<double>(*progress.total_steps - *chief->step);
  if (left <= 0) return std::nullopt;
  const double speed = chief->steps_per_second.value_or(0);
  double needed = 0;
  if (std::isfinite(speed) && speed > 0) {
    needed = left / speed * kSecondMs;
  } else if (*chief->step > 0 && elapsed_ms > 0) {
    needed = static_cast<double>(elapsed_ms) * left / static_cast<double>(*chief->step);
  } else {
    return std::nullopt;
  }
  return static_cast<int64_t>(std::min(needed, kMost));
}

std::string LeftText(const JobProgress& progress, int64_t elapsed_ms) {
  const std::optional<int64_t> left = RemainingMs(progress, elapsed_ms);
  return left.has_value() ? "~" + RoughDurationText(*left) + " left" : "";
}

std::string ProgressLine(const JobProgress& progress, int64_t elapsed_ms, bool show_elapsed) {
  const ProcessProgress* chief = ChiefOf(progress);
  if (chief == nullptr) return "";
  return NameOf(*chief) + Join(ProgressFields(progress, *chief, elapsed_ms, show_elapsed), "  ");
}

std::string FinalLine(const JobProgress& progress, int64_t elapsed_ms) {
  const ProcessProgress* chief = ChiefOf(progress);
  if (chief == nullptr || !HasTold(*chief)) return "";
  std::vector<std::string> fields;
  AddResults(*chief, "", "", false, &fields);
  int restarts = 0;
  for (const ProcessProgress& process : progress.processes) restarts += process.restarts;
  if (restarts > 0) fields.push_back(fmt::format("restarts {}", restarts));
  fields.push_back(DurationText(elapsed_ms));
  return NameOf(*chief) + Join(fields, "  ");
}

std::string ReadingLine(const JobProgress& progress) {
  return jobs::ReadingText(jobs::ReadingOf(progress));
}

std::vector<JobLine> BlockLines(const JobProgress& progress, int64_t elapsed_ms,
                                const terminal::Screen& screen) {
  std::vector<JobLine> lines;
  // One row is left to the output above, and one to its open line.
  const size_t rows = static_cast<size_t>(std::max(0, screen.rows - 2));
  const auto append = [&lines](const std::vector<JobLine>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  if (!progress.waits_for.empty()) {
    append(Wrapped("", Split(QueueLine(progress), ' '), " ", screen.columns));
  } else if (const ProcessProgress* chief = ChiefOf(progress)) {
    if (IsDistributed(progress)) lines = StageTable(progress, elapsed_ms, screen.columns);
    const bool fits = std::all_of(lines.begin(), lines.end(), [&](const JobLine& line) {
      return DisplayWidth(line.text) < screen.columns;
    });
    const bool table = !lines.empty() && fits && lines.size() < rows;
    if (!table) lines.clear();
    if (!table || HasTold(*chief)) {
      append(Wrapped(NameOf(*chief),
                     ProgressFields(progress, *chief, elapsed_ms, !table, screen.columns), "  ",
                     screen.columns));
    }
    if (!table && IsDistributed(progress)) {
      append(Wrapped("", Split(StatesLine(progress), '\t'), "  ", screen.columns));
    }
  }
  // The first lines say most.
  if (lines.size() > rows) lines.resize(rows);
  return lines;
}

}  // namespace paisql::script
