#include "designer/files/pipeline_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/text.h"
#include "designer/code/node_code.h"
#include "designer/code/wiring.h"
#include "nodes/document/json.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_node.h"

namespace paisql::designer {

namespace {

using nodes::PlainText;
using nodes::Value;

constexpr const char* kCanvas = "designer";

Value NumberValue(double number) {
  Value value = Value::Text(fmt::format("{}", number));
  value.quoted = false;
  return value;
}

double NumberOf(const Value& map, std::string_view key) {
  const std::string text = nodes::TextOf(map, key);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void SetOrLeave(Value& map, const std::string& key, const std::string& text) {
  if (text.empty()) {
    std::erase_if(map.members, [&](const nodes::Member& member) { return member.key == key; });
  } else {
    map.Set(key, PlainText(text));
  }
}

void Remove(Value& map, std::string_view key) {
  std::erase_if(map.members, [&](const nodes::Member& member) { return member.key == key; });
}

// Of a list or a text the values without names have their positions as names.
bool IsPosition(std::string_view name) { return std::ranges::all_of(name, IsDigit); }

// The parameters of an entry in any of the forms that workflows take, as a map; without those that
// the canvas writes itself.
Value ByHand(const Value& entry, const std::function<bool(std::string_view)>& is_ours) {
  const Value* const had = entry.Find("parameters");
  Value kept = had == nullptr ? Value::Map() : nodes::CanonicalParameters(*had);
  std::erase_if(kept.members, [&](const nodes::Member& one) { return is_ours(one.key); });
  return kept;
}

// Whether the value of the parameter stands in the file of code.
bool StandsInCode(const NodeType* type, std::string_view parameter) {
  if (type == nullptr) return false;
  if (type->Input(parameter) != nullptr || type->Output(parameter) != nullptr) return false;
  if (type->kind == NodeKind::kPai) return true;
  return type->kind == NodeKind::kSql && (parameter == "sql" || parameter == kAddCreateTable);
}

class Writing {
 public:
  explicit Writing(const Pipeline& pipeline) : pipeline_(pipeline), wiring_(pipeline) {}

  Result<Value> EntryOf(const PipelineNode& node, const Value* before) {
    if (node.component == kForeignNode) return nodes::ReadJson(node.Value(kEntry));
    Value entry = before != nullptr && before->is_map() ? *before : Value::Map();
    const NodeType* const type = wiring_.TypeOf(node);
    const std::string code = NodeCode(node, type, wiring_);
    // What stays keeps its place among the keys.
    Remove(entry, code.empty() ? "file" : "kind");
    if (code.empty()) {
      entry.Set("kind", PlainText("VIRTUAL"));
    } else {
      entry.Set("file", PlainText(node.id + ".sql"));
      files_[node.id + ".sql"] = code;
    }
    if (type != nullptr && type->kind == NodeKind::kFile && !node.Value(kScriptText).empty()) {
      files_[ScriptFileOf(node.id)] = node.parameters.at(std::string(kScriptText));
    }
    SetOrLeave(entry, "description", node.name);
    entry.Set("depends", DependsOf(node));
    Value parameters = ByHand(entry, [&](std::string_view name) {
      return type != nullptr && Wiring::MayName(*type, name);
    });
    if (!code.empty()) {
      for (const auto& [name, value] : wiring_.VariablesOf(node)) {
        parameters.Set(name, PlainText(value));
      }
    }
    if (parameters.members.empty()) {
      Remove(entry, "parameters");
    } else {
      entry.Set("parameters", std::move(parameters));
    }
    if (!node.enabled) {
      entry.Set("recurrence", PlainText("Skip"));
    } else if (nodes::TextOf(entry, "recurrence") == "Skip") {
      Remove(entry, "recurrence");
    }
    entry.Set(kCanvas, CanvasOf(node, type));
    return entry;
  }

  std::map<std::string, std::string> TakeFiles() { return std::move(files_); }

 private:
  Value DependsOf(const PipelineNode& node) const {
    Value depends = Value::List();
    std::set<std::string> told;
    for (const PipelineEdge& edge : pipeline_.edges) {
      if (edge.to.node != node.id || !told.insert(edge.from.node).second) continue;
      if (pipeline_.Find(edge.from.node) != nullptr) {
        depends.items.push_back(PlainText(edge.from.node));
      }
    }
    return depends;
  }

  Value CanvasOf(const PipelineNode& node, const NodeType* type) const {
    Value canvas = Value::Map();
    canvas.Set("component", PlainText(node.component));
    canvas.Set("x", NumberValue(node.x));
    canvas.Set("y", NumberValue(node.y));
    if (!node.note.empty()) canvas.Set("note", PlainText(node.note));
    Value inputs = Value::Map();
    for (const PipelineEdge& edge : pipeline_.edges) {
      if (edge.to.node != node.id) continue;
      const Value* const known = inputs.Find(edge.to.port);
      Value list = known == nullptr ? Value::List() : *known;
      list.items.push_back(PlainText(edge.from.node + "." + edge.from.port));
      inputs.Set(edge.to.port, std::move(list));
    }
    if (!inputs.members.empty()) canvas.Set("inputs", std::move(inputs));
    Value parameters = Value::Map();
    for (const auto& [name, value] : node.parameters) {
      const bool script = type != nullptr && type->kind == NodeKind::kFile && name == kScriptText;
      if (!value.empty() && !script && !StandsInCode(type, name)) {
        parameters.Set(name, PlainText(value));
      }
    }
    if (!parameters.members.empty()) canvas.Set("parameters", std::move(parameters));
    return canvas;
  }

  const Pipeline& pipeline_;
  Wiring wiring_;
  std::map<std::string, std::string> files_;
};

using ReadText = std::function<Result<std::string>(const std::string&)>;

Result<PipelineNode> ReadNode(const nodes::Member& member, const ReadText& code) {
  PipelineNode node;
  node.id = member.key;
  const Value* const canvas = member.value.Find(kCanvas);
  if (canvas == nullptr || !canvas->is_map()) {
    node.name = member.key;
    node.component = kForeignNode;
    node.parameters[kEntry] = nodes::WriteJson(member.value, {"", true, false});
    return node;
  }
  node.name = nodes::TextOf(member.value, "description");
  node.component = nodes::TextOf(*canvas, "component");
  node.x = NumberOf(*canvas, "x");
  node.y = NumberOf(*canvas, "y");
  node.note = nodes::TextOf(*canvas, "note");
  node.enabled = nodes::TextOf(member.value, "recurrence") != "Skip";
  if (const Value* const parameters = canvas->Find("parameters")) {
    for (const nodes::Member& one : parameters->members) {
      if (one.value.is_scalar()) node.parameters[one.key] = one.value.text;
    }
  }
  const NodeType* const type = OfferedTypes().Find(node.component);
  if (const std::string file = nodes::TextOf(member.value, "file"); !file.empty()) {
    PAISQL_ASSIGN(const std::string text, code(file));
    ReadCode(text, type, node);
  }
  if (type != nullptr && type->kind == NodeKind::kFile && node.Value("path").empty()) {
    if (const Result<std::string> text = code(ScriptFileOf(node.id)); text.ok() && !text->empty()) {
      node.parameters[std::string(kScriptText)] = *text;
    }
  }
  return node;
}

// "node.port"; a port's name has no dot.
void ReadEdges(const nodes::Member& member, Pipeline& pipeline) {
  const Value* const canvas = member.value.Find(kCanvas);
  const Value* const inputs = canvas == nullptr ? nullptr : canvas->Find("inputs");
  if (inputs == nullptr) return;
  for (const nodes::Member& port : inputs->members) {
    for (const Value& from : port.value.items) {
      const size_t dot = from.text.find('.');
      if (dot == std::string::npos) continue;
      pipeline.edges.push_back(
          {{from.text.substr(0, dot), from.text.substr(dot + 1)}, {member.key, port.key}});
    }
  }
}

}  // namespace

Result<PipelineFiles> WritePipeline(const Pipeline& pipeline, const Value& before) {
  Value document = before.is_map() ? before : Value::Map();
  document.Set("name", PlainText(pipeline.name));
  SetOrLeave(document, "description", pipeline.description);
  document.Set("project", PlainText(pipeline.project));
  // Values without names stay: a canvas cannot show them.
  Value parameters = ByHand(document, [](std::string_view name) { return !IsPosition(name); });
  for (const auto& [name, value] : pipeline.parameters) parameters.Set(name, PlainText(value));
  if (parameters.members.empty()) {
    Remove(document, "parameters");
  } else {
    document.Set("parameters", std::move(parameters));
  }
  Writing writing(pipeline);
  Value entries = Value::Map();
  const Value* const nodes_before = before.Find("nodes");
  for (const PipelineNode& node : pipeline.nodes) {
    const Value* const known = nodes_before == nullptr ? nullptr : nodes_before->Find(node.id);
    PAISQL_ASSIGN(Value entry, writing.EntryOf(node, known));
    entries.Set(node.id, std::move(entry));
  }
  document.Set("nodes", std::move(entries));
  PipelineFiles files;
  files.code = writing.TakeFiles();
  files.flow = nodes::WriteYaml(document);
  return files;
}

Result<Pipeline> ReadPipeline(const std::string& flow, const ReadText& code) {
  PAISQL_ASSIGN(const Value document, nodes::ReadYaml(flow));
  if (!document.is_map()) {
    return Error{ErrorCode::kParse, "flow.yaml is not a map: name, parameters, nodes", {}, ""};
  }
  Pipeline pipeline;
  pipeline.name = nodes::TextOf(document, "name");
  pipeline.description = nodes::TextOf(document, "description");
  if (const Value* const parameters = document.Find("parameters")) {
    for (const nodes::Member& one : nodes::CanonicalParameters(*parameters).members) {
      if (!IsPosition(one.key)) pipeline.parameters.emplace_back(one.key, one.value.text);
    }
  }
  if (const Value* const entries = document.Find("nodes")) {
    for (const nodes::Member& member : entries->members) {
      PAISQL_ASSIGN(PipelineNode node, ReadNode(member, code));
      pipeline.nodes.push_back(std::move(node));
      ReadEdges(member, pipeline);
    }
  }
  return pipeline;
}

std::vector<std::string> OwnFiles(const Value& document) {
  std::vector<std::string> files;
  const Value* const entries = document.Find("nodes");
  if (entries == nullptr) return files;
  for (const nodes::Member& member : entries->members) {
    if (member.value.Find(kCanvas) == nullptr) continue;
    files.push_back(member.key + ".sql");
    files.push_back(ScriptFileOf(member.key));
  }
  return files;
}

}  // namespace paisql::designer
