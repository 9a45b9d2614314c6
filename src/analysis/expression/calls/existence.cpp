#include "analysis/expression/calls/special_calls.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/analyzer.h"
#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

// The text of an argument that is a constant.
Result<std::string> TextOf(const plan::Expression& argument, std::string_view function) {
  const std::optional<Value> value = Fold(argument);
  if (value && !value->is_null()) return value->as_text();
  return SemanticError(argument.range, fmt::format("{} needs constant texts", function),
                       "write them as texts: 'project.table'");
}

Result<store::Table> TableOf(State& state, const std::string& written, const SourceRange& range) {
  syntax::QualifiedName name;
  name.range = range;
  for (const std::string& part : Split(written, '.')) {
    name.parts.push_back({std::string(Trim(part)), false, range});
  }
  return ResolveTable(name, state.context);
}

}  // namespace

Result<plan::ExpressionPtr> TableExists(State& state, const plan::Call& call) {
  const plan::Expression& argument = *call.arguments[0];
  PAISQL_ASSIGN(const std::string name, TextOf(argument, "table_exists"));
  const Result<store::Table> table = TableOf(state, name, argument.range);
  if (!table.ok() && table.error().code != ErrorCode::kTableNotFound) return table.error();
  return MakeConstant(Value::Boolean(table.ok()), call.range);
}

Result<plan::ExpressionPtr> PartitionExists(State& state, const plan::Call& call) {
  PAISQL_ASSIGN(const std::string name, TextOf(*call.arguments[0], "partition_exists"));
  PAISQL_ASSIGN(const store::Table table, TableOf(state, name, call.arguments[0]->range));
  std::set<std::string> any;
  if (state.context.read_guard != nullptr && state.within_views == 0) {
    PAISQL_TRY((*state.context.read_guard)(table, call.arguments[0]->range, &any));
  }
  std::vector<std::string> wanted;
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    PAISQL_ASSIGN(std::string value, TextOf(*call.arguments[i], "partition_exists"));
    wanted.push_back(std::move(value));
  }
  if (wanted.size() != table.partition_columns.size()) {
    return SemanticError(
        call.range,
        fmt::format("table {} has {} levels of partitions, {} values are given",
                    table.QualifiedName(), table.partition_columns.size(), wanted.size()));
  }
  PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                state.names.catalog().ListPartitions(table.id));
  const bool exists =
      std::any_of(partitions.begin(), partitions.end(),
                  [&](const store::Partition& partition) { return partition.values == wanted; });
  return MakeConstant(Value::Boolean(exists), call.range);
}

}  // namespace paisql::analysis
