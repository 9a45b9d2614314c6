#include "store/materialized.h"

#include <nlohmann/json.hpp>

namespace paisql::store {
namespace {

using Json = nlohmann::json;

constexpr const char* kQuery = "query";
constexpr const char* kColumns = "columns";
constexpr const char* kRewrites = "rewrites";
constexpr const char* kSubstitutes = "substitutes";

}  // namespace

std::optional<Materialized> MaterializedOf(const Table& table) {
  const auto found = table.traits.properties.find(std::string(kMaterializedProperty));
  if (found == table.traits.properties.end()) return std::nullopt;
  const Json kept = Json::parse(found->second, nullptr, false);
  Materialized view;
  if (!kept.is_object()) return view;
  view.query = kept.value(kQuery, "");
  view.columns = kept.value(kColumns, view.columns);
  view.rewrites = kept.value(kRewrites, true);
  view.substitutes = kept.value(kSubstitutes, false);
  const std::string prefix = BuiltKey("");
  for (const auto& [key, value] : table.traits.properties) {
    if (key.starts_with(prefix)) view.built[key.substr(prefix.size())] = value;
  }
  return view;
}

std::string MaterializedText(const Materialized& view) {
  const Json kept = {{kQuery, view.query},
                     {kColumns, view.columns},
                     {kRewrites, view.rewrites},
                     {kSubstitutes, view.substitutes}};
  return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void SetMaterialized(Table& table, const Materialized& view) {
  table.traits.properties[std::string(kMaterializedProperty)] = MaterializedText(view);
  for (const auto& [folders, mark] : view.built) table.traits.properties[BuiltKey(folders)] = mark;
}

std::string BuiltKey(const std::string& folders) {
  return std::string(kMaterializedProperty) + ":" + folders;
}

}  // namespace paisql::store
