#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/coercion.h"
#include "analysis/constants.h"
#include "analysis/passes.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

using Predicates = std::vector<plan::ExpressionPtr>;
using Substitution = std::unordered_map<plan::ColumnId, const plan::Expression*>;

Predicates CloneAll(const Predicates& predicates) {
  Predicates copies;
  for (const plan::ExpressionPtr& predicate : predicates) {
    copies.push_back(plan::Clone(*predicate));
  }
  return copies;
}

bool ContainsSubquery(const plan::Expression& expression) {
  return plan::ContainsKind(expression, plan::ExpressionKind::kScalarSubquery) ||
         plan::ContainsKind(expression, plan::ExpressionKind::kInSubquery) ||
         plan::ContainsKind(expression, plan::ExpressionKind::kExists);
}

// The same row gives the same answer, whoever asks: such a predicate may be asked a second time
// about partitions.
bool IsPure(const plan::Expression& expression) {
  switch (expression.kind) {
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(expression);
      if (call.function == nullptr || call.function->flags.volatile_result) return false;
      break;
    }
    case plan::ExpressionKind::kColumn:
    case plan::ExpressionKind::kConstant:
    case plan::ExpressionKind::kCast:
    case plan::ExpressionKind::kCase:
      break;
    default:
      return false;
  }
  const std::vector<const plan::Expression*> children = plan::Children(expression);
  return std::all_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return IsPure(*child); });
}

std::string_view CallName(const plan::Expression& expression) {
  if (expression.kind != plan::ExpressionKind::kCall) return "";
  const auto& call = plan::As<plan::Call>(expression);
  return call.function == nullptr ? "" : call.function->name;
}

// True when the predicate cannot be true for a NULL in its columns: outer joins pad with NULLs.
bool RejectsNull(const plan::Expression& predicate) {
  const std::string_view name = CallName(predicate);
  if (name == "and" || name == "or") {
    const auto& arguments = plan::As<plan::Call>(predicate).arguments;
    const bool first = RejectsNull(*arguments[0]);
    const bool second = RejectsNull(*arguments[1]);
    return name == "and" ? first || second : first && second;
  }
  constexpr std::string_view kStrict[] = {"=",  "<>", "<",    "<=",         ">",
                                          ">=", "in", "like", "like_plain", "between"};
  if (std::find(std::begin(kStrict), std::end(kStrict), name) == std::end(kStrict)) return false;
  for (const plan::ExpressionPtr& argument : plan::As<plan::Call>(predicate).arguments) {
    const plan::Expression* node = argument.get();
    while (node->kind == plan::ExpressionKind::kCast) {
      node = plan::As<plan::Cast>(*node).operand.get();
    }
    if (node->kind != plan::ExpressionKind::kColumn &&
        node->kind != plan::ExpressionKind::kConstant) {
      return false;
    }
  }
  return true;
}

void Substitute(plan::ExpressionPtr& expression, const Substitution& substitution) {
  if (expression->kind == plan::ExpressionKind::kColumn) {
    const auto it = substitution.find(plan::As<plan::ColumnRef>(*expression).column);
    if (it != substitution.end()) expression = plan::Clone(*it->second);
    return;
  }
  plan::ForEachChild(*expression,
                     [&](plan::ExpressionPtr& child) { Substitute(child, substitution); });
}

std::vector<plan::ColumnId> ColumnsOf(const plan::Expression& expression) {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(expression, columns);
  return columns;
}

class Pruner {
 public:
  explicit Pruner(State& state) : state_(state) {}

  void Prune(plan::Relation& relation, Predicates predicates) {
    PruneSubqueries(relation);
    switch (relation.kind) {
      case plan::RelationKind::kScan:
        return PruneScan(plan::As<plan::Scan>(relation), std::move(predicates));
      case plan::RelationKind::kValues:
        return;
      case plan::RelationKind::kCteScan:
        return NoteReader(plan::As<plan::CteScan>(relation), std::move(predicates));
      case plan::RelationKind::kProject:
        return PruneProject(plan::As<plan::Project>(relation), std::move(predicates));
      case plan::RelationKind::kFilter: {
        auto& filter = plan::As<plan::Filter>(relation);
        AddTerms(*filter.condition, predicates);
        return Prune(*filter.input, std::move(predicates));
      }
      case plan::RelationKind::kAggregate:
        return PruneAggregate(plan::As<plan::AggregateRelation>(relation), std::move(predicates));
      case plan::RelationKind::kJoin:
        return PruneJoin(plan::As<plan::Join>(relation), std::move(predicates));
      case plan::RelationKind::kSetOperation:
        return PruneSetOperation(plan::As<plan::SetOperation>(relation), predicates);
      case plan::RelationKind::kDistinct:
        return Prune(*plan::As<plan::Distinct>(relation).input, std::move(predicates));
      case plan::RelationKind::kSort:
        return Prune(*plan::As<plan::Sort>(relation).input, std::move(predicates));
      case plan::RelationKind::kLimit:
        // Which rows a LIMIT keeps must not depend on what is asked of them afterwards.
        return Prune(*plan::As<plan::Limit>(relation).input, {});
      case plan::RelationKind::kUnnest: {
        auto& unnest = plan::As<plan::Unnest>(relation);
        return Prune(*unnest.input, Over(predicates, *unnest.input));
      }
      case plan::RelationKind::kWith:
        return PruneWith(plan::As<plan::With>(relation), std::move(predicates));
    }
  }

