#pragma once

// Where \chart has its numbers from: the rows of a query, or counts of them that the engine makes.

#include <string>
#include <string_view>

#include "base/result.h"
#include "shell/chart/data.h"
#include "shell/command/commands.h"

namespace paisql::shell {

// The rows of a query, which are few.
Result<ChartRows> RowsOf(const std::string& query, CommandContext& context);

// The first statement of the text without its end, when it is a query; else "".
std::string QueryOf(const std::string& text);

// The histogram of a column of all rows of a query, however many there are: the engine counts them.
Result<Chart> CountedHistogram(const ChartRequest& request, const std::string& query,
                               CommandContext& context);

}  // namespace paisql::shell
