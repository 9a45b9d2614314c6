// The rows of components as texts for people: HELP PAI and docs/pai.md.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "pai/components.h"

namespace paisql::pai {

namespace {

// For a cell of a Markdown table.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '<') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string Replace(std::string_view text, std::string_view place, std::string_view by) {
  std::string result(text);
  for (size_t at = result.find(place); at != std::string::npos;
       at = result.find(place, at + by.size())) {
    result.replace(at, place.size(), by);
  }
  return result;
}

std::string Indented(std::string_view text) {
  std::string result;
  for (const std::string& line : Split(text.substr(0, text.find_last_not_of('\n') + 1), '\n'))
    result += "    " + line + "\n";
  return result;
}

// What the help of the row does not say yet of its words, its aliases and its range.
std::string RestOf(const Parameter& parameter) {
  std::string text;
  const auto missing = [&](const std::vector<std::string>& words) {
    return std::ranges::any_of(words, [&](const std::string& word) {
      return parameter.help.find(word) == std::string_view::npos;
    });
  };
  const std::vector<std::string> words = WordsOf(parameter);
  if (missing(words)) text += " One of " + Join(words, ", ") + ".";
  if (!parameter.range.empty()) text += " In " + std::string(parameter.range) + ".";
  if (parameter.aliases.empty()) return text;
  const std::vector<std::string> aliases = Split(parameter.aliases, ' ');
  if (missing(aliases)) text += " Also called " + Join(aliases, ", ") + ".";
  return text;
}

// The meaning of the parameter, and why it has no effect here.
std::string Meaning(const Parameter& parameter) {
  std::string text = std::string(parameter.help) + RestOf(parameter);
  if (!parameter.used()) text += " No effect here: " + std::string(parameter.no_effect) + ".";
  return text;
}

std::string NamesText(const Component& component) {
  if (!component.pattern.empty()) return std::string(component.pattern);
  return Join({component.names.begin(), component.names.end()}, ", ");
}

}  // namespace

std::string HelpText(const Algorithm& algorithm) {
  const Component& component = *algorithm.component;
  std::string text =
      fmt::format("PAI -name {} -project {} -D<parameter>=<value> ...;\n{}\n\n", algorithm.name,
                  AlgorithmProjects()[0], Replace(component.help, "`", ""));
  for (const Parameter& parameter : component.parameters) {
    text += fmt::format("  -D{} ({}", parameter.name, TypeText(parameter.type));
    if (parameter.required) text += ", required";
    if (!parameter.default_value.empty())
      text += fmt::format(", default {}", parameter.default_value);
    text += fmt::format(")\n      {}\n", Meaning(parameter));
  }
  text += "\nExample";
  if (!component.example_script.empty()) {
    text += ", with this file train.py in the folder of the .sql file or in the current one:\n" +
            Indented(component.example_script) + "and these statements";
  }
  return text + ":\n" + Indented(Replace(component.example, "{name}", algorithm.name));
}

std::string AlgorithmsHelp() {
  std::string text;
  for (const Component& component : OfferedComponents().rows()) {
    if (component.classic) continue;
    text += fmt::format("{}: {}\n    {}\n", component.title, Replace(component.help, "`", ""),
                        NamesText(component));
  }
  for (const ComponentGroup& group : ClassicGroups()) {
    text += fmt::format("{}:\n", group.title);
    for (const Component& component : group.rows) {
      text += fmt::format("    {}: {}\n", NamesText(component), Replace(component.help, "`", ""));
    }
  }
  return text + "HELP PAI name; lists the parameters of one of them and shows an example.\n";
}

std::string AlgorithmsMarkdown() {
  std::string text = "| family | names | what it runs |\n|---|---|---|\n";
  for (const Component& component : OfferedComponents().rows()) {
    if (component.classic) continue;
    text += fmt::format("| {} | {} | {} |\n", component.title, Cell(NamesText(component)),
                        component.help);
  }
  return text;
}

std::string ParametersMarkdown(std::span<const Parameter> parameters) {
  std::string text =
      "| parameter | type | required | default | effect | meaning |\n|---|---|---|---|---|---|\n";
  for (const Parameter& parameter : parameters) {
    const std::string fallback =
        parameter.default_value.empty() ? "" : fmt::format("`{}`", parameter.default_value);
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", parameter.name,
                        TypeText(parameter.type), parameter.required ? "yes" : "", fallback,
                        parameter.used() ? "used" : "accepted", Cell(Meaning(parameter)));
  }
  return text;
}

}  // namespace paisql::pai
