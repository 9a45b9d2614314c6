#include "nodes/model/read_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/system/files.h"
#include "base/text.h"
#include "nodes/model/read_node.h"
#include "variables/scope.h"

namespace paisql::nodes {

namespace {

struct FlowKey {
  std::string_view name;
  void (*read)(const Value& value, Flow& flow, NodeReader& reader);
};

constexpr FlowKey kFlowKeys[] = {
    {"name", [](const Value& value, Flow& flow,
                NodeReader& reader) { reader.Text(value, "name", flow.name); }},
    {"description", [](const Value&, Flow&, NodeReader&) {}},
    {"project", [](const Value& value, Flow& flow,
                   NodeReader& reader) { reader.Text(value, "project", flow.project); }},
    {"cron",
     [](const Value& value, Flow& flow, NodeReader& reader) { reader.Cron(value, flow.cron); }},
    {"parallel",
     [](const Value& value, Flow& flow, NodeReader& reader) {
       reader.Number(value, "parallel", 1, kMostParallel, flow.parallel);
     }},
    {"parameters", [](const Value& value, Flow& flow,
                      NodeReader& reader) { reader.Parameters(value, flow.parameters); }},
    {"defaults", [](const Value&, Flow&, NodeReader&) {}},  // read before the nodes
    {"nodes", [](const Value&, Flow&, NodeReader&) {}},     // read last
};

std::vector<std::string> FlowKeyNames() {
  std::vector<std::string> names;
  for (const FlowKey& key : kFlowKeys) names.emplace_back(key.name);
  return names;
}

void ReadKeys(Flow& flow, NodeReader& reader) {
  for (const Member& member : flow.document.members) {
    const auto* known =
        std::ranges::find_if(kFlowKeys, [&](const FlowKey& key) { return key.name == member.key; });
    if (known != std::end(kFlowKeys)) {
      known->read(member.value, flow, reader);
    } else {
      reader.Unknown(member, FlowKeyNames());
    }
  }
}

// The node has code where its kind wants some.
void ReadCode(Node& node, NodeReader& reader) {
  if (node.path.empty() || node.kind == nullptr) return;
  Result<std::string> code = ReadFile(node.path);
  if (code.ok()) {
    node.code = *std::move(code);
    if (node.code.starts_with(kByteOrderMark)) node.code.erase(0, kByteOrderMark.size());
  } else {
    reader.Fail(node.place, fmt::format("node {}: {}", node.name, code.error().detail),
                "`file` names it, from the folder of flow.yaml");
  }
}

void ReadNodes(const Value* nodes, Flow& flow, NodeReader& reader) {
  if (nodes == nullptr) return;
  if (!nodes->is_map()) {
    return reader.Fail(reader.At(*nodes), "`nodes` is a map of names to nodes",
                       "nodes: {first: first.sql, second: second.sql}");
  }
  for (const Member& member : nodes->members) {
    Node node = reader.Defaults();
    node.name = member.key;
    node.place = {flow.file, member.line, member.column};
    reader.Read(member.value, node);
    flow.nodes.push_back(std::move(node));
  }
}

// Of a folder whose flow.yaml names no nodes: each file of code, by name.
Status AddFiles(Flow& flow, NodeReader& reader) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(flow.folder));
  for (const std::string& name : names) {
    const Kind* kind = KindOfFile(name);
    if (kind == nullptr || name.starts_with('.')) continue;
    Node node = reader.Defaults();
    node.name = name.substr(0, name.size() - kind->extension.size());
    node.kind = kind;
    node.path = flow.folder + "/" + name;
    node.place.file = node.path;
    if (flow.Find(node.name).has_value()) {
      reader.Fail(node.place, fmt::format("a node is called {} already", node.name),
                  "two files of one name want a flow.yaml that names the nodes");
      continue;
    }
    flow.nodes.push_back(std::move(node));
  }
  return Status::Ok();
}

Error NoFlow(const std::string& path, std::string detail) {
  return {ErrorCode::kIo, path + " " + std::move(detail), {}, "paisql flow new FOLDER begins one"};
}

}  // namespace

std::optional<size_t> Flow::Find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(nodes, [&](const Node& node) { return node.name == name; });
  if (found == nodes.end()) return std::nullopt;
  return static_cast<size_t>(found - nodes.begin());
}

Result<Flow> ReadFlowText(const std::string& text, const std::string& path,
                          std::vector<Problem>& problems) {
  Flow flow;
  flow.file = path;
  std::error_code failure;
  const std::filesystem::path folder = std::filesystem::absolute(path, failure).parent_path();
  flow.folder = folder.lexically_normal().string();
  flow.name = folder.filename().string();
  Result<Value> document = ReadYaml(text);
  if (!document.ok()) {
    const Error& error = document.error();
    problems.push_back({true, {path, error.range.line, error.range.column}, "", error.detail, ""});
    return flow;
  }
  flow.document = *std::move(document);
  NodeReader reader(path, flow.folder, problems);
  if (!flow.document.is_map() && !flow.document.is_null()) {
    reader.Fail(reader.At(flow.document), "a workflow is a map: name, parameters, nodes", "");
    return flow;
  }
  if (const Value* defaults = flow.document.Find("defaults")) reader.ReadDefaults(*defaults);
  ReadKeys(flow, reader);
  const Value* nodes = flow.document.Find("nodes");
  ReadNodes(nodes, flow, reader);
  if (nodes == nullptr) PAISQL_TRY(AddFiles(flow, reader));
  for (Node& node : flow.nodes) ReadCode(node, reader);
  return flow;
}

Result<Flow> ReadFlow(const std::string& path, std::vector<Problem>& problems) {
  std::error_code failure;
  const bool is_folder = std::filesystem::is_directory(path, failure);
  std::string file = path;
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  if (is_folder) file += std::string("/") + kFlowFile;
  const bool there = std::filesystem::exists(file, failure);
  if (!there && !is_folder) return NoFlow(path, "is not there");
  std::string text;
  if (there) {
    PAISQL_ASSIGN(text, ReadFile(file));
  }
  PAISQL_ASSIGN(Flow flow, ReadFlowText(text, file, problems));
  if (!there) flow.file.clear();
  if (flow.nodes.empty() && problems.empty()) {
    return NoFlow(path, "has neither a flow.yaml with nodes nor a file of code");
  }
  return flow;
}

std::optional<int64_t> ReadDuration(std::string_view text) {
  struct Unit {
    std::string_view name;
    int64_t milliseconds;
  };
  constexpr Unit kUnits[] = {
      {"ms", 1},          {"", 1000},         {"s", 1000},       {"sec", 1000},
      {"second", 1000},   {"seconds", 1000},  {"m", 60000},      {"min", 60000},
      {"minute", 60000},  {"minutes", 60000}, {"h", 3600000},    {"hour", 3600000},
      {"hours", 3600000}, {"d", 86400000},    {"day", 86400000}, {"days", 86400000},
  };
  constexpr int64_t kMost = 1000000;
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || number < 0 || number > kMost) return std::nullopt;
  const std::string_view unit = Trim({read.ptr, static_cast<size_t>(end - read.ptr)});
  for (const Unit& one : kUnits) {
    if (EqualsIgnoreCase(one.name, unit)) return number * one.milliseconds;
  }
  return std::nullopt;
}

}  // namespace paisql::nodes
