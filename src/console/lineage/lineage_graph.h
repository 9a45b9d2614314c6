#pragma once

// Finds the part of a lineage around one table: the tables from which it is made, and the tables
// that are made from it, up to a number of steps away. Pure.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "console/lineage/lineage_flow.h"

namespace paisql::console {

struct LineageEdge {
  std::string from;
  std::string to;
  std::set<ColumnFlow> columns;
  std::vector<FlowMaker> makers;  // the newest first, the same work once
  int64_t times = 0;              // how many flows have made it
};

struct LineageGraph {
  std::map<std::string, int> levels;  // of each table and model: before the root below 0
  std::vector<LineageEdge> edges;
  bool cut = false;  // there is more than may be shown
};

struct LineageReach {
  std::string root;  // a key
  int before = 2;    // steps
  int after = 2;
  size_t most_nodes = 150;
};

// These functions say whether the user may see the table or model of a key, and the work of a
// maker.
struct LineageSight {
  std::function<bool(const std::string& key)> table;
  std::function<bool(const FlowMaker& maker)> maker;
};

class LineageWalk {
 public:
  explicit LineageWalk(LineageSight sight) : sight_(std::move(sight)) {}
  void Add(const LineageFlow& flow);
  LineageGraph Take(const LineageReach& reach);

 private:
  void Spread(const LineageReach& reach, bool back, LineageGraph& graph) const;

  LineageSight sight_;
  std::map<std::pair<std::string, std::string>, LineageEdge> edges_;
  std::map<std::string, std::set<std::string>> after_;   // the tables that are made from one
  std::map<std::string, std::set<std::string>> before_;  // and the tables that it is made from
};

}  // namespace paisql::console
