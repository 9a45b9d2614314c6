#include "shell/script/script_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

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

Program BuildProgram(const Flags& flags, std::vector<ScriptFile> files) {
  ProgramBuilder builder;
  for (size_t i = 0; i < files.size(); ++i) {
    builder.Add(files[i].script,
                std::make_shared<const Source>(
                    Source{files[i].script.source, files[i].folder, flags.inputs[i].file}));
    files[i].script.text = {};
  }
  return builder.Take();
}

std::unique_ptr<Reporter> MakeReporter(const Flags& flags, ShellSink& sink,
                                       const std::vector<std::string>& command) {
  if (flags.events) return std::make_unique<EventReporter>(STDOUT_FILENO);
  TextStyle style;
  style.announce = HasFiles(flags) && !flags.quiet;
  style.echo = flags.echo;
  if (HasFiles(flags) && !ReadsStandardInput(flags)) {
    style.resume = [&command](const Step& step) { return ResumeCommand(command, step.number); };
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

bool WantsCheck(const Flags& flags, const Program& program, size_t from) {
  if (flags.dry_run) return true;
  if (flags.check_first.has_value()) return *flags.check_first;
  // A statement alone is analysed before anything happens anyway.
  return HasFiles(flags) && !flags.keep_going && program.steps.size() > from;
}

// How many statements have errors. A home that cannot be opened is told when the run opens it.
size_t Check(const Program& program, size_t from, session::SessionOptions options,
             Reporter& reporter) {
  options.check_only = true;
  const Result<std::unique_ptr<session::Session>> session =
      session::Session::Open(std::move(options));
  return session.ok() ? CheckProgram(program, from, **session, reporter) : 0;
}

std::string Listed(std::string_view word, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("; {} {}", word, Join(names, ", "));
}

// What would run.
int ShowProgram(const Program& program, size_t from) {
  constexpr int kColumns = 100;
  Output output(STDOUT_FILENO);
  for (const Step& step : program.steps) {
    const bool repeated = step.number < from && SetsState(step);
    if (step.number < from && !repeated) continue;
    TouchedTables touched;
    if (step.parsed != nullptr) touched = FindTouchedTables(*step.parsed);
    output.buffer() += Announcement(step, program.steps.size(), kColumns) +
                       (repeated ? "; again" : "") + Listed("reads", touched.reads) +
                       Listed("writes", touched.writes) + "\n";
  }
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return kExitDone;
  PrintLine("paisql: " + written.error().detail);
  return kExitEnvironment;
}

int EndBeforeRun(size_t failed, const Program& program, const Flags& flags, Reporter& reporter) {
  RunEnd end;
  end.status = kExitFailed;
  end.not_run = program.steps.size();
  reporter.Ended(end);
  if (!flags.events) {
    PrintLine(fmt::format("{} statement{} {} errors: nothing has run", failed,
                          failed == 1 ? "" : "s", failed == 1 ? "has" : "have"));
  }
  return kExitFailed;
}

// Ctrl-C while the files are read: all there is to clear away is memory, which takes longest when
// it is done piece by piece.
[[noreturn]] void EndBeforeWork(Reporter& reporter) {
  Step nowhere;
  nowhere.source = std::make_shared<const Source>();
  const Error error{ErrorCode::kInstanceCancelled, "interrupted: nothing has run", {}, ""};
  reporter.Failed(nowhere, 0, error, 0, false);
  RunEnd end;
  end.status = InterruptStatus();
  reporter.Ended(end);
  EndInterrupted();
}

}  // namespace

int RunScripts(const Flags& flags, const SinkOptions& view, std::vector<ScriptFile> files,
               session::SessionOptions options, const std::vector<std::string>& command) {
  std::unique_ptr<session::Session> session;
  ShellSink sink(view);
  const std::unique_ptr<Reporter> reporter = MakeReporter(flags, sink, command);
  auto before = std::make_optional<InterruptWatcher>([&] { EndBeforeWork(*reporter); });
  Program program = BuildProgram(flags, std::move(files));
  reporter->Started(program);
  for (const Problem& problem : program.problems) {
    reporter->Failed({problem.statement, problem.source, nullptr, 0, 0}, 0, problem.error, 0,
                     false);
  }
  if (!program.problems.empty()) {
    return EndBeforeRun(program.problems.size(), program, flags, *reporter);
  }
  const size_t from = FirstNumber(flags, program);
  if (from == 0) return kExitUsage;
  if (WantsCheck(flags, program, from)) {
    const size_t failed = Check(program, from, options, *reporter);
    if (failed > 0) return EndBeforeRun(failed, program, flags, *reporter);
  }
  if (flags.dry_run) return ShowProgram(program, from);

  Result<std::unique_ptr<session::Session>> opened = session::Session::Open(std::move(options));
  if (!opened.ok()) {
    PrintLine("FAILED: " + opened.error().ToString());
    if (!opened.error().hint.empty()) PrintLine("hint: " + opened.error().hint);
    return kExitEnvironment;
  }
  session = *std::move(opened);
  sink.Attach(*session);
  before.reset();
  Runner runner(
      *session, *reporter,
      {.ends_program = true, .whole = true, .keep_going = flags.keep_going, .from = from});
  const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
  bool quit = false;
  return runner.RunProgram(program, quit);
}

}  // namespace paisql::shell
