// Which value goes into which column of the target: partitions, the column list, conversions, and
// what stands for columns that nothing is written to.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/insert.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "syntax/parser.h"

namespace paisql::analysis {

Status InsertAnalyzer::ResolvePartitions() {
  const store::Table& table = plan_.target.table;
  const size_t levels = table.partition_columns.size();
  const size_t given = target_.partition ? target_.partition->keys.size() : 0;
  if (target_.partition && levels == 0) {
    return SemanticError(target_.partition->range,
                         fmt::format("table {} is not partitioned", table.QualifiedName()),
                         "leave PARTITION out");
  }
  std::vector<bool> seen(levels, false);
  plan_.target.partition.assign(levels, std::nullopt);
  if (rule_) {
    if (!target_.partition) return Status::Ok();
    return CheckPartitionsAreNamed(table, target_.partition->range);
  }
  if (!target_.partition && levels > 0 && ListsPartitions()) {
    for (size_t level = 0; level < levels; ++level) dynamic_levels_.push_back(level);
    return Status::Ok();
  }
  for (size_t i = 0; i < given; ++i) {
    const syntax::PartitionKey& key = target_.partition->keys[i];
    const std::optional<size_t> found = state_.errors.TakeValue(PartitionLevel(key.name, table));
    if (!found) continue;
    const size_t level = *found;
    if (seen[level]) {
      return Error{ErrorCode::kInvalidColumn,
                   fmt::format("partition column {} is given twice", key.name.text), key.name.range,
                   "leave one of them out"};
    }
    seen[level] = true;
    if (!key.value) continue;
    // A value that failed counts as static, too.
    plan_.target.partition[level] =
        state_.errors.TakeValue(PartitionValue(state_, *key.value, table.partition_columns[level]))
            .value_or("");
  }
  if (given != levels) {
    return SemanticError(
        target_.partition ? target_.partition->range : target_.table.range,
        fmt::format("the number of input partition columns ({}) doesn't equal to table's "
                    "partition columns ({})",
                    given, levels),
        "write PARTITION (…) with every partition column");
  }
  for (size_t level = 0; level < levels; ++level) {
    if (!plan_.target.partition[level]) {
      dynamic_levels_.push_back(level);
    } else if (!dynamic_levels_.empty()) {
      return SemanticError(
          target_.partition->range,
          fmt::format("static partition column {} stands below dynamic partition column {}",
                      table.partition_columns[level].name,
                      table.partition_columns[dynamic_levels_.back()].name),
          "static levels must be the higher ones");
    }
  }
  return Status::Ok();
}

// INSERT INTO p (a, ds) SELECT …, without PARTITION, has all levels in its list.
bool InsertAnalyzer::ListsPartitions() const {
  const std::vector<store::Column>& levels = plan_.target.table.partition_columns;
  return std::all_of(levels.begin(), levels.end(), [&](const store::Column& level) {
    return std::any_of(
        target_.columns.begin(), target_.columns.end(),
        [&](const syntax::Identifier& name) { return EqualsIgnoreCase(name.text, level.name); });
  });
}

Status InsertAnalyzer::MapColumns(size_t source_columns) {
  const store::Table& table = plan_.target.table;
  data_sources_.assign(table.columns.size(), std::nullopt);
  dynamic_sources_.assign(dynamic_levels_.size(), std::nullopt);
  size_t next = 0;
  if (target_.columns.empty()) {
    for (size_t i = 0; i < data_sources_.size(); ++i) {
      if (!store::IsGenerated(table, table.columns[i].name)) data_sources_[i] = next++;
    }
  }
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  for (const syntax::Identifier& name : target_.columns) {
    if (store::IsGenerated(table, name.text)) return GeneratedColumn(table, name);
    std::optional<size_t>* slot = nullptr;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (EqualsIgnoreCase(table.columns[i].name, name.text)) slot = &data_sources_[i];
    }
    for (size_t i = 0; i < dynamic_levels_.size(); ++i) {
      const store::Column& column = table.partition_columns[dynamic_levels_[i]];
      if (EqualsIgnoreCase(column.name, name.text)) slot = &dynamic_sources_[i];
    }
    if (slot == nullptr) {
      return SemanticError(name.range, fmt::format("column {} cannot be resolved", name.text),
                           DidYouMean(name.text, names));
    }
    if (slot->has_value()) {
      return SemanticError(name.range, fmt::format("column {} is listed twice", name.text),
                           "leave one of them out");
    }
    *slot = next++;
  }
  for (std::optional<size_t>& source : dynamic_sources_) {
    if (!source) source = next++;
  }
  if (next == source_columns) return Status::Ok();
  return SemanticError(
      target_.table.range,
      fmt::format("wrong columns count {} in data source, requires {} columns (includes dynamic "
                  "partitions if any)",
                  source_columns, next),
      "select the columns in the table's order, or list those that you write");
}

