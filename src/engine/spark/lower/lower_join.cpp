// Conditions of joins. A term that Spark computes itself stays. What reads one side is computed
// below it. What reads both sides and is not Spark's own becomes a filter above an inner join;
// other joins are made of the pairs of values for which the condition holds.

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

#include "engine/spark/lower/attachment.h"
#include "engine/spark/lower/lowering.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::JoinType;
using plan::RelationPtr;

namespace {

using Tables = std::unordered_map<plan::ColumnId, size_t>;

void NumberTables(const plan::Relation& root, size_t& count, Tables& tables) {
  if (root.kind == plan::RelationKind::kFilter) {
    return NumberTables(*plan::As<plan::Filter>(root).input, count, tables);
  }
  if (root.kind == plan::RelationKind::kJoin) {
    const auto& join = plan::As<plan::Join>(root);
    NumberTables(*join.left, count, tables);
    return NumberTables(*join.right, count, tables);
  }
  ++count;
  for (const plan::OutputColumn& column : root.output) tables[column.id] = count;
}

// A column that stands in no table is of a query around.
void CollectTables(const plan::Expression& expression, const Tables& tables,
                   std::set<size_t>& found) {
  if (expression.kind == plan::ExpressionKind::kColumn) {
    const auto table = tables.find(plan::As<plan::ColumnRef>(expression).column);
    found.insert(table == tables.end() ? 0 : table->second);
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    CollectTables(*child, tables, found);
  }
}

bool ComparesTables(const plan::Call& comparison, const Tables& tables) {
  std::set<size_t> left;
  CollectTables(*comparison.arguments[0], tables, left);
  if (left.empty()) return false;
  return std::any_of(comparison.arguments.begin() + 1, comparison.arguments.end(),
                     [&](const ExpressionPtr& argument) {
                       std::set<size_t> right;
                       CollectTables(*argument, tables, right);
                       return !right.empty() &&
                              std::none_of(right.begin(), right.end(),
                                           [&](size_t table) { return left.contains(table); });
                     });
}

void CompareExactlyIn(plan::Expression& expression, const Tables& tables) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    auto& call = plan::As<plan::Call>(expression);
    if (call.overload->signature.starts_with("(DOUBLE, DOUBLE") &&
        call.function->kind == functions::FunctionKind::kOperator &&
        call.type.id() == TypeId::kBoolean && ComparesTables(call, tables)) {
      CompareExactly(call);
    }
  }
  plan::ForEachChild(expression, [&](ExpressionPtr& child) { CompareExactlyIn(*child, tables); });
}

bool IsInner(JoinType type) { return type == JoinType::kInner || type == JoinType::kCross; }

// An operator that looks at all of its operands, whatever they are.
bool IsStrict(const plan::Expression& expression) {
  if (expression.kind != plan::ExpressionKind::kCall) return false;
  const auto& call = plan::As<plan::Call>(expression);
  return call.function->kind == functions::FunctionKind::kOperator &&
         call.function->name != "and" && call.function->name != "or";
}

}  // namespace

void CompareTablesExactly(plan::Expression& condition,
                          const std::vector<const plan::Relation*>& inputs) {
  Tables tables;
  size_t count = 0;
  for (const plan::Relation* input : inputs) NumberTables(*input, count, tables);
  CompareExactlyIn(condition, tables);
}

void Lowering::TakeSubqueries(plan::Join& join, std::vector<ExpressionPtr>& terms) {
  for (RelationPtr* side : {&join.left, &join.right}) {
    std::vector<ExpressionPtr*> found;
    std::vector<const plan::Expression*> seen;
    const std::function<void(ExpressionPtr&)> visit = [&](ExpressionPtr& node) {
      if (plan::SubqueryOf(*node) != nullptr && HasOnly(FreeColumns(*node), (*side)->output)) {
        found.push_back(&node);
        seen.push_back(node.get());
        return;
      }
      plan::ForEachChild(*node, visit);
    };
    for (ExpressionPtr& term : terms) visit(term);
    if (found.empty()) continue;
    Attachment attachment(*this, std::move(*side), seen);
    for (ExpressionPtr* node : found) attachment.Take(*node);
    *side = attachment.Finish();
  }
}

void Lowering::ComputeBelow(plan::Join& join, std::vector<ExpressionPtr>& terms) {
  for (RelationPtr* side : {&join.left, &join.right}) {
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
    const std::function<void(ExpressionPtr&)> take = [&](ExpressionPtr& node) {
      if (says_itself_(*node) || plan::ContainsSubquery(*node)) return;
      if (HasOnly(FreeColumns(*node), (*side)->output)) {
        const plan::OutputColumn column = {numbers_.Column(), "computed", node->type};
        items.emplace_back(column, std::move(node));
        node = Reference(column);
      } else if (IsStrict(*node)) {
        plan::ForEachChild(*node, take);
      }
    };
    for (ExpressionPtr& term : terms) take(term);
    if (items.empty()) continue;
    const Columns kept = (*side)->output;
    *side = MakeProject(std::move(*side), kept, std::move(items));
  }
}

