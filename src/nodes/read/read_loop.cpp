// The nodes of a loop's turn: `do`, and `while` that says whether there is another.

#include <algorithm>
#include <iterator>
#include <utility>

#include "nodes/read/read_node.h"

namespace paisql::nodes {

namespace {

constexpr const char* kLoopNode = "while";

}  // namespace

void NodeReader::Body(const Value& nodes, Node& loop) {
  auto body = std::make_shared<Flow>();
  if (loop.control.body != nullptr) *body = *loop.control.body;
  body->name = loop.name;
  body->folder = folder_;
  body->file = file_;
  if (!nodes.is_map()) {
    return Fail(At(nodes), "`do` is a map of names to nodes", "do: {first: first.sql}");
  }
  std::vector<Node> read;
  for (const Member& member : nodes.members) {
    Node node = defaults_;
    node.name = member.key;
    node.place = {file_, member.line, member.column};
    Read(member.value, node);
    read.push_back(std::move(node));
  }
  // The node that decides is the last one, whichever key comes first.
  body->nodes.insert(body->nodes.begin(), std::make_move_iterator(read.begin()),
                     std::make_move_iterator(read.end()));
  if (loop.control.again.has_value()) loop.control.again = body->nodes.size() - 1;
  loop.control.body = std::move(body);
  FinishAgain(loop);
}

void NodeReader::Again(const Value& value, Node& loop) {
  auto body = std::make_shared<Flow>();
  if (loop.control.body != nullptr) *body = *loop.control.body;
  body->name = loop.name;
  body->folder = folder_;
  body->file = file_;
  Node node = defaults_;
  node.name = kLoopNode;
  node.place = At(value);
  node.kind = FindKind("CONTROLLER_CYCLE_END");
  Read(value, node);
  body->nodes.push_back(std::move(node));
  loop.control.again = body->nodes.size() - 1;
  loop.control.body = std::move(body);
  FinishAgain(loop);
}

// It waits for all others of its turn, and has a name that none of them has.
void NodeReader::FinishAgain(Node& loop) {
  if (!loop.control.again.has_value()) return;
  auto body = std::make_shared<Flow>(*loop.control.body);
  Node node = std::move(body->nodes.back());
  body->nodes.pop_back();
  node.depends.emplace();
  for (const Node& other : body->nodes) node.depends->push_back({other.name, other.place});
  while (body->Find(node.name).has_value()) node.name += "_";
  node.ignores_branches = true;
  body->nodes.push_back(std::move(node));
  loop.control.body = std::move(body);
}

}  // namespace paisql::nodes
