#include "serving/front/routes.h"

#include <nlohmann/json.hpp>

namespace paisql::serving {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RouteInstance, id, socket)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RouteVersion, version, weight, instances)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ServiceRoute, name, token, rate_limit, answer_timeout_ms,
                                   max_body_bytes, versions, mirror_percent, mirror_version,
                                   awaited, ends)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GroupRoute::Member, service, weight)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GroupRoute, name, tokens, members)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RouteTable, generation, services, groups)

std::string RoutesToJson(const RouteTable& table) {
  return nlohmann::json(table).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<RouteTable> RoutesFromJson(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    return json.get<RouteTable>();
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::kDamaged, "this is not a table of routes", {}, ""};
  }
}

}  // namespace paisql::serving
