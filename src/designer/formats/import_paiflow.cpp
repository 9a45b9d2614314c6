// PAIFlow's YAML: nodes name components by metadata, and artifacts by {{pipelines.x.outputs…}}.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"
#include "designer/formats/importing.h"
#include "nodes/document/json.h"
#include "nodes/formats/spec.h"

namespace paisql::designer {

namespace {

using nodes::TextOf;
using nodes::Value;

constexpr const char* kAnnotation = "paisql";

// What the older generation and the newer one call the same.
struct ParameterName {
  std::string_view type;
  std::string_view there;
  std::string_view here;
};
constexpr ParameterName kParameterNames[] = {
    {kReadTable, "tableName", "table"},
    {kReadTable, "inputTableName", "table"},
    {kReadTable, "tablePartition", "partition"},
    {kReadTable, "inputTablePartition", "partition"},
    {kReadTable, "inputTablePartitions", "partition"},
    {kReadTable, "partitions", "partition"},
    {kReadFile, "ossPath", "path"},
    {kReadFile, "bucketPath", "path"},
    {kSqlScript, "outputTableName", "outputTable"},
    {kWriteTable, "outputTableName", "outputTable"},
};

const Value* Path(const Value& value, std::initializer_list<std::string_view> keys) {
  const Value* at = &value;
  for (const std::string_view key : keys) {
    if (at != nullptr) at = at->Find(key);
  }
  return at;
}

// The parts of "{{pipelines.split.outputs.artifacts.output1Table}}"; empty for another text.
std::vector<std::string> ReferenceOf(std::string_view text) {
  text = Trim(text);
  if (!text.starts_with("{{") || !text.ends_with("}}")) return {};
  return Split(Trim(text.substr(2, text.size() - 4)), '.');
}

// The name of a parameter of the whole pipeline that a text refers to, in either generation.
std::optional<std::string> GlobalOf(std::string_view text) {
  const std::vector<std::string> parts = ReferenceOf(text);
  constexpr size_t kParts = 3;
  if (parts.size() != kParts || parts[1] != "parameters") return std::nullopt;
  if (parts[0] != "inputs" && parts[0] != "input") return std::nullopt;
  return parts[2];
}

std::string ValueText(const Value& value) {
  if (value.is_scalar()) return value.text;
  return value.is_null() ? "" : nodes::WriteJson(value, {"", true, false});
}

// What only says where the platform computes.
bool IsEnvironment(std::string_view name) {
  return name.starts_with("__") || name == "execution" || name == "execution_maxcompute" ||
         name == "hasPartition";
}

// A FlowSpec has a spec, too: of a workflow, whose nodes may hold pipelines.
Error NoPipelines(const Value& root) {
  const Value* const spec = root.Find("spec");
  if (spec != nullptr && (spec->Find("nodes") != nullptr || spec->Find("workflows") != nullptr)) {
    return Error{ErrorCode::kParse,
                 "the text is a workflow of DataWorks, not one pipeline",
                 {},
                 "'paisql flow import FILE FOLDER' takes workflows"};
  }
  return Error{ErrorCode::kParse,
               "the pipeline has no spec.pipelines",
               {},
               "PAIFlow's YAML lists its components there"};
}

class PaiFlowReader {
 public:
  Result<ImportedPipeline> Read(const Value& document) {
    imported_.format = "paiflow";
    const Value* root = &document;
    Value inner;
    if (const Value* const pipeline = document.Find("paiflowPipeline")) {
      PAISQL_ASSIGN(inner, nodes::ReadYaml(pipeline->text));
      root = &inner;
      imported_.pipeline.name = TextOf(document, "name");
    }
    const Value* const entries = Path(*root, {"spec", "pipelines"});
    if (entries == nullptr || !entries->is_list()) {
      return NoPipelines(*root);
    }
    ReadName(*root);
    ReadGlobals(*root, document);
    for (const Value& entry : entries->items) AddNode(entry);
    for (size_t i = 0; i < entries->items.size(); ++i) Connect(entries->items[i], i);
    Place();
    return std::move(imported_);
  }

 private:
  void ReadName(const Value& root) {
    const Value* const metadata = root.Find("metadata");
    if (metadata == nullptr) return;
    std::string& name = imported_.pipeline.name;
    for (const char* const key : {"displayName", "name", "identifier"}) {
      if (name.empty()) name = TextOf(*metadata, key);
    }
    if (const Value* const own = Path(*metadata, {"annotations", kAnnotation})) {
      imported_.pipeline.description = TextOf(*own, "description");
    }
  }

