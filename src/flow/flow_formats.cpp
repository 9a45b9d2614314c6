// `paisql flow import` and `paisql flow export`: plain folders and the files of the platform.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/files/source_file.h"
#include "base/text.h"
#include "flow/flow_verbs.h"
#include "nodes/formats/flow_files.h"
#include "nodes/formats/spec_node.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

namespace fs = std::filesystem;

std::string Relative(const std::string& path, const std::string& folder) {
  return fs::path(path).lexically_relative(folder).generic_string();
}

// The file of a node's code: the one that its entry names, else one that is called as the node.
std::string CodeFile(const nodes::Value& entry, const std::string& name,
                     const std::string& folder) {
  if (entry.is_scalar()) return entry.text;
  std::string file = nodes::TextOf(entry, "file");
  if (!file.empty()) return file;
  for (const nodes::Kind& kind : nodes::Kinds()) {
    if (kind.extension.empty()) continue;
    std::string one = name + std::string(kind.extension);
    std::error_code failure;
    if (fs::is_regular_file(fs::path(folder) / one, failure)) return one;
  }
  return "";
}

// The code of the nodes of a loop, with their files said.
Status AddBodyCode(const std::string& folder, nodes::Value& entry, nodes::FileTexts& code) {
  const auto add = [&](const std::string& name, nodes::Value& inner) -> Status {
    const std::string file = CodeFile(inner, name, folder);
    if (!inner.is_map()) inner = nodes::Value::Map();
    if (!file.empty()) {
      PAISQL_ASSIGN(code[file], ReadSource((fs::path(folder) / file).string()));
      inner.Set("file", nodes::PlainText(file));
    }
    return AddBodyCode(folder, inner, code);
  };
  nodes::Value* body = nodes::FindMember(entry, "do");
  if (body != nullptr) {
    for (nodes::Member& member : body->members) PAISQL_TRY(add(member.key, member.value));
  }
  nodes::Value* decides = nodes::FindMember(entry, nodes::kWhileName);
  if (decides == nullptr) return Status::Ok();
  return add(nodes::kWhileName, *decides);
}

// The workflow with all that an export wants said: files, and what the SQL waits for.
Result<nodes::PlainFlow> PlainFlowOf(const FlowCall& call, const nodes::Flow& flow) {
  nodes::PlainFlow plain;
  plain.name = flow.name;
  plain.project = flow.project.empty() ? call.options.project : flow.project;
  plain.flow = flow.document.is_map() ? flow.document : nodes::Value::Map();
  const nodes::Plan plan = nodes::MakePlan(flow, MomentOf(call), plain.project, nullptr);
  nodes::Value entries = nodes::Value::Map();
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    const nodes::Node& node = flow.nodes[i];
    const nodes::Value* written =
        plain.flow.Find("nodes") == nullptr ? nullptr : plain.flow.Find("nodes")->Find(node.name);
    nodes::Value entry = nodes::Value::Map();
    if (written != nullptr && written->is_map()) entry = *written;
    if (!node.path.empty()) {
      const std::string file = Relative(node.path, flow.folder);
      PAISQL_ASSIGN(plain.code[file], ReadSource(node.path));
      entry.Set("file", nodes::PlainText(file));
    }
    // A merge says by `join` what it waits for.
    if (entry.Find("depends") == nullptr && entry.Find("join") == nullptr) {
      nodes::Value depends = nodes::Value::List();
      for (const nodes::Edge& edge : plan.graph.after[i]) {
        depends.items.push_back(nodes::PlainText(flow.nodes[edge.from].name));
      }
      entry.Set("depends", std::move(depends));
    }
    PAISQL_TRY(AddBodyCode(flow.folder, entry, plain.code));
    entries.Set(node.name, std::move(entry));
  }
  plain.flow.Set("nodes", std::move(entries));
  return plain;
}

nodes::SpecTarget TargetOf(const std::string& path) {
  nodes::SpecTarget target;
  target.name = fs::path(path).filename().string();
  if (target.name.ends_with(".yaml") || target.name.ends_with(".yml")) {
    target.shape = nodes::SpecShape::kYaml;
  } else if (!target.name.ends_with(".json")) {
    target.shape = nodes::SpecShape::kFolder;
  }
  return target;
}

