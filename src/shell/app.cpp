#include "shell/app.h"
#include "fleet/fleet.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jobs/stream/stream_writer.h"
#include "jobs/supervise/supervisor.h"
#include "serving/processor/library_host.h"
#include "session/statements/jobs/row_query_server.h"
#include "shell/eas/eas.h"
#include "shell/flags.h"
#include "shell/flow/flow_command.h"
#include "shell/flow/flow_flags.h"
#include "shell/installation.h"
#include "shell/interrupts.h"
#include "shell/manual/completion_script.h"
#include "shell/manual/manual_page.h"
#include "shell/owner_watch.h"
#include "shell/prompt/banner.h"
#include "shell/prompt/init_file.h"
#include "shell/prompt/prompt.h"
#include "shell/render/output.h"
#include "shell/script/event_reporter.h"
#include "shell/script/inputs.h"
#include "shell/script/runner.h"
#include "shell/script/script_run.h"
#include "shell/script/standard_input.h"
#include "shell/script/text_reporter.h"
#include "shell/session_options.h"
#include "shell/shell_sink.h"
#include "shell/terminal/terminal.h"
#include "shell/tool/check.h"
#include "shell/tool/doctor/doctor.h"
#include "shell/tool/lineage.h"
#include "shell/tool/serve/processor_command.h"
#include "shell/tool/serve/serve.h"
#include "shell/tool/verify.h"