  void ReadGlobals(const Value& root, const Value& document) {
    const Value* const inputs = Path(root, {"spec", "inputs", "parameters"});
    if (inputs != nullptr) {
      for (const Value& input : inputs->items) {
        const std::string name = TextOf(input, "name");
        if (IsEnvironment(name) || EqualsIgnoreCase(TextOf(input, "type"), "Map")) continue;
        const Value* const value = input.Find("value");
        SetGlobal(name, value == nullptr ? "" : ValueText(*value));
      }
    }
    if (const Value* const given = document.Find("paiflowParameters")) {
      for (const nodes::Member& member : given->members) {
        SetGlobal(member.key, ValueText(member.value));
      }
    }
  }

  void SetGlobal(const std::string& name, const std::string& value) {
    for (auto& [known, text] : imported_.pipeline.parameters) {
      if (known != name) continue;
      text = value;
      return;
    }
    imported_.pipeline.parameters.emplace_back(name, value);
  }

  static std::string ComponentOf(std::string identifier) {
    constexpr std::string_view kOld = "-xflow-ODPS";
    if (OfferedTypes().Find(identifier) != nullptr) return identifier;
    if (identifier.ends_with(kOld)) identifier.resize(identifier.size() - kOld.size());
    std::string name = identifier;
    std::ranges::replace(name, '-', '_');
    return OfferedTypes().Find(name) == nullptr ? identifier : name;
  }

  void AddNode(const Value& entry) {
    static const Value kNothing = Value::Map();
    const Value* metadata = entry.Find("metadata");
    if (metadata == nullptr) metadata = &kNothing;
    PipelineNode node;
    const std::string called = TextOf(*metadata, "name");
    node.id = NewId(called.empty() ? TextOf(*metadata, "identifier") : called, imported_.pipeline);
    ids_.emplace(called, node.id);
    node.name = TextOf(*metadata, "displayName");
    if (node.name.empty()) node.name = called.empty() ? node.id : called;
    node.component = ComponentOf(TextOf(*metadata, "identifier"));
    const NodeType* const type = OfferedTypes().Find(node.component);
    if (type != nullptr && type->kind != NodeKind::kPai) node.component = type->id;
    const Value* const inner = Path(entry, {"spec", "pipelines"});
    if (type == nullptr) {
      Note(node.id, fmt::format("the component {} does not run here; the node keeps its parameters "
                                "and refuses to run",
                                node.component));
    } else if (inner != nullptr && !inner->items.empty()) {
      Note(node.id, "the nodes within this node are left out: it is a component of its name here");
    }
    ReadParameters(entry, type, node);
    ReadOwn(*metadata, node);
    imported_.pipeline.nodes.push_back(std::move(node));
  }

  void ReadParameters(const Value& entry, const NodeType* type, PipelineNode& node) {
    const Value* const parameters = Path(entry, {"spec", "arguments", "parameters"});
    if (parameters == nullptr) return;
    std::vector<std::string> left_out;
    for (const Value& parameter : parameters->items) {
      std::string name = TextOf(parameter, "name");
      std::string value;
      if (const Value* const said = parameter.Find("value")) value = ValueText(*said);
      const std::string from = TextOf(parameter, "from");
      if (const std::optional<std::string> global = GlobalOf(from)) {
        value = "${" + *global + "}";
      } else if (!from.empty()) {
        Note(node.id, fmt::format("parameter {} comes from {}, which is not a parameter of the "
                                  "pipeline; it is left out",
                                  name, from));
        continue;
      }
      if (IsEnvironment(name)) {
        if (name.starts_with("__")) left_out.push_back(name);
        continue;
      }
      for (const ParameterName& row : kParameterNames) {
        if (type != nullptr && row.type == type->id && row.there == name) name = row.here;
      }
      GiveParameter(type, name, value, node, imported_);
    }
    if (left_out.empty()) return;
    imported_.notes.push_back(
        {node.id, false, "the platform's own parameters are left out: " + Join(left_out, ", ")});
  }

  // What an export of ours has added.
  void ReadOwn(const Value& metadata, PipelineNode& node) {
    const Value* const own = Path(metadata, {"annotations", kAnnotation});
    if (own == nullptr) return;
    const auto number = [&](std::string_view key) {
      const std::string text = TextOf(*own, key);
      double value = 0;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    };
    node.x = number("x");
    node.y = number("y");
    node.note = TextOf(*own, "note");
    node.enabled = TextOf(*own, "enabled") != "false";
    placed_ = true;
  }

