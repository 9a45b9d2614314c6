#pragma once

// Parameters that several families of Alink's components have, for their tables. Private to
// pai/parameter.

#include <algorithm>
#include <array>

#include "pai/alink/alink_parameter_tables.h"

namespace paisql::pai::alink {

inline constexpr Parameter kUserFiles = {
    "userFiles",
    ParameterType::kFiles,
    false,
    "",
    "",
    "Files and folders beside the main one, separated by commas, as a JSON list, or as "
    "{\"filePaths\": [...], \"fileRenameMap\": {\"<file>\": \"<name>\"}}: file://, oss://, "
    "resources, https:// and hdfs:// where SET paisql.alink.url.<prefix>=<folder> says where they "
    "lie. Archives are unpacked. Also called userFile or scriptFiles.",
    "",
    "userFile scriptFiles"};
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
    "smallint, int, long. Also called schemaStr, schema or tableSchema.",
    "",
    "schemaStr schema tableSchema"};
inline constexpr Parameter kSelectedCols = {
    "selectedCols",
    ParameterType::kText,
    false,
    "",
    "",
    "The columns that the script gets, in this order, separated by commas; all without it."};
inline constexpr Parameter kTensorCols = {
    "tensorCols",
    ParameterType::kText,
    false,
    "",
    "",
    "STRING columns whose texts are tensors, FLOAT#2,3#1 2 3 4 5 6, separated by commas: the "
    "script "
    "gets their elements as a list, and finds shape and type, those of the first row, in "
    "tensor_shapes.txt and tensor_types.txt of its folder."};
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
    "What a NULL is: error, or omit, which leaves the column out of the row's Example.",
    "error omit"};
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
                                         "",
                                         "A Python environment, of venv or conda, whose packages "
                                         "scripts find after those of this installation: its "
                                         "folder, or a .zip, .tar.gz or .tgz of it, named as "
                                         "userFiles are."};
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
    "Ends a job whose processes neither compute nor print for this long; 0: never."};
inline constexpr Parameter kTrainingHours = {"maxTrainingTimeInHour",
                                             ParameterType::kInteger,
                                             false,
                                             "0",
                                             "",
                                             "Ends a job after so many hours; 0: never."};

template <size_t kFirst, size_t kSecond>
constexpr auto Joined(const std::array<Parameter, kFirst>& first,
                      const std::array<Parameter, kSecond>& second) {
  std::array<Parameter, kFirst + kSecond> all;
  std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), all.begin()));
  return all;
}

