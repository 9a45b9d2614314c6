// Joins: ON, USING, NATURAL, comma and CROSS.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

plan::JoinType TypeOf(syntax::JoinType type) {
  switch (type) {
    case syntax::JoinType::kInner:
      return plan::JoinType::kInner;
    case syntax::JoinType::kLeft:
      return plan::JoinType::kLeft;
    case syntax::JoinType::kRight:
      return plan::JoinType::kRight;
    case syntax::JoinType::kFull:
      return plan::JoinType::kFull;
    case syntax::JoinType::kCross:
      return plan::JoinType::kCross;
    case syntax::JoinType::kLeftSemi:
      return plan::JoinType::kSemi;
    case syntax::JoinType::kLeftAnti:
      return plan::JoinType::kAnti;
  }
  return plan::JoinType::kInner;
}

bool LeftOnly(plan::JoinType type) {
  return type == plan::JoinType::kSemi || type == plan::JoinType::kAnti;
}

// The visible column of this name on one side of a USING join.
Result<plan::OutputColumn> SideColumn(const FromResult& side, const syntax::Identifier& name) {
  const Scope scope(nullptr, side.relations);
  syntax::QualifiedName qualified;
  qualified.parts.push_back(name);
  qualified.range = name.range;
  PAISQL_ASSIGN(Scope::Match match, scope.Find(qualified));
  return *match.column;
}

std::vector<syntax::Identifier> CommonColumns(const FromResult& left, const FromResult& right,
                                              const SourceRange& range) {
  std::vector<syntax::Identifier> names;
  const auto has = [](const FromResult& side, const std::string& name) {
    for (const ScopeRelation& relation : side.relations) {
      for (const ScopeColumn& column : relation.columns) {
        if (column.hidden || column.named_only) continue;
        if (EqualsIgnoreCase(column.column.name, name)) return true;
      }
    }
    return false;
  };
  for (const ScopeRelation& relation : left.relations) {
    for (const ScopeColumn& column : relation.columns) {
      if (column.hidden || column.named_only || !has(right, column.column.name)) continue;
      names.push_back({column.column.name, false, range});
    }
  }
  return names;
}

// The common columns are the whole condition, and a product has none.
Status CheckNatural(const syntax::JoinRelation& node) {
  if (!node.natural) return Status::Ok();
  if (node.condition || !node.using_columns.empty()) {
    return SemanticError(node.condition ? node.condition->range : node.using_columns.front().range,
                         "NATURAL JOIN takes neither ON nor USING",
                         "leave NATURAL or the condition out");
  }
  if (node.type != syntax::JoinType::kCross) return Status::Ok();
  return SemanticError(node.right->range, "NATURAL CROSS JOIN is not allowed",
                       "write NATURAL JOIN, or CROSS JOIN");
}

void Hide(std::vector<ScopeRelation>& relations, plan::ColumnId id) {
  for (ScopeRelation& relation : relations) {
    for (ScopeColumn& column : relation.columns) {
      if (column.column.id == id) column.hidden = true;
    }
  }
}

}  // namespace

bool FromAnalyzer::IsMapJoin(const FromResult& left, const FromResult& right) const {
  return MapJoinOf(hints_, left.relations) != nullptr ||
         MapJoinOf(hints_, right.relations) != nullptr;
}

// The side that an outer join keeps whole is the big one; where both are kept, neither is small. A
// side that is itself a join is not judged: the hint may mean the join inside it.
Status FromAnalyzer::CheckMapJoinSide(const syntax::JoinRelation& node, const FromResult& left,
                                      const FromResult& right) const {
  const auto small_side = [&](const FromResult& side) {
    return side.relations.size() == 1 ? MapJoinOf(hints_, side.relations) : nullptr;
  };
  const bool keeps_left =
      node.type == syntax::JoinType::kLeft || node.type == syntax::JoinType::kFull;
  const bool keeps_right =
      node.type == syntax::JoinType::kRight || node.type == syntax::JoinType::kFull;
  const syntax::Hint::Argument* wrong = nullptr;
  if (keeps_right) wrong = small_side(right);
  if (keeps_left && wrong == nullptr) wrong = small_side(left);
  if (wrong == nullptr) return Status::Ok();
  if (node.type == syntax::JoinType::kFull) {
    return Error{ErrorCode::kMapJoin, "FULL JOIN cannot be a mapjoin", wrong->range,
                 "leave the hint out"};
  }
  return Error{ErrorCode::kMapJoin,
               fmt::format("{} is the table that a {} JOIN keeps whole, which must be the big one",
                           wrong->name, keeps_left ? "LEFT" : "RIGHT"),
               wrong->range, "name the other side of the join in the hint"};
}

