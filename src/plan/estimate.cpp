#include "plan/estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "plan/traverse.h"

namespace paisql::plan {
namespace {

constexpr double kGroupsPerRow = 0.1;
constexpr double kRowsPerCall = 10;  // of a table function
constexpr double kHalf = 0.5;

// The inputs of a tree of inner and cross joins.
void CollectLeaves(const Relation& relation, std::vector<const Relation*>& leaves) {
  if (relation.kind == RelationKind::kJoin) {
    const auto& join = As<Join>(relation);
    if (join.type == JoinType::kInner || join.type == JoinType::kCross) {
      CollectLeaves(*join.left, leaves);
      CollectLeaves(*join.right, leaves);
      return;
    }
  }
  leaves.push_back(&relation);
}

bool HasColumn(const Relation& relation, ColumnId id) {
  return std::any_of(relation.output.begin(), relation.output.end(),
                     [&](const OutputColumn& column) { return column.id == id; });
}

const Relation* LeafOf(const std::vector<const Relation*>& leaves, ColumnId id) {
  for (const Relation* leaf : leaves) {
    if (HasColumn(*leaf, id)) return leaf;
  }
  return nullptr;
}

void VisitSubqueries(const Expression& expression,
                     const std::function<void(const Relation&)>& visit) {
  if (const Relation* subquery = SubqueryOf(expression)) visit(*subquery);
  for (const Expression* child : Children(expression)) VisitSubqueries(*child, visit);
}

double Sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

double GroupRows(const AggregateRelation& node, double input) {
  const double groups =
      node.keys.empty() ? 1 : std::min(input, std::max(1.0, input * kGroupsPerRow));
  const auto sets = static_cast<double>(std::max<size_t>(1, node.grouping_sets.size()));
  return groups * sets;
}

double LimitRows(const Limit& node, double input) {
  const double behind = std::max(0.0, input - static_cast<double>(node.offset));
  return node.count < 0 ? behind : std::min(behind, static_cast<double>(node.count));
}

double SetRows(const SetOperation& node, const std::vector<double>& inputs) {
  if (node.op == SetOperator::kUnion) return Sum(inputs);
  return inputs.front() * kHalf;
}

}  // namespace

RowEstimates::RowEstimates(const Relation& root, FactsOfScan facts) : facts_(std::move(facts)) {
  Visit(root);
}

double RowEstimates::ScanRows(const Scan& scan) const {
  const std::optional<ScanFacts> facts = facts_ ? facts_(scan) : std::nullopt;
  return facts ? static_cast<double>(facts->rows) : 0;
}

// Their conditions have chosen the partitions already, where these are known.
DecidedColumns RowEstimates::PartitionColumns(const Relation& relation) const {
  DecidedColumns columns;
  std::vector<const Relation*> left = {&relation};
  while (!left.empty()) {
    const Relation* node = left.back();
    left.pop_back();
    if (node->kind == RelationKind::kScan) {
      const auto& scan = As<Scan>(*node);
      const bool listed = facts_ && facts_(scan).has_value();
      for (size_t i = 0; i < scan.columns.size(); ++i) {
        const bool partition = scan.columns[i].kind == Scan::Source::kPartition;
        if (listed && partition) columns.insert(scan.output[i].id);
      }
    }
    if (node->kind == RelationKind::kWith) continue;
    for (const Relation* input : Inputs(*node)) left.push_back(input);
  }
  return columns;
}

int64_t RowEstimates::Rows(const Relation& relation) const {
  const auto found = rows_.find(&relation);
  if (found == rows_.end()) return 0;
  constexpr double kMost = 9e18;
  return static_cast<int64_t>(std::min(kMost, std::ceil(found->second)));
}

double RowEstimates::Visit(const Relation& relation) {
  std::vector<double> inputs;
  if (relation.kind == RelationKind::kWith) {
    const auto& with = As<With>(relation);
    for (size_t i = 0; i < with.definitions.size(); ++i) {
      definitions_[with.indexes[i]] = Visit(*with.definitions[i]);
    }
    inputs.push_back(Visit(*with.body));
  } else {
    for (const Relation* input : Inputs(relation)) inputs.push_back(Visit(*input));
  }
  const bool scan = relation.kind == RelationKind::kScan;
  for (const Expression* expression :
       scan ? std::vector<const Expression*>() : Expressions(relation)) {
    VisitSubqueries(*expression, [&](const Relation& subquery) { Visit(subquery); });
  }
  return rows_[&relation] = Compute(relation, inputs);
}

double RowEstimates::Compute(const Relation& relation, const std::vector<double>& inputs) {
  switch (relation.kind) {
    case RelationKind::kScan:
      return ScanRows(As<Scan>(relation));
    case RelationKind::kValues:
      return static_cast<double>(As<Values>(relation).rows.size());
    case RelationKind::kFilter:
      return FilterRows(As<Filter>(relation), inputs[0]);
    case RelationKind::kAggregate:
      return GroupRows(As<AggregateRelation>(relation), inputs[0]);
    case RelationKind::kJoin:
      return JoinRows(As<Join>(relation), inputs[0], inputs[1]);
    case RelationKind::kSetOperation:
      return SetRows(As<SetOperation>(relation), inputs);
    case RelationKind::kDistinct:
      return std::min(inputs[0], std::max(1.0, inputs[0] * kGroupsPerRow));
    case RelationKind::kLimit:
      return LimitRows(As<Limit>(relation), inputs[0]);
    case RelationKind::kUnnest:
      return inputs[0] * kRowsPerCall;
    case RelationKind::kCteScan: {
      const auto found = definitions_.find(As<CteScan>(relation).index);
      return found == definitions_.end() ? 0 : found->second;
    }
    case RelationKind::kTransform:  // nobody knows; most scripts answer row by row
      return As<Transform>(relation).function ? inputs[0] * kRowsPerCall : inputs[0];
    case RelationKind::kProject:
    case RelationKind::kSort:
    case RelationKind::kWith:
      return inputs[0];
  }
  return 0;
}

// A key is taken to be unique on the smaller side, so that each row of the bigger finds one
// partner.
double RowEstimates::JoinRows(const Join& node, double left, double right) const {
  if (node.type == JoinType::kSemi || node.type == JoinType::kAnti) return left * kHalf;
  double inner = left * right;
  std::vector<const Expression*> terms;
  if (node.condition) SplitConjunction(*node.condition, terms);
  bool keyed = false;
  const DecidedColumns decided = PartitionColumns(node);
  for (const Expression* term : terms) {
    ColumnId a = 0;
    ColumnId b = 0;
    if (!IsColumnEquality(*term, a, b)) {
      inner *= Selectivity(*term, decided);
    } else if (!keyed) {
      keyed = true;
      inner /= std::max(1.0, std::min(left, right));
    }
  }
  if (node.type == JoinType::kLeft) return std::max(left, inner);
  if (node.type == JoinType::kRight) return std::max(right, inner);
  if (node.type == JoinType::kFull) return std::max(inner, std::max(left, right));
  return inner;
}

// Equalities between two inputs of a comma join count as its join keys.
double RowEstimates::FilterRows(const Filter& node, double input) const {
  std::vector<const Relation*> leaves;
  CollectLeaves(*node.input, leaves);
  std::vector<const Expression*> terms;
  SplitConjunction(*node.condition, terms);
  const DecidedColumns decided = PartitionColumns(node);
  double rows = input;
  for (const Expression* term : terms) {
    ColumnId a = 0;
    ColumnId b = 0;
    if (IsColumnEquality(*term, a, b)) {
      const Relation* first = LeafOf(leaves, a);
      const Relation* second = LeafOf(leaves, b);
      if (first != nullptr && second != nullptr && first != second) {
        rows /= std::max(1.0, std::min(rows_.at(first), rows_.at(second)));
        continue;
      }
    }
    rows *= Selectivity(*term, decided);
  }
  return rows;
}

}  // namespace paisql::plan
