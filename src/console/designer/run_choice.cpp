#include "console/designer/run_choice.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace paisql::console::canvas {

namespace {

// The word after a flag of a quoted command line, without quotes.
std::string ValueOf(const std::string& command, const std::string& flag) {
  const size_t at = command.find(" " + flag + " ");
  if (at == std::string::npos) return "";
  std::string value;
  for (size_t i = at + flag.size() + 2; i < command.size() && command[i] != ' '; ++i) {
    if (command[i] != '\'' && command[i] != '"' && command[i] != '\\') value += command[i];
  }
  return value;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kFlags = {
    {{"--from", "from"}, {"--to", "to"}, {"--select", "one"}}};

}  // namespace

nodes::Selection SelectionOf(const RunChoice& choice) {
  nodes::Selection selection;
  if (choice.kind == "from") selection.from = choice.node;
  if (choice.kind == "to") selection.to = choice.node;
  if (choice.kind == "one") selection.select = nodes::QuotedName(choice.node);
  return selection;
}

RunChoice ChoiceOfCommand(const std::string& command) {
  for (const auto& [flag, kind] : kFlags) {
    const std::string node = ValueOf(command, std::string(flag));
    if (!node.empty()) return {std::string(kind), node};
  }
  return {};
}

std::set<std::string> ChosenNodes(const designer::Pipeline& pipeline, const RunChoice& choice) {
  std::set<std::string> chosen;
  if (choice.kind == "all") {
    for (const designer::PipelineNode& node : pipeline.nodes) chosen.insert(node.id);
    return chosen;
  }
  chosen.insert(choice.node);
  if (choice.kind == "one") return chosen;
  for (size_t before = 0; before != chosen.size();) {
    before = chosen.size();
    for (const designer::PipelineEdge& edge : pipeline.edges) {
      const bool forward = choice.kind == "from";
      const std::string& known = forward ? edge.from.node : edge.to.node;
      if (chosen.contains(known)) chosen.insert(forward ? edge.to.node : edge.from.node);
    }
  }
  return chosen;
}

}  // namespace paisql::console::canvas
