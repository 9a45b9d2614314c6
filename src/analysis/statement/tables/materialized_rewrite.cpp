// SET odps.sql.materialized.view.enable.auto.rewriting=true: the part of a query that is the query
// of a materialized view reads the view's rows, where these are up to date. The parts have to be
// the same plan: the same operators over the same tables, with the same expressions in the same
// order. Names do not matter.

#include <algorithm>
#include <unordered_map>

#include "analysis/expression/coercion.h"
#include "analysis/materialized.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "plan/traverse.h"
#include "store/materialized.h"

namespace paisql::analysis {
namespace {

// Whether two plans are the same. The columns of the second get the ids of the first on the way.
class SamePlan {
 public:
  // `right` is changed.
  bool Compare(const plan::Relation& left, plan::Relation& right) {
    if (left.kind != right.kind || left.output.size() != right.output.size()) return false;
    const std::vector<const plan::Relation*> lefts = plan::Inputs(left);
    std::vector<plan::Relation*> rights;
    plan::ForEachInput(right, [&](plan::RelationPtr& input) { rights.push_back(input.get()); });
    if (lefts.size() != rights.size()) return false;
    for (size_t i = 0; i < lefts.size(); ++i) {
      if (!Compare(*lefts[i], *rights[i])) return false;
    }
    if (!SameNode(left, right) || !SameExpressions(left, right)) return false;
    for (size_t i = 0; i < left.output.size(); ++i) {
      if (!(left.output[i].type == right.output[i].type)) return false;
      ids_[right.output[i].id] = left.output[i].id;
    }
    return true;
  }

 private:
  static bool SameScan(const plan::Scan& left, const plan::Scan& right) {
    return left.table.id == right.table.id && left.table.version == right.table.version &&
           left.columns == right.columns && !left.history && !right.history;
  }

  // What an operator has besides expressions and inputs. Kinds that are not here never match.
  static bool SameNode(const plan::Relation& left, const plan::Relation& right) {
    switch (left.kind) {
      case plan::RelationKind::kScan:
        return SameScan(plan::As<plan::Scan>(left), plan::As<plan::Scan>(right));
      case plan::RelationKind::kJoin:
        return plan::As<plan::Join>(left).type == plan::As<plan::Join>(right).type;
      case plan::RelationKind::kAggregate: {
        const auto& a = plan::As<plan::AggregateRelation>(left);
        const auto& b = plan::As<plan::AggregateRelation>(right);
        return a.keys.size() == b.keys.size() && a.grouping_sets == b.grouping_sets;
      }
      case plan::RelationKind::kProject:
      case plan::RelationKind::kFilter:
      case plan::RelationKind::kDistinct:
        return true;
      default:
        return false;
    }
  }

  void Rename(plan::Expression& expression) {
    if (expression.kind == plan::ExpressionKind::kColumn) {
      auto& column = plan::As<plan::ColumnRef>(expression);
      if (const auto found = ids_.find(column.column); found != ids_.end()) {
        column.column = found->second;
      }
    }
    plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) { Rename(*child); });
  }

  bool SameExpressions(const plan::Relation& left, plan::Relation& right) {
    const std::vector<const plan::Expression*> lefts = plan::Expressions(left);
    std::vector<plan::Expression*> rights;
    plan::ForEachExpression(
        right, [&](plan::ExpressionPtr& expression) { rights.push_back(expression.get()); });
    if (lefts.size() != rights.size()) return false;
    for (size_t i = 0; i < lefts.size(); ++i) {
      Rename(*rights[i]);
      if (!plan::StructurallyEqual(*lefts[i], *rights[i])) return false;
    }
    return true;
  }

  std::unordered_map<plan::ColumnId, plan::ColumnId> ids_;
};

// A view whose rows may stand for its query, and the plan of the query with its columns' names.
struct Candidate {
  store::Table table;
  std::vector<std::string> columns;
  plan::RelationPtr query;
};

