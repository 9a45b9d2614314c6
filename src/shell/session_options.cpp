#include "shell/session_options.h"

#include <unistd.h>

#include <utility>

#include "base/system/process_end.h"
#include "shell/config/client_config.h"
#include "shell/installation.h"
#include "shell/terminal/terminal.h"
#include "store/home/home.h"

namespace paisql::shell {

Result<session::SessionOptions> MakeSessionOptions(const Flags& flags, bool interactive) {
  const Paths paths = FindPaths();
  session::SessionOptions options;
  options.home_path = flags.home.empty() ? store::DefaultHomePath() : flags.home;
  if (!flags.project.empty()) options.project = flags.project;
  options.engines = engine::BuiltInEngines(paths.library_folder);
  options.installation = paths.installation;
  options.interactive = interactive;
  // Who reads messages in a file or a pipe may be a program: there only SET changes the language.
  if (IsTerminal(STDERR_FILENO)) options.language = messages::LanguageOfEnvironment();
  options.tells_progress = HasCursor(STDERR_FILENO);
  options.ends_process = kEndsAtOnce;
  options.variables = flags.variables;
  options.bizdate = flags.bizdate;
  options.cyctime = flags.cyctime;
  PAISQL_ASSIGN(ClientConfig config, ReadClientConfig(flags.config, options.home_path));
  for (const std::string& complaint : config.complaints) PrintLine("paisql: " + complaint);
  if (flags.project.empty() && !config.project.empty()) options.project = config.project;
  options.settings = std::move(config.settings);
  return options;
}

}  // namespace paisql::shell
