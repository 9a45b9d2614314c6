#include "analysis/statement/parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"
#include "store/files/partition_value.h"

namespace paisql::analysis {

Result<size_t> PartitionLevel(const syntax::Identifier& name, const store::Table& table) {
  std::vector<std::string> names;
  for (size_t i = 0; i < table.partition_columns.size(); ++i) {
    if (EqualsIgnoreCase(table.partition_columns[i].name, name.text)) return i;
    names.push_back(table.partition_columns[i].name);
  }
  const bool data_column = std::any_of(
      table.columns.begin(), table.columns.end(),
      [&](const store::Column& column) { return EqualsIgnoreCase(column.name, name.text); });
  return Error{
      ErrorCode::kInvalidColumn,
      fmt::format("{} is not a partition column of table {}", name.text, table.QualifiedName()),
      name.range,
      data_column ? fmt::format("{} is a data column", name.text) : DidYouMean(name.text, names)};
}

Result<std::string> PartitionValue(State& state, const syntax::Expression& value,
                                   const store::Column& column) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "PARTITION"});
  plan::ExpressionPtr expression = analyzer.Analyze(value);
  if (IsFailed(expression->type)) return std::string();
  const std::optional<Value> constant = Fold(*expression);
  const auto invalid = [&](std::string detail, std::string hint = "") {
    return Error{ErrorCode::kPartition, std::move(detail), value.range, std::move(hint)};
  };
  if (!constant) return invalid("the value of a partition column must be a constant");
  if (constant->is_null()) return invalid("the value of a partition column may not be NULL");
  std::string text;
  if (constant->type.IsText()) {
    text = constant->as_text();
  } else if (constant->type.IsInteger()) {
    text = std::to_string(constant->as_int());
    // Edition 1.0 keeps an unquoted number as it is written: pt=045 is '045'.
    if (!state.types().odps2 && value.kind == syntax::ExpressionKind::kLiteral) {
      text = syntax::As<syntax::Literal>(value).text;
    }
  } else {
    return invalid(fmt::format("a value of type {} does not fit partition column {}",
                               constant->type.ToString(), column.name),
                   "write it in quotes");
  }
  if (column.type.IsInteger()) {
    const std::optional<int64_t> number = IntegerOf(Value::String(text));
    const std::optional<Value> fitting =
        number ? ConvertConstant(Value::Bigint(*number), column.type) : std::nullopt;
    if (!fitting) {
      return invalid(fmt::format("value '{}' does not fit partition column {} of type {}", text,
                                 column.name, column.type.ToString()));
    }
    text = std::to_string(fitting->as_int());
  }
  if (!store::IsPartitionValue(text)) {
    return invalid(fmt::format("invalid partition value: {}={}", column.name, text),
                   fmt::format("a value has 1 to {} printable ASCII characters",
                               store::kMaxPartitionValueBytes));
  }
  return text;
}

Result<std::vector<std::optional<std::string>>> ResolvePartialPartition(
    const syntax::PartitionSpec& spec, const store::Table& table, const AnalysisContext& context) {
  if (!table.partitioned()) {
    return SemanticError(spec.range,
                         fmt::format("table {} is not partitioned", table.QualifiedName()),
                         "leave PARTITION out");
  }
  AnalysisContext copy = context;
  State state(copy);
  std::vector<std::optional<std::string>> values(table.partition_columns.size());
  for (const syntax::PartitionKey& key : spec.keys) {
    const std::optional<size_t> found = state.errors.TakeValue(PartitionLevel(key.name, table));
    if (!found) continue;
    const size_t level = *found;
    if (values[level]) {
      return Error{ErrorCode::kInvalidColumn,
                   fmt::format("partition column {} is given twice", key.name.text), key.name.range,
                   "leave one of them out"};
    }
    if (!key.value) continue;
    values[level] =
        state.errors.TakeValue(PartitionValue(state, *key.value, table.partition_columns[level]));
  }
  PAISQL_TRY(state.errors.Combined());
  return values;
}

Result<std::vector<std::string>> ResolvePartition(const syntax::PartitionSpec& spec,
                                                  const store::Table& table,
                                                  const AnalysisContext& context) {
  PAISQL_ASSIGN(std::vector<std::optional<std::string>> partial,
                ResolvePartialPartition(spec, table, context));
  std::vector<std::string> values;
  for (size_t i = 0; i < partial.size(); ++i) {
    if (!partial[i]) {
      return SemanticError(spec.range,
                           fmt::format("the number of input partition columns ({}) doesn't equal "
                                       "to table's partition columns ({})",
                                       spec.keys.size(), partial.size()),
                           fmt::format("give a value for {}", table.partition_columns[i].name));
    }
    values.push_back(*std::move(partial[i]));
  }
  return values;
}

Result<plan::ExpressionPtr> AnalyzePartitionFilter(const syntax::Expression& filter,
                                                   const store::Table& table,
                                                   std::vector<plan::OutputColumn>& columns,
                                                   AnalysisContext& context) {
  State state(context);
  columns.clear();
  for (const store::Column& column : table.partition_columns) {
    columns.push_back(state.Column(column.name, column.type));
  }
  std::vector<ScopeRelation> relations;
  relations.push_back({table.name, table.project, ToScopeColumns(columns)});
  const Scope scope(nullptr, std::move(relations));
  ExpressionAnalyzer analyzer(state, scope, {.name = "a partition filter"});
  return state.Whole(Result<plan::ExpressionPtr>(analyzer.AnalyzeBoolean(filter)));
}

}  // namespace paisql::analysis
