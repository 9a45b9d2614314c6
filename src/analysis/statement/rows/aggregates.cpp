#include "analysis/statement/rows/aggregates.h"

#include "analysis/expression/expressions.h"
#include "base/assert.h"

namespace paisql::analysis {
namespace {

plan::ExpressionPtr Aggregated(State& state, std::string_view name,
                               const plan::OutputColumn* argument, const SourceRange& range) {
  const functions::Function* function = functions::FindFunction(name);
  PAISQL_ASSERT(function != nullptr, "a function of every engine is missing");
  std::vector<plan::ExpressionPtr> arguments;
  if (argument != nullptr) arguments.push_back(MakeColumn(*argument, range));
  Result<functions::Resolution> resolved = argument == nullptr
                                               ? ResolveStar(*function, range, state.types())
                                               : ResolveCall(state, *function, arguments, range);
  PAISQL_ASSERT(resolved.ok(), "an aggregate of numbers has no overload");
  auto call = std::make_unique<plan::Aggregate>(function, resolved->overload, resolved->result);
  call->star = argument == nullptr;
  call->arguments = std::move(arguments);
  call->range = range;
  return call;
}

}  // namespace

void AddKey(State& state, const plan::OutputColumn& column, plan::AggregateRelation& group) {
  group.keys.push_back(MakeColumn(column, group.range));
  group.output.push_back(state.Column(column.name, column.type));
}

void AddAggregate(State& state, std::string_view name, const plan::OutputColumn* argument,
                  plan::AggregateRelation& group) {
  group.aggregates.push_back(Aggregated(state, name, argument, group.range));
  group.output.push_back(state.Column(std::string(name), group.aggregates.back()->type));
}

}  // namespace paisql::analysis
