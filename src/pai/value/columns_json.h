#pragma once

// Columns as processes tell them to each other: [{"name": "id", "type": "BIGINT"}, ...].

#include <nlohmann/json.hpp>
#include <vector>

#include "jobs/spec/job_spec.h"

namespace paisql::pai {

nlohmann::json ColumnsJson(const std::vector<store::Column>& columns);

}  // namespace paisql::pai