  void Connect(const Value& entry, size_t position) {
    const std::string id = imported_.pipeline.nodes[position].id;
    std::vector<std::string> connected;
    const Value* const artifacts = Path(entry, {"spec", "arguments", "artifacts"});
    if (artifacts != nullptr) {
      for (const Value& artifact : artifacts->items) AddArtifact(id, artifact, connected);
    }
    const Value* const waits = Path(entry, {"spec", "dependencies"});
    if (waits == nullptr) return;
    for (const Value& before : waits->items) {
      if (std::ranges::find(connected, before.text) != connected.end()) continue;
      Note(id, fmt::format("the node waits for {} without reading from it; a canvas has no such "
                           "edge, so it is left out",
                           before.text));
    }
  }

  void AddArtifact(const std::string& id, const Value& artifact,
                   std::vector<std::string>& connected) {
    const std::string name = TextOf(artifact, "name");
    std::vector<std::string> sources;
    if (const Value* const from = artifact.Find("from")) {
      if (from->is_list()) {
        for (const Value& one : from->items) sources.push_back(one.text);
      } else if (!from->text.empty()) {
        sources.push_back(from->text);
      }
    }
    for (const std::string& source : sources) {
      const std::vector<std::string> parts = ReferenceOf(source);
      if (parts.size() == 3 && parts[0].starts_with("input") && parts[1] == "artifacts") {
        imported_.pipeline.edges.push_back(
            {SourceOf(parts[2], id, name), {id, PortOf(id, true, name)}});
        continue;
      }
      constexpr size_t kParts = 5;  // pipelines, x, outputs, artifacts, y
      const auto from = parts.size() == kParts ? ids_.find(parts[1]) : ids_.end();
      if (from == ids_.end() || parts[0] != "pipelines" || parts[2] != "outputs") {
        Note(id, fmt::format("the input {} comes from {}, which no node gives; it is left out",
                             name, source));
        continue;
      }
      connected.push_back(parts[1]);
      imported_.pipeline.edges.push_back(
          {{from->second, PortOf(from->second, false, parts[kParts - 1])},
           {id, PortOf(id, true, name)}});
    }
    const Value* const table = Path(artifact, {"value", "location", "table"});
    if (table == nullptr || table->text.empty()) return;
    PipelineNode& node = *std::ranges::find(imported_.pipeline.nodes, id, &PipelineNode::id);
    node.parameters[PortOf(id, true, name)] = table->text;
  }

  // What the pipeline is given from outside is a source, whose table or model is to be chosen.
  PortPlace SourceOf(const std::string& name, const std::string& taker,
                     const std::string& artifact) {
    const PipelineNode* const node = imported_.pipeline.Find(taker);
    const NodeType* const type = OfferedTypes().Find(node->component);
    const std::string port = PortOf(taker, true, artifact);
    const TypePort* const input = type == nullptr ? nullptr : type->Input(port);
    const bool model = input != nullptr && input->type == PortType::kModel;
    auto [known, made] = sources_.emplace(name, PortPlace{"", model ? "model" : "outputTable"});
    if (!made) return known->second;
    PipelineNode source;
    source.id = NewId(name, imported_.pipeline);
    source.name = name;
    source.component = model ? kReadModel : kReadTable;
    known->second.node = source.id;
    Note(source.id, "the pipeline is given this from outside; choose the table or the model");
    imported_.pipeline.nodes.push_back(std::move(source));
    return known->second;
  }

  std::string PortOf(const std::string& id, bool input, const std::string& artifact) {
    const PipelineNode* const node = imported_.pipeline.Find(id);
    const NodeType* const type = OfferedTypes().Find(node->component);
    if (type == nullptr) return artifact;
    std::string port = PortOfArtifact(*type, input, artifact);
    if (!port.empty()) return port;
    Note(id,
         fmt::format("{} has no {} called {}", type->title, input ? "input" : "output", artifact));
    return artifact;
  }

  void Place() {
    if (!placed_) PlaceNodes(imported_.pipeline);
  }

  void Note(const std::string& node, std::string message) {
    imported_.notes.push_back({node, true, std::move(message)});
  }

  ImportedPipeline imported_;
  std::map<std::string, std::string> ids_;    // by the names of the file
  std::map<std::string, PortPlace> sources_;  // by the names of what comes from outside
  bool placed_ = false;
};

}  // namespace

Result<ImportedPipeline> ImportPaiFlow(const Value& document) {
  return PaiFlowReader().Read(document);
}

}  // namespace paisql::designer
