// SHOW P, SHOW JOBS and DESC INSTANCE: what jobs did.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "jobs/service/server_instances.h"
#include "jobs/spec/job_progress.h"
#include "jobs/spec/reading.h"
#include "session/display/fitted_box.h"
#include "session/display/layout.h"
#include "session/statement_rights.h"
#include "session/statements/answers.h"
#include "session/statements/jobs/instances.h"
#include "session/statements/jobs/job_ids.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

constexpr int64_t kDefaultInstances = 50;
constexpr size_t kQueryWidth = 80;
constexpr size_t kDayWidth = 10;  // of 2026-01-31
constexpr size_t kNameWidth = 40;
constexpr size_t kParametersWidth = 60;
// The last columns of SHOW JOBS, which people find in DESC INSTANCE.
constexpr size_t kForPrograms = 4;

using Cell = std::optional<std::string>;

// "12s". A clock that was set back makes no negative time.
std::string Seconds(int64_t from_ms, int64_t to_ms) {
  return fmt::format("{}s", std::max<int64_t>(0, to_ms - from_ms) / 1000);
}

int64_t EndOrNow(const store::Job& job) {
  return jobs::HasEnded(job.state) ? job.ended_ms : NowMs();
}

// "" for a job that never ran.
std::string RunTime(const store::Job& job) {
  return job.started_ms == 0 ? "" : Seconds(job.started_ms, EndOrNow(job));
}

// From the statement to its processes; for a job that never ran, to its end.
std::string QueueTime(const store::Job& job) {
  return Seconds(job.created_ms, job.started_ms == 0 ? EndOrNow(job) : job.started_ms);
}

Cell Number(const std::optional<int64_t>& number) {
  return number.has_value() ? Cell(std::to_string(*number)) : Cell();
}

// As many digits as tell it from its neighbours.
Cell LossOf(const std::optional<double>& loss) {
  return loss.has_value() ? Cell(fmt::format("{}", *loss)) : Cell();
}

// "0.034"
Cell Share(const std::optional<double>& share) {
  return share.has_value() ? Cell(fmt::format("{:.3f}", *share)) : Cell();
}

std::string ShortLoss(double loss) { return fmt::format("{:.6g}", loss); }

// "running, 2 restarts, step 1200 (35.1/s), loss 0.43, 3000 rows read, 10 rows written, …"
std::string StageText(const jobs::ProcessProgress& process) {
  const bool stays = process.finished && process.state == "running";
  std::string text = stays ? "finished and stays for the other workers" : process.state;
  const auto add = [&](const std::string& part) { text += ", " + part; };
  add(Counted(process.restarts, "restart"));
  if (process.step.has_value()) {
    add(process.steps_per_second.has_value()
            ? fmt::format("step {} ({:.1f}/s)", *process.step, *process.steps_per_second)
            : fmt::format("step {}", *process.step));
  }
  if (process.loss.has_value()) {
    add("loss " + ShortLoss(*process.loss) + jobs::LossStepText(process.loss_step, process.step));
  }
  add(fmt::format("{} rows read", process.rows_read));
  add(fmt::format("{} rows written", process.rows_written));
  if (process.input_seconds > 0) {
    add(fmt::format("{:.1f} s of fetching rows", process.input_seconds));
  }
  if (!process.address.empty()) add(process.address);
  return text;
}

// The rows of SHOW JOBS as people see them: what is unknown is blank, nothing is wider than it
// helps, and a loss says its step itself where it is not the last one.
Answer ForPeople(const Answer& whole, const std::vector<store::Job>& jobs) {
  Answer shown;
  shown.columns = whole.columns;
  shown.columns.resize(shown.columns.size() - kForPrograms);
  const auto loss = static_cast<size_t>(
      std::find(shown.columns.begin(), shown.columns.end(), "Loss") - shown.columns.begin());
  for (const std::vector<Cell>& row : whole.rows) {
    const store::Job& job = jobs[shown.rows.size()];
    std::vector<Cell>& cells = shown.rows.emplace_back();
    for (size_t i = 0; i < shown.columns.size(); ++i) {
      const size_t width = i + 1 == shown.columns.size() ? kParametersWidth : kNameWidth;
      cells.emplace_back(OneLine(row[i].value_or(""), width));
    }
    if (!job.loss.has_value()) continue;
    cells[loss] = ShortLoss(*job.loss) + jobs::LossStepText(job.loss_step, job.steps);
  }
  return shown;
}