Result<plan::ExpressionPtr> FromAnalyzer::JoinCondition(const syntax::JoinRelation& node,
                                                        const FromResult& left,
                                                        const FromResult& right) {
  std::vector<ScopeRelation> relations = left.relations;
  relations.insert(relations.end(), right.relations.begin(), right.relations.end());
  const Scope scope(outer_, std::move(relations));
  ExpressionAnalyzer analyzer(state_, scope, {.name = "ON"});
  plan::ExpressionPtr condition = analyzer.AnalyzeBoolean(*node.condition);
  if (IsMapJoin(left, right) || IsFailed(condition->type)) return condition;
  bool connects = state_.context.allow_cartesian;
  PAISQL_TRY(CheckEquality(*condition, left, right, connects));
  if (!connects && !HasAtMostOneRow(state_, *left.plan) && !HasAtMostOneRow(state_, *right.plan)) {
    return Error{ErrorCode::kCartesianProduct, "cartesian product is not allowed without mapjoin",
                 node.condition->range,
                 "join on an equality between both sides, or name one side in /*+ MAPJOIN(…) */"};
  }
  return condition;
}

Status FromAnalyzer::MergeUsing(
    const syntax::JoinRelation& node, FromResult& left, FromResult& right,
    std::vector<plan::ExpressionPtr>& terms,
    std::vector<std::pair<plan::OutputColumn, plan::OutputColumn>>& merged) {
  std::vector<syntax::Identifier> names = node.using_columns;
  if (node.natural) {
    names = CommonColumns(left, right, node.right->range);
    if (names.empty() && !IsOpen(left.plan->output) && !IsOpen(right.plan->output)) {
      return SemanticError(node.right->range, "NATURAL JOIN finds no common column",
                           "write the columns that meet: ON a.x = b.y");
    }
  }
  for (const syntax::Identifier& name : names) {
    PAISQL_ASSIGN(plan::OutputColumn left_column, SideColumn(left, name));
    PAISQL_ASSIGN(plan::OutputColumn right_column, SideColumn(right, name));
    PAISQL_ASSIGN(plan::ExpressionPtr term,
                  MakeComparison(state_, "=", MakeColumn(left_column, name.range),
                                 MakeColumn(right_column, name.range), name.range));
    if (IsFailed(term->type)) state_.errors.NoteFailedUse();
    terms.push_back(std::move(term));
    merged.emplace_back(left_column, right_column);
    Hide(left.relations, left_column.id);
    Hide(right.relations, right_column.id);
  }
  return Status::Ok();
}

Result<FromResult> FromAnalyzer::FinishJoin(
    const syntax::JoinRelation& node, FromResult left, FromResult right,
    plan::ExpressionPtr condition,
    const std::vector<std::pair<plan::OutputColumn, plan::OutputColumn>>& merged) {
  auto join = std::make_unique<plan::Join>();
  join->type = TypeOf(node.type);
  // CROSS JOIN … ON is the inner join with that condition.
  if (join->type == plan::JoinType::kCross) join->type = plan::JoinType::kInner;
  if (!condition) join->type = plan::JoinType::kCross;
  join->range = node.range;
  join->condition = std::move(condition);
  join->output = left.plan->output;
  FromResult result;
  result.relations = std::move(left.relations);
  if (!LeftOnly(join->type)) {
    join->output.insert(join->output.end(), right.plan->output.begin(), right.plan->output.end());
    result.relations.insert(result.relations.end(), right.relations.begin(), right.relations.end());
  }
  join->left = std::move(left.plan);
  join->right = std::move(right.plan);
  const plan::JoinType type = join->type;
  result.plan = std::move(join);
  if (merged.empty()) return result;
  // The merged columns come first, and only they answer to their plain names.
  ScopeRelation front;
  if (type != plan::JoinType::kFull) {
    for (const auto& [left_column, right_column] : merged) {
      const bool from_right = type == plan::JoinType::kRight;
      front.columns.push_back({from_right ? right_column : left_column, false});
    }
    result.relations.insert(result.relations.begin(), std::move(front));
    return result;
  }
  const functions::Function* coalesce = functions::FindFunction("coalesce");
  if (coalesce == nullptr) return UnsupportedError(node.range, "FULL JOIN USING is not supported");
  auto project = std::make_unique<plan::Project>();
  for (const plan::OutputColumn& column : result.plan->output) {
    project->expressions.push_back(MakeColumn(column, node.range));
  }
  project->output = result.plan->output;
  // The passed-on columns need ids of their own, which the scope then names.
  for (plan::OutputColumn& column : project->output) {
    const plan::ColumnId old_id = column.id;
    column.id = state_.NewColumn();
    leaves_[column.id] = LeafOf(old_id);
    for (ScopeRelation& relation : result.relations) {
      for (ScopeColumn& visible : relation.columns) {
        if (visible.column.id == old_id) visible.column.id = column.id;
      }
    }
  }
  for (const auto& [left_column, right_column] : merged) {
    std::vector<plan::ExpressionPtr> arguments;
    arguments.push_back(MakeColumn(left_column, node.range));
    arguments.push_back(MakeColumn(right_column, node.range));
    PAISQL_ASSIGN(plan::ExpressionPtr value,
                  MakeCall(state_, *coalesce, std::move(arguments), node.range));
    project->output.push_back(state_.Column(left_column.name, value->type));
    front.columns.push_back({project->output.back(), false});
    leaves_[project->output.back().id] = LeafOf(left_column.id);
    project->expressions.push_back(std::move(value));
  }
  project->range = node.range;
  project->input = std::move(result.plan);
  result.plan = std::move(project);
  result.relations.insert(result.relations.begin(), std::move(front));
  return result;
}

