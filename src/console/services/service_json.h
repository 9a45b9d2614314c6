#pragma once

// Services as JSON for pages. No token is in any of it. Reads the catalog.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "base/result.h"
#include "console/services/front_counts.h"
#include "fleet/running_services.h"
#include "store/catalog.h"
#include "store/services.h"

namespace paisql::console {

// A row of the list.
Result<nlohmann::json> ListedServiceJson(const store::Service& service,
                                         const fleet::RunningServices& running,
                                         store::Catalog& catalog);
// With versions, processes and properties.
Result<nlohmann::json> ServiceJson(const store::Service& service,
                                   const fleet::RunningServices& running, store::Catalog& catalog);

// The curve in columns: {"time_ms": […], "rate": […], "p50_ms": […], "versions": {"1": […]}, …}.
// null where no request has come.
nlohmann::json CurvesJson(const std::vector<ServicePoint>& points);

}  // namespace paisql::console