std::string InsertAnalyzer::SourceName(const plan::Expression& value,
                                       const store::Column& column) const {
  if (value.kind == plan::ExpressionKind::kColumn) return plan::As<plan::ColumnRef>(value).name;
  for (size_t i = 0; i < data_sources_.size(); ++i) {
    if (&plan_.target.table.columns[i] == &column && data_sources_[i]) {
      return fmt::format("_c{}", *data_sources_[i]);
    }
  }
  for (size_t i = 0; i < dynamic_levels_.size(); ++i) {
    if (&plan_.target.table.partition_columns[dynamic_levels_[i]] == &column &&
        dynamic_sources_[i]) {
      return fmt::format("_c{}", *dynamic_sources_[i]);
    }
  }
  return column.name;
}

Result<plan::ExpressionPtr> InsertAnalyzer::Convert(plan::ExpressionPtr value,
                                                    const store::Column& column) {
  if (IsFailed(value->type)) return value;
  const SourceRange range = value->range;
  if (column.not_null) {
    const std::optional<Value> constant = Fold(*value);
    if (constant && constant->is_null()) {
      return SemanticError(range, fmt::format("column {} may not be NULL", column.name),
                           "write a value, or coalesce(…)");
    }
  }
  const ConversionKind conversion = Conversion(value->type, column.type, state_.types());
  switch (conversion) {
    case ConversionKind::kSame:
      return value;
    case ConversionKind::kImplicit:
      return CoerceTo(state_, std::move(value), column.type);
    case ConversionKind::kExplicit:
      // Hive inserts whatever CAST can convert.
      if (state_.types().hive_compatible) return CoerceTo(state_, std::move(value), column.type);
      break;
    case ConversionKind::kNone:
      break;
  }
  // An integer constant that fits a narrower column loses nothing.
  if (value->kind == plan::ExpressionKind::kConstant) {
    std::optional<Value> fitting =
        ConvertConstant(plan::As<plan::Constant>(*value).value, column.type);
    if (fitting) return MakeConstant(*std::move(fitting), range);
  }
  return SemanticError(
      range,
      fmt::format("column {} in source has incompatible type {} with destination column {}, which "
                  "has type {}",
                  SourceName(*value, column), value->type.ToString(), column.name,
                  column.type.ToString()),
      conversion == ConversionKind::kExplicit
          ? fmt::format("use CAST(… AS {})", column.type.ToString())
          : "these types do not convert, not even by CAST");
}

Result<plan::ExpressionPtr> InsertAnalyzer::Missing(const store::Column& column) {
  std::string text = column.default_text;
  if (rule_ && store::IsGenerated(plan_.target.table, column.name)) {
    text = IngestionTime(state_, column, *rule_);
  }
  if (text.empty()) {
    if (column.not_null) {
      return SemanticError(target_.table.range,
                           fmt::format("column {} may not be NULL and has no default", column.name),
                           "list it");
    }
    return MakeConstant(Value::Null(column.type), target_.table.range);
  }
  Result<syntax::ExpressionPtr> parsed = syntax::ParseExpression(text);
  if (!parsed.ok()) {
    return SemanticError(target_.table.range,
                         fmt::format("the default of column {} cannot be read: {}", column.name,
                                     column.default_text));
  }
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state_, nothing, {.name = "DEFAULT"});
  const size_t errors = state_.errors.size();
  plan::ExpressionPtr value = analyzer.Analyze(**parsed);
  if (state_.errors.size() > errors) {
    // The places of its errors are those of another text.
    Error error = state_.errors.CutTo(errors);
    error.range = target_.table.range;
    return error;
  }
  value->range = target_.table.range;
  return Convert(std::move(value), column);
}

// Partition values are text in the catalog: first the column's type, then its canonical text.
Result<plan::ExpressionPtr> InsertAnalyzer::DynamicPartition(plan::ExpressionPtr value,
                                                             const store::Column& column) {
  if (IsFailed(value->type)) return value;
  const SourceRange range = value->range;
  const DataType text = TypeId::kString;
  if (!column.type.IsText()) {
    if (value->type.IsText()) {
      auto cast = std::make_unique<plan::Cast>(std::move(value), column.type, true);
      cast->mode = EvaluationMode::kStrict;
      cast->range = range;
      value = std::move(cast);
    } else {
      PAISQL_ASSIGN(value, Convert(std::move(value), column));
    }
  } else if (Conversion(value->type, text, state_.types()) == ConversionKind::kNone ||
             Conversion(value->type, text, state_.types()) == ConversionKind::kExplicit) {
    return Convert(std::move(value), column);
  }
  return CoerceTo(state_, std::move(value), text);
}

}  // namespace paisql::analysis
