#include "plan/relation.h"

#include "plan/traverse.h"

namespace paisql::plan {
namespace {

std::vector<ExpressionPtr> CloneExpressions(const std::vector<ExpressionPtr>& expressions) {
  std::vector<ExpressionPtr> copies;
  copies.reserve(expressions.size());
  for (const ExpressionPtr& expression : expressions) copies.push_back(Clone(*expression));
  return copies;
}

RelationPtr CloneScan(const Scan& node) {
  auto copy = std::make_unique<Scan>();
  copy->table = node.table;
  copy->columns = node.columns;
  if (node.partition_predicate) copy->partition_predicate = Clone(*node.partition_predicate);
  copy->partition_equals = node.partition_equals;
  copy->runtime_predicates = CloneExpressions(node.runtime_predicates);
  copy->history = node.history;
  if (node.generated) copy->generated = Clone(*node.generated);
  return copy;
}

RelationPtr CloneAggregation(const AggregateRelation& node) {
  auto copy = std::make_unique<AggregateRelation>();
  copy->input = Clone(*node.input);
  copy->keys = CloneExpressions(node.keys);
  copy->aggregates = CloneExpressions(node.aggregates);
  copy->grouping_sets = node.grouping_sets;
  return copy;
}

RelationPtr CloneSort(const Sort& node) {
  auto copy = std::make_unique<Sort>();
  copy->input = Clone(*node.input);
  for (const SortKey& key : node.keys) {
    copy->keys.push_back({Clone(*key.expression), key.descending, key.nulls_first});
  }
  return copy;
}

RelationPtr CloneTransform(const Transform& node) {
  auto copy = std::make_unique<Transform>();
  copy->input = Clone(*node.input);
  copy->function = node.function;
  copy->carried = node.carried;
  copy->outer = node.outer;
  copy->command = node.command;
  copy->command_range = node.command_range;
  copy->resources = node.resources;
  copy->input_format = node.input_format;
  copy->output_format = node.output_format;
  copy->key_and_rest = node.key_and_rest;
  return copy;
}

RelationPtr CloneRelation(const Relation& relation) {
  switch (relation.kind) {
    case RelationKind::kScan:
      return CloneScan(As<Scan>(relation));
    case RelationKind::kValues: {
      auto copy = std::make_unique<Values>();
      for (const auto& row : As<Values>(relation).rows) copy->rows.push_back(CloneExpressions(row));
      return copy;
    }
    case RelationKind::kProject: {
      auto copy = std::make_unique<Project>();
      copy->input = Clone(*As<Project>(relation).input);
      copy->expressions = CloneExpressions(As<Project>(relation).expressions);
      return copy;
    }
    case RelationKind::kFilter: {
      auto copy = std::make_unique<Filter>();
      copy->input = Clone(*As<Filter>(relation).input);
      copy->condition = Clone(*As<Filter>(relation).condition);
      return copy;
    }
    case RelationKind::kAggregate:
      return CloneAggregation(As<AggregateRelation>(relation));
    case RelationKind::kJoin: {
      const auto& node = As<Join>(relation);
      auto copy = std::make_unique<Join>();
      copy->type = node.type;
      copy->left = Clone(*node.left);
      copy->right = Clone(*node.right);
      if (node.condition) copy->condition = Clone(*node.condition);
      return copy;
    }
    case RelationKind::kSetOperation: {
      const auto& node = As<SetOperation>(relation);
      auto copy = std::make_unique<SetOperation>();
      copy->op = node.op;
      copy->all = node.all;
      copy->recursion = node.recursion;
      for (const RelationPtr& input : node.inputs) copy->inputs.push_back(Clone(*input));
      return copy;
    }
    case RelationKind::kDistinct: {
      auto copy = std::make_unique<Distinct>();
      copy->input = Clone(*As<Distinct>(relation).input);
      return copy;
    }
    case RelationKind::kSort:
      return CloneSort(As<Sort>(relation));
    case RelationKind::kLimit: {
      auto copy = std::make_unique<Limit>();
      copy->input = Clone(*As<Limit>(relation).input);
      copy->count = As<Limit>(relation).count;
      copy->sample = As<Limit>(relation).sample;
      copy->offset = As<Limit>(relation).offset;
      return copy;
    }
    case RelationKind::kUnnest: {
      const auto& node = As<Unnest>(relation);
      auto copy = std::make_unique<Unnest>();
      copy->input = Clone(*node.input);
      copy->outer = node.outer;
      copy->function = node.function;
      copy->overload = node.overload;
      copy->arguments = CloneExpressions(node.arguments);
      return copy;
    }
    case RelationKind::kWith: {
      const auto& node = As<With>(relation);
      auto copy = std::make_unique<With>();
      copy->indexes = node.indexes;
      for (const RelationPtr& part : node.definitions) copy->definitions.push_back(Clone(*part));
      copy->body = Clone(*node.body);
      return copy;
    }
    case RelationKind::kCteScan: {
      const auto& node = As<CteScan>(relation);
      auto copy = std::make_unique<CteScan>();
      copy->index = node.index;
      copy->name = node.name;
      copy->source = node.source;
      return copy;
    }
    case RelationKind::kTransform:
      return CloneTransform(As<Transform>(relation));
  }
  PAISQL_UNREACHABLE("a relation of unknown kind");
}

}  // namespace

RelationPtr Clone(const Relation& relation) {
  RelationPtr copy = CloneRelation(relation);
  copy->output = relation.output;
  copy->range = relation.range;
  return copy;
}

}  // namespace paisql::plan
