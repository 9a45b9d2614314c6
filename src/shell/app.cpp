#include "shell/app.h"
#include "base/version.h"
#include "fleet/fleet.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/factory.h"
#include "engine/kernel/kernel_worker.h"
#include "flow/flow_command.h"
#include "flow/flow_flags.h"
#include "jobs/stream/stream_writer.h"
#include "jobs/supervise/supervisor.h"
#include "render/output.h"
#include "script/event_reporter.h"
#include "script/inputs.h"
#include "script/options/flags.h"
#include "script/options/session_options.h"
#include "script/runner.h"
#include "script/script_run.h"
#include "script/shell_sink.h"
#include "script/standard_input.h"
#include "script/text_reporter.h"
#include "server/server_command.h"
#include "serving/processor/library_host.h"
#include "session/statements/jobs/row_query_server.h"
#include "shell/manual/manual.h"
#include "shell/owner_watch.h"
#include "shell/prompt/prompt.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "tools/doctor/doctor.h"
#include "tools/eas/eas.h"
#include "tools/serve/processor_command.h"
#include "tools/serve/serve.h"
#include "tools/tools.h"

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

// Prints the text of --help or --version.
int PrintAnswer(const std::string& text) {
  render::Output output(STDOUT_FILENO);
  output.buffer() = text;
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return script::kExitDone;
  terminal::PrintLine("paisql: " + written.error().detail);
  return script::kExitEnvironment;
}

int FailUsage(const std::string& message) {
  terminal::PrintLine("paisql: " + message);
  terminal::PrintLine("paisql --help shows the flags");
  return script::kExitUsage;
}

void RunInit(session::Session& session, script::Runner& runner, script::ShellSink& sink,
             const std::string& home_path) {
  const std::string path = InitFilePath();
  if (path.empty()) return;
  const terminal::InterruptKeeper keeper;
  {
    const terminal::InterruptWatcher watcher([&runner] { runner.Interrupt(); });
    CommandContext context{session, runner, sink};
    context.home = home_path;
    RunInitFile(path, context);
  }
  terminal::TakeInterrupt();
  runner.ForgetInterrupt();
}

int Supervise(const script::Flags& flags) {
  if (flags.supervision.guarded > 0) {
    jobs::RunGuardian(flags.supervision.guarded);
    return script::kExitDone;
  }
  const script::Paths paths = script::FindPaths();
  if (!flags.supervision.stream_job.empty()) {
    return jobs::RunStreamWriter(flags.supervision.stream_job, paths.installation);
  }
  if (flags.supervision.kernels) {
    engine::EngineOptions options;
    options.python = paths.installation.python;
    options.python_folder = paths.installation.python_folder;
    options.share.threads = 1;  // Spark has a process for each of the machine's cores
    return engine::ServeKernels(engine::BuiltInEngines(paths.library_folder), options);
  }
  if (!flags.supervision.row_query_job.empty()) {
    session::SessionOptions options;
    options.engines = engine::BuiltInEngines(paths.library_folder);
    options.installation = paths.installation;
    return session::RunRowQuery(flags.supervision.row_query_job, options);
  }
  return jobs::RunSupervisor(flags.supervision.job_directory, flags.supervision.lease_descriptor,
                             paths.installation);
}

int RunFleet(const script::FleetFlags& flags) {
  const jobs::Installation installation = script::FindPaths().installation;
  const fleet::FleetPrograms programs = {installation.program, installation.python, flags.listen};
  return flags.front_home.empty() ? fleet::RunFleetSupervisor(flags.supervised_home, programs)
                                  : fleet::RunFleetFront(flags.front_home, programs);
}

script::SinkOptions SinkOptionsOf(const script::Flags& flags,
                                  const session::SessionOptions& options) {
  return {flags.format, flags.header, options.interactive, options.language};
}

int RunAtPrompt(const script::Flags& flags, session::SessionOptions options) {
  if (flags.events) return FailUsage("--output jsonl needs -f, -e or a pipe");
  script::ShellSink sink(SinkOptionsOf(flags, options));
  const std::string home_path = options.home_path;
  script::TextReporter reporter(sink, {.interactive = true, .echo = flags.echo});
  const std::unique_ptr<session::Session> session =
      script::OpenSession(std::move(options), reporter);
  if (session == nullptr) return script::kExitEnvironment;
  sink.Attach(*session);
  script::Runner runner(*session, reporter,
                        {.ends_program = false, .keep_going = flags.keep_going});
  if (flags.banner) ShowBanner(*session, home_path);
  if (flags.init) RunInit(*session, runner, sink, home_path);
  return RunPrompt(*session, runner, sink, home_path);
}