void FromAnalyzer::CheckAliases(const std::vector<ScopeRelation>& left,
                                const std::vector<ScopeRelation>& right, const SourceRange& range) {
  for (const ScopeRelation& one : left) {
    for (const ScopeRelation& other : right) {
      if (one.alias.empty() || !EqualsIgnoreCase(one.alias, other.alias)) continue;
      if (!EqualsIgnoreCase(one.project, other.project)) continue;
      state_.errors.Add(SemanticError(range, fmt::format("{} appears twice in FROM", other.alias),
                                      "give one of them an alias"));
    }
  }
}

Result<FromResult> FromAnalyzer::Join(const syntax::JoinRelation& node) {
  if (++joins_ > ValueOf(Limit::kRelations)) return TooLarge(Limit::kRelations, node.range);
  FromResult left = Analyze(*node.left);
  if (SeesLeftSide(node)) return UnnestJoin(node, std::move(left));
  FromResult right = Analyze(*node.right);
  CheckAliases(left.relations, right.relations, node.right->range);
  PAISQL_TRY(CheckMapJoinSide(node, left, right));
  PAISQL_TRY(CheckNatural(node));
  plan::ExpressionPtr condition;
  std::vector<std::pair<plan::OutputColumn, plan::OutputColumn>> merged;
  if (node.natural || !node.using_columns.empty()) {
    std::vector<plan::ExpressionPtr> terms;
    PAISQL_TRY(MergeUsing(node, left, right, terms, merged));
    PAISQL_ASSIGN(condition, MakeConjunction(state_, std::move(terms)));
  } else if (node.condition) {
    PAISQL_ASSIGN(condition, JoinCondition(node, left, right));
  }
  const int left_leaf = left.plan->output.empty() ? -1 : LeafOf(left.plan->output[0].id);
  const int right_leaf = right.plan->output.empty() ? -1 : LeafOf(right.plan->output[0].id);
  if (condition) {
    // Allowed as it is, so it connects both sides for whatever follows.
    if (left_leaf >= 0 && right_leaf >= 0) parents_[Root(left_leaf)] = Root(right_leaf);
  } else if (node.type != syntax::JoinType::kInner && node.type != syntax::JoinType::kCross) {
    return SemanticError(node.right->range, "an outer, semi or anti join needs ON or USING",
                         "write ON with an equality between both sides");
  } else if (!IsMapJoin(left, right) && !state_.context.allow_cartesian &&
             !HasAtMostOneRow(state_, *left.plan) && !HasAtMostOneRow(state_, *right.plan)) {
    cross_joins_.push_back({left_leaf, right_leaf, node.right->range});
  } else if (left_leaf >= 0 && right_leaf >= 0) {
    parents_[Root(left_leaf)] = Root(right_leaf);
  }
  const bool inner = node.type == syntax::JoinType::kInner || node.type == syntax::JoinType::kCross;
  if (!inner && condition) {
    if (LeftOnly(TypeOf(node.type)) && LooksAtBothSides(*condition, left, right)) {
      return ExistsJoin(node, std::move(left), std::move(right), std::move(condition));
    }
    PAISQL_TRY(LiftSubqueries(condition, left, right));
  }
  return FinishJoin(node, std::move(left), std::move(right), std::move(condition), merged);
}

}  // namespace paisql::analysis
