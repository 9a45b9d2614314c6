#include "shell/script/script_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "base/system/destroy_later.h"
#include "base/text.h"
#include "shell/interrupts.h"
#include "shell/render/output.h"
#include "shell/script/event_reporter.h"
#include "shell/script/first_check.h"
#include "shell/script/resume.h"
#include "shell/script/runner.h"
#include "shell/script/state_statements.h"
#include "shell/script/text_reporter.h"
#include "shell/script/touched_tables.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

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
    builder.Add(files[i].script,
                std::make_shared<const Source>(
                    Source{files[i].script.source, files[i].folder, flags.inputs[i].file}));
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

// The number of the statement with which the run begins; 0 after telling that there is none.
size_t FirstNumber(const Flags& flags, const Program& program) {
  const size_t total = program.steps.size();
  if (flags.client_from == 0) {
    if (flags.from <= std::max<size_t>(total, 1)) return flags.from;
    PrintLine(fmt::format("paisql: --from {}: there are {} statements", flags.from, total));
    return 0;
  }
  const auto first = std::ranges::find_if(
      program.steps, [&](const Step& step) { return step.client_number >= flags.client_from; });
  if (first != program.steps.end()) return first->number;
  PrintLine(fmt::format("paisql: -k {}: there are {} statements, empty ones among them",
                        flags.client_from, total == 0 ? 0 : program.steps.back().client_number));
  return 0;
}

// Whether nothing stops the run: by a flag, by the settings from which the session begins, or by
// the statements of settings with which the script does.
bool KeepsGoing(const Flags& flags, const Program& program,
                const session::SessionOptions& options) {
  constexpr std::string_view kSetting = "paisql.keep_going";
  bool keeps = false;
  const auto set = [&](std::string_view key, std::string_view value) {
    if (key == kSetting) keeps = EqualsIgnoreCase(value, "true");
  };
  for (const auto& [key, value] : options.settings) set(key, value);
  for (const Step& step : program.steps) {
    if (!SetsState(step)) break;
    if (step.parsed == nullptr || step.parsed->kind != syntax::StatementKind::kSet) continue;
    const auto& statement = syntax::As<syntax::SetStatement>(*step.parsed);
    set(statement.key, statement.value);
  }
  return flags.keep_going || keeps;
}

bool WantsCheck(const Flags& flags, const Program& program, size_t from,
                const session::SessionOptions& options) {
  if (flags.dry_run) return true;
  if (flags.check_first.has_value()) return *flags.check_first;
  // A statement alone is analysed before anything happens anyway.
  return HasFiles(flags) && program.steps.size() > from && !KeepsGoing(flags, program, options);
}

// Null after telling why.
std::unique_ptr<session::Session> OpenSession(session::SessionOptions options) {
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (session.ok()) return *std::move(session);
  PrintLine("FAILED: " + session.error().ToString());
  if (!session.error().hint.empty()) PrintLine("hint: " + session.error().hint);
  return nullptr;
}

std::string Listed(std::string_view word, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("; {} {}", word, Join(names, ", "));
}

// What would run.
int ShowProgram(const Program& program, size_t from, const std::vector<TouchedTables>& all) {
  constexpr int kColumns = 100;
  Output output(STDOUT_FILENO);
  for (const Step& step : program.steps) {
    const bool repeated = step.number < from && SetsState(step);
    if (step.number < from && !repeated) continue;
    TouchedTables touched;  // nothing is known of what stands behind QUIT
    if (step.number <= all.size()) touched = all[step.number - 1];
    output.buffer() += Announcement(step, program.steps.size(), kColumns) +
                       (repeated ? "; again" : "") + Listed("reads", touched.reads) +
                       Listed("writes", touched.writes) + "\n";
  }
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return kExitDone;
  PrintLine("paisql: " + written.error().detail);
  return kExitEnvironment;
}

// Nothing has run, and nothing will.
int EndBeforeRun(int status, size_t failed, size_t not_run, Reporter& reporter) {
  RunEnd end;
  end.status = status;
  end.failures = failed;
  end.not_run = not_run;
  reporter.Ended(end);
  return reporter.output_failed() ? kExitEnvironment : status;
}

// Statements have errors.
int Refuse(size_t failed, size_t not_run, const Flags& flags, Reporter& reporter) {
  if (!flags.events) {
    PrintLine(fmt::format("{} statement{} {} errors: nothing has run", failed,
                          failed == 1 ? "" : "s", failed == 1 ? "has" : "have"));
  }
  return EndBeforeRun(kExitFailed, failed, not_run, reporter);
}

// Ctrl-C while the files are read: all there is to clear away is memory, which takes longest when
// it is done piece by piece.
[[noreturn]] void EndBeforeWork(size_t not_run, Reporter& reporter) {
  Step nowhere;
  nowhere.source = std::make_shared<const Source>();
  const Error error{ErrorCode::kInstanceCancelled, "interrupted: nothing has run", {}, ""};
  reporter.Failed(nowhere, 0, error, 0, false);
  EndBeforeRun(InterruptStatus(), 0, not_run, reporter);
  EndInterrupted();
}

}  // namespace

int RunScripts(const Flags& flags, const SinkOptions& view, std::vector<ScriptFile> files,
               session::SessionOptions options, const std::vector<std::string>& command) {
  std::unique_ptr<session::Session> session;
  ShellSink sink(view);
  const std::unique_ptr<Reporter> reporter = MakeReporter(flags, sink, command);
  std::atomic<size_t> total{0};
  auto before =
      std::make_optional<InterruptWatcher>([&] { EndBeforeWork(total.load(), *reporter); });
  std::unique_ptr<Program> program = BuildProgram(flags, std::move(files), *reporter);
  if (program == nullptr) EndBeforeWork(0, *reporter);
  total = program->steps.size();
  reporter->Started(*program);
  for (const Problem& problem : program->problems) {
    reporter->Failed({problem.statement, problem.source, nullptr, 0, 0}, 0, problem.error, 0,
                     false);
  }
  if (const size_t failed = program->problems.size(); failed > 0) {
    return Refuse(failed, total, flags, *reporter);
  }
  const size_t from = FirstNumber(flags, *program);
  if (from == 0) return EndBeforeRun(kExitUsage, 0, total, *reporter);
  // A home that cannot be used is no mistake of the statements: it is told before theirs.
  if (!flags.dry_run) {
    session = OpenSession(options);
    if (session == nullptr) return EndBeforeRun(kExitEnvironment, 0, total, *reporter);
  }
  std::vector<TouchedTables> touched;
  if (WantsCheck(flags, *program, from, options)) {
    options.check_only = true;
    const std::unique_ptr<session::Session> check = OpenSession(std::move(options));
    if (check == nullptr) return EndBeforeRun(kExitEnvironment, 0, total, *reporter);
    const size_t failed =
        CheckProgram(*program, from, *check, *reporter, flags.dry_run ? &touched : nullptr);
    if (failed > 0) return Refuse(failed, total - failed, flags, *reporter);
  }
  if (flags.dry_run) return ShowProgram(*program, from, touched);

  sink.Attach(*session);
  before.reset();
  Runner runner(
      *session, *reporter,
      {.ends_program = true, .whole = true, .keep_going = flags.keep_going, .from = from});
  bool quit = false;
  int status = kExitDone;
  {
    const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
    status = runner.RunProgram(*program, quit);
  }
  if (runner.interrupted()) DestroyLater(std::move(program));
  return status;
}

}  // namespace paisql::shell
