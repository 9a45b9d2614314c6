#pragma once

// Parameters that several families of Alink's components have, for their tables. Private to
// pai/parameter.

#include "pai/parameter/parameter_tables.h"

namespace paisql::pai::alink {

inline constexpr Parameter kUserFiles = {
    "userFiles",
    ParameterType::kFiles,
    false,
    "",
    "",
    "Files beside the main one, separated by commas or as a JSON list: file://, oss://, resources, "
    "https:// where SET paisql.alink.url.<prefix>=<folder> says where they lie. Archives are "
    "unpacked."};
inline constexpr Parameter kMainScript = {
    "mainScriptFile",
    ParameterType::kScript,
    true,
    "",
    "",
    "The file that has main(task_config); also one of userFiles by its name alone."};
inline constexpr Parameter kOutputSchema = {
    "outputSchemaStr",
    ParameterType::kText,
    true,
    "",
    "",
    "The columns that the script writes, \"name type, name type\": string, float, double, tinyint, "
    "smallint, int, long."};
inline constexpr Parameter kSelectedCols = {
    "selectedCols",
    ParameterType::kText,
    false,
    "",
    "",
    "The columns that the script gets, in this order, separated by commas; all without it."};
inline constexpr Parameter kNumWorkers = {
    "numWorkers", ParameterType::kInteger,
    false,        "",
    "",           "Worker processes; without it as Alink counts them from parallelism and numPSs."};
inline constexpr Parameter kNumServers = {
    "numPSs",
    ParameterType::kInteger,
    false,
    "",
    "",
    "Parameter servers; without it as Alink counts them from parallelism and numWorkers."};
inline constexpr Parameter kParallelism = {
    "parallelism",
    ParameterType::kInteger,
    false,
    "1",
    "",
    "Alink's parallelism of the whole job, which says what numWorkers and numPSs leave open."};
inline constexpr Parameter kNullValues = {
    "nullValues",
    ParameterType::kText,
    false,
    "error",
    "",
    "What a NULL is: error, or omit, which leaves the column out of the row's Example."};
inline constexpr Parameter kConvertTypes = {
    "convertTypes",
    ParameterType::kBoolean,
    false,
    "false",
    "",
    "BOOLEAN becomes 0 or 1, DECIMAL a float, DATE and times their text; without it such columns "
    "are an error."};
inline constexpr Parameter kIntraOp = {
    "intraOpParallelism", ParameterType::kInteger, false, "4", "", "Threads within an operation."};
inline constexpr Parameter kPythonEnv = {"pythonEnv",
                                         ParameterType::kText,
                                         false,
                                         "",
                                         "scripts run in the Python of this installation",
                                         "A Python environment to run in."};
inline constexpr Parameter kJobName = {
    "jobName", ParameterType::kText,
    false,     "",
    "",        "A name to find the job by; it goes before -jobname."};
inline constexpr Parameter kHungSeconds = {
    "maxHungTimeBeforeGCInSeconds",
    ParameterType::kInteger,
    false,
    "3600",
    "",
    "Ends a job whose processes neither compute nor print for so long; 0: never."};
inline constexpr Parameter kTrainingHours = {"maxTrainingTimeInHour",
                                             ParameterType::kInteger,
                                             false,
                                             "0",
                                             "",
                                             "Ends a job after so many hours; 0: never."};

}  // namespace paisql::pai::alink