// Removes files that an earlier export has written, and this one has not.
void RemoveOld(const std::string& folder, const nodes::FileTexts& origin,
               const nodes::FileTexts& files) {
  for (const auto& [path, text] : origin) {
    if (files.contains(path)) continue;
    const std::string whole = folder + "/" + path;
    const Result<std::string> there = ReadFile(whole);
    std::error_code failure;
    if (there.ok() && *there == text) fs::remove(whole, failure);
  }
}

}  // namespace

int FlowImport(const FlowCall& call) {
  const std::string& source = call.flags.words.front();
  const std::string folder = call.flags.words.size() > 1 ? call.flags.words[1] : "";
  const Result<nodes::FileTexts> files = nodes::ReadFlowSource(source, folder);
  if (!files.ok()) return FailFlow(files.error(), script::kExitUsage);
  const Result<nodes::ImportedFlow> flow = nodes::ImportFlow(*files);
  if (!flow.ok()) return FailFlow(flow.error(), script::kExitFailed);
  std::string name = nodes::TextOf(flow->flow, "name");
  if (name.empty()) name = fs::path(files->begin()->first).stem().string();
  const std::string target = folder.empty() ? nodes::FileNameOf(name) : folder;
  for (const nodes::Problem& problem : flow->warnings) {
    const std::string text = problem.ToString();
    terminal::PrintLine(text.substr(0, text.size() - 1));
  }
  const Status written = nodes::WriteImportedFlow(target, *flow, *files);
  if (!written.ok()) {
    const bool there = written.error().code == ErrorCode::kInvalidCommand;
    return FailFlow(written.error(), there ? script::kExitUsage : script::kExitEnvironment);
  }
  const size_t count = flow->flow.Find("nodes")->members.size();
  terminal::PrintLine(fmt::format("{} has a workflow of {}; {} check {} looks it over", target,
                                  Counted(count, "node"), ProgramText(call), target));
  return script::kExitDone;
}

int FlowExport(const FlowCall& call) {
  const std::string& path = call.flags.words[1];
  const nodes::SpecTarget target = TargetOf(fs::path(path + "/").parent_path().string());
  std::error_code failure;
  const bool folder = target.shape == nodes::SpecShape::kFolder;
  const bool there = folder ? fs::exists(path, failure) && !fs::is_empty(path, failure)
                            : fs::exists(path, failure);
  if (there && !call.flags.overwrite) {
    return FailFlow({ErrorCode::kIo, path + " is there already", {}, "--overwrite replaces it"},
                    script::kExitUsage);
  }
  std::vector<nodes::Problem> problems;
  const Result<nodes::Flow> flow = ReadFlowOf(call, problems);
  if (!flow.ok()) return FailFlow(flow.error(), script::kExitUsage);
  if (flow->nodes.empty()) {
    for (const nodes::Problem& problem : problems) terminal::PrintLine(problem.ToString());
    return script::kExitFailed;
  }
  const Result<nodes::FileTexts> origin = nodes::ReadOrigin(flow->folder);
  if (!origin.ok()) return FailFlow(origin.error(), script::kExitEnvironment);
  const Result<nodes::PlainFlow> plain = PlainFlowOf(call, *flow);
  if (!plain.ok()) return FailFlow(plain.error(), script::kExitUsage);
  const Result<nodes::FileTexts> files = nodes::ExportSpec(*plain, *origin, target);
  if (!files.ok()) return FailFlow(files.error(), script::kExitFailed);
  const std::string base = folder ? path : fs::path(path).parent_path().string();
  const Status written = nodes::WriteFlowTexts(base.empty() ? "." : base, *files);
  if (!written.ok()) return FailFlow(written.error(), script::kExitEnvironment);
  if (folder) RemoveOld(path, *origin, *files);
  terminal::PrintLine(
      fmt::format("{} has {}", path, Counted(plain->flow.Find("nodes")->members.size(), "node")));
  return script::kExitDone;
}

}  // namespace paisql::flow
