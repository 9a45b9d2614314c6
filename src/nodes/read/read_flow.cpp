#include "nodes/read/read_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/files/files.h"
#include "base/files/source_file.h"
#include "base/text.h"
#include "nodes/code/function_code.h"
#include "nodes/code/pai_tasks.h"
#include "nodes/read/read_node.h"
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
    {"set-order",
     [](const Value& value, Flow& flow, NodeReader& reader) {
       constexpr std::pair<std::string_view, bool> kOrders[] = {{"scheduler", false},
                                                                {"editor", true}};
       reader.Choose(value, "set-order", kOrders, flow.settings_first);
     }},
    {"parameters", [](const Value& value, Flow& flow,
                      NodeReader& reader) { reader.Parameters(value, flow.parameters); }},
    {"defaults", [](const Value&, Flow&, NodeReader&) {}},  // read before the nodes
    {"nodes", [](const Value&, Flow&, NodeReader&) {}},     // read last
};

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

// A resource may be large: it is what it was as long as its size and its time are.
void NoteResource(Node& node, NodeReader& reader) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(node.path, failure);
  if (failure) {
    return reader.Fail(
        node.place,
        fmt::format("node {}: cannot read {}: {}", node.name, node.path, failure.message()),
        "`file` names it, from the folder of flow.yaml");
  }
  const auto time = std::filesystem::last_write_time(node.path, failure);
  node.code = fmt::format("{} {}", size, time.time_since_epoch().count());
}

// The platform's own form of the code of a PAI or function node becomes the statements that run.
void ReadContent(Node& node, NodeReader& reader) {
  const bool pai = node.kind->runs == Runs::kPaiTask && Trim(node.code).starts_with('{');
  if (!pai && node.kind->runs != Runs::kFunction) return;
  Result<std::string> statements = pai ? StatementsOfPaiContent(node.code, node.path)
                                       : StatementOfFunctionCode(node.code, node.path, node.name);
  if (statements.ok()) {
    node.code = *std::move(statements);
  } else {
    reader.Fail(node.place, fmt::format("node {}: {}", node.name, statements.error().detail),
                statements.error().hint);
    node.code.clear();
  }
}

// The node has code where its kind wants some.
void ReadCode(Node& node, NodeReader& reader) {
  if (node.path.empty() || node.kind == nullptr) return;
  if (node.kind->runs == Runs::kResource) return NoteResource(node, reader);
  Result<std::string> code = ReadSource(node.path);
  if (code.ok()) {
    node.code = *std::move(code);
    if (node.code.starts_with(kByteOrderMark)) node.code.erase(0, kByteOrderMark.size());
    ReadContent(node, reader);
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

// Adds each file of code, by name, of a folder whose flow.yaml names no nodes.
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
                  "two files of one name need a flow.yaml that names the nodes");
      continue;
    }
    flow.nodes.push_back(std::move(node));
  }
  return Status::Ok();
}

// Appends to `narrow` the parameters of `wide` that it does not have.
void AddMissing(const std::vector<Parameter>& wide, std::vector<Parameter>& narrow) {
  for (const Parameter& one : wide) {
    const bool has =
        std::ranges::any_of(narrow, [&](const Parameter& known) { return known.name == one.name; });
    if (!has) narrow.push_back(one);
  }
}

// Reads what a folder's workflow says, and the workflows that its nodes are.
class FlowReading {
 public:
  explicit FlowReading(std::vector<Problem>& problems) : problems_(problems) {}

  Result<Flow> Read(const std::string& path);
  Result<Flow> ReadText(const std::string& text, const std::string& path);

 private:
  // Gives nodes of loops and of other workflows the values of what stands around them.
  void Finish(Flow& flow, NodeReader& reader);
  void ReadPart(Node& node, NodeReader& reader);

  std::vector<Problem>& problems_;
  std::vector<std::string> folders_;  // of the workflows that are being read
};

// The nearest workspace.yaml above the folder, or in it.
std::vector<Parameter> ReadWorkspace(const std::string& folder, std::vector<Problem>& problems) {
  std::vector<Parameter> parameters;
  for (std::filesystem::path at = folder; !at.empty(); at = at.parent_path()) {
    const std::string path = (at / kWorkspaceFile).string();
    std::error_code failure;
    if (std::filesystem::is_regular_file(path, failure)) {
      NodeReader reader(path, at.string(), problems);
      const Result<std::string> text = ReadSource(path);
      const Result<Value> document =
          text.ok() ? ReadYaml(*text) : Result<Value>(Error(text.error()));
      if (!document.ok()) {
        const SourceRange& range = document.error().range;
        reader.Fail({path, range.line, range.column}, document.error().detail, "");
      } else if (const Value* said = document->Find("parameters")) {
        reader.Parameters(*said, parameters);
      }
      break;
    }
    if (at == at.parent_path()) break;
  }
  return parameters;
}

