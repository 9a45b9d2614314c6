#include "console/designer/pipeline_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

#include "base/secrets/redact.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

Error WrongMember(const std::string& name, const std::string& kind) {
  return {ErrorCode::kInvalidCommand, "'" + name + "' of the request is not " + kind, {}, ""};
}

// The member's text; "" where the member is missing.
Result<std::string> Text(const json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || found->is_null()) return std::string();
  if (!found->is_string()) return WrongMember(name, "a text");
  return found->get<std::string>();
}

Result<double> Number(const json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || found->is_null()) return 0.0;
  const double number = found->is_number() ? found->get<double>() : NAN;
  constexpr double kFarthest = 1e7;
  if (!(std::abs(number) <= kFarthest)) return WrongMember(name, "a place on the canvas");
  return number;
}

// The member's list of objects; an empty list where the member is missing.
Result<json> Objects(const json& body, const std::string& name) {
  const auto found = body.find(name);
  if (found == body.end() || found->is_null()) return json::array();
  if (!found->is_array()) return WrongMember(name, "a list");
  for (const json& one : *found) {
    if (!one.is_object()) return WrongMember(name, "a list of objects");
  }
  return *found;
}

Result<designer::PipelineNode> NodeOf(const json& body) {
  designer::PipelineNode node;
  PAISQL_ASSIGN(node.id, Text(body, "id"));
  PAISQL_ASSIGN(node.name, Text(body, "name"));
  PAISQL_ASSIGN(node.component, Text(body, "component"));
  PAISQL_ASSIGN(node.note, Text(body, "note"));
  PAISQL_ASSIGN(node.x, Number(body, "x"));
  PAISQL_ASSIGN(node.y, Number(body, "y"));
  if (const auto enabled = body.find("enabled"); enabled != body.end()) {
    if (!enabled->is_boolean()) return WrongMember("enabled", "true or false");
    node.enabled = enabled->get<bool>();
  }
  const auto parameters = body.find("parameters");
  if (parameters == body.end() || parameters->is_null()) return node;
  if (!parameters->is_object()) return WrongMember("parameters", "an object");
  for (const auto& [name, value] : parameters->items()) {
    if (!value.is_string()) return WrongMember("parameters." + name, "a text");
    if (std::string text = value.get<std::string>(); !text.empty()) {
      node.parameters[name] = std::move(text);
    }
  }
  return node;
}

Result<designer::PortPlace> PlaceOf(const json& edge, const std::string& name) {
  const auto found = edge.find(name);
  if (found == edge.end() || !found->is_object()) return WrongMember(name, "a port of a node");
  designer::PortPlace place;
  PAISQL_ASSIGN(place.node, Text(*found, "node"));
  PAISQL_ASSIGN(place.port, Text(*found, "port"));
  return place;
}

json PlaceJson(const designer::PortPlace& place) {
  return {{"node", place.node}, {"port", place.port}};
}

}  // namespace

json PipelineJson(const designer::Pipeline& pipeline) {
  json nodes = json::array();
  for (const designer::PipelineNode& node : pipeline.nodes) {
    nodes.push_back({{"id", node.id},
                     {"name", node.name},
                     {"component", node.component},
                     {"x", node.x},
                     {"y", node.y},
                     {"parameters", json::object()},
                     {"enabled", node.enabled},
                     {"note", node.note}});
    for (const auto& [name, value] : node.parameters) nodes.back()["parameters"][name] = value;
  }
  json edges = json::array();
  for (const designer::PipelineEdge& edge : pipeline.edges) {
    edges.push_back({{"from", PlaceJson(edge.from)}, {"to", PlaceJson(edge.to)}});
  }
  json parameters = json::array();
  for (const auto& [name, value] : pipeline.parameters) {
    parameters.push_back({{"name", name}, {"value", value}});
  }
  return {{"id", pipeline.id},
          {"name", pipeline.name},
          {"description", pipeline.description},
          {"project", pipeline.project},
          {"version", pipeline.version},
          {"updated_ms", pipeline.updated_ms},
          {"parameters", std::move(parameters)},
          {"nodes", std::move(nodes)},
          {"edges", std::move(edges)}};
}

Result<designer::Pipeline> PipelineOf(const json& body) {
  designer::Pipeline pipeline;
  PAISQL_ASSIGN(pipeline.name, Text(body, "name"));
  PAISQL_ASSIGN(pipeline.description, Text(body, "description"));
  PAISQL_ASSIGN(pipeline.version, Text(body, "version"));
  PAISQL_ASSIGN(const json nodes, Objects(body, "nodes"));
  for (const json& node : nodes) {
    PAISQL_ASSIGN(designer::PipelineNode read, NodeOf(node));
    pipeline.nodes.push_back(std::move(read));
  }
  PAISQL_ASSIGN(const json edges, Objects(body, "edges"));
  for (const json& edge : edges) {
    designer::PipelineEdge read;
    PAISQL_ASSIGN(read.from, PlaceOf(edge, "from"));
    PAISQL_ASSIGN(read.to, PlaceOf(edge, "to"));
    pipeline.edges.push_back(std::move(read));
  }
  PAISQL_ASSIGN(const json parameters, Objects(body, "parameters"));
  for (const json& parameter : parameters) {
    PAISQL_ASSIGN(const std::string name, Text(parameter, "name"));
    PAISQL_ASSIGN(const std::string value, Text(parameter, "value"));
    pipeline.parameters.emplace_back(name, value);
  }
  return pipeline;
}

json ColumnsJson(const std::vector<designer::PortColumn>& columns) {
  json list = json::array();
  for (const designer::PortColumn& column : columns) {
    list.push_back({{"name", column.name}, {"type", column.type}, {"partition", column.partition}});
  }
  return list;
}

json FindingsJson(const std::vector<designer::Finding>& findings, messages::Language language) {
  json list = json::array();
  for (const designer::Finding& finding : findings) {
    list.push_back({{"node", finding.node},
                    {"port", finding.port},
                    {"parameter", finding.parameter},
                    {"severity", finding.error ? "error" : "warning"},
                    {"code", finding.code},
                    {"message", messages::Translate(language, Redact(finding.message))},
                    {"cure", messages::Translate(language, Redact(finding.cure))}});
    if (finding.line > 0) {
      list.back()["line"] = finding.line;
      list.back()["column"] = finding.column;
    }
  }
  return list;
}

json NotesJson(const std::vector<designer::ImportNote>& notes) {
  json list = json::array();
  for (const designer::ImportNote& note : notes) {
    list.push_back({{"node", note.node},
                    {"severity", note.warning ? "warning" : "info"},
                    {"message", note.message}});
  }
  return list;
}

}  // namespace paisql::console::canvas