  // A predicate whose value is known only when the query runs still counts as one.
  bool HasDynamicPredicate(const plan::Scan* scan) const { return dynamic_.contains(scan); }

 private:
  static void AddTerms(const plan::Expression& condition, Predicates& predicates) {
    std::vector<const plan::Expression*> terms;
    plan::SplitConjunction(condition, terms);
    for (const plan::Expression* term : terms) predicates.push_back(plan::Clone(*term));
  }

  // The predicates that speak of the relation's columns alone.
  static Predicates Over(const Predicates& predicates, const plan::Relation& relation) {
    std::unordered_set<plan::ColumnId> ids;
    for (const plan::OutputColumn& column : relation.output) ids.insert(column.id);
    Predicates result;
    for (const plan::ExpressionPtr& predicate : predicates) {
      const std::vector<plan::ColumnId> columns = ColumnsOf(*predicate);
      const bool inside =
          !columns.empty() && (ContainsSubquery(*predicate) ||
                               std::all_of(columns.begin(), columns.end(),
                                           [&](plan::ColumnId id) { return ids.contains(id); }));
      if (inside) result.push_back(plan::Clone(*predicate));
    }
    return result;
  }

  void PruneSubqueries(plan::Relation& relation) {
    std::function<void(plan::ExpressionPtr&)> visit = [&](plan::ExpressionPtr& expression) {
      plan::ForEachChild(*expression, visit);
      if (plan::RelationPtr* subquery = plan::SubqueryOf(*expression)) Prune(**subquery, {});
    };
    plan::ForEachExpression(relation, visit);
  }

  void PruneProject(plan::Project& project, Predicates predicates) {
    Substitution substitution;
    std::vector<const plan::Expression*> windows;
    for (size_t i = 0; i < project.expressions.size(); ++i) {
      substitution[project.output[i].id] = project.expressions[i].get();
      CollectWindows(*project.expressions[i], windows);
    }
    Predicates below;
    for (plan::ExpressionPtr& predicate : predicates) {
      Substitute(predicate, substitution);
      if (!WindowsAllow(windows, *predicate)) continue;
      below.push_back(std::move(predicate));
    }
    Prune(*project.input, std::move(below));
  }

  static void CollectWindows(const plan::Expression& expression,
                             std::vector<const plan::Expression*>& windows) {
    if (expression.kind == plan::ExpressionKind::kWindow) windows.push_back(&expression);
    for (const plan::Expression* child : plan::Children(expression)) {
      CollectWindows(*child, windows);
    }
  }

  // Rows may only go before a window sees them when whole window partitions go.
  static bool WindowsAllow(const std::vector<const plan::Expression*>& windows,
                           const plan::Expression& predicate) {
    const std::vector<plan::ColumnId> columns = ColumnsOf(predicate);
    for (const plan::Expression* expression : windows) {
      const auto& window = plan::As<plan::Window>(*expression);
      for (plan::ColumnId id : columns) {
        const bool listed = std::any_of(window.partition_by.begin(), window.partition_by.end(),
                                        [&](const plan::ExpressionPtr& key) {
                                          return key->kind == plan::ExpressionKind::kColumn &&
                                                 plan::As<plan::ColumnRef>(*key).column == id;
                                        });
        if (!listed) return false;
      }
    }
    return true;
  }

