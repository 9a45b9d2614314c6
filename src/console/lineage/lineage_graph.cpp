#include "console/lineage/lineage_graph.h"

#include <algorithm>

namespace paisql::console {

namespace {

constexpr size_t kMostMakers = 20;

bool SameWork(const FlowMaker& left, const FlowMaker& right) {
  if (left.kind != right.kind) return false;
  // A job or instance of a name comes again each day.
  const bool named = !left.name.empty() && left.kind != MakerKind::kWorkflow;
  if (named) return left.name == right.name && left.action == right.action;
  return left.id == right.id && left.node == right.node;
}

void AddMaker(const FlowMaker& maker, std::vector<FlowMaker>& makers) {
  const auto same =
      std::ranges::find_if(makers, [&](const FlowMaker& one) { return SameWork(one, maker); });
  if (same == makers.end()) {
    makers.push_back(maker);
  } else if (same->at_ms < maker.at_ms) {
    *same = maker;
  }
}

void Finish(LineageEdge& edge) {
  std::ranges::stable_sort(edge.makers, std::greater(), &FlowMaker::at_ms);
  if (edge.makers.size() > kMostMakers) edge.makers.resize(kMostMakers);
}

}  // namespace

void LineageWalk::Add(const LineageFlow& flow) {
  if (!sight_.maker(flow.maker)) return;
  for (const std::string& read : flow.reads) {
    LineageEdge& edge = edges_[{read, flow.writes}];
    edge.from = read;
    edge.to = flow.writes;
    ++edge.times;
    AddMaker(flow.maker, edge.makers);
    for (const ColumnFlow& column : flow.columns) {
      if (column.from_table == read) edge.columns.insert(column);
    }
    after_[read].insert(flow.writes);
    before_[flow.writes].insert(read);
  }
}

void LineageWalk::Spread(const LineageReach& reach, bool back, LineageGraph& graph) const {
  const auto& next = back ? before_ : after_;
  std::vector<std::string> front = {reach.root};
  for (int step = 1; step <= (back ? reach.before : reach.after) && !front.empty(); ++step) {
    std::vector<std::string> reached;
    for (const std::string& key : front) {
      const auto found = next.find(key);
      if (found == next.end()) continue;
      for (const std::string& other : found->second) {
        if (graph.levels.contains(other) || !sight_.table(other)) continue;
        if (graph.levels.size() >= reach.most_nodes) {
          graph.cut = true;
          return;
        }
        graph.levels[other] = back ? -step : step;
        reached.push_back(other);
      }
    }
    front = std::move(reached);
  }
}

LineageGraph LineageWalk::Take(const LineageReach& reach) {
  LineageGraph graph;
  graph.levels[reach.root] = 0;
  Spread(reach, true, graph);
  Spread(reach, false, graph);
  for (auto& [ends, edge] : edges_) {
    if (!graph.levels.contains(ends.first) || !graph.levels.contains(ends.second)) continue;
    Finish(edge);
    graph.edges.push_back(std::move(edge));
  }
  return graph;
}

}  // namespace paisql::console
