#include "shell/tool/serve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/system/write_all.h"
#include "inference/model.h"
#include "serving/service/model_folder.h"
#include "serving/service/serve.h"
#include "serving/service/target.h"
#include "shell/render/output.h"
#include "shell/script/runner.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

int Fail(const Error& error) {
  PrintLine("FAILED: " + error.ToString());
  if (!error.hint.empty()) PrintLine("hint: " + error.hint);
  return kExitEnvironment;
}

std::string TokenOf(const ServeFlags& flags) {
  if (flags.token.has_value()) return *flags.token;
  const char* const value = std::getenv("PAISQL_SERVE_TOKEN");
  return value == nullptr ? "" : value;
}

bool IsThisMachine(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

void TellReady(const serving::ServiceOptions& service, const serving::Serving& serving,
               std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  for (const std::string& complaint : serving.warm_up.complaints) {
    PrintLine("warming up: " + complaint);
  }
  if (service.settings.batching != 0 && serving.warm_up.joinable.empty()) {
    PrintLine(
        "requests are computed one by one: the model's rows could not be shown to be "
        "independent of each other");
  }
  PrintLine(fmt::format("{} version {} is ready after {:.1f} s{}", service.name, service.version,
                        took.count(), service.token.empty() ? ", and wants no token" : ""));
  WriteAll(STDOUT_FILENO, serving.address + "/api/predict/" + service.name + "\n");
}

}  // namespace

int RunServe(const ServeFlags& flags, const std::string& python) {
  const auto start = std::chrono::steady_clock::now();
  serving::BlockEnd();
  const Result<serving::ModelFolder> folder = serving::FindModelFolder(flags.model);
  if (!folder.ok()) return Fail(folder.error());
  serving::ServeOptions options;
  options.service.name = flags.name.empty() ? folder->name : flags.name;
  options.service.version = flags.version.empty() ? folder->version : flags.version;
  options.service.token = TokenOf(flags);
  options.service.settings = flags.settings;
  options.host = flags.host;
  options.port = flags.port;
  if (!serving::IsServiceName(options.service.name)) {
    PrintLine("paisql: '" + options.service.name + "' cannot be a service's name: give --name");
    return kExitUsage;
  }
  if (options.service.token.empty() && !flags.token.has_value() && !IsThisMachine(flags.host)) {
    PrintLine("paisql: others can reach " + flags.host +
              ": give --token or PAISQL_SERVE_TOKEN, or --token '' for none");
    return kExitUsage;
  }
  inference::LoadOptions load;
  load.python = python;
  Result<std::unique_ptr<inference::Model>> model = inference::LoadSavedModel(folder->path, load);
  if (!model.ok()) return Fail(model.error());
  const Result<bool> served = serving::Serve(
      options, **model,
      [&](const serving::Serving& serving) { TellReady(options.service, serving, start); });
  if (!served.ok()) return Fail(served.error());
  if (*served) return kExitDone;
  PrintLine("some requests were not answered in time");
  return kExitFailed;
}

}  // namespace paisql::shell
