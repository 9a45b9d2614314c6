#include "nodes/run/evidence.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "store/files/sha256.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

std::string Digest(const std::string& text) {
  store::Sha256 sum;
  sum.Add(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return sum.Finish();
}

std::string Written(const session::FlowTable& table) {
  return table.partition.empty() ? table.name : table.name + " " + table.partition;
}

Result<store::DataStamp> StampOf(const std::string& written, store::FlowBook& book) {
  const size_t blank = written.find(' ');
  const std::string name = written.substr(0, blank);
  const size_t dot = name.rfind('.');
  const std::string partition = blank == std::string::npos ? "" : written.substr(blank + 1);
  if (dot == std::string::npos) return store::DataStamp();
  return book.StampOf(name.substr(0, dot), name.substr(dot + 1), partition);
}

}  // namespace

std::string Evidence::ToJson() const {
  return json(
             {{"code", code}, {"parameters", parameters}, {"inputs", inputs}, {"outputs", outputs}})
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Evidence Evidence::OfJson(const std::string& text) {
  const json read = json::parse(text, nullptr, false);
  Evidence evidence;
  if (!read.is_object() || !read.contains("code")) return evidence;
  try {
    evidence.code = read.value("code", "");
    evidence.parameters = read.value("parameters", evidence.parameters);
    evidence.inputs = read.value("inputs", evidence.inputs);
    evidence.outputs = read.value("outputs", evidence.outputs);
  } catch (const json::exception&) {
    return {};
  }
  return evidence;
}

std::string WorkOf(const Node& node, const Givens& of_loops) {
  std::string work(node.kind == nullptr ? "" : node.kind->name);
  const Result<std::string> code = PutGivens(node.code, of_loops, GivenForms::kAll);
  work += "\n" + (code.ok() ? *code : node.code);
  const Control& control = node.control;
  const auto add = [&](const std::string& name, const std::string& text) {
    work += "\n" + name + "=" + text;
  };
  for (const Parameter& gives : node.gives) add(gives.name, gives.expression);
  for (const BranchArm& arm : control.branches) add(arm.output.name, arm.when);
  for (const MergeArm& arm : control.merges) {
    add(arm.name, fmt::format("{} {} {} {}", arm.from.name, arm.success, arm.not_run, arm.failure));
  }
  if (!control.logic.empty()) add("logic", control.logic);
  if (control.wait_ms > 0) add("wait", std::to_string(control.wait_ms));
  add("check",
      control.awaited.file + " " + control.awaited.table + " " + control.awaited.partition);
  if (control.body == nullptr) return work;
  for (const Node& inner : control.body->nodes) {
    add(inner.name, WorkOf(inner, {}));
    for (const Parameter& one : inner.parameters) add(one.name, one.expression);
  }
  return work;
}

Result<Evidence> CollectEvidence(const std::string& work, const std::vector<Resolved>& parameters,
                                 const std::vector<session::DataFlow>& flows,
                                 store::FlowBook& book) {
  Evidence evidence;
  evidence.code = Digest(work);
  // Any of them may be a secret, under whatever name; to compare them needs no more.
  for (const Resolved& parameter : parameters) {
    evidence.parameters[parameter.name] = Digest(parameter.value);
  }
  std::set<std::string> written;
  for (const session::DataFlow& flow : flows) {
    for (const session::FlowTable& table : flow.writes) {
      if (written.insert(Written(table)).second) evidence.outputs.push_back(Written(table));
      written.insert(table.name);
    }
  }
  for (const session::DataFlow& flow : flows) {
    for (const session::FlowTable& table : flow.reads) {
      if (written.contains(table.name) || evidence.inputs.contains(Written(table))) continue;
      PAISQL_ASSIGN(const store::DataStamp stamp, StampOf(Written(table), book));
      evidence.inputs[Written(table)] = stamp.value_or("");
    }
  }
  return evidence;
}

Result<std::string> WhyAgain(const Evidence& before, const Evidence& now, store::FlowBook& book) {
  if (before.code.empty()) return std::string("its earlier result is unknown");
  if (before.code != now.code) return std::string("its code has changed");
  for (const auto& [name, value] : now.parameters) {
    const auto known = before.parameters.find(name);
    // Older programs kept short values as they are.
    const bool same = known != before.parameters.end() &&
                      (known->second == value || Digest(known->second) == value);
    if (!same) {
      return fmt::format("parameter {} has changed", name);
    }
  }
  if (before.parameters.size() != now.parameters.size()) {
    return std::string("it has fewer parameters");
  }
  for (const auto& [table, stamp] : now.inputs) {
    const auto known = before.inputs.find(table);
    if (known == before.inputs.end()) return fmt::format("it reads {} now", table);
    if (known->second != stamp) return fmt::format("{} has changed", table);
  }
  for (const std::string& table : before.outputs) {
    PAISQL_ASSIGN(const store::DataStamp stamp, StampOf(table, book));
    if (!stamp.has_value()) return fmt::format("{} is not there any more", table);
  }
  return std::string();
}

}  // namespace paisql::nodes
