#include "training/launch.h"

#include <cstdlib>
#include <filesystem>

#include "base/text.h"

namespace paisql::training {

namespace {

constexpr const char* kProcessVariable = "PAISQL_PROCESS";
constexpr int kWholeCard = 100;

std::string PythonPath(const JobContext& job) {
  std::string path = job.installation.python_folder + ":" + job.places.WorkFolder();
  const std::string entry_folder = std::filesystem::path(job.file.entry).parent_path();
  if (entry_folder != job.places.WorkFolder()) path += ":" + entry_folder;
  if (const char* inherited = std::getenv("PYTHONPATH")) path += std::string(":") + inherited;
  return path;
}

// The process sees its own cards alone, as GPU:0, GPU:1, …
void AddCards(const ProcessPlan& own, std::vector<std::pair<std::string, std::string>>* changes) {
  std::vector<std::string> cards;
  for (const int card : own.cards) cards.push_back(std::to_string(card));
  changes->emplace_back("CUDA_VISIBLE_DEVICES", cards.empty() ? "-1" : Join(cards, ","));
  // Numbers as nvidia-smi has them, not by speed.
  changes->emplace_back("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
  if (own.card_share < kWholeCard) {
    changes->emplace_back("PAISQL_GPU_SHARE", std::to_string(own.card_share));
  }
}

}  // namespace

std::string ProcessMark(const ProcessPlan& plan) {
  return std::string(kProcessVariable) + "=" + plan.Name();
}

SpawnOptions LaunchOptions(const JobContext& job, const std::vector<ProcessPlan>& all,
                           const ProcessPlan& own) {
  const JobFile& file = job.file;
  std::vector<std::pair<std::string, std::string>> changes(file.environment.begin(),
                                                           file.environment.end());
  changes.emplace_back("PYTHONPATH", PythonPath(job));
  changes.emplace_back("PYTHONUNBUFFERED", "1");
  changes.emplace_back("PAISQL_JOB", job.places.directory);
  changes.emplace_back("PAISQL_FACE", file.face);
  changes.emplace_back("PAISQL_OSS_ROOT", job.home.OssPath());
  changes.emplace_back("PAISQL_OSS_PLUGIN", job.installation.oss_plugin);
  changes.emplace_back(kProcessVariable, own.Name());
  changes.emplace_back("PAISQL_PROGRESS_FD", std::to_string(kProgressDescriptor));
  // TensorFlow's own remarks about the machine are no part of a script's output.
  if (std::getenv("TF_CPP_MIN_LOG_LEVEL") == nullptr)
    changes.emplace_back("TF_CPP_MIN_LOG_LEVEL", "1");
  AddCards(own, &changes);
  if (file.distributed) {
    changes.emplace_back("TF_CONFIG", TensorFlowConfig(file, all, own));
    changes.emplace_back("PAISQL_ADDRESS", own.address);
    // The processes talk to each other directly, whatever proxy the user has for the world.
    changes.emplace_back("no_grpc_proxy", "127.0.0.1,localhost");
  }

  SpawnOptions options;
  options.command = {job.installation.python, "-u", file.entry};
  const auto add = [&options](const std::vector<std::string>& arguments) {
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  };
  add(file.arguments);
  if (file.distributed) add(ClusterArguments(all, own));
  add(file.user_arguments);
  options.environment = EnvironmentWith(changes);
  options.folder = job.places.WorkFolder();
  options.dies_with_caller = true;
  return options;
}

}  // namespace paisql::training
