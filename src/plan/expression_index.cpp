#include "plan/expression_index.h"

#include <functional>
#include <vector>

#include "plan/traverse.h"

namespace paisql::plan {
namespace {

constexpr size_t kHashedNodes = 64;

void Mix(size_t& hash, size_t value) {
  constexpr size_t kGoldenRatio = 0x9e3779b97f4a7c15;
  hash ^= value + kGoldenRatio + (hash << 6) + (hash >> 2);
}

// The node's own text, without its children.
size_t HashOfNode(const Expression& node) {
  const auto pointer = [](const void* address) { return std::hash<const void*>()(address); };
  switch (node.kind) {
    case ExpressionKind::kColumn:
      return static_cast<size_t>(As<ColumnRef>(node).column);
    case ExpressionKind::kConstant:
      return std::hash<decltype(Value::data)>()(As<Constant>(node).value.data);
    case ExpressionKind::kCall:
      return pointer(As<Call>(node).overload);
    case ExpressionKind::kAggregate:
      return pointer(As<Aggregate>(node).overload);
    case ExpressionKind::kWindow:
      return pointer(As<Window>(node).overload);
    default:
      return 0;
  }
}

}  // namespace

size_t StructuralHash(const Expression& expression) {
  size_t hash = 0;
  std::vector<const Expression*> nodes = {&expression};
  for (size_t i = 0; i < nodes.size() && i < kHashedNodes; ++i) {
    const Expression& node = *nodes[i];
    Mix(hash, static_cast<size_t>(node.kind));
    Mix(hash, static_cast<size_t>(node.type.id()));
    Mix(hash, HashOfNode(node));
    // Equal lambdas may call their parameters by different ids.
    if (node.kind == ExpressionKind::kLambda) continue;
    const std::vector<const Expression*> children = Children(node);
    Mix(hash, children.size());
    nodes.insert(nodes.end(), children.begin(), children.end());
  }
  return hash;
}

void ExpressionIndex::Add(const Expression& expression, size_t number) {
  if (Find(expression)) return;
  entries_.emplace(StructuralHash(expression), Entry{&expression, number});
}

std::optional<size_t> ExpressionIndex::Find(const Expression& expression) const {
  if (entries_.empty()) return std::nullopt;
  const auto [first, last] = entries_.equal_range(StructuralHash(expression));
  for (auto entry = first; entry != last; ++entry) {
    if (StructurallyEqual(*entry->second.expression, expression)) return entry->second.number;
  }
  return std::nullopt;
}

}  // namespace paisql::plan
