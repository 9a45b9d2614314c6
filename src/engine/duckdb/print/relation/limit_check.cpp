#include "engine/duckdb/print/relation/limit_check.h"

#include <vector>

#include "plan/traverse.h"

namespace paisql::engine {
namespace {

using plan::Relation;
using plan::RelationKind;

// Walks without recursion: plans may be deep.
bool HasLimitIn(std::vector<const Relation*> relations,
                std::vector<const plan::Expression*> expressions) {
  while (!relations.empty() || !expressions.empty()) {
    if (!expressions.empty()) {
      const plan::Expression* expression = expressions.back();
      expressions.pop_back();
      for (const plan::Expression* child : plan::Children(*expression)) {
        expressions.push_back(child);
      }
      if (const Relation* subquery = plan::SubqueryOf(*expression)) relations.push_back(subquery);
      continue;
    }
    const Relation* relation = relations.back();
    relations.pop_back();
    if (relation->kind == RelationKind::kLimit) return true;
    if (relation->kind == RelationKind::kScan) continue;
    for (const plan::Expression* part : plan::Expressions(*relation)) expressions.push_back(part);
    for (const Relation* input : plan::Inputs(*relation)) relations.push_back(input);
  }
  return false;
}

}  // namespace

bool HasInnerLimit(const Relation& root) {
  std::vector<const Relation*> relations;
  std::vector<const plan::Expression*> expressions;
  const Relation* top = &root;
  while (top->kind == RelationKind::kProject || top->kind == RelationKind::kSort ||
         top->kind == RelationKind::kLimit || top->kind == RelationKind::kWith) {
    for (const plan::Expression* part : plan::Expressions(*top)) expressions.push_back(part);
    const std::vector<const Relation*> inputs = plan::Inputs(*top);
    relations.insert(relations.end(), inputs.begin(), inputs.end() - 1);
    top = inputs.back();
  }
  relations.push_back(top);
  return HasLimitIn(std::move(relations), std::move(expressions));
}

bool HasLimit(const plan::Expression& expression) { return HasLimitIn({}, {&expression}); }

}  // namespace paisql::engine
