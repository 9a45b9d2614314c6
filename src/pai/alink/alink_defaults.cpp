#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "pai/alink/alink_components.h"

namespace paisql::pai {

namespace {

// A default with the type that a program expects of it; a text that is a number is one that need
// not be whole.
nlohmann::json Typed(const Parameter& parameter) {
  const std::string_view text = parameter.default_value;
  if (parameter.type == ParameterType::kBoolean) return text == "true";
  const std::optional<double> number = ParseNumber<double>(text);
  if (!number.has_value()) return std::string(text);
  if (parameter.type == ParameterType::kInteger) return static_cast<int64_t>(*number);
  return *number;
}

std::string LinesOf(std::span<const Component> components) {
  std::string text;
  for (const Component& component : components) {
    nlohmann::ordered_json defaults = nlohmann::ordered_json::object();
    for (const Parameter& parameter : component.parameters) {
      if (!parameter.default_value.empty())
        defaults[std::string(parameter.name)] = Typed(parameter);
    }
    for (const std::string_view name : component.names)
      text += "  \"" + std::string(name) + "\": " + defaults.dump() + ",\n";
  }
  return text;
}

}  // namespace

std::string AlinkDefaultsJson() {
  std::string text = LinesOf(AlinkComponents()) + LinesOf(AlinkModelComponents()) +
                     LinesOf(AlinkStreamComponents());
  text.erase(text.size() - 2, 1);  // the last comma
  return "{\n" + text + "}\n";
}

}  // namespace paisql::pai
