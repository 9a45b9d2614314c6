#include "fleet/control/messages.h"

#include <nlohmann/json.hpp>

namespace paisql::fleet {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FrontLoad, service, version, requests)

// A front of an older binary may still be there, which says nothing of the load.
static void to_json(nlohmann::json& json, const FrontState& state) {
  json = {{"generation", state.generation}, {"busy", state.busy}, {"load", state.load}};
}
static void from_json(const nlohmann::json& json, FrontState& state) {
  json.at("generation").get_to(state.generation);
  json.at("busy").get_to(state.busy);
  if (json.contains("load")) json.at("load").get_to(state.load);
}

std::string FrontStateToJson(const FrontState& state) { return nlohmann::json(state).dump(); }

Result<FrontState> FrontStateFromJson(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  try {
    return json.get<FrontState>();
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::kDamaged, "this is not a state of a front", {}, ""};
  }
}

}  // namespace paisql::fleet
