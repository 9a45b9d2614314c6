#include "analysis/context/state.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::analysis {

void CteNames::Push(Cte& cte) {
  order_.push_back(&cte);
  by_name_[ToLower(cte.name)].push_back(&cte);
}

void CteNames::Pop() {
  by_name_[ToLower(order_.back()->name)].pop_back();
  order_.pop_back();
}

void CteNames::Cut(size_t size) {
  while (order_.size() > size) Pop();
}

Cte* CteNames::Find(std::string_view name) const {
  if (order_.empty()) return nullptr;
  const auto found = by_name_.find(ToLower(name));
  return found == by_name_.end() || found->second.empty() ? nullptr : found->second.back();
}

const Variable* FindVariable(const Variables* variables, std::string_view name) {
  if (variables == nullptr) return nullptr;
  const auto found = variables->find(ToLower(std::string(name)));
  return found == variables->end() ? nullptr : found->second.get();
}

std::string FunctionKey(std::string_view name) { return ToLower(std::string(name)) + "()"; }

std::string LambdaKey(std::string_view name) { return "lambda " + ToLower(std::string(name)); }

Error UnknownVariable(const State& state, std::string_view name, const SourceRange& range) {
  std::vector<std::string> others;
  if (state.variables != nullptr) {
    for (const auto& [key, variable] : *state.variables) {
      const bool parameter = key == LambdaKey(variable->name);
      if (variable->definition == nullptr && !parameter) others.push_back("@" + variable->name);
    }
  }
  const std::string near = DidYouMean("@" + std::string(name), others);
  return SemanticError(
      range, "variable @" + std::string(name) + " cannot be resolved",
      near.empty() ? "a script sets a variable before it reads it: @v := SELECT …" : near);
}

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
