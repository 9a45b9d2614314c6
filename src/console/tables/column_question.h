#pragma once

// What is counted of one column: one query, and what its rows mean. Pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "instances/instance_result.h"
#include "store/types.h"

namespace paisql::console {

// Rows, values, different values, least, greatest, mean and quantiles, the most frequent values,
// and how numbers and times are spread. `partition` may be empty.
std::string ColumnQuestion(const store::Table& table, const store::Column& column,
                           const std::vector<std::string>& partition);

// {"rows","values","distinct","min","max","mean","deviation","quantiles":[…],
//  "top":[{"value","count","cut"}],"bins":[{"from","to","count"}],"times":bool}
Result<nlohmann::json> ColumnAnswer(const store::Column& column,
                                    const instances::InstanceResult& result);

}  // namespace paisql::console
