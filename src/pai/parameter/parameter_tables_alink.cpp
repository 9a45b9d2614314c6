#include <algorithm>
#include <array>

#include "pai/parameter/parameter_tables.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr Parameter kInput = {
    "inputTableName",
    kTable,
    true,
    "",
    "",
    "The table whose rows the script gets: <table>, <project>.<table>, "
    "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses."};
constexpr Parameter kOutput = {
    "outputTableName",
    kTable,
    true,
    "",
    "",
    "The table that is replaced when the script succeeds: <table>, <project>.<table> or "
    "odps://<project>/tables/<table>[/<key>=<value>...]. One that does not exist is made."};
constexpr Parameter kUserFiles = {
    "userFiles",
    kFiles,
    false,
    "",
    "",
    "Files beside the main one, separated by commas or as a JSON list: file://, oss://, resources, "
    "https:// where SET paisql.alink.url.<prefix>=<folder> says where they lie. Archives are "
    "unpacked."};
constexpr Parameter kMainScript = {
    "mainScriptFile",
    kScript,
    true,
    "",
    "",
    "The file that has main(task_config); also one of userFiles by its name alone."};
constexpr Parameter kUserParams = {
    "userParams",
    kJson,
    false,
    "{}",
    "",
    "A JSON object of texts, numbers and booleans: task_config.user_params, all as texts."};
constexpr Parameter kOutputSchema = {
    "outputSchemaStr",
    kText,
    true,
    "",
    "",
    "The columns that the script writes, \"name type, name type\": string, float, double, tinyint, "
    "smallint, int, long."};

constexpr std::array kRest = {
    Parameter{"selectedCols", kText, false, "", "",
              "The columns that the script gets, in this order, separated by commas; all without "
              "it."},
    Parameter{
        "broadcastTableNames", kText, false, "", "",
        "Tables of which every worker gets all rows, separated by commas: files with a line a "
        "row, whose paths are ALINK:bc_1, ALINK:bc_2, ... of task_config.user_params."},
    Parameter{"numWorkers", kInteger, false, "", "",
              "Worker processes; without it as Alink counts them from parallelism and numPSs."},
    Parameter{"numPSs", kInteger, false, "", "",
              "Parameter servers; without it as Alink counts them from parallelism and "
              "numWorkers."},
    Parameter{"parallelism", kInteger, false, "1", "",
              "Alink's parallelism of the whole job, which says what numWorkers and numPSs leave "
              "open."},
    Parameter{
        "evenSplit", kBoolean, false, "true", "",
        "All workers get as many rows, those with one less the table's last row again; false: "
        "every row once."},
    Parameter{"nullValues", kText, false, "error", "",
              "What a NULL is: error, or omit, which leaves the column out of the row's Example."},
    Parameter{"convertTypes", kBoolean, false, "false", "",
              "BOOLEAN becomes 0 or 1, DECIMAL a float, DATE and times their text; without it such "
              "columns are an error."},
    Parameter{"intraOpParallelism", kInteger, false, "4", "", "Threads within an operation."},
    Parameter{"pythonEnv", kText, false, "", "scripts run in the Python of this installation",
              "A Python environment to run in."},
    Parameter{"jobName", kText, false, "", "",
              "A name to find the job by; it goes before -jobname."},
    Parameter{"maxHungTimeBeforeGCInSeconds", kInteger, false, "3600", "",
              "Ends a job whose processes neither compute nor print for so long; 0: never."},
    Parameter{"maxTrainingTimeInHour", kInteger, false, "0", "",
              "Ends a job after so many hours; 0: never."},
};

template <size_t kFirst>
constexpr auto With(const std::array<Parameter, kFirst>& first) {
  std::array<Parameter, kFirst + kRest.size()> all;
  std::copy(kRest.begin(), kRest.end(), std::copy(first.begin(), first.end(), all.begin()));
  return all;
}

constexpr auto kBatch =
    With(std::array{kInput, kOutput, kUserFiles, kMainScript, kUserParams, kOutputSchema});
constexpr auto kTrain = With(std::array{kInput, kOutput, kUserFiles, kMainScript, kUserParams});

}  // namespace

std::span<const Parameter> AlinkBatchParameters() { return kBatch; }

std::span<const Parameter> AlinkTrainParameters() { return kTrain; }

}  // namespace paisql::pai
