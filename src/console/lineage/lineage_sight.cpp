#include "console/lineage/lineage_sight.h"

#include "base/text.h"
#include "console/objects/named_table.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::console {

std::pair<std::string, std::string> PlaceAndNameOfKey(const std::string& key) {
  // Names of projects and schemas have no dot; those of tables have one only within back-ticks.
  const size_t first = key.find('.');
  if (first == std::string::npos) return {"", key};
  const size_t last = key.rfind('.');
  return {key.substr(0, last), key.substr(last + 1)};
}

LineageEyes::LineageEyes(const rest::Call& call, Console& console, store::Catalog& catalog,
                         const std::string& project)
    : call_(call),
      console_(console),
      catalog_(catalog),
      project_(project),
      owner_(OwnsProject(call, catalog, project) && call.allowed == nullptr) {}

bool LineageEyes::IsOfProject(const std::string& place) const {
  return EqualsIgnoreCase(store::ProjectOfPlace(place), project_);
}

std::optional<store::Table> LineageEyes::TableOf(const std::string& key) {
  if (IsModelKey(key)) return std::nullopt;
  const auto [place, name] = PlaceAndNameOfKey(key);
  Result<std::optional<store::Table>> table = catalog_.FindTable(place, name);
  return table.ok() ? *std::move(table) : std::nullopt;
}

bool LineageEyes::SeesKey(const std::string& key) {
  if (call_.user.empty() && call_.allowed == nullptr) return true;
  const auto known = keys_.find(key);
  if (known != keys_.end()) return known->second;
  const bool model = IsModelKey(key);
  const auto [project, name] = PlaceAndNameOfKey(model ? key.substr(ModelKey("").size()) : key);
  bool sees = owner_ && IsOfProject(project);
  if (!sees && model) {
    sees = session::Permissions(catalog_, call_.user, call_.allowed)
               .Require({.type = "offlinemodel",
                         .project = store::ProjectOfPlace(project),
                         .object = name,
                         .action = "Read"},
                        store::ProjectOfPlace(project))
               .ok();
  } else if (const std::optional<store::Table> table = sees ? std::nullopt : TableOf(key)) {
    sees = RequireOn(call_, catalog_, *table, "Describe").ok();
  }
  return keys_[key] = sees;
}

bool LineageEyes::SeesMaker(const FlowMaker& maker) {
  if (call_.user.empty() && call_.allowed == nullptr) return true;
  // A workflow whose project nobody knows belongs to the home's owner.
  if (owner_ && IsOfProject(maker.project)) return true;
  const std::string key = std::string(MakerKindText(maker.kind)) + " " + maker.id;
  const auto known = makers_.find(key);
  if (known != makers_.end()) return known->second;
  bool sees = false;
  switch (maker.kind) {
    case MakerKind::kView:
      sees = SeesKey(ToLower(maker.id));
      break;
    case MakerKind::kInstance:
      sees = rest::FindInstance(maker.id, call_.user, console_.service) != nullptr;
      break;
    case MakerKind::kJob:
      sees = EqualsIgnoreCase(maker.user, call_.user);
      break;
    case MakerKind::kWorkflow:  // their folders belong to the owner
      break;
  }
  return makers_[key] = sees;
}

LineageSight LineageEyes::Sight() {
  return {[this](const std::string& key) { return SeesKey(key); },
          [this](const FlowMaker& maker) { return SeesMaker(maker); }};
}

}  // namespace paisql::console
