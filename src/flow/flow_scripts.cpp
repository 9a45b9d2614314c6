#include "flow/flow_scripts.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "base/process/guard.h"
#include "flow/answer_sink.h"
#include "nodes/run/processes/worker.h"
#include "render/error_report.h"
#include "script/check/script_checker.h"
#include "script/program.h"
#include "script/resume.h"
#include "script/runner.h"
#include "script/shell_sink.h"
#include "script/silent_sink.h"
#include "script/text_reporter.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "variables/value.h"

namespace paisql::flow {

namespace {

script::ScriptFile FileOf(const nodes::SqlScript& script) {
  return {{script.path, script.code}, ParentFolder(script.path), script.script_mode};
}

// A dollar of the value stays one, where SETVAR would look for a date after it.
std::string Literal(const std::string& value) {
  std::string literal;
  for (size_t i = 0; i < value.size(); ++i) {
    const std::string_view rest = std::string_view(value).substr(i);
    if (rest.starts_with("${") || variables::ValueFormLength(rest) > 0) literal += '$';
    literal += value[i];
  }
  return literal;
}

void Say(session::Session& session, std::string text) {
  script::SilentSink sink;
  syntax::StatementText statement;
  statement.text = std::move(text);
  (void)session.Execute(statement, sink);
}

// Settings and variables are those of this script, as in a session of its own. `variables`: the
// names of the script before, then of this one.
void BeginScript(session::Session& session, const std::string& project,
                 const nodes::SqlScript& script, std::set<std::string>& variables) {
  Say(session, "USE " + (script.project.empty() ? project : script.project));
  for (const std::string& name : variables) Say(session, "UNSETVAR " + name);
  variables.clear();
  Say(session, "SET paisql.bizdate=" + script.bizdate);
  Say(session, "SET paisql.cyctime=" + script.cyctime);
  // There 0 goes first, and 9 is what nobody has asked for.
  constexpr int kLast = 9;
  Say(session, "SET odps.instance.priority=" + std::to_string(kLast + 1 - script.priority));
  for (const variables::Variable& variable : script.variables) {
    Say(session, "SETVAR " + variable.name + "=" + Literal(variable.value));
    variables.insert(variable.name);
  }
}

// Runs scripts one after another. As long as none sets something of its session, they share one:
// opening a session and an engine takes longer than most small scripts do.
class ScriptWorker {
 public:
  ScriptWorker(const script::Flags& flags, const session::SessionOptions& options)
      : view_{flags.format, flags.header, false, options.language}, options_(options) {}

  int Run(const nodes::SqlScript& script) {
    AnswerSink sink(view_, script.answer);
    const Status opened = Open(script);
    if (!opened.ok()) {
      render::PrintError(opened.error());
      return script::kExitEnvironment;
    }
    sink.Attach(*session_);
    script::TextStyle style;
    style.announce = true;
    script::TextReporter reporter(sink, std::move(style));
    const script::ScriptFile file = FileOf(script);
    script::ProgramBuilder builder;
    builder.Add(file.script, std::make_shared<const script::Source>(
                                 script::Source{script.path, file.folder, true, file.whole}));
    script::Program program = builder.Take();
    for (const script::Problem& problem : program.problems) {
      reporter.Failed({problem.statement, problem.source, nullptr, 0, 0}, 0, problem.error, 0,
                      false);
    }
    if (!program.problems.empty()) return script::kExitFailed;
    // A script leaves its variables in the session, which no other node may see.
    const bool keeps = std::ranges::any_of(program.steps, [](const script::Step& step) {
      return script::SetsState(step) || step.statement.kind == syntax::StatementText::Kind::kScript;
    });
    script::Runner runner(*session_, reporter, {.ends_program = true, .whole = true});
    bool quit = false;
    int status = script::kExitDone;
    {
      const Interruptible during(*this, runner);
      status = runner.RunProgram(program, quit);
    }
    if (keeps || status != script::kExitDone) session_.reset();
    return status;
  }

 private:
  // The target of an interrupt, as long as it lives.
  class Interruptible {
   public:
    Interruptible(ScriptWorker& worker, script::Runner& runner) : worker_(worker) { Set(&runner); }
    ~Interruptible() { Set(nullptr); }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

   private:
    void Set(script::Runner* runner) {
      const std::lock_guard lock(worker_.mutex_);
      worker_.runner_ = runner;
    }
    ScriptWorker& worker_;
  };

  void Interrupt() {
    const std::lock_guard lock(mutex_);
    if (runner_ == nullptr) terminal::EndInterrupted();
    runner_->Interrupt();
  }

  Status Open(const nodes::SqlScript& script) {
    std::vector<std::string> meaning = {script.bizdate, script.cyctime, script.project,
                                        std::to_string(script.priority)};
    for (const variables::Variable& variable : script.variables) {
      meaning.insert(meaning.end(), {variable.name, variable.value});
    }
    const std::string& project = script.project.empty() ? options_.project : script.project;
    const bool fresh = session_ == nullptr || project != project_;
    if (fresh) {
      // A project that is not there is made, as by --project.
      session::SessionOptions options = options_;
      options.project = project;
      session_.reset();
      PAISQL_ASSIGN(session_, session::Session::Open(options));
      project_ = project;
      variables_.clear();
    }
    // Most nodes of a workflow are given the same.
    if (fresh || meaning != meaning_) {
      BeginScript(*session_, options_.project, script, variables_);
    }
    meaning_ = std::move(meaning);
    return Status::Ok();
  }

  script::SinkOptions view_;
  session::SessionOptions options_;
  std::unique_ptr<session::Session> session_;
  std::set<std::string> variables_;
  std::string project_;               // of the session
  std::vector<std::string> meaning_;  // of names and moments, in the session
  std::mutex mutex_;
  script::Runner* runner_ = nullptr;  // what runs; under the mutex
  // Last: it has ended before the others go. A thread for each script would cost more than the
  // small ones themselves.
  terminal::InterruptWatcher watcher_{[this] { Interrupt(); }};
};

}  // namespace

Result<std::unique_ptr<FlowChecker>> FlowChecker::Open(session::SessionOptions options) {
  options.check_only = true;
  options.variables.clear();
  PAISQL_ASSIGN(std::unique_ptr<session::Session> session,
                session::Session::Open(std::move(options)));
  return std::unique_ptr<FlowChecker>(new FlowChecker(std::move(session)));
}

nodes::SqlCheck FlowChecker::Check(const nodes::SqlScript& script) {
  BeginScript(*session_, project_, script, variables_);
  script::ScriptChecker checker(*session_);
  checker.Check(FileOf(script));
  nodes::SqlCheck check;
  for (const script::Finding& finding : checker.findings()) {
    check.whole = check.whole && finding.error;  // a warning may be one of what is not known
    check.problems.push_back({finding.error,
                              {finding.place.source, finding.place.line, finding.place.column},
                              finding.code,
                              render::OneLine(finding.message),
                              render::OneLine(finding.hint)});
  }
  for (const script::StatementFlow& moved : checker.flows()) check.flows.push_back(moved.flow);
  return check;
}

int RunFlowWorker(const script::Flags& flags, const session::SessionOptions& options) {
  // Its guard ends what scripts of SELECT TRANSFORM leave after.
  if (const Status guarded = ContinueGuarded(); !guarded.ok()) return script::kExitEnvironment;
  ScriptWorker worker(flags, options);
  return nodes::ServeTasks([&](const nodes::SqlScript& script) { return worker.Run(script); });
}

}  // namespace paisql::flow
