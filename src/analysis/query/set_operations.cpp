// UNION, INTERSECT and EXCEPT.

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"

namespace paisql::analysis {
namespace {

plan::SetOperator OperatorOf(syntax::SetOperator op) {
  switch (op) {
    case syntax::SetOperator::kUnion:
      return plan::SetOperator::kUnion;
    case syntax::SetOperator::kIntersect:
      return plan::SetOperator::kIntersect;
    case syntax::SetOperator::kExcept:
      return plan::SetOperator::kExcept;
  }
  return plan::SetOperator::kUnion;
}

std::string_view NameOf(syntax::SetOperator op) {
  switch (op) {
    case syntax::SetOperator::kUnion:
      return "UNION";
    case syntax::SetOperator::kIntersect:
      return "INTERSECT";
    case syntax::SetOperator::kExcept:
      return "EXCEPT";
  }
  return "UNION";
}

// One operation over inputs that get common column types.
Result<plan::RelationPtr> Combine(State& state, const syntax::SetOperation& operation,
                                  std::vector<plan::RelationPtr> inputs) {
  for (const plan::RelationPtr& input : inputs) {
    if (IsOpen(input->output)) return OpenRelation(state);
  }
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : inputs[0]->output) types.push_back(column.type);
  bool failed = false;
  for (size_t i = 1; i < inputs.size(); ++i) {
    const std::vector<plan::OutputColumn>& columns = inputs[i]->output;
    if (columns.size() != types.size()) {
      state.errors.Add(
          {ErrorCode::kIllegalUnion,
           fmt::format("expect {} columns, actually have {}", types.size(), columns.size()),
           inputs[i]->range.known() ? inputs[i]->range : operation.op_range,
           "all branches have one number of columns"});
      failed = true;
      continue;
    }
    for (size_t j = 0; j < columns.size(); ++j) {
      const std::optional<DataType> common = WidenBranch(state, types[j], columns[j].type);
      if (!common) {
        state.errors.Add(
            {ErrorCode::kIllegalUnion,
             fmt::format("type mismatch for column {} of {}, left is {} while right is {}", j,
                         NameOf(operation.op), types[j].ToString(), columns[j].type.ToString()),
             ColumnRange(*inputs[i], j), "bring both to one type: CAST(… AS STRING)"});
      }
      types[j] = common.value_or(TypeId::kUnknown);
    }
  }
  if (failed) return OpenRelation(state);
  const bool keeps_all = operation.all && operation.op == syntax::SetOperator::kUnion;
  for (size_t j = 0; j < types.size() && !keeps_all; ++j) {
    PAISQL_TRY(ExpectComparable(*MakeColumn({0, "", types[j]}, ColumnRange(*inputs[0], j)),
                                "be a column of UNION DISTINCT, INTERSECT or EXCEPT"));
  }
  auto result = std::make_unique<plan::SetOperation>();
  result->op = OperatorOf(operation.op);
  result->all = operation.all;
  result->range = inputs[0]->range;
  for (size_t j = 0; j < types.size(); ++j) {
    types[j] = Storable(types[j]);
    result->output.push_back(state.Column(inputs[0]->output[j].name, types[j]));
  }
  for (plan::RelationPtr& input : inputs) {
    result->inputs.push_back(ConvertColumns(state, std::move(input), types));
  }
  return plan::RelationPtr(std::move(result));
}

}  // namespace

Result<plan::RelationPtr> SetOperationRelation(State& state, const syntax::SetOperation& operation,
                                               const syntax::Query* trailing, const Scope* outer) {
  // The left spine is walked in a loop: a union of 3,000 branches needs no deep stack and is one
  // operator.
  std::vector<const syntax::SetOperation*> spine;
  const syntax::QueryBody* leftmost = nullptr;
  for (const syntax::SetOperation* node = &operation; node != nullptr;
       node = leftmost->set_operation.get()) {
    spine.push_back(node);
    leftmost = node->left.get();
  }
  const auto branch_of = [&](const syntax::QueryBody& body, const syntax::Query* of_branch) {
    auto branch = state.errors.TakeValue(BodyRelation(state, body, of_branch, outer));
    return branch ? *std::move(branch) : OpenRelation(state);
  };
  plan::RelationPtr result = branch_of(*leftmost, nullptr);
  for (size_t i = spine.size(); i-- > 0;) {
    const syntax::SetOperation& node = *spine[i];
    std::vector<plan::RelationPtr> inputs;
    inputs.push_back(std::move(result));
    size_t last = i;
    while (true) {
      const syntax::Query* of_branch = last == 0 ? trailing : nullptr;
      inputs.push_back(branch_of(*spine[last]->right, of_branch));
      const bool more = last > 0 && node.op == syntax::SetOperator::kUnion &&
                        spine[last - 1]->op == node.op && spine[last - 1]->all == node.all;
      if (!more) break;
      --last;
    }
    PAISQL_ASSIGN(result, Combine(state, node, std::move(inputs)));
    i = last;
  }
  return result;
}

}  // namespace paisql::analysis
