// The parts of a script beside its statements: variables, values, conditions.

#include <fmt/format.h>

#include "analysis/analyzer.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"

namespace paisql::analysis {
namespace {

// One row with the expression, which `finish` makes what is wanted.
template <typename Finish>
Result<QueryPlan> OneValue(const syntax::Expression& expression, State& state,
                           const Finish& finish) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "a variable"});
  auto row = std::make_unique<plan::Values>();
  row->rows.emplace_back();
  row->range = expression.range;
  auto project = std::make_unique<plan::Project>();
  project->range = expression.range;
  PAISQL_ASSIGN(plan::ExpressionPtr value, state.Whole(finish(analyzer)));
  project->output.push_back(state.Column("value", value->type));
  project->expressions.push_back(std::move(value));
  project->input = std::move(row);
  QueryPlan plan;
  plan.root = std::move(project);
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

}  // namespace

Result<QueryPlan> AnalyzeTableVariable(const syntax::Query& query,
                                       const std::vector<store::Column>& columns,
                                       const SourceRange& range, AnalysisContext& context) {
  State state(context);
  const auto analyze = [&]() -> Result<plan::RelationPtr> {
    PAISQL_ASSIGN(plan::RelationPtr relation, QueryRelation(state, query, nullptr));
    return DeclaredColumns(state, std::move(relation), columns, range);
  };
  QueryPlan plan;
  PAISQL_ASSIGN(plan.root, state.Whole(analyze()));
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

Result<QueryPlan> AnalyzeValue(const syntax::Expression& expression,
                               const std::optional<DataType>& type, AnalysisContext& context) {
  State state(context);
  return OneValue(
      expression, state, [&](ExpressionAnalyzer& analyzer) -> Result<plan::ExpressionPtr> {
        plan::ExpressionPtr value = analyzer.Analyze(expression);
        if (IsFailed(value->type)) return value;
        const DataType wanted = type.value_or(Storable(value->type));
        const ConversionKind kind = Conversion(value->type, wanted, state.types());
        if (kind == ConversionKind::kNone || kind == ConversionKind::kExplicit) {
          return SemanticError(expression.range,
                               fmt::format("the variable is {}, which {} does not become",
                                           wanted.ToString(), value->type.ToString()),
                               "write a CAST");
        }
        return CoerceTo(state, std::move(value), wanted);
      });
}

Result<QueryPlan> AnalyzeCondition(const syntax::Expression& expression, AnalysisContext& context) {
  State state(context);
  return OneValue(
      expression, state, [&](ExpressionAnalyzer& analyzer) -> Result<plan::ExpressionPtr> {
        plan::ExpressionPtr value = analyzer.AnalyzeBoolean(expression);
        return IsFailed(value->type) ? std::move(value)
                                     : CoerceTo(state, std::move(value), TypeId::kBoolean);
      });
}

Result<DataType> AnalyzeType(const syntax::TypeName& type, AnalysisContext& context) {
  State state(context);
  return ResolveTypeName(state, type);
}

Result<std::vector<store::Column>> AnalyzeColumns(
    const std::vector<syntax::ColumnDefinition>& columns, AnalysisContext& context) {
  State state(context);
  std::vector<store::Column> made;
  for (const syntax::ColumnDefinition& column : columns) {
    PAISQL_ASSIGN(store::Column one, NewColumn(state, column));
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace paisql::analysis
