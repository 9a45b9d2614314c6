// FROM @v: rows that a script has computed, or the variable's query in its place.

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/relations/definitions.h"
#include "analysis/query/relations/from.h"
#include "types/conversion.h"

namespace paisql::analysis {

Result<plan::RelationPtr> DeclaredColumns(State& state, plan::RelationPtr relation,
                                          const std::vector<store::Column>& columns,
                                          const SourceRange& range) {
  if (columns.empty() || IsOpen(relation->output)) return relation;
  if (columns.size() != relation->output.size()) {
    return SemanticError(
        range,
        fmt::format("expect {} columns, actually have {}", columns.size(), relation->output.size()),
        "TABLE (…) has one column for each of the query");
  }
  auto project = std::make_unique<plan::Project>();
  project->range = relation->range;
  for (size_t i = 0; i < columns.size(); ++i) {
    const plan::OutputColumn& column = relation->output[i];
    const DataType& type = columns[i].type;
    const ConversionKind kind = IsFailed(column.type)
                                    ? ConversionKind::kSame
                                    : Conversion(column.type, type, state.types());
    const SourceRange place = ColumnRange(*relation, i);
    if (kind == ConversionKind::kNone || kind == ConversionKind::kExplicit) {
      return SemanticError(place,
                           fmt::format("column {} of the variable is {}, which {} does not become",
                                       columns[i].name, type.ToString(), column.type.ToString()),
                           "write a CAST");
    }
    project->expressions.push_back(CoerceTo(state, MakeColumn(column, place), type));
    project->output.push_back(state.Column(columns[i].name, type));
  }
  project->input = std::move(relation);
  return plan::RelationPtr(std::move(project));
}

Result<plan::RelationPtr> VariableRelation(State& state, const syntax::Identifier& name) {
  const Variable* const variable = FindVariable(state.variables, name.text);
  if (variable == nullptr) return UnknownVariable(state, name.text, name.range);
  if (variable->rows) return ScanOf(state, *variable->rows, name.range);
  if (variable->shared != nullptr) return ScanOfCte(state, *variable->shared, name.range);
  if (variable->query == nullptr) {
    const bool value = variable->value || variable->expression;
    return SemanticError(name.range,
                         value ? fmt::format("@{} is a value and no table", name.text)
                               : fmt::format("@{} has no value yet", name.text),
                         value ? "write @v where a value stands" : "set it with :=");
  }
  const VariableSwap swap(state, variable->scope.get());
  PAISQL_ASSIGN(plan::RelationPtr relation, QueryRelation(state, *variable->query, nullptr));
  return DeclaredColumns(state, std::move(relation), variable->columns, variable->query->range);
}

Result<FromResult> FromAnalyzer::VariableTable(const syntax::TableRelation& node) {
  const syntax::Identifier& name = node.name.parts.front();
  PAISQL_ASSIGN(plan::RelationPtr plan, VariableRelation(state_, name));
  return Named(std::move(plan), node, name.text, "");
}

}  // namespace paisql::analysis
