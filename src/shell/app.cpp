#include "shell/app.h"

#include <fcntl.h>
#include <unistd.h>

#include <memory>
#include <span>
#include <vector>

#include "shell/config/client_config.h"
#include "shell/flags.h"
#include "shell/installation.h"
#include "shell/interrupts.h"
#include "shell/prompt/banner.h"
#include "shell/prompt/init_file.h"
#include "shell/prompt/prompt.h"
#include "shell/render/output.h"
#include "shell/script/inputs.h"
#include "shell/script/runner.h"
#include "shell/script/standard_input.h"
#include "shell/shell_sink.h"
#include "shell/terminal/terminal.h"
#include "shell/tool/check.h"
#include "shell/tool/verify.h"
#include "training/supervise/supervisor.h"

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

int RunScripts(const std::vector<ScriptFile>& files, session::Session& session, ShellSink& sink) {
  Runner runner(session, sink, false);
  const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
  std::vector<syntax::StatementText> statements;
  std::vector<size_t> ends;  // of each file's
  for (const ScriptFile& file : files) {
    for (syntax::StatementText& one : syntax::SplitStatements(file.script.text))
      statements.push_back(std::move(one));
    ends.push_back(statements.size());
  }
  session.Expect(statements, true);
  bool quit = false;
  size_t begin = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    session.SetScriptFolder(files[i].folder);
    const std::span<const syntax::StatementText> own(
        statements.begin() + static_cast<ptrdiff_t>(begin), ends[i] - begin);
    const int status = runner.RunStatements(own, files[i].script.source, quit);
    if (status != kExitDone || quit) return status;
    begin = ends[i];
  }
  return kExitDone;
}

void RunInit(session::Session& session, Runner& runner, ShellSink& sink) {
  const std::string path = InitFilePath();
  if (path.empty()) return;
  const InterruptKeeper keeper;
  {
    const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
    CommandContext context{session, runner, sink};
    RunInitFile(path, context);
  }
  TakeInterrupt();
  runner.ForgetInterrupt();
}

int Supervise(const Flags& flags) {
  if (flags.supervision.guarded > 0) {
    training::RunGuardian(flags.supervision.guarded);
    return kExitDone;
  }
  const Paths paths = FindPaths();
  return training::RunSupervisor(flags.supervision.job_directory,
                                 flags.supervision.lease_descriptor, paths.installation);
}

}  // namespace

int RunShell(int argument_count, char** arguments) {
  OccupyStandardStreams();
  Result<Flags> flags = ParseFlags({arguments + 1, arguments + argument_count});
  if (!flags.ok()) return FailUsage(flags.error().detail);
  if (flags->help || flags->version) {
    return PrintAnswer(flags->help ? HelpText() : "paisql " + std::string(kVersion) + "\n");
  }
  if (flags->supervise) return Supervise(*flags);
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
  const bool interactive = flags->inputs.empty() && IsTerminal(STDIN_FILENO);
  Result<std::vector<ScriptFile>> files = ReadInputs(flags->inputs, flags->check);
  if (!files.ok()) return FailUsage(files.error().detail);

  const Paths paths = FindPaths();
  session::SessionOptions options;
  options.home_path = flags->home.empty() ? store::DefaultHomePath() : flags->home;
  if (!flags->project.empty()) options.project = flags->project;
  options.engines = engine::BuiltInEngines(paths.library_folder);
  options.installation = paths.installation;
  options.interactive = interactive;
  // Who reads messages in a file or a pipe may be a program: there only SET changes the language.
  if (IsTerminal(STDERR_FILENO)) options.language = messages::LanguageOfEnvironment();
  options.tells_progress = HasCursor(STDERR_FILENO);
  options.variables = flags->variables;
  options.bizdate = flags->bizdate;
  options.cyctime = flags->cyctime;
  Result<ClientConfig> config = ReadClientConfig(flags->config, options.home_path);
  if (!config.ok()) return FailUsage(config.error().detail);
  for (const std::string& complaint : config->complaints) PrintLine("paisql: " + complaint);
  if (flags->project.empty() && !config->project.empty()) options.project = config->project;
  options.settings = std::move(config->settings);
  if (flags->check)
    return RunCheck(*files, flags->format.value_or(Format::kTable), std::move(options));
  const std::string home_path = options.home_path;
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (!session.ok()) {
    PrintLine("FAILED: " + session.error().ToString());
    if (!session.error().hint.empty()) PrintLine("hint: " + session.error().hint);
    return kExitEnvironment;
  }
  ShellSink sink(**session, {flags->format, flags->header, interactive});
  sink.ShowProgressOf(**session);
  if (!flags->inputs.empty()) return RunScripts(*files, **session, sink);
  Runner runner(**session, sink, interactive);
  if (interactive && flags->banner) ShowBanner(**session, home_path);
  if (interactive && flags->init) RunInit(**session, runner, sink);
  return interactive ? RunPrompt(**session, runner, sink, home_path)
                     : RunStandardInput(**session, runner);
}

}  // namespace paisql::shell
