#include "console/logview/flow_graph.h"

#include <utility>

namespace paisql::console {

using nlohmann::json;

std::string FlowGraph::AddStage(const std::string& name, json facts) {
  facts["id"] = "stage:" + name;
  facts["kind"] = "stage";
  facts["title"] = name;
  nodes_.push_back(std::move(facts));
  return "stage:" + name;
}

std::string FlowGraph::TableNode(const std::string& table, bool is_new, const json& facts) {
  const bool is_known = versions_.contains(table);
  int& version = versions_[table];
  if (is_new && is_known) ++version;
  const std::string id = "table:" + std::to_string(version) + ":" + table;
  if (is_known && !is_new) return id;
  json node = facts;
  node["id"] = id;
  node["kind"] = "table";
  node["title"] = table;
  nodes_.push_back(std::move(node));
  return id;
}

void FlowGraph::Reads(const std::string& stage, const std::string& table, const json& facts) {
  Connect(TableNode(table, false, facts), stage);
}

void FlowGraph::Writes(const std::string& stage, const std::string& table, const json& facts) {
  Connect(stage, TableNode(table, true, facts));
}

void FlowGraph::Connect(const std::string& from, const std::string& to) {
  edges_.push_back({{"from", from}, {"to", to}});
}

}  // namespace paisql::console
