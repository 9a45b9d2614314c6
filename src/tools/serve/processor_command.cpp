#include "tools/serve/processor_command.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "fleet/control/places.h"
#include "jobs/supervise/supervisor.h"
#include "serving/service/serve.h"

namespace paisql::tools {

namespace {

// Our packages, then what the user has.
std::string PythonPathOf(const jobs::Installation& installation) {
  const char* const own = std::getenv("PYTHONPATH");
  return installation.python_folder + (own == nullptr ? "" : std::string(":") + own);
}

// The variable is for this process, as it began.
std::string ModelConfigOf(const script::ServeFlags& flags) {
  const char* const told = std::getenv(fleet::kModelConfigVariable);
  return flags.model_config.empty() && told != nullptr ? told : flags.model_config;
}

}  // namespace

Result<SpawnOptions> ProcessorCommand(const serving::ProcessorFile& file,
                                      const script::ServeFlags& flags,
                                      const jobs::Installation& installation) {
  std::error_code unknown;
  const std::string model =
      flags.model.empty() ? "" : std::filesystem::absolute(flags.model, unknown).string();
  // The instance's variables are the instance's alone: a server that the processor starts would
  // take its socket.
  std::vector<std::pair<std::string, std::string>> changes = {
      {fleet::kTokenVariable, ""},
      {serving::kSocketVariable, ""},
      {fleet::kLaunchVariable, ""},
      {fleet::kModelConfigVariable, ""},
      {kProcessorConfigVariable, ModelConfigOf(flags)},
      {"PAISQL_PROCESSOR_THREADS", std::to_string(flags.settings.processor_threads)}};
  SpawnOptions options;
  options.folder = file.folder;
  if (file.kind == serving::ProcessorKind::kLibrary) {
    changes.emplace_back(jobs::kReadyVariable, "");  // its flags are for this program alone
    options.command = {installation.program, "--host-processor", file.path};
    if (!model.empty()) options.command.insert(options.command.end(), {"--model", model});
  } else {
    if (installation.python.empty()) {
      return Error{ErrorCode::kEnvironment,
                   "there is no Python to run " + file.path + " with",
                   {},
                   "PAISQL_PYTHON names one; scripts/setup installs one"};
    }
    options.command = {installation.python, file.path};
    changes.emplace_back("PYTHONPATH", PythonPathOf(installation));
    changes.emplace_back("PYTHONUNBUFFERED", "1");
    changes.emplace_back("PAISQL_PROCESSOR_MODEL", model);
  }
  options.environment = EnvironmentWith(changes);
  return options;
}

}  // namespace paisql::tools
