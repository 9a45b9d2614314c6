#include "analysis/materialized.h"

#include "analysis/expression/calls/special_calls.h"
#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "base/text.h"
#include "store/materialized.h"

namespace paisql::analysis {

Result<plan::ExpressionPtr> MaterializedViewIsValid(State& state, const plan::Call& call) {
  std::vector<std::string> texts;
  for (const plan::ExpressionPtr& argument : call.arguments) {
    const std::optional<Value> value = Fold(*argument);
    if (!value || value->is_null()) {
      return SemanticError(argument->range, "materialized_view_is_valid needs constant texts",
                           "write them as texts: 'project.table'");
    }
    texts.push_back(value->as_text());
  }
  const SourceRange& range = call.arguments.front()->range;
  syntax::QualifiedName name;
  name.range = range;
  for (const std::string& part : Split(texts.front(), '.')) {
    name.parts.push_back({std::string(Trim(part)), false, range});
  }
  texts.erase(texts.begin());
  PAISQL_ASSIGN(const store::Table table, ResolveTable(name, state.context));
  if (!store::IsMaterialized(table)) {
    return SemanticError(range, table.QualifiedName() + " is not a materialized view",
                         "SHOW MATERIALIZED VIEWS; lists them");
  }
  if (texts.size() > table.partition_columns.size()) {
    return SemanticError(call.range,
                         table.QualifiedName() + " has fewer levels of partitions than values",
                         "give a value for each level at most");
  }
  PAISQL_ASSIGN(const bool valid, IsValid(table, texts, range, state.context));
  return MakeConstant(Value::Boolean(valid), call.range);
}

}  // namespace paisql::analysis