  void PruneAggregate(plan::AggregateRelation& node, Predicates predicates) {
    Predicates below;
    if (node.grouping_sets.empty()) {
      Substitution substitution;
      for (size_t i = 0; i < node.keys.size(); ++i) {
        substitution[node.output[i].id] = node.keys[i].get();
      }
      for (plan::ExpressionPtr& predicate : predicates) {
        const std::vector<plan::ColumnId> columns = ColumnsOf(*predicate);
        const bool keys_only = std::all_of(columns.begin(), columns.end(), [&](plan::ColumnId id) {
          return substitution.contains(id);
        });
        if (!keys_only) continue;
        Substitute(predicate, substitution);
        below.push_back(std::move(predicate));
      }
    }
    Prune(*node.input, std::move(below));
  }

  // a = b and b = 'x' give a = 'x'.
  static void AddTransitive(Predicates& predicates) {
    const size_t count = predicates.size();
    for (size_t i = 0; i < count; ++i) {
      if (CallName(*predicates[i]) != "=") continue;
      const auto& arguments = plan::As<plan::Call>(*predicates[i]).arguments;
      if (arguments[0]->kind != plan::ExpressionKind::kColumn ||
          arguments[1]->kind != plan::ExpressionKind::kColumn) {
        continue;
      }
      for (size_t side = 0; side < 2; ++side) {
        const plan::ColumnId from = plan::As<plan::ColumnRef>(*arguments[side]).column;
        const Substitution substitution = {{from, arguments[1 - side].get()}};
        for (size_t j = 0; j < count; ++j) {
          if (i == j || !IsPure(*predicates[j])) continue;
          const std::vector<plan::ColumnId> columns = ColumnsOf(*predicates[j]);
          const bool only_from =
              !columns.empty() && std::all_of(columns.begin(), columns.end(),
                                              [&](plan::ColumnId id) { return id == from; });
          if (!only_from) continue;
          plan::ExpressionPtr copy = plan::Clone(*predicates[j]);
          Substitute(copy, substitution);
          predicates.push_back(std::move(copy));
        }
      }
    }
  }

  void PruneJoin(plan::Join& join, Predicates predicates) {
    Predicates conditions;
    if (join.condition) AddTerms(*join.condition, conditions);
    const auto rejecting = [](const Predicates& all) {
      Predicates result;
      for (const plan::ExpressionPtr& predicate : all) {
        if (RejectsNull(*predicate)) result.push_back(plan::Clone(*predicate));
      }
      return result;
    };
    Predicates for_left;
    Predicates for_right;
    const auto append = [](Predicates& to, Predicates from) {
      for (plan::ExpressionPtr& predicate : from) to.push_back(std::move(predicate));
    };
    switch (join.type) {
      case plan::JoinType::kInner:
      case plan::JoinType::kCross:
      case plan::JoinType::kSemi:
        append(predicates, std::move(conditions));
        AddTransitive(predicates);
        for_right = CloneAll(predicates);
        for_left = std::move(predicates);
        break;
      case plan::JoinType::kLeft:
      case plan::JoinType::kAnti:
        // What the left side is known to fulfil, its partners fulfil too where ON equates the
        // columns.
        if (join.type == plan::JoinType::kLeft) for_right = rejecting(predicates);
        append(for_right, CloneAll(conditions));
        append(for_right, Over(predicates, *join.left));
        AddTransitive(for_right);
        for_left = std::move(predicates);
        break;
      case plan::JoinType::kRight:
        for_left = rejecting(predicates);
        append(for_left, CloneAll(conditions));
        append(for_left, Over(predicates, *join.right));
        AddTransitive(for_left);
        for_right = std::move(predicates);
        break;
      case plan::JoinType::kFull:
        break;
    }
    Prune(*join.left, Over(for_left, *join.left));
    Prune(*join.right, Over(for_right, *join.right));
  }

  void PruneSetOperation(plan::SetOperation& node, const Predicates& predicates) {
    for (plan::RelationPtr& input : node.inputs) {
      Predicates below = CloneAll(predicates);
      std::vector<plan::ExpressionPtr> columns;
      Substitution substitution;
      for (size_t i = 0; i < node.output.size(); ++i) {
        columns.push_back(MakeColumn(input->output[i], input->range));
        substitution[node.output[i].id] = columns.back().get();
      }
      for (plan::ExpressionPtr& predicate : below) Substitute(predicate, substitution);
      Prune(*input, std::move(below));
    }
  }

  void NoteReader(plan::CteScan& scan, Predicates predicates) {
    std::vector<plan::ExpressionPtr> columns;
    Substitution substitution;
    for (size_t i = 0; i < scan.output.size(); ++i) {
      columns.push_back(
          MakeColumn({scan.source[i], scan.output[i].name, scan.output[i].type}, scan.range));
      substitution[scan.output[i].id] = columns.back().get();
    }
    Predicates usable;
    for (plan::ExpressionPtr& predicate : predicates) {
      if (!IsPure(*predicate)) continue;
      Substitute(predicate, substitution);
      usable.push_back(std::move(predicate));
    }
    readers_[scan.index].push_back(std::move(usable));
  }

