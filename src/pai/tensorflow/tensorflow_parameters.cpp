#include "pai/tensorflow/tensorflow_parameters.h"

#include <algorithm>
#include <array>

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr std::string_view kFalse = "false";

constexpr std::array kTensorFlowOwn = {
    Parameter{
        "script", kScript, true, "", "",
        "The training script: file://<path> (absolute, or relative to the running .sql file), "
        "odps://<project>/resources/<name>, <project>/resources/<name> or oss://<bucket>/<key>; a "
        ".py file, or a "
        ".tar.gz, .tgz, .tar or .zip archive together with entryFile."},
    Parameter{"entryFile", kText, false, "", "",
              "The script's path within the archive. Required for an archive."},
    Parameter{
        "tables", kTables, false, "", "",
        "Tables to read, separated by commas: odps://<project>/tables/<table>[/<key>=<value>...], "
        "or a query in parentheses in the place of one. Reaches the script as --tables."},
    Parameter{"outputs", kTables, false, "", "",
              "Tables or partitions to write, in the same form; they must exist. What a "
              "TableWriter opens is replaced "
              "when the script succeeds. Reaches the script as --outputs."},
    Parameter{"buckets", kBuckets, false, "", "",
              "OSS folders to read, separated by commas; a bucket that does not exist is made. "
              "Reaches the "
              "script as --buckets, "
              "without the part after '?', and with a / at the end of each."},
    Parameter{"volumes", kVolumes, false, "", "",
              "Folders to read, separated by commas: "
              "odps://<project>/volumes/<volume>/<partition>[/<folder>...]. Reaches the script as "
              "--volumes, and /data/volume1, /data/volume2, ... in hyperParameters and "
              "userDefinedParameters become the folders in this order."},
    Parameter{"checkpointDir", kOssFolder, false, "", "",
              "The OSS folder for checkpoints, made on first use. Reaches the script as "
              "--checkpointDir, without the "
              "part after '?', with or without a / at its end as the statement has it."},
    Parameter{"hyperParameters", kFile, false, "", "",
              "A text file, file://<path> or oss://<bucket>/<key>, with a line key=value for each "
              "argument --key=value. Blank lines, and lines that begin with #, are passed over."},
    Parameter{"userDefinedParameters", kText, false, "", "",
              "More arguments, split at blanks; quotes keep blanks together."},
    Parameter{"jobName", kText, false, "", "",
              "A name to find the job by; it goes before -jobname."},
    Parameter{"tags", kText, false, "", "",
              "Words that describe the job, separated by commas; kept in its history."},
    Parameter{
        "gpuRequired", kGpu, false, "100", "",
        "100 is one GPU, 200 are two, 50 is a half; 0 hides all GPUs from the script. Without "
        "a GPU the script runs on "
        "the CPU. It cannot be given beside cluster."},
    Parameter{"cpuRequired", kInteger, false, "", "",
              "CPU of the script, 100 is one core. Without it there is no limit. It cannot be "
              "given beside cluster."},
    Parameter{"memRequired", kInteger, false, "", "",
              "Memory of the script in MB. Without it there is no limit. It cannot be given beside "
              "cluster."},
    Parameter{
        "cluster", kJson, false, "", "",
        "Processes of a distributed job as JSON: the roles ps, worker, evaluator and chief (or "
        "master), each with count, gpu, cpu and memory, as in "
        "{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"cpu\":200}}."},
    Parameter{"enableDynamicCluster", kBoolean, false, kFalse, "",
              "Starts a worker that failed again, at most five times; without it the job fails at "
              "once."},
    Parameter{"autoEnablePsTaskFailover", kBoolean, false, kFalse, "",
              "Starts a parameter server that failed again, at most five times; without it the job "
              "fails at once."},
    Parameter{"maxHungTimeBeforeGCInSeconds", kInteger, false, "3600", "",
              "Ends a job whose processes neither compute nor print for this long; 0: never."},
    Parameter{"maxTrainingTimeInHour", kInteger, false, "0", "",
              "Ends a job after so many hours; 0: never."},
};

constexpr std::array kTensorBoardOwn = {
    Parameter{"summaryDir", kOssFolder, true, "", "",
              "The OSS folder with the summaries to show, subfolders included; they may be written "
              "later."},
    Parameter{"jobName", kText, false, "", "",
              "A name to find the job by; it goes before -jobname."},
    Parameter{"tags", kText, false, "", "",
              "Words that describe the job, separated by commas; kept in its history."},
    Parameter{"maxTrainingTimeInHour", kInteger, false, "0", "",
              "Ends the job after so many hours; 0: never."},
};

// Every algorithm accepts these: one machine needs none of them, or gives it anyway.
constexpr std::array kAcceptedByAll = {
    Parameter{"arn", kArn, false, "", "",
              "The role of the job for its buckets, acs:ram::<uid>:role/<name>; without it "
              "AliyunODPSPAIDefaultRole. A home without roles needs none."},
    Parameter{"ossHost", kHost, false, "", "local buckets need no host", "The host of OSS."},
    Parameter{"vpcId", kText, false, "", "a job reaches what this machine reaches",
              "A private network to reach."},
    Parameter{"vpcRegion", kText, false, "", "a job reaches what this machine reaches",
              "The region of that network."},
    Parameter{"serviceSelection", kText, false, "", "jobs run on this machine",
              "Chooses a service of the platform."},
    Parameter{"dlcParameters", kText, false, "", "jobs run on this machine",
              "Parameters of a service of the platform."},
    Parameter{"tableTokenLife", kText, false, "", "a job may read its tables as long as it runs",
              "How long tables may be read."},
};

constexpr std::array kTensorFlowAccepted = {
    Parameter{"allOrNothing", kBoolean, false, kFalse, "all processes of a job start together",
              "Starts all processes or none."},
    Parameter{"autoStrategy", kBoolean, false, kFalse, "the script's own strategy is what runs",
              "Chooses how a model is distributed."},
    Parameter{"useSparseClusterSchema", kBoolean, false, kFalse,
              "each process knows the whole cluster",
              "A process learns only of the processes that it talks to."},
    Parameter{"autoGPUSelect", kBoolean, false, kFalse, "the GPUs are those of this machine",
              "Chooses the kind of GPU."},
    Parameter{"enableJITDeviceTuning", kBoolean, false, kFalse,
              "TensorFlow's operators run as they are", "Tunes operators at run time."},
    Parameter{"oversubscription", kBoolean, false, kFalse,
              "the jobs of this machine share its devices anyway",
              "Shares devices with other jobs."},
    Parameter{"rdmaRequired", kText, false, "no", "the processes of a job are on one machine",
              "Asks for a network with RDMA."},
};

template <size_t... sizes>
constexpr auto Concatenate(const std::array<Parameter, sizes>&... parts) {
  std::array<Parameter, (sizes + ...)> all;
  auto next = all.begin();
  ((next = std::copy(parts.begin(), parts.end(), next)), ...);
  return all;
}

constexpr auto kTensorFlow = Concatenate(kTensorFlowOwn, kAcceptedByAll, kTensorFlowAccepted);
constexpr auto kTensorBoard = Concatenate(kTensorBoardOwn, kAcceptedByAll);

}  // namespace

std::span<const Parameter> TensorFlowParameters() { return kTensorFlow; }

std::span<const Parameter> TensorBoardParameters() { return kTensorBoard; }

}  // namespace paisql::pai
