#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "designer/formats/importing.h"
#include "nodes/document/json.h"
#include "nodes/formats/spec_node.h"

namespace paisql::designer {

namespace {

using nodes::PlainText;
using nodes::Value;

Value MapOf(std::vector<std::pair<std::string, Value>> members) {
  Value map = Value::Map();
  for (auto& [key, value] : members) map.Set(key, std::move(value));
  return map;
}

Value NumberText(double number) {
  Value value = Value::Text(fmt::format("{}", number));
  value.quoted = false;
  return value;
}

std::string ArtifactName(const NodeType* type, bool input, const std::string& name) {
  if (type == nullptr) return name;
  const TypePort* const port = input ? type->Input(name) : type->Output(name);
  return port == nullptr ? name : ArtifactOfPort(*type, *port);
}

class PaiFlowWriter {
 public:
  explicit PaiFlowWriter(const Pipeline& pipeline) : pipeline_(pipeline) {}

  ExportedPipeline Write() {
    Value nodes = Value::List();
    for (const PipelineNode& node : pipeline_.nodes) {
      if (node.component == kForeignNode) {
        exported_.notes.push_back(
            {node.id, true, "a node of the workflow that no canvas has made is left out"});
        continue;
      }
      nodes.items.push_back(NodeValue(node));
    }
    const Value document = MapOf(
        {{"apiVersion", PlainText("core/v1")},
         {"metadata",
          MapOf(
              {{"provider", PlainText("paisql")},
               {"identifier", PlainText(pipeline_.id.empty() ? "pipeline" : pipeline_.id)},
               {"version", PlainText("v1")},
               {"displayName", PlainText(pipeline_.name)},
               {"annotations",
                MapOf({{"paisql", MapOf({{"description", PlainText(pipeline_.description)}})}})}})},
         {"spec",
          MapOf({{"inputs", MapOf({{"artifacts", Value::List()}, {"parameters", GlobalValues()}})},
                 {"pipelines", std::move(nodes)}})}});
    exported_.text = nodes::WriteYaml(document);
    return std::move(exported_);
  }

 private:
  Value GlobalValues() const {
    Value list = Value::List();
    list.items.push_back(
        MapOf({{"name", PlainText("execution_maxcompute")}, {"type", PlainText("Map")}}));
    for (const auto& [name, value] : pipeline_.parameters) {
      list.items.push_back(MapOf(
          {{"name", PlainText(name)}, {"type", PlainText("String")}, {"value", PlainText(value)}}));
    }
    return list;
  }

  Value NodeValue(const PipelineNode& node) const {
    const NodeType* const type = OfferedTypes().Find(node.component);
    Value own = MapOf({{"x", NumberText(node.x)}, {"y", NumberText(node.y)}});
    if (!node.enabled) own.Set("enabled", PlainText("false"));
    if (!node.note.empty()) own.Set("note", PlainText(node.note));
    Value arguments =
        MapOf({{"artifacts", ArtifactsOf(node, type)}, {"parameters", ParametersOf(node)}});
    Value waits = Value::List();
    std::vector<std::string> told;
    for (const PipelineEdge& edge : pipeline_.edges) {
      if (edge.to.node != node.id || std::ranges::find(told, edge.from.node) != told.end())
        continue;
      told.push_back(edge.from.node);
      waits.items.push_back(PlainText(edge.from.node));
    }
    return MapOf({{"apiVersion", PlainText("core/v1")},
                  {"metadata", MapOf({{"provider", PlainText("pai")},
                                      {"version", PlainText("v1")},
                                      {"identifier", PlainText(node.component)},
                                      {"name", PlainText(node.id)},
                                      {"displayName", PlainText(node.name)},
                                      {"annotations", MapOf({{"paisql", std::move(own)}})}})},
                  {"spec", MapOf({{"arguments", std::move(arguments)},
                                  {"dependencies", std::move(waits)}})}});
  }

  Value ArtifactsOf(const PipelineNode& node, const NodeType* type) const {
    Value list = Value::List();
    std::vector<std::string> told;
    for (const PipelineEdge& edge : pipeline_.edges) {
      if (edge.to.node != node.id || std::ranges::find(told, edge.to.port) != told.end()) continue;
      told.push_back(edge.to.port);
      std::vector<std::string> sources;
      for (const PipelineEdge* one : pipeline_.Into(edge.to)) {
        const PipelineNode* const from = pipeline_.Find(one->from.node);
        const NodeType* const giver =
            from == nullptr ? nullptr : OfferedTypes().Find(from->component);
        sources.push_back(fmt::format("{{{{pipelines.{}.outputs.artifacts.{}}}}}", one->from.node,
                                      ArtifactName(giver, false, one->from.port)));
      }
      Value from = PlainText(sources.front());
      if (sources.size() > 1) {
        from = Value::List();
        for (const std::string& source : sources) from.items.push_back(PlainText(source));
      }
      list.items.push_back(MapOf({{"name", PlainText(ArtifactName(type, true, edge.to.port))},
                                  {"from", std::move(from)}}));
    }
    return list;
  }

  Value ParametersOf(const PipelineNode& node) const {
    Value list = Value::List();
    for (const auto& [name, value] : node.parameters) {
      Value parameter = MapOf({{"name", PlainText(name)}});
      const bool global = std::ranges::any_of(
          pipeline_.parameters,
          [&, &text = value](const auto& one) { return text == "${" + one.first + "}"; });
      if (global) {
        parameter.Set("from",
                      PlainText("{{inputs.parameters." + value.substr(2, value.size() - 3) + "}}"));
      } else {
        parameter.Set("value", Value::Text(value));
      }
      list.items.push_back(std::move(parameter));
    }
    list.items.push_back(
        MapOf({{"name", PlainText("execution")},
               {"from", PlainText("{{inputs.parameters.execution_maxcompute}}")}}));
    return list;
  }

  const Pipeline& pipeline_;
  ExportedPipeline exported_;
};

}  // namespace

ExportedPipeline ExportPaiFlow(const Pipeline& pipeline) { return PaiFlowWriter(pipeline).Write(); }

}  // namespace paisql::designer