class Rewriter {
 public:
  Rewriter(State& state, std::vector<Candidate> candidates)
      : state_(state), candidates_(std::move(candidates)) {}

  void Rewrite(plan::RelationPtr& relation) {
    if (ReplaceBy(relation)) return;
    plan::ForEachInput(*relation, [&](plan::RelationPtr& input) { Rewrite(input); });
    plan::ForEachExpression(*relation, [&](plan::ExpressionPtr& part) { RewriteIn(*part); });
  }

 private:
  void RewriteIn(plan::Expression& expression) {
    if (plan::RelationPtr* subquery = plan::SubqueryOf(expression)) Rewrite(*subquery);
    plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) { RewriteIn(*child); });
  }

  bool ReplaceBy(plan::RelationPtr& relation) {
    for (const Candidate& candidate : candidates_) {
      const plan::RelationPtr copy = plan::Clone(*candidate.query);
      if (!SamePlan().Compare(*relation, *copy)) continue;
      relation = ReadOf(candidate, *relation);
      return true;
    }
    return false;
  }

  // The view's columns under the ids of the relation that it stands for.
  plan::RelationPtr ReadOf(const Candidate& candidate, const plan::Relation& replaced) {
    plan::RelationPtr scan = ScanOf(state_, candidate.table, replaced.range);
    auto project = std::make_unique<plan::Project>();
    project->range = replaced.range;
    project->output = replaced.output;
    for (const std::string& name : candidate.columns) {
      const auto column =
          std::find_if(scan->output.begin(), scan->output.end(),
                       [&](const plan::OutputColumn& one) { return one.name == name; });
      project->expressions.push_back(MakeColumn(*column, replaced.range));
    }
    project->input = std::move(scan);
    return project;
  }

  State& state_;
  std::vector<Candidate> candidates_;
};

// A table of the statement's own plan, so that few views are looked at.
bool ReadsTables(const plan::Relation& root) { return !plan::CollectScans(root).empty(); }

// nullopt for a view that cannot stand for its query now.
Result<std::optional<Candidate>> CandidateOf(State& state, const store::Table& table) {
  const store::Materialized view = *store::MaterializedOf(table);
  AnalysisContext& context = state.context;
  const Result<bool> valid = IsValid(table, {}, {}, context);
  if (!valid.ok() || !*valid) return std::optional<Candidate>();
  Candidate candidate{table, view.columns, nullptr};
  const UsedNames used = static_cast<const UsedNames&>(context);
  Result<plan::RelationPtr> query = ViewRelation(state, QueryOfMaterialized(table), {});
  static_cast<UsedNames&>(context) = used;
  if (!query.ok()) return std::optional<Candidate>();
  // Without the names that the view gives its columns.
  candidate.query = std::move(plan::As<plan::Project>(**query).input);
  if (IsVolatile(*candidate.query)) return std::optional<Candidate>();
  for (size_t i = 0; i < candidate.columns.size(); ++i) {
    for (const auto* columns : {&table.columns, &table.partition_columns}) {
      for (const store::Column& column : *columns) {
        const bool same_type =
            column.name != candidate.columns[i] || column.type == candidate.query->output[i].type;
        if (!same_type) return std::optional<Candidate>();
      }
    }
  }
  return std::optional(std::move(candidate));
}

}  // namespace

Status RewriteToMaterialized(State& state, plan::RelationPtr& root) {
  if (!state.context.rewrites_to_materialized || !ReadsTables(*root)) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<store::Table> tables,
                state.names.catalog().ListTables(state.names.place()));
  std::vector<Candidate> candidates;
  for (const store::Table& table : tables) {
    const std::optional<store::Materialized> view = store::MaterializedOf(table);
    if (!view || !view->rewrites) continue;
    PAISQL_ASSIGN(std::optional<Candidate> candidate, CandidateOf(state, table));
    if (candidate) candidates.push_back(*std::move(candidate));
  }
  if (!candidates.empty()) Rewriter(state, std::move(candidates)).Rewrite(root);
  return Status::Ok();
}

}  // namespace paisql::analysis