// Statements from a standard input that is not a terminal.
int RunPipe(const script::Flags& flags, session::SessionOptions options) {
  script::ShellSink sink(SinkOptionsOf(flags, options));
  script::TextReporter text(sink, {.echo = flags.echo});
  script::EventReporter events(STDOUT_FILENO);
  script::Reporter& reporter = flags.events ? static_cast<script::Reporter&>(events) : text;
  const std::unique_ptr<session::Session> session =
      script::OpenSession(std::move(options), reporter);
  if (session == nullptr) {
    script::RunEnd end;
    end.status = script::kExitEnvironment;
    reporter.Ended(end);
    return script::kExitEnvironment;
  }
  sink.Attach(*session);
  script::Runner runner(*session, reporter, {.stream = true, .keep_going = flags.keep_going});
  return script::RunStandardInput(runner);
}

}  // namespace

int RunShell(int argument_count, char** arguments) {
  OccupyStandardStreams();
  const std::vector<std::string> words = {arguments + 1, arguments + argument_count};
  if (flow::NamesFlow(words)) return flow::RunFlowCommand(words, arguments[0]);
  if (server::NamesServer(words)) return server::RunServerCommand(words);
  Result<script::Flags> flags = script::ParseFlags(words);
  if (!flags.ok()) return FailUsage(flags.error().detail);
  if (flags->help) return PrintAnswer(flags->eas ? tools::EasHelp() : script::HelpText());
  if (flags->version) return PrintAnswer("paisql " + std::string(kVersion) + "\n");
  if (flags->manual) return PrintAnswer(ManualPage());
  if (!flags->completion.empty()) return PrintAnswer(CompletionScript(flags->completion));
  if (flags->supervise) return Supervise(*flags);
  if (!flags->fleet.supervised_home.empty() || !flags->fleet.front_home.empty()) {
    return RunFleet(flags->fleet);
  }
  if (!flags->hosted_processor.empty()) {
    const char* const config = std::getenv(tools::kProcessorConfigVariable);
    return serving::HostLibrary(flags->hosted_processor, flags->serve.model,
                                config == nullptr ? "" : config);
  }
  if (flags->serves)
    return tools::RunServe(flags->serve, flags->home, script::FindPaths().installation);
  if (!terminal::InstallInterrupts()) {
    terminal::PrintLine("paisql: the system has no file descriptors left: allow more (ulimit -n)");
    return script::kExitEnvironment;
  }

  if (flags->verify) {
    store::VerifyOptions options;
    options.repair = flags->repair;
    options.give_up_missing = flags->give_up_missing;
    return tools::RunVerify(flags->home.empty() ? store::DefaultHomePath() : flags->home,
                            script::FindPaths().installation, options);
  }
  if (flags->catalog) {
    return tools::RunCatalog(flags->home.empty() ? store::DefaultHomePath() : flags->home,
                             flags->inputs.empty() ? "" : flags->inputs.front().text);
  }
  if (flags->doctor) {
    const std::string home = flags->home.empty() ? store::DefaultHomePath() : flags->home;
    return tools::RunDoctor(
        {home, flags->config, flags->init ? InitFilePath() : "", script::FindPaths()},
        flags->format.value_or(render::Format::kTable));
  }
  const bool interactive = flags->inputs.empty() && terminal::IsTerminal(STDIN_FILENO);
  if (!interactive) terminal::InterruptOnTermination();
  std::optional<OwnerWatch> owner;
  if (flags->owner_descriptor >= 0) {
    // Programs that this one starts do not inherit it.
    if (fcntl(flags->owner_descriptor, F_SETFD, FD_CLOEXEC) != 0) {
      return FailUsage("--owner-fd needs an open descriptor");
    }
    owner.emplace(flags->owner_descriptor);
  }
  // The arguments of `check` and `lineage` may be folders.
  Result<std::vector<script::ScriptFile>> files = std::vector<script::ScriptFile>{};
  if (!flags->check && !flags->lineage) files = script::ReadInputs(flags->inputs, true);
  if (!files.ok()) return FailUsage(files.error().detail);

  Result<session::SessionOptions> made = script::MakeSessionOptions(*flags, interactive);
  if (!made.ok()) return FailUsage(made.error().detail);
  session::SessionOptions options = *std::move(made);
  if (flags->eas) return tools::RunEas(flags->eas_words, std::move(options));
  if (flags->lineage) return tools::RunLineage(*flags, std::move(options));
  if (flags->check) return tools::RunCheck(*flags, std::move(options));
  if (!flags->inputs.empty()) {
    const script::SinkOptions sink_options = SinkOptionsOf(*flags, options);
    return script::RunScripts(*flags, sink_options, *std::move(files), std::move(options),
                              {arguments, arguments + argument_count});
  }
  return interactive ? RunAtPrompt(*flags, std::move(options))
                     : RunPipe(*flags, std::move(options));
}

}  // namespace paisql::shell