void Lowering::RewriteJoin(RelationPtr& relation) {
  auto& join = plan::As<plan::Join>(*relation);
  if (join.condition == nullptr || !done_.insert(&join).second) return;
  CompareTablesExactly(*join.condition, {join.left.get(), join.right.get()});
  if (says_itself_(*join.condition) && !plan::ContainsSubquery(*join.condition)) return;
  const Columns shown = join.output;
  std::vector<ExpressionPtr> terms = TakeTerms(std::move(join.condition));
  TakeSubqueries(join, terms);
  ComputeBelow(join, terms);
  join.output = join.left->output;
  if (join.type != JoinType::kSemi && join.type != JoinType::kAnti) {
    join.output.insert(join.output.end(), join.right->output.begin(), join.right->output.end());
  }
  std::vector<ExpressionPtr> own;
  std::vector<ExpressionPtr> rest;
  for (ExpressionPtr& term : terms) {
    const bool stays = says_itself_(*term) && !plan::ContainsSubquery(*term);
    (stays ? own : rest).push_back(std::move(term));
  }
  if (IsInner(join.type)) {
    join.condition = Conjunction(std::move(own));
    join.type = join.condition == nullptr ? JoinType::kCross : JoinType::kInner;
    relation = MakeFilter(std::move(relation), Conjunction(std::move(rest)));
    done_.insert(relation.get());
  } else if (!rest.empty()) {
    for (ExpressionPtr& term : own) rest.push_back(std::move(term));
    join.condition = Conjunction(std::move(rest));
    JoinPairs(relation);
  } else {
    join.condition = Conjunction(std::move(own));
  }
  relation = MakeProject(std::move(relation), shown);
}

// L LEFT JOIN R ON c is (L LEFT JOIN P) LEFT JOIN R, by equal values, where P has the pairs of the
// values that c reads for which it is true. The condition is computed as a filter over all pairs.
void Lowering::JoinPairs(RelationPtr& relation) {
  auto& join = plan::As<plan::Join>(*relation);
  const JoinType type = join.type;
  const ColumnSet read = FreeColumns(*join.condition);
  RelationPtr left = std::move(join.left);
  RelationPtr right = std::move(join.right);
  if (type == JoinType::kRight) std::swap(left, right);
  const Columns left_all = left->output;
  const Columns right_all = right->output;
  const Columns left_read = Among(left_all, read);
  const Columns right_read = Among(right_all, read);
  for (const Columns* columns : {&left_read, &right_read}) {
    for (const plan::OutputColumn& column : *columns) {
      if (!HasEquality(column.type)) {
        return Fail({ErrorCode::kUnsupported,
                     "this condition of an outer join with a MAP does not run on Spark",
                     join.condition->range, "SET paisql.engine=duckdb"});
      }
    }
  }
  auto with = std::make_unique<plan::With>();
  const auto define = [&](RelationPtr definition) {
    with->indexes.push_back(numbers_.Definition());
    with->definitions.push_back(std::move(definition));
    return with->indexes.back();
  };
  const int left_rows = define(std::move(left));
  const int right_rows = define(std::move(right));
  RelationPtr pairs =
      MakeJoin(JoinType::kCross, MakeDistinct(MakeCteScan(left_rows, left_read, left_read)),
               MakeDistinct(MakeCteScan(right_rows, right_read, right_read)), nullptr);
  const Columns read_pairs = pairs->output;
  pairs = MakeFilter(std::move(pairs), std::move(join.condition));
  done_.insert(pairs.get());
  pairs = MakeProject(std::move(pairs), read_pairs);
  const int matching = define(std::move(pairs));

  const plan::OutputColumn mark = {numbers_.Column(), "mark", TypeId::kBoolean};
  const Columns of_left = Renumbered(left_read, numbers_);
  const Columns of_right = Renumbered(right_read, numbers_);
  Columns of_both = of_left;
  of_both.insert(of_both.end(), of_right.begin(), of_right.end());
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> marked;
  marked.emplace_back(mark, Truth(true));
  RelationPtr found =
      MakeProject(MakeCteScan(matching, read_pairs, of_both), of_both, std::move(marked));
  const bool half = type == JoinType::kSemi || type == JoinType::kAnti;
  ExpressionPtr same = SameValues(left_read, of_left);
  with->body = MakeJoin(half ? type : JoinType::kLeft, MakeCteScan(left_rows, left_all, left_all),
                        std::move(found), same == nullptr ? Truth(true) : std::move(same));
  if (!half) {
    std::vector<ExpressionPtr> terms;
    terms.push_back(Reference(mark));
    if (!right_read.empty()) terms.push_back(SameValues(of_right, right_read));
    with->body =
        MakeJoin(type == JoinType::kFull ? JoinType::kFull : JoinType::kLeft, std::move(with->body),
                 MakeCteScan(right_rows, right_all, right_all), Conjunction(std::move(terms)));
  }
  with->output = with->body->output;
  relation = std::move(with);
}

}  // namespace paisql::engine::spark
