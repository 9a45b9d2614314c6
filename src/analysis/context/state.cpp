#include "analysis/context/state.h"

#include <algorithm>

namespace paisql::analysis {

void State::OrderWarnings() {
  std::vector<Warning>& warnings = context.warnings;
  std::stable_sort(warnings.begin(), warnings.end(), [](const Warning& left, const Warning& right) {
    return left.range.begin != right.range.begin ? left.range.begin < right.range.begin
                                                 : left.text < right.text;
  });
  const auto same = [](const Warning& left, const Warning& right) {
    return left.range.begin == right.range.begin && left.text == right.text;
  };
  warnings.erase(std::unique(warnings.begin(), warnings.end(), same), warnings.end());
}

plan::ExpressionPtr FailedExpression(const SourceRange& range) {
  auto node = std::make_unique<plan::Constant>(Value::Null(TypeId::kUnknown));
  node->range = range;
  return node;
}

plan::RelationPtr FailedRelation(std::vector<plan::OutputColumn> output) {
  auto relation = std::make_unique<plan::Values>();
  relation->output = std::move(output);
  return relation;
}

plan::RelationPtr OpenRelation(State& state) {
  return FailedRelation({state.Column(std::string(kOpenColumn), TypeId::kUnknown)});
}

}  // namespace paisql::analysis
