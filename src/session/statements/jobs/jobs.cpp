#include <sstream>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "jobs/service/server_instances.h"
#include "session/display/layout.h"
#include "session/statement_rights.h"
#include "session/statements/answers.h"
#include "session/statements/jobs/follow.h"
#include "session/statements/jobs/handlers.h"
#include "session/statements/jobs/instances.h"
#include "session/statements/jobs/job_ids.h"
#include "session/statements/jobs/start_job.h"

namespace paisql::session {

namespace {

// The reason why a job waits in the queue; "" for every other one.
std::string WaitsFor(const store::Job& job, Run& run) {
  if (job.state != store::JobState::kWaiting) return "";
  return run.state.Jobs().Progress(job.id).waits_for;
}

std::string_view InstanceStatus(store::JobState state) {
  return jobs::HasEnded(state) ? "Terminated" : JobStateName(state);
}

Status ShowStatus(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.id_range, const store::Job job,
                   FindInstance(statement.instance_id, run));
  const std::string waits_for = WaitsFor(job, run);
  const std::string said = Redact(job.message);
  const std::string& message = said.empty() ? waits_for : said;
  const std::string status(JobStateName(job.state));
  Answer answer;
  answer.columns = {"instance", "status", "message"};
  answer.rows.push_back({job.id, status, message});
  answer.text = "Instance status = " + std::string(InstanceStatus(job.state)) + "\n" +
                "Task = " + Visible(job.name.empty() ? job.kind : job.name) +
                ", status = " + status + "\n";
  if (!said.empty()) answer.text += Visible(said) + "\n";
  if (!waits_for.empty()) answer.text += "It waits for " + waits_for + "\n";
  PAISQL_TRY(run.out.Show(answer));
  run.out.Done();
  return Status::Ok();
}

Status KillJob(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.id_range, const store::Job job,
                   FindInstance(statement.instance_id, run));
  const bool of_server = job.kind == jobs::kOfServer;
  PAISQL_TRY_AT(statement.id_range,
                of_server ? KillOfServer(job, run) : run.state.Jobs().Kill(job.id));
  run.state.job_news().Forget(statement.instance_id);
  run.out.Done();
  return Status::Ok();
}

Status WaitForJob(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.id_range, const store::Job job,
                   FindInstance(statement.instance_id, run));
  if (job.kind == jobs::kOfServer) return WaitForServer(job, statement.id_range, run);
  return FollowJob(statement.instance_id, statement.id_range, run);
}

// Whether the words after LOG <id> mean this process: "worker", "worker 1" and "worker-1" mean
// worker-1, and no words mean all.
bool IsWanted(const std::string& process, const std::vector<syntax::Word>& words) {
  std::vector<std::string> parts;
  for (const syntax::Word& word : words) parts.push_back(word.text);
  const std::string wanted = Join(parts, "-");
  return wanted.empty() || process == wanted || process.starts_with(wanted + "-");
}

// LOG <id> [role [number]]: the logs of the job's processes as they are now.
Status ShowLog(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.id_range, const std::vector<jobs::LogFiles> logs,
                   run.state.Jobs().Logs(statement.instance_id));
  Answer answer;
  answer.columns = {"log", "line"};
  std::vector<std::string> names;
  bool found = false;
  for (const jobs::LogFiles& log : logs) {
    names.push_back(log.process);
    if (!IsWanted(log.process, statement.words)) continue;
    found = true;
    if (logs.size() > 1) answer.text += "==> " + log.paths.back() + " <==\n";
    std::istringstream stream(jobs::ReadLog(log));
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
  return run.out.Show(answer);
}

struct Command {
  syntax::JobCommand command;
  Status (*run)(const syntax::JobCommandStatement&, Run&);
  bool checked = false;  // also by a check, which otherwise knows nothing of what runs
};

constexpr Command kCommands[] = {
    {syntax::JobCommand::kWait, WaitForJob},   {syntax::JobCommand::kStatus, ShowStatus},
    {syntax::JobCommand::kKill, KillJob},      {syntax::JobCommand::kLog, ShowLog},
    {syntax::JobCommand::kRerun, Rerun, true},
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

// The instance of WAIT, STATUS and LOG is read, that of KILL and RERUN written.
static Status RequireOnJob(const syntax::JobCommandStatement& meant, Run& run) {
  PAISQL_ASSIGN_AT(meant.id_range, const std::optional<store::Job> job,
                   LookForInstance(meant.instance_id, run));
  const bool writes =
      meant.command == syntax::JobCommand::kKill || meant.command == syntax::JobCommand::kRerun;
  if (!job.has_value()) return Status::Ok();
  return RequireOn(*job, writes ? "Write" : "Read", meant.id_range, run);
}

Status RunJobCommand(const syntax::JobCommandStatement& statement, Run& run) {
  for (const Command& command : kCommands) {
    if (command.command != statement.command) continue;
    if (run.state.checking() && !command.checked) return Status::Ok();
    syntax::JobCommandStatement meant;
    meant.range = statement.range;
    meant.command = statement.command;
    meant.id_range = statement.id_range;
    meant.words = statement.words;
    PAISQL_ASSIGN(meant.instance_id, FindJobId(statement.instance_id, statement.id_range, run));
    PAISQL_TRY(RequireOnJob(meant, run));
    return command.run(meant, run);
  }
  PAISQL_UNREACHABLE("a job command without a body");
}

}  // namespace paisql::session
