// WITH RECURSIVE: a start, UNION ALL a step that reads the definition itself.

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// How often the columns' types may grow from the start's to those that the step makes of them.
constexpr int kMaxRounds = 4;

// The union that makes a definition recursive if its right side reads it; nullptr for another form.
const syntax::SetOperation* UnionOf(const syntax::Query& query) {
  const syntax::SetOperation* operation = query.body.set_operation.get();
  if (operation == nullptr || operation->op != syntax::SetOperator::kUnion || !operation->all) {
    return nullptr;
  }
  const bool plain = query.with.empty() && query.order_by.empty() && query.distribute_by.empty() &&
                     query.sort_by.empty() && query.cluster_by.empty() && !query.limit &&
                     !query.offset;
  return plain ? operation : nullptr;
}

std::vector<DataType> TypesOf(const plan::Relation& relation) {
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : relation.output) types.push_back(Storable(column.type));
  return types;
}

Status CheckStep(const syntax::CommonTableExpression& entry, plan::Relation& step,
                 const std::vector<DataType>& types) {
  if (!plan::CollectRelations(step, plan::RelationKind::kTransform).empty()) {
    return UnsupportedError(entry.query->range,
                            "SELECT TRANSFORM and table functions of users in a recursive "
                            "definition are not supported");
  }
  if (step.output.size() == types.size()) return Status::Ok();
  return Error{ErrorCode::kIllegalUnion,
               fmt::format("expect {} columns, actually have {}", types.size(), step.output.size()),
               step.range.known() ? step.range : entry.query->range,
               "the step has the columns of the start"};
}

}  // namespace

// nullptr when the definition does not read itself.
Result<plan::RelationPtr> CteScope::Recursion(const syntax::CommonTableExpression& entry,
                                              const Scope* outer) {
  const syntax::SetOperation* operation = UnionOf(*entry.query);
  if (operation == nullptr) return plan::RelationPtr();
  Cte own;
  own.name = entry.name.text;
  own.index = state_.NewCteIndex();
  own.expressions_around = state_.outer_clauses.size();
  own.own = Cte::Own::kRefused;
  const OwnName visible(state_, own);
  const size_t trouble = state_.errors.trouble();
  PAISQL_ASSIGN(plan::RelationPtr start, BodyRelation(state_, *operation->left, nullptr, outer));
  if (state_.errors.trouble() != trouble || IsOpen(start->output)) return OpenRelation(state_);
  own.own = Cte::Own::kAllowed;
  std::vector<DataType> types = TypesOf(*start);
  auto result = std::make_unique<plan::SetOperation>();
  result->all = true;
  result->range = start->range;
  result->recursion = {own.name, own.index, state_.context.max_iterations};
  for (int round = 0;; ++round) {
    own.columns.clear();
    for (size_t i = 0; i < types.size(); ++i) {
      const bool named = i < entry.columns.size();
      own.columns.push_back(
          state_.Column(named ? entry.columns[i].text : start->output[i].name, types[i]));
    }
    PAISQL_ASSIGN(plan::RelationPtr step, BodyRelation(state_, *operation->right, nullptr, outer));
    if (own.own_readers == 0 && state_.errors.trouble() == trouble) return plan::RelationPtr();
    if (state_.errors.trouble() != trouble || IsOpen(step->output)) return OpenRelation(state_);
    PAISQL_TRY(CheckStep(entry, *step, types));
    bool same = true;
    for (size_t i = 0; i < types.size(); ++i) {
      const std::optional<DataType> common = WidenBranch(state_, types[i], step->output[i].type);
      if (!common || (round + 1 == kMaxRounds && !(*common == types[i]))) {
        return Error{ErrorCode::kIllegalUnion,
                     fmt::format("column {} is {} in the start and {} in the step", i + 1,
                                 types[i].ToString(), step->output[i].type.ToString()),
                     ColumnRange(*step, i), "use CAST in both"};
      }
      same = same && *common == types[i];
      types[i] = *common;
    }
    if (!same) continue;
    result->output = own.columns;
    result->inputs.push_back(ConvertColumns(state_, std::move(start), types));
    result->inputs.push_back(ConvertColumns(state_, std::move(step), types));
    return plan::RelationPtr(std::move(result));
  }
}

}  // namespace paisql::analysis
