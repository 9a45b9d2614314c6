#include <array>

#include "pai/alink/alink_parameter_tables.h"
#include "pai/alink/alink_parameters.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr std::array kOfScripts = {
    alink::kUserFiles,
    alink::kMainScript,
    Parameter{"userParams", kJson, false, "{}", "",
              "A JSON object: task_config.user_params, its values with their types."},
    alink::kOutputSchema,
    alink::kSelectedCols,
    alink::kTensorCols,
    alink::kNumWorkers,
    alink::kNumServers,
    alink::kParallelism,
    Parameter{"recovery", kText, false, "replay", "",
              "What a worker that was killed gets again: with replay all its rows, of which the "
              "results that are there already are passed over; with resume, for scripts that "
              "write one row for each, those after the last result.",
              "replay resume"},
    alink::kNullValues,
    alink::kConvertTypes,
    alink::kIntraOp,
    alink::kPythonEnv,
};

constexpr auto kStream = alink::Joined(alink::Joined(alink::kStreamPlaces, kOfScripts),
                                       alink::Joined(alink::kStreamChoices, alink::kStreamLimits));

constexpr std::array kOfRows = {
    Parameter{"numWorkers", kInteger, false, "1", "",
              "Worker processes, each of which gives its share of the rows."},
};

constexpr auto kSql = alink::Joined(alink::Joined(alink::kStreamPlaces, kOfRows),
                                    alink::Joined(alink::kStreamChoices, alink::kStreamLimits));

}  // namespace

std::span<const Parameter> SqlStreamParameters() { return kSql; }

std::span<const Parameter> AlinkStreamParameters() { return kStream; }

}  // namespace paisql::pai
