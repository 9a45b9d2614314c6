#include <nlohmann/json.hpp>

#include "store/catalog/catalog_state.h"
#include "store/home/home_paths.h"

namespace paisql::store {
namespace {

using Json = nlohmann::json;

constexpr const char* kTransactional = "transactional";
constexpr const char* kPrimaryKey = "primary_key";
constexpr const char* kProperties = "properties";

}  // namespace

std::string TraitsText(const TableTraits& traits) {
  Json object = Json::object();
  if (traits.transactional) object[kTransactional] = true;
  if (!traits.primary_key.empty()) object[kPrimaryKey] = traits.primary_key;
  if (!traits.properties.empty()) object[kProperties] = traits.properties;
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<TableTraits> TraitsOf(const std::string& text, const Home& home) {
  TableTraits traits;
  if (text == "{}") return traits;
  try {
    const Json object = Json::parse(text);
    traits.transactional = object.value(kTransactional, false);
    traits.primary_key = object.value(kPrimaryKey, traits.primary_key);
    traits.properties = object.value(kProperties, traits.properties);
  } catch (const Json::exception&) {
    return DamagedCatalog(home, "a table has the traits '" + text + "'");
  }
  return traits;
}

}  // namespace paisql::store