  void PruneWith(plan::With& with, Predicates predicates) {
    Prune(*with.body, std::move(predicates));
    // Later definitions read earlier ones, so all readers of a definition are known when its turn
    // comes.
    for (size_t i = with.definitions.size(); i-- > 0;) {
      Prune(*with.definitions[i], AnyReader(readers_[with.indexes[i]]));
    }
  }

  // A row is needed when one of the readers needs it.
  Predicates AnyReader(std::vector<Predicates>& readers) {
    Predicates result;
    plan::ExpressionPtr any;
    for (Predicates& reader : readers) {
      if (reader.empty()) return {};
      Result<plan::ExpressionPtr> all = MakeConjunction(state_, std::move(reader));
      if (!all.ok()) return {};
      if (any) {
        const SourceRange range = any->range;
        all = MakeOperator(state_, "or", std::move(any), *std::move(all), range);
        if (!all.ok()) return {};
      }
      any = *std::move(all);
    }
    if (any) AddTerms(*any, result);
    return result;
  }

  void PruneScan(plan::Scan& scan, Predicates predicates) {
    if (!scan.table.partitioned()) return;
    std::unordered_map<plan::ColumnId, size_t> levels;
    for (size_t i = 0; i < scan.columns.size(); ++i) {
      if (scan.columns[i].partition) levels[scan.output[i].id] = scan.columns[i].index;
    }
    std::vector<plan::ExpressionPtr> terms;
    for (plan::ExpressionPtr& predicate : predicates) {
      const std::vector<plan::ColumnId> columns = ColumnsOf(*predicate);
      const auto is_level = [&](plan::ColumnId id) { return levels.contains(id); };
      if (ContainsSubquery(*predicate)) {
        if (std::any_of(columns.begin(), columns.end(), is_level)) dynamic_.insert(&scan);
        continue;
      }
      if (columns.empty() || !std::all_of(columns.begin(), columns.end(), is_level)) continue;
      if (!IsPure(*predicate)) continue;
      NoteEquality(scan, *predicate, levels);
      const bool known = std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
        return plan::StructurallyEqual(*term, *predicate);
      });
      if (!known) terms.push_back(std::move(predicate));
    }
    Result<plan::ExpressionPtr> all = MakeConjunction(state_, std::move(terms));
    if (all.ok()) scan.partition_predicate = *std::move(all);
  }

  static void NoteEquality(plan::Scan& scan, const plan::Expression& predicate,
                           const std::unordered_map<plan::ColumnId, size_t>& levels) {
    const std::string_view name = CallName(predicate);
    if (name != "=" && name != "in") return;
    const auto& arguments = plan::As<plan::Call>(predicate).arguments;
    if (arguments.size() != 2) return;
    for (size_t side = 0; side < 2; ++side) {
      const plan::Expression& column = *arguments[side];
      const plan::Expression& other = *arguments[1 - side];
      if (column.kind != plan::ExpressionKind::kColumn || !(column.type == other.type)) continue;
      const std::optional<Value> value = Fold(other);
      if (!value || value->is_null()) continue;
      std::optional<std::string>& slot =
          scan.partition_equals[levels.at(plan::As<plan::ColumnRef>(column).column)];
      if (value->type.IsInteger()) slot = std::to_string(value->as_int());
      if (value->type.id() == TypeId::kString) slot = value->as_text();
      return;
    }
  }

  State& state_;
  std::unordered_set<const plan::Scan*> dynamic_;
  std::unordered_map<int, std::vector<Predicates>> readers_;
};

}  // namespace

Status PrunePartitions(State& state, plan::Relation& root) {
  Pruner pruner(state);
  pruner.Prune(root, {});
  if (state.context.allow_full_scan) return Status::Ok();
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    if (!scan->table.partitioned() || scan->partition_predicate) continue;
    if (pruner.HasDynamicPredicate(scan)) continue;
    state.errors.Add(SemanticError(
        scan->range,
        fmt::format("physical plan generation failed: java.lang.RuntimeException: Table({}) is "
                    "full scan with all partitions, please specify partition predicates.",
                    scan->table.QualifiedName()),
        "add a condition on the partition columns, or SET odps.sql.allow.fullscan=true;"));
  }
  return state.errors.Combined();
}

}  // namespace paisql::analysis
