#include "tools/serve/serve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "base/files/files.h"
#include "fleet/guard.h"
#include "inference/model.h"
#include "inference/signature_names.h"
#include "render/error_report.h"
#include "render/output.h"
#include "script/runner.h"
#include "serving/processor/processor_file.h"
#include "serving/processor/processor_pool.h"
#include "serving/service/listening.h"
#include "serving/service/model_folder.h"
#include "serving/service/processor_service.h"
#include "serving/service/serve.h"
#include "serving/settings/names.h"
#include "terminal/terminal.h"
#include "tools/serve/processor_command.h"
#include "tools/serve/table_log.h"

namespace paisql::tools {

namespace {

int FailServe(const Error& error) {
  render::PrintError(error);
  return script::kExitEnvironment;
}

std::string TokenOf(const script::ServeFlags& flags) {
  if (flags.token.has_value()) return *flags.token;
  const char* const value = std::getenv("PAISQL_SERVE_TOKEN");
  return value == nullptr ? "" : value;
}

bool IsThisMachine(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

// A socket is for whoever has started the server, and not for the world.
std::string_view TokenText(const serving::ServeOptions& options) {
  const bool wants_none = options.service.token.empty() && options.socket.empty();
  return wants_none ? ", and needs no token" : "";
}

void TellReady(const serving::ServeOptions& options, const serving::Serving& serving,
               std::chrono::steady_clock::time_point start) {
  const serving::ServiceOptions& service = options.service;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  for (const std::string& complaint : serving.warm_up.complaints) {
    terminal::PrintLine("warming up: " + complaint);
  }
  if (service.settings.batching != 0 && serving.warm_up.joinable.empty()) {
    terminal::PrintLine(
        "requests are computed one by one: the model's rows could not be shown to be "
        "independent of each other");
  }
  terminal::PrintLine(fmt::format("{} version {} is ready after {:.1f} s{}", service.name,
                                  service.version, took.count(), TokenText(options)));
  WriteAll(STDOUT_FILENO, serving.address + "/api/predict/" + service.name + "\n");
}

// Fills in the options of both kinds of services; an exit status where one is wrong.
std::optional<int> FillOptions(const script::ServeFlags& flags, const std::string& name,
                               const std::string& version, serving::ServeOptions& options) {
  options.service.name = flags.name.empty() ? name : flags.name;
  options.service.version = flags.version.empty() ? version : flags.version;
  options.service.token = TokenOf(flags);
  options.service.settings = flags.settings;
  options.host = flags.host;
  options.port = flags.port;
  if (const char* const socket = std::getenv(serving::kSocketVariable)) options.socket = socket;
  if (!serving::IsServiceName(options.service.name)) {
    terminal::PrintLine("paisql: '" + options.service.name +
                        "' cannot be a service's name: give --name");
    return script::kExitUsage;
  }
  if (options.service.token.empty() && !flags.token.has_value() && !IsThisMachine(flags.host)) {
    terminal::PrintLine("paisql: others can reach " + flags.host +
                        ": give --token or PAISQL_SERVE_TOKEN, or --token '' for none");
    return script::kExitUsage;
  }
  return std::nullopt;
}

int ExitOf(const Result<bool>& served) {
  if (!served.ok()) return FailServe(served.error());
  if (*served) return script::kExitDone;
  terminal::PrintLine("some requests were not answered in time");
  return script::kExitFailed;
}

int ServeModel(const script::ServeFlags& flags, const std::string& home,
               const std::string& python) {
  const auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<serving::StartWatch>> starting = serving::StartWatch::Begin();
  if (!starting.ok()) return FailServe(starting.error());
  const Result<serving::ModelFolder> folder = serving::FindModelFolder(flags.model);
  if (!folder.ok()) return FailServe(folder.error());
  serving::ServeOptions options;
  if (const auto status = FillOptions(flags, folder->name, folder->version, options)) {
    return *status;
  }
  TableLog table_log(home, flags.log.table);
  options.warm_up_path = flags.warm_up;
  options.log = flags.log;
  options.log_writer = &table_log;
  options.tell = terminal::PrintLine;
  inference::LoadOptions load;
  load.python = python;
  Result<std::unique_ptr<inference::Model>> model =
      inference::LoadModel(inference::FormatOf(folder->path), folder->path, load);
  if (!model.ok()) return FailServe(model.error());
  Result<std::vector<inference::SignatureNames>> names =
      inference::ReadSignatureNames(folder->path);
  if (names.ok()) options.service.names = *std::move(names);
  return ExitOf(serving::Serve(options, **model, [&](const serving::Serving& serving) {
    starting->reset();
    TellReady(options, serving, start);
  }));
}

int ServeProcessor(const script::ServeFlags& flags, const std::string& home,
                   const jobs::Installation& installation) {
  const auto start = std::chrono::steady_clock::now();
  Result<std::unique_ptr<serving::StartWatch>> starting = serving::StartWatch::Begin();
  if (!starting.ok()) return FailServe(starting.error());
  const Result<serving::ProcessorFile> file = serving::FindProcessor(flags.processor);
  if (!file.ok()) return FailServe(file.error());
  serving::ServeOptions options;
  if (const auto status = FillOptions(flags, file->name, "1", options)) return *status;
  TableLog table_log(home, flags.log.table);
  options.log = flags.log;
  options.log_writer = &table_log;
  options.tell = terminal::PrintLine;
  const Result<SpawnOptions> command = ProcessorCommand(*file, flags, installation);
  if (!command.ok()) return FailServe(command.error());
  serving::ProcessorOptions pool_options;
  pool_options.command = *command;
  pool_options.processes = static_cast<int>(flags.settings.processor_processes);
  pool_options.keepalive_ms = flags.settings.keepalive_ms;
  pool_options.max_queue = flags.settings.max_queue_size;
  pool_options.complain = [](const std::string& line) { terminal::PrintLine(line); };
  const Result<std::unique_ptr<serving::ProcessorPool>> pool =
      serving::ProcessorPool::Start(pool_options);
  if (!pool.ok()) return FailServe(pool.error());
  return ExitOf(serving::ServeProcessor(options, **pool, [&](const std::string& address) {
    starting->reset();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    terminal::PrintLine(fmt::format("{} is ready after {:.1f} s{}", options.service.name,
                                    took.count(), TokenText(options)));
    WriteAll(STDOUT_FILENO, address + "/api/predict/" + options.service.name + "\n");
  }));
}

}  // namespace

int RunServe(const script::ServeFlags& flags, const std::string& home,
             const jobs::Installation& installation) {
  serving::BlockEnd();
  // Whoever reads what this process writes may go away.
  (void)std::signal(SIGPIPE, SIG_IGN);
  const auto guard = fleet::FleetGuard::Begin({installation.program, installation.python});
  if (!guard.ok()) return FailServe(guard.error());
  return flags.processor.empty() ? ServeModel(flags, home, installation.python)
                                 : ServeProcessor(flags, home, installation);
}

}  // namespace paisql::tools
