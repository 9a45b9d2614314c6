#include "script/script_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/system/destroy_later.h"
#include "base/text.h"
#include "render/output.h"
#include "script/check/first_check.h"
#include "script/event_reporter.h"
#include "script/resume.h"
#include "script/runner.h"
#include "script/text_reporter.h"
#include "session/touched_tables.h"
#include "syntax/parser.h"
#include "syntax/statements/commands.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "variables/substitution.h"

namespace paisql::script {

namespace {

bool HasFiles(const Flags& flags) {
  return std::ranges::any_of(flags.inputs, [](const Input& input) { return input.file; });
}

bool ReadsStandardInput(const Flags& flags) {
  return std::ranges::any_of(flags.inputs,
                             [](const Input& input) { return input.file && input.text == "-"; });
}

// Null when Ctrl-C came meanwhile.
std::unique_ptr<Program> BuildProgram(const Flags& flags, std::vector<ScriptFile> files,
                                      const Reporter& reporter) {
  ProgramBuilder builder(
      {.accepts = [&reporter](const OutputRequest& asked) { return reporter.Accepts(asked); }});
  for (size_t i = 0; i < files.size(); ++i) {
    builder.Add(files[i].script, std::make_shared<const Source>(
                                     Source{files[i].script.source, files[i].folder,
                                            flags.inputs[i].file, flags.inputs[i].script}));
    files[i].script.text = {};
  }
  if (builder.interrupted()) return nullptr;
  return std::make_unique<Program>(builder.Take());
}

std::unique_ptr<Reporter> MakeReporter(const Flags& flags, ShellSink& sink,
                                       const std::vector<std::string>& command) {
  if (flags.events) return std::make_unique<EventReporter>(STDOUT_FILENO);
  TextStyle style;
  style.announce = HasFiles(flags) && !flags.quiet;
  style.echo = flags.echo;
  if (HasFiles(flags) && !ReadsStandardInput(flags)) {
    style.resume = [&command](const Step& step) { return ResumeCommand(command, step.number); };
    style.resume_hides = HidesSecrets(command);
  }
  return std::make_unique<TextReporter>(sink, std::move(style));
}

// The statements that the flags do not leave out. Those with mistakes, which are not steps, count
// for the number of those after them.
size_t CountWaiting(const Flags& flags, const Program& program) {
  size_t problems = 0;
  return static_cast<size_t>(std::ranges::count_if(program.steps, [&](const Step& step) {
    if (flags.client_from > 0) return step.client_number >= flags.client_from;
    while (problems < program.problems.size() &&
           program.problems[problems].steps_before < step.number) {
      ++problems;
    }
    return step.number + problems >= flags.from;
  }));
}

// The number of the statement with which the run begins.
Result<size_t> FirstNumber(const Flags& flags, const Program& program) {
  const size_t total = program.steps.size();
  const auto there_is_none = [](std::string detail) {
    return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
  };
  if (flags.client_from == 0) {
    if (flags.from <= std::max<size_t>(total, 1)) return flags.from;
    return there_is_none(fmt::format("--from {}: there are {} statements", flags.from, total));
  }
  const auto first = std::ranges::find_if(
      program.steps, [&](const Step& step) { return step.client_number >= flags.client_from; });
  if (first != program.steps.end()) return first->number;
  return there_is_none(fmt::format("-k {}: there are {} statements, empty ones among them",
                                   flags.client_from,
                                   total == 0 ? 0 : program.steps.back().client_number));
}

// Whether nothing stops the run: by a flag, by the settings from which the session begins, or by
// the statements of settings with which the script does.
bool KeepsGoing(const Flags& flags, const Program& program,
                const session::SessionOptions& options) {
  constexpr std::string_view kSetting = "paisql.keep_going";
  if (flags.keep_going) return true;
  bool keeps = false;
  const auto set = [&](std::string_view key, std::string_view value) {
    if (EqualsIgnoreCase(key, kSetting)) keeps = EqualsIgnoreCase(value, "true");
  };
  for (const auto& [key, value] : options.settings) set(key, value);
  const bool at_first = keeps;
  for (const Step& step : program.steps) {
    if (!SetsState(step)) break;
    // Statements of the command line are not parsed ahead.
    syntax::StatementPtr own;
    if (step.parsed == nullptr && !variables::MayHoldVariables(step.statement.text)) {
      Result<syntax::StatementPtr> parsed = syntax::ParseStatement(step.statement.text);
      if (parsed.ok()) own = *std::move(parsed);
    }
    const syntax::Statement* const statement = own ? own.get() : step.parsed.get();
    if (statement == nullptr) continue;
    if (const auto* const assigned = syntax::If<syntax::SetStatement>(*statement)) {
      set(assigned->key, assigned->value);
    } else if (const auto* const unset = syntax::If<syntax::UnsetStatement>(*statement)) {
      set(unset->key, "");
    } else if (const auto* const use = syntax::If<syntax::UseStatement>(*statement)) {
      if (!use->with_settings) keeps = at_first;
    }
  }
  return keeps;
}

bool WantsCheck(const Flags& flags, const Program& program, size_t from,
                const session::SessionOptions& options) {
  if (flags.dry_run) return true;
  if (flags.check_first.has_value()) return *flags.check_first;
  // A statement alone is analysed before anything happens anyway.
  return HasFiles(flags) && program.steps.size() > from && !KeepsGoing(flags, program, options);
}

std::string Listed(std::string_view word, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("; {} {}", word, Join(names, ", "));
}

// Shows the statements that would run.
int ShowProgram(const Program& program, size_t from,
                const std::vector<session::TouchedTables>& all) {
  constexpr int kColumns = 100;
  render::Output output(STDOUT_FILENO);
  for (const Step& step : program.steps) {
    const bool repeated = step.number < from && SetsState(step);
    if (step.number < from && !repeated) continue;
    session::TouchedTables touched;  // nothing is known of what stands after QUIT
    if (step.number <= all.size()) touched = all[step.number - 1];
    output.buffer() += Announcement(step, program.steps.size(), kColumns) +
                       (repeated ? "; again" : "") + Listed("reads", touched.reads) +
                       Listed("writes", touched.writes) + "\n";
  }
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return kExitDone;
  terminal::PrintLine("paisql: " + written.error().detail);
  return kExitEnvironment;
}

// A run of which no statement has begun. It has one end: its own, or that of Ctrl-C, which comes on
// a thread of its own.
class BeforeRun {
 public:
  explicit BeforeRun(Reporter& reporter) : reporter_(reporter) {}

