#include <algorithm>
#include <array>

#include "pai/alink/alink_parameter_tables.h"
#include "pai/alink/alink_parameters.h"

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
constexpr Parameter kUserParams = {
    "userParams",
    kJson,
    false,
    "{}",
    "",
    "A JSON object of texts, numbers and booleans: task_config.user_params, all as texts."};

constexpr std::array kRest = {
    alink::kSelectedCols,
    Parameter{
        "broadcastTableNames", kText, false, "", "",
        "Tables of which every worker gets all rows, separated by commas: files with a line a "
        "row, whose paths are ALINK:bc_1, ALINK:bc_2, ... of task_config.user_params."},
    alink::kTensorCols,
    Parameter{"tensorShapes", kJson, false, "", "",
              "Shapes of ARRAYs that hold tensors, {\"column\": [2, 3]}: tensor_shapes.txt of the "
              "script's folder."},
    alink::kNumWorkers,
    alink::kNumServers,
    alink::kParallelism,
    Parameter{
        "evenSplit", kBoolean, false, "true", "",
        "All workers get as many rows, those with one less the table's last row again; false: "
        "every row once."},
    alink::kNullValues,
    alink::kConvertTypes,
    alink::kIntraOp,
    alink::kPythonEnv,
    alink::kJobName,
    alink::kHungSeconds,
    alink::kTrainingHours,
};

template <size_t kFirst>
constexpr auto With(const std::array<Parameter, kFirst>& first) {
  std::array<Parameter, kFirst + kRest.size()> all;
  std::copy(kRest.begin(), kRest.end(), std::copy(first.begin(), first.end(), all.begin()));
  return all;
}

constexpr auto kBatch = With(std::array{kInput, kOutput, alink::kUserFiles, alink::kMainScript,
                                        kUserParams, alink::kOutputSchema});
constexpr auto kTrain =
    With(std::array{kInput, kOutput, alink::kUserFiles, alink::kMainScript, kUserParams});

}  // namespace

std::span<const Parameter> AlinkBatchParameters() { return kBatch; }

std::span<const Parameter> AlinkTrainParameters() { return kTrain; }

}  // namespace paisql::pai
