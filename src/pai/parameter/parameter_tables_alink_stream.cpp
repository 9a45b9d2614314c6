#include <array>

#include "pai/parameter/alink_parameters.h"
#include "pai/parameter/parameter_tables.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr std::array kStream = {
    Parameter{"inputTableName", kTable, false, "", "",
              "The table whose rows the script gets: <table>, <project>.<table>, "
              "odps://<project>/tables/<table>[/<key>=<value>...], or a query in parentheses. "
              "Without it inputPath is needed."},
    Parameter{"inputPath", kText, false, "", "",
              "A folder of files, a file, a named pipe, or tcp://<host>:<port> of a server that "
              "sends lines of JSON."},
    Parameter{"inputFormat", kText, false, "", "",
              "csv, jsonl or parquet, where the names of files do not say it."},
    Parameter{"inputSchemaStr", kText, false, "", "",
              "The columns of inputPath, \"name type, name type\"; files in CSV have them in this "
              "order."},
    Parameter{"follow", kBoolean, false, "false", "",
              "The stream goes on until it is stopped: rows that come into the table, files that "
              "come into the folder, the next writer of a pipe, a new connection to the server."},
    Parameter{"badRows", kText, false, "error", "",
              "What a line is that does not fit the columns: error, with file and line, or skip, "
              "with a count of them."},
    Parameter{"outputTableName", kTable, false, "", "",
              "The table that the script's rows come into, by small commits, exactly once; "
              "<table>_cursor beside it says how far the stream is. Tables that do not exist are "
              "made. Without it outputPath is needed."},
    Parameter{"outputPath", kText, false, "", "",
              "A file that ends with .jsonl or .csv, to which rows are added, or print."},
    alink::kUserFiles,
    alink::kMainScript,
    Parameter{"userParams", kJson, false, "{}", "",
              "A JSON object: task_config.user_params, its values with their types."},
    alink::kOutputSchema,
    alink::kSelectedCols,
    alink::kNumWorkers,
    alink::kNumServers,
    alink::kParallelism,
    Parameter{"recovery", kText, false, "replay", "",
              "What a worker that was killed gets again: with replay all its rows, of which the "
              "results that are there already are passed over; with resume, for scripts that "
              "write one row for each, those behind the last result."},
    Parameter{"startMode", kText, false, "continue", "",
              "continue goes on behind what an earlier stream into the same output has read; "
              "restart reads from the beginning."},
    Parameter{"commitIntervalMs", kInteger, false, "200", "",
              "Between two commits of rows, at least."},
    Parameter{"maxRestarts", kInteger, false, "100", "",
              "How often each process may be started again."},
    alink::kNullValues,
    alink::kConvertTypes,
    alink::kIntraOp,
    alink::kPythonEnv,
    alink::kJobName,
    Parameter{"maxHungTimeBeforeGCInSeconds", kInteger, false, "0", "",
              "Ends a job whose processes neither compute nor print for so long; 0: never."},
    alink::kTrainingHours,
};

}  // namespace

std::span<const Parameter> AlinkStreamParameters() { return kStream; }

}  // namespace paisql::pai