  // So many statements are to run.
  void Expect(size_t statements) { waiting_ = statements; }
  size_t waiting() const { return waiting_.load(); }

  // Nothing has run, and nothing will. Does not come back where Ctrl-C ends the program right now.
  int End(int status, size_t failed, size_t not_run) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
    Tell(status, failed, not_run);
    return reporter_.output_failed() ? kExitEnvironment : status;
  }

  // Statements have errors.
  int Refuse(size_t failed, size_t not_run, const Flags& flags) {
    if (!flags.events) {
      terminal::PrintLine(fmt::format("{} statement{} {} errors: nothing has run", failed,
                                      failed == 1 ? "" : "s", failed == 1 ? "has" : "have"));
    }
    return End(kExitFailed, failed, not_run);
  }

  // Ends the program unless End has told already how it goes. All there is to clear away is memory,
  // which takes longest when it is done piece by piece.
  void Interrupt() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (ended_) return;
    reporter_.Failed(Nowhere(), 0, Interrupted("interrupted: nothing has run"), 0, false);
    Tell(terminal::InterruptStatus(), 0, waiting_);
    terminal::EndInterrupted();
  }

 private:
  void Tell(int status, size_t failed, size_t not_run) {
    RunEnd end;
    end.status = status;
    end.failures = failed;
    end.not_run = not_run;
    reporter_.Ended(end);
  }

  Reporter& reporter_;
  std::atomic<size_t> waiting_{0};
  std::mutex mutex_;  // held to the end of the program by Interrupt
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<session::Session> OpenSession(session::SessionOptions options, Reporter& reporter) {
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (session.ok()) return *std::move(session);
  reporter.NotOpened(session.error());
  return nullptr;
}

int RunScripts(const Flags& flags, const SinkOptions& view, std::vector<ScriptFile> files,
               session::SessionOptions options, const std::vector<std::string>& command) {
  std::unique_ptr<session::Session> session;
  ShellSink sink(view);
  const std::unique_ptr<Reporter> reporter = MakeReporter(flags, sink, command);
  BeforeRun before(*reporter);
  auto watcher = std::make_optional<terminal::InterruptWatcher>([&] { before.Interrupt(); });
  std::unique_ptr<Program> program = BuildProgram(flags, std::move(files), *reporter);
  if (program == nullptr) {
    before.Interrupt();
    return terminal::InterruptStatus();
  }
  before.Expect(CountWaiting(flags, *program));
  reporter->Started(*program);
  for (const Problem& problem : program->problems) {
    reporter->Failed({problem.statement, problem.source, nullptr, 0, 0}, 0, problem.error, 0,
                     false);
  }
  if (const size_t failed = program->problems.size(); failed > 0) {
    return before.Refuse(failed, before.waiting(), flags);
  }
  const Result<size_t> first = FirstNumber(flags, *program);
  if (!first.ok()) {
    reporter->CannotRun(first.error());
    return before.End(kExitUsage, 0, program->steps.size());
  }
  const size_t from = *first;
  // A home that cannot be used is not a mistake of the statements: it is reported before theirs.
  if (!flags.dry_run) {
    session = OpenSession(options, *reporter);
    if (session == nullptr) return before.End(kExitEnvironment, 0, before.waiting());
  }
  std::vector<session::TouchedTables> touched;
  if (WantsCheck(flags, *program, from, options)) {
    options.check_only = true;
    const std::unique_ptr<session::Session> check = OpenSession(std::move(options), *reporter);
    if (check == nullptr) return before.End(kExitEnvironment, 0, before.waiting());
    const Mistakes mistakes =
        CheckProgram(*program, from, *check, *reporter, flags.dry_run ? &touched : nullptr);
    if (mistakes.all > 0) {
      return before.Refuse(mistakes.all, before.waiting() - mistakes.to_run, flags);
    }
  }
  if (flags.dry_run) return ShowProgram(*program, from, touched);

  sink.Attach(*session);
  // From the one watcher to the next Ctrl-C waits.
  auto keeper = std::make_optional<terminal::InterruptKeeper>();
  watcher.reset();
  Runner runner(
      *session, *reporter,
      {.ends_program = true, .whole = true, .keep_going = flags.keep_going, .from = from});
  bool quit = false;
  int status = kExitDone;
  {
    const terminal::InterruptWatcher during([&runner] { runner.Interrupt(); });
    keeper.reset();
    status = runner.RunProgram(*program, quit);
  }
  if (runner.interrupted()) DestroyLater(std::move(program));
  return status;
}

}  // namespace paisql::script
