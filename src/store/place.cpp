#include "store/place.h"

#include "base/text.h"

namespace paisql::store {

Place PlaceOf(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos) return {std::string(text), std::string(kDefaultSchema)};
  return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1))};
}

std::string PlaceText(std::string_view project, std::string_view schema) {
  if (EqualsIgnoreCase(schema, kDefaultSchema)) return std::string(project);
  return std::string(project) + "." + std::string(schema);
}

std::string ProjectOfPlace(std::string_view text) {
  return std::string(text.substr(0, text.find('.')));
}

bool IsTemporaryPlace(std::string_view text) {
  const size_t dot = text.find('.');
  return dot != std::string_view::npos && text.substr(dot + 1).starts_with(kTemporarySchema);
}

}  // namespace paisql::store
