#include "designer/formats/importing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "nodes/document/json.h"

namespace paisql::designer {

namespace {

constexpr double kColumnWidth = 260;
constexpr double kRowHeight = 120;
constexpr double kMargin = 40;
constexpr size_t kMostIdBytes = 40;

// What distinguishes a port among those of its node: "output1Table", "output1TableName" and
// "outputArtifact1" are "output1".
std::string StemOf(std::string_view name) {
  std::string stem = ToLower(name);
  std::string number;
  while (!stem.empty() && IsDigit(stem.back())) {
    number.insert(number.begin(), stem.back());
    stem.pop_back();
  }
  for (const std::string_view end : {"artifact", "name", "table"}) {
    if (stem.size() > end.size() && stem.ends_with(end)) stem.resize(stem.size() - end.size());
  }
  return stem + number;
}

bool IsModel(const TypePort& port) { return port.type == PortType::kModel; }

// The platform's names of a run, which mean nothing in another one.
bool IsMadeName(std::string_view value) {
  return value.starts_with("pai_temp_") || value.starts_with("xlab_m_") ||
         value.find("${pai_system_") != std::string_view::npos;
}

}  // namespace

std::string PortOfArtifact(const NodeType& type, bool input, std::string_view artifact) {
  const std::vector<TypePort>& ports = input ? type.inputs : type.outputs;
  for (const TypePort& port : ports) {
    if (EqualsIgnoreCase(port.name, artifact)) return port.name;
  }
  const std::string stem = StemOf(artifact);
  for (const TypePort& port : ports) {
    if (StemOf(port.name) == stem) return port.name;
  }
  // By what it is, and the number at its end.
  const bool model = stem.find("model") != std::string::npos;
  std::vector<const TypePort*> like;
  for (const TypePort& port : ports) {
    const bool file = port.type == PortType::kFile || port.type == PortType::kFolder;
    if (IsModel(port) == model && !file) like.push_back(&port);
  }
  if (like.empty()) {
    for (const TypePort& port : ports) like.push_back(&port);
  }
  size_t number = 1;
  const size_t digits = stem.find_last_not_of("0123456789") + 1;
  std::from_chars(stem.data() + digits, stem.data() + stem.size(), number);
  return number >= 1 && number <= like.size() ? like[number - 1]->name : "";
}

std::string ArtifactOfPort(const NodeType& type, const TypePort& port) {
  if (type.kind == NodeKind::kSql && port.name.size() == 2 && port.name[0] == 't') {
    return "inputTable" + port.name.substr(1);
  }
  constexpr std::string_view kName = "Name";
  std::string artifact = port.name;
  if (artifact.ends_with(kName)) artifact.resize(artifact.size() - kName.size());
  const bool input = type.Input(port.name) == &port;
  return PortOfArtifact(type, input, artifact) == port.name ? artifact : port.name;
}

std::string NewId(std::string_view name, const Pipeline& pipeline) {
  std::string id;
  for (const char c : name) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c);
    if (good || (!id.empty() && id.back() != '_')) id += good ? c : '_';
  }
  id = id.substr(0, kMostIdBytes);
  while (id.ends_with('_')) id.pop_back();
  if (id.empty()) id = "node";
  const auto taken = [&](const std::string& one) {
    return std::ranges::any_of(
        pipeline.nodes, [&](const PipelineNode& node) { return EqualsIgnoreCase(node.id, one); });
  };
  std::string free = id;
  for (int i = 2; taken(free); ++i) free = fmt::format("{}_{}", id, i);
  return free;
}

void GiveParameter(const NodeType* type, const std::string& name, const std::string& value,
                   PipelineNode& node, ImportedPipeline& imported) {
  if (Trim(value).empty() || IsMadeName(Trim(value))) return;
  std::string key = name;
  if (type != nullptr && type->component != nullptr) {
    if (const pai::Parameter* const row = pai::ParameterOf(*type->component, name)) key = row->name;
  }
  const std::string kept = RedactValue(name, value);
  if (kept != value) {
    imported.notes.push_back(
        {node.id, true, fmt::format("parameter {} holds a secret, which is left out", name)});
    if (kept == kRedacted) return;
  }
  std::string safe;
  for (const char c : key) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_' ||
                      c == '.' || c == '-';
    safe += good ? c : '_';
  }
  if (!safe.empty()) node.parameters[safe] = kept;
}

void PlaceNodes(Pipeline& pipeline) {
  const std::optional<std::vector<size_t>> order = OrderOf(pipeline);
  std::map<std::string, int> layers;
  std::map<int, int> widths;
  for (size_t i = 0; i < pipeline.nodes.size(); ++i) {
    PipelineNode& node = pipeline.nodes[order.has_value() ? (*order)[i] : i];
    int layer = 0;
    for (const PipelineEdge& edge : pipeline.edges) {
      const auto before = layers.find(edge.from.node);
      if (edge.to.node == node.id && before != layers.end()) {
        layer = std::max(layer, before->second + 1);
      }
    }
    layers[node.id] = layer;
    node.x = kMargin + kColumnWidth * widths[layer]++;
    node.y = kMargin + kRowHeight * layer;
  }
}

Result<ImportedPipeline> ImportPipeline(const std::string& text) {
  const bool json = Trim(text).starts_with('{');
  PAISQL_ASSIGN(const nodes::Value document, json ? nodes::ReadJson(text) : nodes::ReadYaml(text));
  Result<ImportedPipeline> imported = [&]() -> Result<ImportedPipeline> {
    if (document.Find("paiflowPipeline") != nullptr || document.Find("spec") != nullptr) {
      return ImportPaiFlow(document);
    }
    if (const nodes::Value* const tasks = document.Find("tasks"); tasks != nullptr) {
      return ImportStudio(document);
    }
    return Error{ErrorCode::kParse,
                 "the text is neither an experiment of Studio nor a pipeline of PAIFlow",
                 {},
                 "Studio's JSON has tasks, PAIFlow's YAML has spec.pipelines"};
  }();
  if (!imported.ok()) return imported;
  // What the platform's files call so is a component like others.
  for (PipelineNode& node : imported->pipeline.nodes) {
    if (node.component == kForeignNode) node.component = "unknown";
  }
  if (Trim(imported->pipeline.name).empty()) imported->pipeline.name = "imported";
  PAISQL_TRY(CheckShape(imported->pipeline));
  return imported;
}

}  // namespace paisql::designer
