#include "pai/algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::pai {

namespace {

using enum ParameterType;
using enum ParameterEffect;

constexpr std::string_view kFalse = "false";

constexpr std::array kTensorFlowParameters = {
    Parameter{
        "script", kScript, true, "", kUsed, "",
        "The training script: file://<path> (absolute, or relative to the running .sql file), "
        "odps://<project>/resources/<name>, <project>/resources/<name> or oss://<bucket>/<key>; a "
        ".py file, or a "
        ".tar.gz, .tgz, .tar or .zip archive together with entryFile."},
    Parameter{"entryFile", kText, false, "", kUsed, "",
              "The script's path within the archive. Required for an archive."},
    Parameter{
        "tables", kTables, false, "", kUsed, "",
        "Tables to read, separated by commas: odps://<project>/tables/<table>[/<key>=<value>...]. "
        "Reaches the script as --tables."},
    Parameter{"outputs", kTables, false, "", kUsed, "",
              "Tables or partitions to write, in the same form; they must exist. What a "
              "TableWriter opens is replaced "
              "when the script succeeds. Reaches the script as --outputs."},
    Parameter{"buckets", kBuckets, false, "", kUsed, "",
              "OSS folders to read, separated by commas; the buckets must exist. Reaches the "
              "script as --buckets, "
              "without the part behind '?'."},
    Parameter{"checkpointDir", kOssFolder, false, "", kUsed, "",
              "The OSS folder for checkpoints, made on first use. Reaches the script as "
              "--checkpointDir, without the "
              "part behind '?'."},
    Parameter{"hyperParameters", kFile, false, "", kUsed, "",
              "A text file, file://<path> or oss://<bucket>/<key>, with a line key=value for each "
              "argument --key=value."},
    Parameter{"userDefinedParameters", kText, false, "", kUsed, "",
              "More arguments, split at blanks; quotes keep blanks together."},
    Parameter{"jobName", kText, false, "", kUsed, "", "A name to find the job by."},
    Parameter{"gpuRequired", kInteger, false, "100", kUsed, "",
              "100 is one GPU; 0 hides all GPUs from the script. Without a GPU the script runs on "
              "the CPU. Contradicts cluster."},
    Parameter{"cpuRequired", kInteger, false, "", kUsed, "",
              "CPU of the script, 100 is one core. Without it there is no limit. Contradicts "
              "cluster."},
    Parameter{"memRequired", kInteger, false, "", kUsed, "",
              "Memory of the script in MB. Without it there is no limit. Contradicts cluster."},
    Parameter{
        "cluster", kText, false, "", kUsed, "",
        "Processes of a distributed job as JSON: the roles ps, worker, evaluator and chief (or "
        "master), each with count, gpu, cpu and memory, as in "
        "{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"cpu\":200}}."},
    Parameter{"enableDynamicCluster", kBoolean, false, kFalse, kUsed, "",
              "Starts a worker that failed again, at most five times; without it the job fails at "
              "once."},
    Parameter{"autoEnablePsTaskFailover", kBoolean, false, kFalse, kUsed, "",
              "Starts a parameter server that failed again, at most five times; without it the job "
              "fails at once."},
    Parameter{"maxHungTimeBeforeGCInSeconds", kInteger, false, "3600", kUsed, "",
              "Ends a job whose processes neither compute nor print for so long; 0: never."},
    Parameter{"maxTrainingTimeInHour", kInteger, false, "0", kUsed, "",
              "Ends a job after so many hours; 0: never."},
    Parameter{"arn", kArn, false, "", kAccepted, "",
              "The role for OSS, acs:ram::<uid>:role/<name>. Local buckets need none."},
    Parameter{"ossHost", kHost, false, "", kAccepted, "",
              "The host of OSS. Local buckets need none."},
    Parameter{"tags", kText, false, "", kAccepted, "", "Words that describe the job."},
    Parameter{"serviceSelection", kText, false, "", kAccepted, "",
              "Chooses a service of the platform."},
    Parameter{"dlcParameters", kText, false, "", kAccepted, "",
              "Parameters of a service of the platform."},
    Parameter{"tableTokenLife", kText, false, "", kAccepted, "",
              "How long tables may be read; a job here may always."},
    Parameter{"allOrNothing", kBoolean, false, "false", kAccepted, "",
              "Starts all processes or none, as every job here does."},
    Parameter{"volumes", kText, false, "", kNotOffered, "", "Volumes to read."},
    Parameter{"autoStrategy", kBoolean, false, kFalse, kNotOffered, kFalse,
              "Chooses how a model is distributed."},
    Parameter{"useSparseClusterSchema", kBoolean, false, kFalse, kNotOffered, kFalse,
              "Another form of the cluster's description."},
    Parameter{"autoGPUSelect", kBoolean, false, kFalse, kNotOffered, kFalse,
              "Chooses the kind of GPU."},
    Parameter{"enableJITDeviceTuning", kBoolean, false, kFalse, kNotOffered, kFalse,
              "Tunes operators at run time."},
    Parameter{"oversubscription", kBoolean, false, kFalse, kNotOffered, kFalse,
              "Shares devices with other jobs."},
    Parameter{"rdmaRequired", kText, false, "no", kNotOffered, "no",
              "Asks for a network with RDMA."},
    Parameter{"vpcId", kText, false, "", kNotOffered, "", "A private network to reach."},
    Parameter{"vpcRegion", kText, false, "", kNotOffered, "", "The region of that network."},
};

constexpr std::string_view kVersion1 = "The TensorFlow 1 API, on TensorFlow 2.15.";
constexpr std::string_view kVersion2 = "TensorFlow 2.15 as it is.";

constexpr Algorithm Version1(std::string_view name) {
  return {name, "tensorflow1", kVersion1, kTensorFlowParameters};
}

constexpr Algorithm Version2(std::string_view name) {
  return {name, "tensorflow2", kVersion2, kTensorFlowParameters};
}

constexpr std::array kAlgorithms = {
    Version1("tensorflow"),
    Version1("tensorflow_ext"),
    Version1("tensorflow121"),
    Version1("tensorflow140"),
    Version1("tensorflow140_ext"),
    Version1("tensorflow140_lite"),
    Version1("tensorflow180"),
    Version1("tensorflow180_ext"),
    Version1("tensorflow1120"),
    Version1("tensorflow1120_ext"),
    Version1("tensorflow1120_cpu_ext"),
    Version1("tensorflow1120_py3"),
    Version1("tensorflow1150"),
    Version1("tensorflow1150_ext"),
    Version2("tensorflow220"),
    Version2("tensorflow220_ext"),
    Version2("tensorflow_v220"),
    Version2("tensorflow_v220_ext"),
};

constexpr std::array<std::string_view, 4> kProjects = {"algo_public", "algo_public_dev",
                                                       "algo_platform", "algo_platform_dev"};

std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '<') cell += '\\';
    cell += c;
  }
  return cell;
}

}  // namespace