// The most important columns come first. An id may be written as its end alone.
constexpr ColumnRoom kInstanceRooms[] = {
    {"InstanceID", 8, true}, {"Status"}, {"Query", 12}, {"RunTime"}, {"StartTime"}, {"Owner", 6},
};
constexpr ColumnRoom kJobRooms[] = {
    {"JobName", 7}, {"InstanceID", 8, true}, {"Status"},   {"Steps"},       {"Loss"}, {"StartTime"},
    {"RunTime"},    {"Parameters", 12},      {"RowsRead"}, {"RowsWritten"},
};

// The box and how many there are; at a prompt as wide as the terminal, with what is left out.
std::string BoxOf(const Answer& shown, std::span<const ColumnRoom> rooms, const std::string& count,
                  const Output& out) {
  if (out.columns() == 0) return Box(shown) + count + "\n";
  std::vector<std::string> left_out;
  std::string text = FittedBox(shown, rooms, out.columns(), &left_out);
  text += count + "\n";
  if (left_out.empty()) return text;
  const std::string without = "without " + Join(left_out, ", ");
  return text + OneLine(without, static_cast<size_t>(out.columns())) + "\n";
}

}  // namespace

namespace {

Answer AnswerOfInstances(const std::vector<store::Job>& jobs, Run& run) {
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"StartTime", "RunTime", "Status", "InstanceID", "Owner", "Query"};
  for (const store::Job& job : jobs) {
    answer.rows.push_back({zone.Format(job.created_ms / 1000), RunTime(job),
                           std::string(JobStateName(job.state)), job.id, job.owner,
                           OneLine(Redact(job.statement), kQueryWidth)});
  }
  answer.text = BoxOf(answer, kInstanceRooms, fmt::format("{} instances", jobs.size()), run.out);
  return answer;
}

}  // namespace

Result<Answer> ShowInstances(const syntax::ShowStatement& statement, Run& run) {
  const bool days = !statement.from_day.empty() || !statement.to_day.empty();
  const int64_t limit = statement.count.value_or(kDefaultInstances);
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  PAISQL_ASSIGN(std::vector<store::Job> jobs,
                ListInstances(project, days ? INT64_MAX : limit, run));
  if (!days) return AnswerOfInstances(jobs, run);
  const TimeZone zone = run.state.Zone();
  std::erase_if(jobs, [&](const store::Job& job) {
    const std::string day = zone.Format(job.created_ms / 1000).substr(0, kDayWidth);
    return day < statement.from_day || (!statement.to_day.empty() && day > statement.to_day);
  });
  if (std::ssize(jobs) > limit) jobs.resize(static_cast<size_t>(limit));
  return AnswerOfInstances(jobs, run);
}

Result<Answer> ShowTop(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  PAISQL_ASSIGN(std::vector<store::Job> jobs, ListInstances(project, INT64_MAX, run));
  std::erase_if(jobs, [](const store::Job& job) { return jobs::HasEnded(job.state); });
  const int64_t limit = statement.count.value_or(kDefaultInstances);
  if (std::ssize(jobs) > limit) jobs.resize(static_cast<size_t>(limit));
  return AnswerOfInstances(jobs, run);
}

Result<Answer> ShowJobs(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  store::JobFilter filter;
  filter.name_pattern = statement.pattern;
  filter.pai_only = true;
  filter.limit = statement.count;
  PAISQL_ASSIGN(const std::vector<store::Job> jobs, run.state.Jobs().List(project, filter));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"StartTime", "RunTime",   "Status",        "JobName",     "InstanceID",
                    "Steps",     "Loss",      "RowsRead",      "RowsWritten", "Parameters",
                    "LossStep",  "BytesRead", "RowsPerSecond", "InputShare"};
  for (const store::Job& job : jobs) {
    const jobs::Reading reading = jobs::ReadingOf(job);
    answer.rows.push_back({zone.Format(job.created_ms / 1000), RunTime(job),
                           std::string(JobStateName(job.state)), job.name, job.id,
                           Number(job.steps), LossOf(job.loss), std::to_string(job.rows_read),
                           std::to_string(job.rows_written), Redact(job.parameters),
                           Number(job.loss_step), std::to_string(job.bytes_read),
                           Number(jobs::RowsPerSecond(reading)), Share(jobs::InputShare(reading))});
  }
  const Answer shown = ForPeople(answer, jobs);
  const std::string count = Counted(jobs.size(), "job");
  answer.text = BoxOf(shown, kJobRooms, count, run.out);
  return answer;
}

