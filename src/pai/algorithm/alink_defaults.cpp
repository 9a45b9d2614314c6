#include <charconv>
#include <nlohmann/json.hpp>

#include "pai/algorithm/alink_algorithms.h"
#include "pai/algorithm/alink_stream_algorithms.h"

namespace paisql::pai {

namespace {

// A default with the type that a program expects of it; a text that is a number is one that need
// not be whole.
nlohmann::json Typed(const Parameter& parameter) {
  const std::string_view text = parameter.default_value;
  if (parameter.type == ParameterType::kBoolean) return text == "true";
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || end != text.data() + text.size()) return std::string(text);
  if (parameter.type == ParameterType::kInteger) return static_cast<int64_t>(number);
  return number;
}

std::string LinesOf(std::span<const AlgorithmFamily> families) {
  std::string text;
  for (const AlgorithmFamily& family : families) {
    nlohmann::ordered_json defaults = nlohmann::ordered_json::object();
    for (const Parameter& parameter : family.parameters) {
      if (!parameter.default_value.empty())
        defaults[std::string(parameter.name)] = Typed(parameter);
    }
    for (const std::string_view name : family.names)
      text += "  \"" + std::string(name) + "\": " + defaults.dump() + ",\n";
  }
  return text;
}

}  // namespace

std::string AlinkDefaultsJson() {
  std::string text =
      LinesOf(AlinkFamilies()) + LinesOf(AlinkModelFamilies()) + LinesOf(AlinkStreamFamilies());
  text.erase(text.size() - 2, 1);  // the last comma
  return "{\n" + text + "}\n";
}

}  // namespace paisql::pai
