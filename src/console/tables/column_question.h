#pragma once

// The question that a page asks about one column: its query, and the meaning of the query's rows.
// Pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "instances/instance_result.h"
#include "store/types.h"

namespace paisql::console {

// The query counts rows, values, different values, least, greatest, mean and quantiles, the most
// frequent values, and how numbers and times are spread. `partition` may be empty.
std::string ColumnQuestion(const store::Table& table, const store::Column& column,
                           const std::vector<std::string>& partition);

// {"rows","values","distinct","min","max","mean","deviation","quantiles":[…],
//  "top":[{"value","count","cut"}],"bins":[{"from","to","count"}],"times":bool}
Result<nlohmann::json> ColumnAnswer(const store::Column& column,
                                    const instances::InstanceResult& result);

}  // namespace paisql::console