// All streams have these: where rows come from and go to, how the stream runs, what limits its
// job.
inline constexpr std::array kStreamPlaces = {
    Parameter{"inputTableName", ParameterType::kTable, false, "", "",
              "The table whose rows come: <table>, <project>.<table>, "
              "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses. "
              "Without it inputPath is needed."},
    Parameter{"inputPath", ParameterType::kText, false, "", "",
              "A folder of files, a file, a named pipe, tcp://<host>:<port> of a server that sends "
              "lines of JSON, or kafka://<host>:<port>[,<host>:<port>...]/<topic>."},
    Parameter{"inputQuery", ParameterType::kText, false, "", "",
              "What is made of each row before it goes on: SELECT expressions FROM input WHERE "
              "condition, input being the rows of the source."},
    Parameter{"inputFormat", ParameterType::kText, false, "", "",
              "csv, jsonl or parquet, where the names of files do not say it.",
              "csv jsonl parquet"},
    Parameter{"inputSchemaStr", ParameterType::kText, false, "", "",
              "The columns of inputPath, \"name type, name type\"; files in CSV have them in this "
              "order. Kafka's messages without it: message_key, message, topic, topic_partition, "
              "partition_offset."},
    Parameter{"follow", ParameterType::kBoolean, false, "false", "",
              "The stream goes on until it is stopped: rows that come into the table, files that "
              "come into the folder, the next writer of a pipe, a new connection to the server, "
              "messages that come into the topic."},
    Parameter{"badRows", ParameterType::kText, false, "error", "",
              "What a line is that does not fit the columns: error, with file and line, or skip, "
              "with a count of them.",
              "error skip"},
    Parameter{"moreSources", ParameterType::kJson, false, "", "",
              "Further sources, whose rows come into the stream, too: a JSON list of objects with "
              "inputTableName or inputPath, and inputQuery, inputFormat, inputSchemaStr, follow "
              "and badRows. They have the same columns as the first one, and are tables, folders "
              "and files."},
    Parameter{"bootstrapServers", ParameterType::kText, false, "", "",
              "Kafka's servers, <host>:<port>[,<host>:<port>...], in place of inputPath."},
    Parameter{"topic", ParameterType::kText, false, "", "",
              "The topics of bootstrapServers to read, separated by commas."},
    Parameter{
        "topicPattern", ParameterType::kText, false, "", "",
        "A regular expression of Python in place of topic: all topics whose whole names match; "
        "with follow, topics that come later count, too."},
    Parameter{"startupMode", ParameterType::kText, false, "EARLIEST", "",
              "Where a stream of Kafka begins that continues no other: EARLIEST, LATEST, "
              "GROUP_OFFSETS (those of groupId) or TIMESTAMP (that of startTime).",
              "EARLIEST LATEST GROUP_OFFSETS TIMESTAMP"},
    Parameter{"startTime", ParameterType::kText, false, "", "",
              "Of startupMode=TIMESTAMP: yyyy-MM-dd HH:mm:ss in the session's time zone, or "
              "milliseconds since 1970."},
    Parameter{"groupId", ParameterType::kText, false, "", "",
              "A consumer group of Kafka: GROUP_OFFSETS begins at its offsets, and they are moved "
              "after what is committed."},
    Parameter{"properties", ParameterType::kText, false, "", "",
              "Settings of the Kafka client for the source, \"name=value,name=value\" or a JSON "
              "object, such as security.protocol and sasl.password."},
    Parameter{"outputTableName", ParameterType::kTable, false, "", "",
              "The table that the rows come into, by small commits, exactly once; "
              "<table>_cursor beside it says how far the stream is. Tables that do not exist are "
              "made. Without it outputPath is needed."},
    Parameter{"outputQuery", ParameterType::kText, false, "", "",
              "What is made of each row that is written before it comes into the output: SELECT "
              "expressions FROM output WHERE condition."},
    Parameter{"outputPath", ParameterType::kText, false, "", "",
              "A file to which rows are added, a folder that gets a file with each commit (one "
              "that is there, or a path that ends with /), "
              "kafka://<host>:<port>[,<host>:<port>...]/<topic>, or print."},
    Parameter{
        "outputFormat", ParameterType::kText, false, "", "",
        "What a line of the file, or a message of Kafka, is for a row: jsonl or csv. Without it "
        "the ending of a file says it, .jsonl or .csv; files of a folder and messages are JSON.",
        "jsonl csv"},
    Parameter{"outputProperties", ParameterType::kText, false, "", "",
              "Settings of the Kafka client for outputPath, as properties."},
};
inline constexpr std::array kStreamChoices = {
    Parameter{"startMode", ParameterType::kText, false, "continue", "",
              "continue goes on after what an earlier stream into the same output has read; "
              "restart reads from the beginning.",
              "continue restart"},
    Parameter{"commitIntervalMs", ParameterType::kInteger, false, "200", "",
              "Between two commits of rows, at least."},
    Parameter{"maxRestarts", ParameterType::kInteger, false, "100", "",
              "How often each process may be started again."},
};
inline constexpr std::array kStreamLimits = {
    kJobName,
    Parameter{"maxHungTimeBeforeGCInSeconds", ParameterType::kInteger, false, "0", "",
              "Ends a job whose processes neither compute nor print for this long; 0: never."},
    kTrainingHours,
};

}  // namespace paisql::pai::alink