namespace paisql::shell {

namespace {

// A standard stream that the caller has closed would be the next file that we open: the catalog
// would receive our rows. What is opened here instead fails when it is read or written.
void OccupyStandardStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// What --help and --version print.
int PrintAnswer(const std::string& text) {
  Output output(STDOUT_FILENO);
  output.buffer() = text;
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return kExitDone;
  PrintLine("paisql: " + written.error().detail);
  return kExitEnvironment;
}

int FailUsage(const std::string& message) {
  PrintLine("paisql: " + message);
  PrintLine("paisql --help shows the flags");
  return kExitUsage;
}

void RunInit(session::Session& session, Runner& runner, ShellSink& sink,
             const std::string& home_path) {
  const std::string path = InitFilePath();
  if (path.empty()) return;
  const InterruptKeeper keeper;
  {
    const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
    CommandContext context{session, runner, sink};
    context.home = home_path;
    RunInitFile(path, context);
  }
  TakeInterrupt();
  runner.ForgetInterrupt();
}

int Supervise(const Flags& flags) {
  if (flags.supervision.guarded > 0) {
    jobs::RunGuardian(flags.supervision.guarded);
    return kExitDone;
  }
  if (!flags.supervision.stream_job.empty()) {
    return jobs::RunStreamWriter(flags.supervision.stream_job);
  }
  const Paths paths = FindPaths();
  if (!flags.supervision.row_query_job.empty()) {
    session::SessionOptions options;
    options.engines = engine::BuiltInEngines(paths.library_folder);
    options.installation = paths.installation;
    return session::RunRowQuery(flags.supervision.row_query_job, options);
  }
  return jobs::RunSupervisor(flags.supervision.job_directory, flags.supervision.lease_descriptor,
                             paths.installation);
}

int RunFleet(const FleetFlags& flags) {
  const jobs::Installation installation = FindPaths().installation;
  const fleet::FleetPrograms programs = {installation.program, installation.python, flags.listen};
  return flags.front_home.empty() ? fleet::RunFleetSupervisor(flags.supervised_home, programs)
                                  : fleet::RunFleetFront(flags.front_home, programs);
}

SinkOptions SinkOptionsOf(const Flags& flags, const session::SessionOptions& options) {
  return {flags.format, flags.header, options.interactive, options.language};
}

int RunAtPrompt(const Flags& flags, session::SessionOptions options) {
  if (flags.events) return FailUsage("--output jsonl needs -f, -e or a pipe");
  ShellSink sink(SinkOptionsOf(flags, options));
  const std::string home_path = options.home_path;
  TextReporter reporter(sink, {.interactive = true, .echo = flags.echo});
  const std::unique_ptr<session::Session> session = OpenSession(std::move(options), reporter);
  if (session == nullptr) return kExitEnvironment;
  sink.Attach(*session);
  Runner runner(*session, reporter, {.ends_program = false, .keep_going = flags.keep_going});
  if (flags.banner) ShowBanner(*session, home_path);
  if (flags.init) RunInit(*session, runner, sink, home_path);
  return RunPrompt(*session, runner, sink, home_path);
}

// Statements from a standard input that is no terminal.
int RunPipe(const Flags& flags, session::SessionOptions options) {
  ShellSink sink(SinkOptionsOf(flags, options));
  TextReporter text(sink, {.echo = flags.echo});
  EventReporter events(STDOUT_FILENO);
  Reporter& reporter = flags.events ? static_cast<Reporter&>(events) : text;
  const std::unique_ptr<session::Session> session = OpenSession(std::move(options), reporter);
  if (session == nullptr) {
    RunEnd end;
    end.status = kExitEnvironment;
    reporter.Ended(end);
    return kExitEnvironment;
  }
  sink.Attach(*session);
  Runner runner(*session, reporter, {.stream = true, .keep_going = flags.keep_going});
  return RunStandardInput(runner);
}

}  // namespace

int RunShell(int argument_count, char** arguments) {
  OccupyStandardStreams();
  const std::vector<std::string> words = {arguments + 1, arguments + argument_count};
  if (NamesFlow(words)) return RunFlowCommand(words, arguments[0]);
  Result<Flags> flags = ParseFlags(words);
  if (!flags.ok()) return FailUsage(flags.error().detail);
  if (flags->help) return PrintAnswer(flags->eas ? EasHelp() : HelpText());
  if (flags->version) return PrintAnswer("paisql " + std::string(kVersion) + "\n");
  if (flags->manual) return PrintAnswer(ManualPage());
  if (!flags->completion.empty()) return PrintAnswer(CompletionScript(flags->completion));
  if (flags->supervise) return Supervise(*flags);
  if (!flags->fleet.supervised_home.empty() || !flags->fleet.front_home.empty()) {
    return RunFleet(flags->fleet);
  }
  if (!flags->hosted_processor.empty()) {
    const char* const config = std::getenv(kProcessorConfigVariable);
    return serving::HostLibrary(flags->hosted_processor, flags->serve.model,
                                config == nullptr ? "" : config);
  }
  if (flags->serves) return RunServe(flags->serve, flags->home, FindPaths().installation);
  if (!InstallInterrupts()) {
    PrintLine("paisql: the system has no file descriptors left: allow more (ulimit -n)");
    return kExitEnvironment;
  }

  if (flags->verify) {
    store::VerifyOptions options;
    options.repair = flags->repair;
    options.give_up_missing = flags->give_up_missing;
    return RunVerify(flags->home.empty() ? store::DefaultHomePath() : flags->home, options);
  }
  if (flags->doctor) {
    const std::string home = flags->home.empty() ? store::DefaultHomePath() : flags->home;
    return RunDoctor({home, flags->config, flags->init ? InitFilePath() : "", FindPaths()},
                     flags->format.value_or(Format::kTable));
  }
  const bool interactive = flags->inputs.empty() && IsTerminal(STDIN_FILENO);
  if (!interactive) InterruptOnTermination();
  std::optional<OwnerWatch> owner;
  if (flags->owner_descriptor >= 0) {
    // What this program starts has no part in it.
    if (fcntl(flags->owner_descriptor, F_SETFD, FD_CLOEXEC) != 0) {
      return FailUsage("--owner-fd needs an open descriptor");
    }
    owner.emplace(flags->owner_descriptor);
  }
  // Those of `check` and `lineage` may be folders.
  Result<std::vector<ScriptFile>> files = std::vector<ScriptFile>{};
  if (!flags->check && !flags->lineage) files = ReadInputs(flags->inputs, true);
  if (!files.ok()) return FailUsage(files.error().detail);

  Result<session::SessionOptions> made = MakeSessionOptions(*flags, interactive);
  if (!made.ok()) return FailUsage(made.error().detail);
  session::SessionOptions options = *std::move(made);
  if (flags->eas) return RunEas(flags->eas_words, std::move(options));
  if (flags->lineage) return RunLineage(*flags, std::move(options));
  if (flags->check) return RunCheck(*flags, std::move(options));
  if (!flags->inputs.empty()) {
    const SinkOptions sink_options = SinkOptionsOf(*flags, options);
    return RunScripts(*flags, sink_options, *std::move(files), std::move(options),
                      {arguments, arguments + argument_count});
  }
  return interactive ? RunAtPrompt(*flags, std::move(options))
                     : RunPipe(*flags, std::move(options));
}

}  // namespace paisql::shell
