#include "engine/spark/print/repeatable.h"

#include <algorithm>

#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

bool IsRepeatable(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    const auto& call = plan::As<plan::Call>(expression);
    if (functions::IsVolatile(*call.function)) return false;
  }
  const auto children = plan::Children(expression);
  return std::all_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return IsRepeatable(*child); });
}

}  // namespace

bool IsRepeatable(const plan::Relation& relation, const std::function<bool(int)>& repeats) {
  for (const plan::Relation* part : plan::CollectRelations(relation)) {
    if (part->kind == plan::RelationKind::kLimit) return false;
    if (part->kind == plan::RelationKind::kCteScan &&
        !repeats(plan::As<plan::CteScan>(*part).index)) {
      return false;
    }
    for (const plan::Expression* one : plan::Expressions(*part)) {
      if (!IsRepeatable(*one)) return false;
    }
  }
  return true;
}

size_t CountReads(const plan::Relation& relation, int definition) {
  size_t count = 0;
  for (const plan::Relation* scan :
       plan::CollectRelations(relation, plan::RelationKind::kCteScan)) {
    count += plan::As<plan::CteScan>(*scan).index == definition ? 1 : 0;
  }
  return count;
}

}  // namespace paisql::engine::spark