Result<Answer> DescribeInstance(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string id,
                FindJobId(statement.name.ToString(), statement.name.range, run));
  PAISQL_ASSIGN_AT(statement.name.range, const store::Job job, FindInstance(id, run));
  PAISQL_TRY(RequireOn(job, "Read", statement.name.range, run));
  const jobs::JobProgress progress = run.state.Jobs().Progress(job.id);
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"name", "value"};
  const auto add = [&](std::string_view name, const std::string& value) {
    answer.rows.push_back({std::string(name), value});
    answer.text += Pad(name, 40) + value + "\n";
  };
  // The layout for people shows users' own words without bytes that move the cursor.
  const auto add_visible = [&](const std::string& name, const std::string& value) {
    answer.rows.push_back({name, value});
    answer.text += Pad(Visible(name), 40) + Visible(value) + "\n";
  };
  add("ID", job.id);
  if (!job.name.empty()) add_visible("JobName", job.name);
  add("Owner", job.owner);
  add("Priority", std::to_string(job.priority));
  // An instance of the platform starts with its statement, so StartTime is the same in SHOW P, here
  // and in the id, however long the job then waits. When it came to run is told apart from that.
  add("StartTime", zone.Format(job.created_ms / 1000));
  if (job.started_ms != 0) add("RunStartTime", zone.Format(job.started_ms / 1000));
  if (job.ended_ms != 0) add("EndTime", zone.Format(job.ended_ms / 1000));
  add("QueueTime", QueueTime(job));
  if (job.started_ms != 0) add("RunTime", RunTime(job));
  add("Status", jobs::HasEnded(job.state) ? "Terminated" : std::string(JobStateName(job.state)));
  add_visible(job.name.empty() ? job.kind : job.name, std::string(JobStateName(job.state)));
  if (job.state == store::JobState::kWaiting && !progress.waits_for.empty()) {
    add("WaitsFor", progress.waits_for);
  }
  if (!progress.limits.empty()) add("Limits", progress.limits);
  if (!job.message.empty()) add_visible("Message", Redact(job.message));
  if (job.steps.has_value()) add("Steps", std::to_string(*job.steps));
  if (job.loss.has_value()) add("Loss", ShortLoss(*job.loss));
  // Said only where it is not the last step.
  if (!jobs::LossStepText(job.loss_step, job.steps).empty()) {
    add("LossStep", std::to_string(*job.loss_step));
  }
  add("RowsRead", std::to_string(job.rows_read));
  add("RowsWritten", std::to_string(job.rows_written));
  const jobs::Reading reading = jobs::ReadingOf(job);
  if (reading.bytes > 0) add("BytesRead", std::to_string(reading.bytes));
  if (const auto speed = jobs::RowsPerSecond(reading); speed.has_value()) {
    add("RowsPerSecond", std::to_string(*speed));
  }
  if (const auto speed = jobs::BytesPerSecond(reading); speed.has_value()) {
    add("BytesPerSecond", std::to_string(*speed));
  }
  const std::string share = jobs::InputShareText(reading);
  if (!share.empty()) add("InputWait", share);
  for (const jobs::ProcessProgress& process : progress.processes) {
    add(fmt::format("Stage {}-{}", process.role, process.index), StageText(process));
  }
  for (const auto& [name, value] : jobs::ParametersOf(job)) {
    add_visible("Parameter " + name, RedactValue(name, value));
  }
  if (job.kind != jobs::kOfServer) add("Folder", run.state.home().JobPath(job.id));
  add("Query", Redact(job.statement));
  return answer;
}

}  // namespace paisql::session