std::span<const Algorithm> Algorithms() { return kAlgorithms; }

const Algorithm* FindAlgorithm(std::string_view name) {
  const auto found = std::find_if(
      kAlgorithms.begin(), kAlgorithms.end(),
      [name](const Algorithm& algorithm) { return EqualsIgnoreCase(algorithm.name, name); });
  return found == kAlgorithms.end() ? nullptr : &*found;
}

const Parameter* FindParameter(const Algorithm& algorithm, std::string_view name) {
  const auto found =
      std::find_if(algorithm.parameters.begin(), algorithm.parameters.end(),
                   [name](const Parameter& parameter) { return parameter.name == name; });
  return found == algorithm.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> AlgorithmNames() {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : kAlgorithms) names.emplace_back(algorithm.name);
  return names;
}

std::vector<std::string> ParameterNames(const Algorithm& algorithm) {
  std::vector<std::string> names;
  for (const Parameter& parameter : algorithm.parameters) names.emplace_back(parameter.name);
  return names;
}

std::span<const std::string_view> AlgorithmProjects() { return kProjects; }

std::string_view TypeText(ParameterType type) {
  switch (type) {
    case kText:
      return "text";
    case kScript:
      return "script";
    case kTables:
      return "tables";
    case kBuckets:
      return "OSS folders";
    case kOssFolder:
      return "OSS folder";
    case kFile:
      return "file";
    case kInteger:
      return "integer";
    case kBoolean:
      return "true or false";
    case kArn:
      return "role";
    case kHost:
      return "host";
  }
  PAISQL_UNREACHABLE("a parameter type without a text");
}

std::string_view EffectText(ParameterEffect effect) {
  switch (effect) {
    case kUsed:
      return "used";
    case kAccepted:
      return "accepted, no effect here";
    case kNotOffered:
      return "not offered";
  }
  PAISQL_UNREACHABLE("an effect without a text");
}

std::string HelpText(const Algorithm& algorithm) {
  std::string text = fmt::format("PAI -name {} -project {} -D<parameter>=<value> ...;\n{}\n\n",
                                 algorithm.name, kProjects[0], algorithm.help);
  for (const Parameter& parameter : algorithm.parameters) {
    text += fmt::format("  -D{} ({}", parameter.name, TypeText(parameter.type));
    if (parameter.required) text += ", required";
    if (!parameter.default_value.empty())
      text += fmt::format(", default {}", parameter.default_value);
    if (parameter.effect != kUsed) text += fmt::format(", {}", EffectText(parameter.effect));
    text += fmt::format(")\n      {}\n", parameter.help);
  }
  return text;
}

std::string AlgorithmsMarkdown() {
  std::string text = "| name | what `import tensorflow` gives |\n|---|---|\n";
  for (const Algorithm& algorithm : kAlgorithms)
    text += fmt::format("| `{}` | {} |\n", algorithm.name, algorithm.help);
  return text;
}

std::string ParametersMarkdown() {
  std::string text =
      "| parameter | type | required | default | effect | meaning |\n|---|---|---|---|---|---|\n";
  for (const Parameter& parameter : kTensorFlowParameters) {
    const std::string fallback =
        parameter.default_value.empty() ? "" : fmt::format("`{}`", parameter.default_value);
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", parameter.name,
                        TypeText(parameter.type), parameter.required ? "yes" : "", fallback,
                        EffectText(parameter.effect), Cell(parameter.help));
  }
  return text;
}

}  // namespace paisql::pai
