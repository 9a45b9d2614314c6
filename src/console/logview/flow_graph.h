#pragma once

// The graph of what an instance does: tables, and the stages that read and write them. A table that
// is written again after it was read is another node, so the graph has no circle. Pure.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace paisql::console {

class FlowGraph {
 public:
  // Returns the id of the node.
  std::string AddStage(const std::string& name, nlohmann::json facts);
  void Reads(const std::string& stage, const std::string& table, const nlohmann::json& facts);
  void Writes(const std::string& stage, const std::string& table, const nlohmann::json& facts);
  void Connect(const std::string& from, const std::string& to);

  // {"nodes": [{"id", "kind": "stage" or "table", "title", …facts}], "edges": [{"from", "to"}]}
  nlohmann::json Json() const { return {{"nodes", nodes_}, {"edges", edges_}}; }

 private:
  std::string TableNode(const std::string& table, bool is_new, const nlohmann::json& facts);

  nlohmann::json nodes_ = nlohmann::json::array();
  nlohmann::json edges_ = nlohmann::json::array();
  std::map<std::string, int> versions_;  // of tables
};

}  // namespace paisql::console