Error NoFlow(const std::string& path, std::string detail) {
  return {ErrorCode::kIo, path + " " + std::move(detail), {}, "paisql flow new FOLDER begins one"};
}

Result<Flow> FlowReading::ReadText(const std::string& text, const std::string& path) {
  Flow flow;
  flow.file = path;
  std::error_code failure;
  const std::filesystem::path folder =
      std::filesystem::absolute(path, failure).lexically_normal().parent_path();
  flow.folder = folder.string();
  flow.name = folder.filename().string();
  Result<Value> document = ReadYaml(text);
  if (!document.ok()) {
    const Error& error = document.error();
    problems_.push_back({true, {path, error.range.line, error.range.column}, "", error.detail, ""});
    return flow;
  }
  flow.document = *std::move(document);
  NodeReader reader(path, flow.folder, problems_);
  if (!flow.document.is_map() && !flow.document.is_null()) {
    reader.Fail(reader.At(flow.document), "a workflow is a map: name, parameters, nodes", "");
    return flow;
  }
  if (const Value* defaults = flow.document.Find("defaults")) reader.ReadDefaults(*defaults);
  ReadKeys(flow, reader);
  const Value* nodes = flow.document.Find("nodes");
  ReadNodes(nodes, flow, reader);
  if (nodes == nullptr) PAISQL_TRY(AddFiles(flow, reader));
  flow.workspace = ReadWorkspace(flow.folder, problems_);
  folders_.push_back(flow.folder);
  Finish(flow, reader);
  folders_.pop_back();
  return flow;
}

void FlowReading::Finish(Flow& flow, NodeReader& reader) {
  for (Node& node : flow.nodes) {
    ReadCode(node, reader);
    if (!node.control.workflow.name.empty()) ReadPart(node, reader);
    if (node.control.body == nullptr || !node.control.workflow.name.empty()) continue;
    auto body = std::make_shared<Flow>(*node.control.body);
    body->cron = node.cron.empty() ? flow.cron : node.cron;
    body->workspace = flow.workspace;
    body->settings_first = flow.settings_first;
    body->parameters = node.parameters;
    AddMissing(flow.parameters, body->parameters);
    Finish(*body, reader);
    node.control.body = std::move(body);
  }
}

void FlowReading::ReadPart(Node& node, NodeReader& reader) {
  const Named& named = node.control.workflow;
  std::error_code failure;
  const std::filesystem::path whole = std::filesystem::absolute(named.name, failure);
  std::string folder = whole.lexically_normal().string();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (std::ranges::find(folders_, folder) != folders_.end()) {
    return reader.Fail(named.place,
                       fmt::format("node {}: workflow {} would run within itself", node.name,
                                   Join(folders_, " -> ") + " -> " + folder),
                       "");
  }
  Result<Flow> part = Read(folder);
  if (part.ok()) {
    node.control.body = std::make_shared<Flow>(*std::move(part));
  } else {
    reader.Fail(named.place, fmt::format("node {}: {}", node.name, part.error().detail),
                "`flow` names the folder of a workflow, from that of flow.yaml");
  }
}

Result<Flow> FlowReading::Read(const std::string& path) {
  std::error_code failure;
  const bool is_folder = std::filesystem::is_directory(path, failure);
  std::string file = path;
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  if (is_folder) file += std::string("/") + kFlowFile;
  const bool there = std::filesystem::exists(file, failure);
  if (!there && !is_folder) return NoFlow(path, "is not there");
  std::string text;
  if (there) {
    PAISQL_ASSIGN(text, ReadSource(file));
  }
  PAISQL_ASSIGN(Flow flow, ReadText(text, file));
  if (!there) flow.file.clear();
  if (flow.nodes.empty() && problems_.empty()) {
    return NoFlow(path, "has neither a flow.yaml with nodes nor a file of code");
  }
  return flow;
}

}  // namespace

std::optional<size_t> Flow::Find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(nodes, [&](const Node& node) { return node.name == name; });
  if (found == nodes.end()) return std::nullopt;
  return static_cast<size_t>(found - nodes.begin());
}

std::vector<std::string> FlowKeyNames() {
  std::vector<std::string> names;
  for (const FlowKey& key : kFlowKeys) names.emplace_back(key.name);
  return names;
}

Result<Flow> ReadFlowText(const std::string& text, const std::string& path,
                          std::vector<Problem>& problems) {
  return FlowReading(problems).ReadText(text, path);
}

Result<Flow> ReadFlow(const std::string& path, std::vector<Problem>& problems) {
  return FlowReading(problems).Read(path);
}

}  // namespace paisql::nodes
