#include "session/statements/rows/cost.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/expression.h"
#include "plan/traverse.h"

namespace paisql::session {

namespace {

class Counter {
 public:
  void Visit(plan::Relation& relation) {
    keywords_ += KeywordsOf(relation);
    if (relation.kind == plan::RelationKind::kTransform) {
      functions_ += plan::As<plan::Transform>(relation).function != nullptr ? 1 : 0;
    }
    plan::ForEachExpression(relation, [&](plan::ExpressionPtr& one) {
      if (one != nullptr) Visit(*one);
    });
    plan::ForEachInput(relation, [&](plan::RelationPtr& one) {
      if (one != nullptr) Visit(*one);
    });
  }

  int keywords() const { return keywords_; }
  int functions() const { return functions_; }

 private:
  static int KeywordsOf(const plan::Relation& relation) {
    switch (relation.kind) {
      case plan::RelationKind::kJoin:
      case plan::RelationKind::kSort:
      case plan::RelationKind::kDistinct:
        return 1;
      case plan::RelationKind::kAggregate:
        return plan::As<plan::AggregateRelation>(relation).keys.empty() ? 0 : 1;
      default:
        return 0;
    }
  }

  void Visit(plan::Expression& expression) {
    using Made = std::shared_ptr<const plan::UserFunctionUse>;
    if (expression.kind == plan::ExpressionKind::kCall) {
      const auto& call = static_cast<const plan::Call&>(expression);
      if (std::holds_alternative<Made>(call.made_by)) ++functions_;
    } else if (expression.kind == plan::ExpressionKind::kAggregate) {
      const auto& aggregate = static_cast<const plan::Aggregate&>(expression);
      if (aggregate.distinct) ++keywords_;
      if (std::holds_alternative<Made>(aggregate.made_by)) ++functions_;
    } else if (expression.kind == plan::ExpressionKind::kWindow) {
      ++keywords_;
      if (std::holds_alternative<Made>(static_cast<const plan::Window&>(expression).made_by)) {
        ++functions_;
      }
    }
    if (plan::RelationPtr* const inner = plan::SubqueryOf(expression)) Visit(**inner);
    plan::ForEachChild(expression, [&](plan::ExpressionPtr& one) {
      if (one != nullptr) Visit(*one);
    });
  }

  int keywords_ = 0;
  int functions_ = 0;
};

double Complexity(int keywords) {
  if (keywords <= 3) return 1.0;
  if (keywords <= 6) return 1.5;
  return keywords <= 19 ? 2.0 : 4.0;
}

}  // namespace

int64_t InputBytes(const plan::Relation& root, const engine::Bindings& bindings) {
  int64_t bytes = 0;
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    const store::FileListing* const listed = bindings.FilesOf(*scan);
    if (listed == nullptr) continue;
    for (const store::DataFile& file : listed->files) bytes += file.bytes;
    for (const store::DataFile& file : listed->deletes) bytes += file.bytes;
  }
  return bytes;
}

Answer CostOf(const std::vector<plan::Relation*>& roots, const engine::Bindings& bindings) {
  Counter counter;
  int64_t bytes = 0;
  for (plan::Relation* const root : roots) {
    counter.Visit(*root);
    bytes += InputBytes(*root, bindings);
  }
  // The first table that is written is free.
  const int writes = std::max(static_cast<int>(roots.size()) - 1, 1);
  Answer answer;
  answer.columns = {"name", "value"};
  answer.rows = {{"Input", fmt::format("{} Bytes", bytes)},
                 {"UDF", std::to_string(counter.functions())},
                 {"Complexity", fmt::format("{:.1f}", Complexity(counter.keywords() + writes))}};
  for (const auto& row : answer.rows) answer.text += *row[0] + ":" + *row[1] + "\n";
  return answer;
}

}  // namespace paisql::session
