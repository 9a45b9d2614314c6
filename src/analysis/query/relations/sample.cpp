// TABLESAMPLE: a filter by chance or by hash, or some of the rows.

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/query/relations/from.h"

namespace paisql::analysis {
namespace {

constexpr int64_t kMaxSampleRows = 10000;
constexpr size_t kMaxSampleColumns = 10;

Result<plan::ExpressionPtr> SampleCall(State& state, std::string_view name,
                                       std::vector<plan::ExpressionPtr> arguments,
                                       const SourceRange& range) {
  const functions::Function* function = functions::FindFunction(name);
  PAISQL_ASSERT(function != nullptr, "a function of TABLESAMPLE is missing");
  return MakeCall(state, *function, std::move(arguments), range);
}

Result<Value> ConstantOf(State& state, const syntax::Expression& expression) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "TABLESAMPLE"});
  const plan::ExpressionPtr analysed = analyzer.Analyze(expression);
  // Its own error is told already, and any number keeps silent about it.
  if (IsFailed(analysed->type)) return Value::Bigint(1);
  std::optional<Value> value = Fold(*analysed);
  if (!value || value->is_null() || !value->type.IsNumeric()) {
    return SemanticError(expression.range, "TABLESAMPLE needs a constant number");
  }
  return *std::move(value);
}

Result<int64_t> WholeNumber(State& state, const syntax::Expression& expression) {
  PAISQL_ASSIGN(Value value, ConstantOf(state, expression));
  if (!value.type.IsInteger()) {
    return SemanticError(expression.range, "TABLESAMPLE needs a whole number");
  }
  return value.as_int();
}

Result<double> Percentage(State& state, const syntax::Expression& expression) {
  PAISQL_ASSIGN(Value value, ConstantOf(state, expression));
  double percent = -1;
  if (value.type.IsInteger()) percent = static_cast<double>(value.as_int());
  if (value.type.id() == TypeId::kDouble || value.type.id() == TypeId::kFloat) {
    percent = value.as_double();
  }
  if (percent < 0 || percent > 100) {
    return SemanticError(expression.range, "the percentage of TABLESAMPLE is from 0 to 100");
  }
  return percent;
}

Result<plan::RelationPtr> ByPercent(State& state, plan::RelationPtr input,
                                    const syntax::TableSample& sample) {
  PAISQL_ASSIGN(double percent, Percentage(state, *sample.amount));
  PAISQL_ASSIGN(plan::ExpressionPtr chance, SampleCall(state, "rand", {}, sample.range));
  PAISQL_ASSIGN(
      plan::ExpressionPtr condition,
      MakeOperator(state, "<", std::move(chance),
                   MakeConstant(Value::Double(percent / 100), sample.range), sample.range));
  return FilterBy(std::move(input), std::move(condition));
}

Result<plan::RelationPtr> ByRows(State& state, plan::RelationPtr input,
                                 const syntax::TableSample& sample) {
  PAISQL_ASSIGN(int64_t count, WholeNumber(state, *sample.amount));
  if (count < 0 || count > kMaxSampleRows) {
    return SemanticError(sample.amount->range, fmt::format("the rows of TABLESAMPLE are from 0 to "
                                                           "{}",
                                                           kMaxSampleRows));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr chance, SampleCall(state, "rand", {}, sample.range));
  auto sort = std::make_unique<plan::Sort>();
  sort->output = input->output;
  sort->range = sample.range;
  sort->keys.push_back({std::move(chance), false, true});
  sort->input = std::move(input);
  auto limit = std::make_unique<plan::Limit>();
  limit->output = sort->output;
  limit->range = sample.range;
  limit->count = count;
  limit->sample = true;
  limit->input = std::move(sort);
  return plan::RelationPtr(std::move(limit));
}

Result<plan::RelationPtr> ByBucket(State& state, plan::RelationPtr input,
                                   const syntax::TableSample& sample, const Scope& scope) {
  if (sample.on.empty()) {
    return SemanticError(sample.range, "TABLESAMPLE by bucket needs ON: the table is not clustered",
                         "write ON with columns, or ON RAND()");
  }
  if (sample.on.size() > kMaxSampleColumns) {
    return SemanticError(sample.on[kMaxSampleColumns]->range,
                         fmt::format("TABLESAMPLE takes up to {} columns", kMaxSampleColumns));
  }
  PAISQL_ASSIGN(int64_t bucket, WholeNumber(state, *sample.amount));
  PAISQL_ASSIGN(int64_t buckets, WholeNumber(state, *sample.buckets));
  if (buckets < 1 || bucket < 1 || bucket > buckets) {
    return SemanticError(sample.amount->range,
                         fmt::format("there is no bucket {} out of {}", bucket, buckets),
                         "buckets count from 1");
  }
  std::vector<plan::ExpressionPtr> arguments;
  arguments.push_back(MakeConstant(Value::Bigint(buckets), sample.range));
  arguments.push_back(MakeConstant(Value::Bigint(bucket), sample.range));
  ExpressionAnalyzer analyzer(state, scope, {.name = "TABLESAMPLE", .subqueries = false});
  for (const syntax::ExpressionPtr& expression : sample.on) {
    arguments.push_back(analyzer.Analyze(*expression));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr condition,
                SampleCall(state, "sample", std::move(arguments), sample.range));
  return FilterBy(std::move(input), std::move(condition));
}

}  // namespace

Result<FromResult> FromAnalyzer::Sample(FromResult source, const syntax::TableSample& sample) {
  switch (sample.unit) {
    case syntax::SampleUnit::kPercent: {
      PAISQL_ASSIGN(source.plan, ByPercent(state_, std::move(source.plan), sample));
      break;
    }
    case syntax::SampleUnit::kRows: {
      PAISQL_ASSIGN(source.plan, ByRows(state_, std::move(source.plan), sample));
      break;
    }
    case syntax::SampleUnit::kBucket: {
      const Scope scope(nullptr, source.relations);
      PAISQL_ASSIGN(source.plan, ByBucket(state_, std::move(source.plan), sample, scope));
      break;
    }
  }
  return source;
}

}  // namespace paisql::analysis
