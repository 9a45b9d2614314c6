#include "script/options/session_options.h"

#include <unistd.h>

#include <utility>

#include "base/system/process_end.h"
#include "script/options/client_config.h"
#include "script/options/installation.h"
#include "store/home/home.h"
#include "terminal/terminal.h"

namespace paisql::script {

Result<session::SessionOptions> MakeSessionOptions(const Flags& flags, bool interactive) {
  const Paths paths = FindPaths();
  session::SessionOptions options;
  options.home_path = flags.home.empty() ? store::DefaultHomePath() : flags.home;
  if (!flags.project.empty()) options.project = flags.project;
  options.engines = engine::BuiltInEngines(paths.library_folder);
  options.installation = paths.installation;
  options.interactive = interactive;
  // Who reads messages in a file or a pipe may be a program: there only SET changes the language.
  if (terminal::IsTerminal(STDERR_FILENO)) options.language = messages::LanguageOfEnvironment();
  options.tells_progress = terminal::HasCursor(STDERR_FILENO);
  options.ends_process = kEndsAtOnce;
  options.variables = flags.variables;
  options.bizdate = flags.bizdate;
  options.cyctime = flags.cyctime;
  PAISQL_ASSIGN(ClientConfig config, ReadClientConfig(flags.config, options.home_path));
  for (const std::string& complaint : config.complaints)
    terminal::PrintLine("paisql: " + complaint);
  if (flags.project.empty() && !config.project.empty()) options.project = config.project;
  options.settings = std::move(config.settings);
  return options;
}

}  // namespace paisql::script
