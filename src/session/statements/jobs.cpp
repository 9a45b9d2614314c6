#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "base/text.h"
#include "session/layout.h"
#include "session/statements/answers.h"
#include "session/statements/follow.h"
#include "session/statements/handlers.h"

namespace paisql::session {

namespace {

constexpr int kDefaultInstances = 50;

bool HasEnded(store::JobState state) {
  return state != store::JobState::kWaiting && state != store::JobState::kRunning;
}

std::string RunTime(const store::Job& job) {
  if (job.started_ms == 0) return "";
  const int64_t end = job.ended_ms != 0 ? job.ended_ms : NowMicros() / 1000;
  return fmt::format("{}s", (end - job.started_ms) / 1000);
}

// The statement on one line, cut to what a table can show.
std::string OneLine(const std::string& statement, size_t longest) {
  std::string line;
  for (const char c : statement) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.size() <= longest) return line;
  // Never cut inside a character.
  while (longest > 0 && (static_cast<unsigned char>(line[longest]) & 0xC0) == 0x80) --longest;
  return line.substr(0, longest) + "...";
}

Status ShowStatus(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.range, const store::Job job,
                   run.state.Jobs().Find(statement.instance_id));
  const bool ended = HasEnded(job.state);
  Answer answer;
  answer.columns = {"instance", "status", "message"};
  answer.rows.push_back({job.id, std::string(JobStateName(job.state)), job.message});
  answer.text = std::string("Instance status = ") + (ended ? "Terminated" : "Running") + "\n" +
                "Task = " + (job.name.empty() ? job.kind : job.name) +
                ", status = " + std::string(JobStateName(job.state)) + "\n";
  if (!job.message.empty()) answer.text += job.message + "\n";
  PAISQL_TRY(run.sink.Show(answer));
  run.sink.Message("OK");
  return Status::Ok();
}

Status KillJob(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_TRY_AT(statement.range, run.state.Jobs().Kill(statement.instance_id));
  run.sink.Message("OK");
  return Status::Ok();
}

Status WaitForJob(const syntax::JobCommandStatement& statement, Run& run) {
  return FollowJob(statement.instance_id, statement.range, run);
}

// Whether the words behind LOG <id> mean this process: "worker", "worker 1" and "worker-1" do
// worker-1, and none mean all.
bool IsWanted(const std::string& process, const std::vector<syntax::Word>& words) {
  std::vector<std::string> parts;
  for (const syntax::Word& word : words) parts.push_back(word.text);
  const std::string wanted = Join(parts, "-");
  return wanted.empty() || process == wanted || process.starts_with(wanted + "-");
}

// LOG <id> [role [number]]: the logs of the job's processes as they are now.
Status ShowLog(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.range, const std::vector<training::LogFiles> logs,
                   run.state.Jobs().Logs(statement.instance_id));
  Answer answer;
  answer.columns = {"log", "line"};
  std::vector<std::string> names;
  bool found = false;
  for (const training::LogFiles& log : logs) {
    names.push_back(log.process);
    if (!IsWanted(log.process, statement.words)) continue;
    found = true;
    if (logs.size() > 1) answer.text += "==> " + log.paths.back() + " <==\n";
    std::string text;
    for (const std::string& path : log.paths) {
      std::ifstream file(path, std::ios::binary);
      text.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      answer.text += line + "\n";
      answer.rows.push_back({log.process, line});
    }
  }
  if (!found && !statement.words.empty()) {
    return Error{ErrorCode::kInvalidCommand,
                 "job " + statement.instance_id + " has no such process",
                 statement.words.front().range, "it has " + Join(names, ", ")};
  }
  return run.sink.Show(answer);
}

struct Command {
  syntax::JobCommand command;
  Status (*run)(const syntax::JobCommandStatement&, Run&);
};

constexpr Command kCommands[] = {
    {syntax::JobCommand::kWait, WaitForJob},
    {syntax::JobCommand::kStatus, ShowStatus},
    {syntax::JobCommand::kKill, KillJob},
    {syntax::JobCommand::kLog, ShowLog},
};

}  // namespace

std::string_view JobStateName(store::JobState state) {
  switch (state) {
    case store::JobState::kWaiting:
      return "Waiting";
    case store::JobState::kRunning:
      return "Running";
    case store::JobState::kSucceeded:
      return "Success";
    case store::JobState::kFailed:
      return "Failed";
    case store::JobState::kKilled:
      return "Cancelled";
  }
  PAISQL_UNREACHABLE("a state of a job without a name");
}

Status RunJobCommand(const syntax::JobCommandStatement& statement, Run& run) {
  // A check knows nothing of what runs.
  if (run.state.checking()) return Status::Ok();
  for (const Command& command : kCommands) {
    if (command.command == statement.command) return command.run(statement, run);
  }
  PAISQL_UNREACHABLE("a job command without a body");
}

Result<Answer> ShowInstances(const syntax::ShowStatement& statement, Run& run) {
  const int64_t count = statement.count.value_or(kDefaultInstances);
  const int limit = static_cast<int>(std::clamp<int64_t>(count, 0, INT32_MAX));
  PAISQL_ASSIGN(const std::vector<store::Job> jobs,
                run.state.Jobs().List(run.state.project, limit));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"StartTime", "RunTime", "Status", "InstanceID", "Owner", "Query"};
  for (const store::Job& job : jobs) {
    answer.rows.push_back({zone.Format(job.created_ms / 1000), RunTime(job),
                           std::string(JobStateName(job.state)), job.id, job.owner,
                           OneLine(job.statement, 80)});
  }
  answer.text = Box(answer) + std::to_string(jobs.size()) + " instances\n";
  return answer;
}

Result<Answer> DescribeInstance(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.name.range, const store::Job job,
                   run.state.Jobs().Find(statement.name.ToString()));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"name", "value"};
  const auto add = [&](std::string_view name, const std::string& value) {
    answer.rows.push_back({std::string(name), value});
    answer.text += Pad(name, 40) + value + "\n";
  };
  add("ID", job.id);
  add("Owner", job.owner);
  add("StartTime", zone.Format(job.created_ms / 1000));
  if (job.ended_ms != 0) add("EndTime", zone.Format(job.ended_ms / 1000));
  add("Status", HasEnded(job.state) ? "Terminated" : std::string(JobStateName(job.state)));
  add(job.name.empty() ? job.kind : job.name, std::string(JobStateName(job.state)));
  if (!job.message.empty()) add("Message", job.message);
  add("Folder", run.state.home().JobPath(job.id));
  add("Query", job.statement);
  return answer;
}

}  // namespace paisql::session
