#include "jobs/runtime/launch.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/text.h"

namespace paisql::jobs {

namespace {

constexpr const char* kProcessVariable = "PAISQL_PROCESS";
constexpr const char* kJobVariable = "PAISQL_JOB";

std::vector<std::string> ScriptFolders(const JobContext& job) {
  std::vector<std::string> folders = {job.places.WorkFolder()};
  const std::string entry_folder = std::filesystem::path(job.file.entry).parent_path();
  if (entry_folder != folders[0]) folders.push_back(entry_folder);
  return folders;
}

// The process sees its own cards alone, as GPU:0, GPU:1, …
void AddCards(const ProcessPlan& own, Variables* changes) {
  std::vector<std::string> cards;
  for (const int card : own.cards) cards.push_back(std::to_string(card));
  changes->emplace_back("CUDA_VISIBLE_DEVICES", cards.empty() ? "-1" : Join(cards, ","));
  // Numbers as nvidia-smi has them, not by speed.
  changes->emplace_back("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
  if (own.card_share < kWholeCard) {
    changes->emplace_back("PAISQL_GPU_SHARE", std::to_string(own.card_share));
  }
}

std::string HostsOf(const std::vector<ProcessPlan>& all) {
  std::vector<std::string> hosts = {"127.0.0.1", "localhost"};
  for (const ProcessPlan& plan : all) {
    const std::string host = plan.address.substr(0, plan.address.rfind(':'));
    if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end()) {
      hosts.push_back(host);
    }
  }
  return Join(hosts, ",");
}

// Whether a variable of ours is longer than the system hands over: the process finds it in job.json
// (python/paisql/alink_task/__init__.py).
bool StaysInFile(const std::string& variable) {
  constexpr size_t kMostBytes = size_t{128} * 1024 - 1;  // MAX_ARG_STRLEN, with the zero at the end
  return variable.size() > kMostBytes && variable.starts_with("PAISQL_");
}

}  // namespace

std::string ProcessMark(const ProcessPlan& plan) {
  return std::string(kProcessVariable) + "=" + plan.Name();
}

std::string JobMark(const std::string& directory) {
  return std::string(kJobVariable) + "=" + directory;
}

std::string PythonPath(const Installation& installation, const std::vector<std::string>& folders,
                       const EnvironmentChoice& variables) {
  std::string path = installation.python_folder;
  for (const std::string& folder : folders) path += ":" + folder;
  if (const char* users = Variable(variables, "PYTHONPATH")) path += std::string(":") + users;
  return path;
}

SpawnOptions LaunchOptions(const JobContext& job, const std::vector<ProcessPlan>& all,
                           const ProcessPlan& own) {
  const JobFile& file = job.file;
  const EnvironmentChoice choice = {true, file.environment};  // the session has chosen already
  const Runtime& runtime = *file.runtime;
  Variables changes = runtime.environment(runtime, job.installation, job.home, choice);
  changes.emplace_back("PYTHONPATH", PythonPath(job.installation, ScriptFolders(job), choice));
  changes.emplace_back(kJobVariable, job.places.directory);
  changes.emplace_back(kProcessVariable, own.Name());
  changes.emplace_back("PAISQL_PROGRESS_FD", std::to_string(kProgressDescriptor));
  AddCards(own, &changes);
  if (file.distributed) {
    changes.emplace_back("TF_CONFIG", TensorFlowConfig(file, all, own));
    changes.emplace_back("PAISQL_ADDRESS", own.address);
    // The processes talk to each other directly, whatever proxy the user has for the world.
    changes.emplace_back("no_grpc_proxy", HostsOf(all));
  }

  SpawnOptions options;
  options.command = runtime.command(job.installation, file.entry);
  const auto add = [&options](const std::vector<std::string>& arguments) {
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  };
  add(file.arguments);
  if (file.distributed) add(ClusterArguments(all, own));
  add(file.user_arguments);
  options.environment = ScriptEnvironment(choice, changes);
  std::erase_if(options.environment, StaysInFile);
  options.folder = job.places.WorkFolder();
  options.dies_with_caller = true;
  return options;
}

}  // namespace paisql::jobs
