#include "fleet/control/messages.h"

#include <nlohmann/json.hpp>

namespace paisql::fleet {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FrontState, generation, busy)

std::string FrontStateToJson(const FrontState& state) { return nlohmann::json(state).dump(); }

Result<FrontState> FrontStateFromJson(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    return json.get<FrontState>();
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::kDamaged, "this is no state of a front", {}, ""};
  }
}

}  // namespace paisql::fleet
