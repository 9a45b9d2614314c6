#include "analysis/statement/insert.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/finish_plan.h"
#include "analysis/statement/partitions.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "syntax/parser.h"

namespace paisql::analysis {

bool InsertAnalyzer::ResolveTarget() {
  const size_t trouble = state_.errors.trouble();
  state_.errors.Take(FindTarget());
  return state_.errors.trouble() == trouble;
}

Status InsertAnalyzer::FindTarget() {
  PAISQL_ASSIGN(plan_.table, FindTable(state_, target_.table));
  if (plan_.table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidTable,
                 fmt::format("{} is a view: views are not writable", plan_.table.QualifiedName()),
                 target_.table.range, "insert into the tables below it"};
  }
  plan_.mode = target_.overwrite ? store::WriteMode::kOverwrite : store::WriteMode::kAppend;
  if (target_.overwrite && !target_.columns.empty()) {
    return SemanticError(target_.columns.front().range,
                         "INSERT OVERWRITE cannot take a column list",
                         "give all columns in the table's order");
  }
  return ResolvePartitions();
}

Status InsertAnalyzer::ResolvePartitions() {
  const store::Table& table = plan_.table;
  const size_t levels = table.partition_columns.size();
  const size_t given = target_.partition ? target_.partition->keys.size() : 0;
  if (target_.partition && levels == 0) {
    return SemanticError(target_.partition->range,
                         fmt::format("table {} is not partitioned", table.QualifiedName()),
                         "leave PARTITION out");
  }
  std::vector<bool> seen(levels, false);
  plan_.partition.assign(levels, std::nullopt);
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
    // Also a value that failed is no dynamic level.
    plan_.partition[level] =
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
    if (!plan_.partition[level]) {
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

Status InsertAnalyzer::MapColumns(size_t source_columns) {
  const store::Table& table = plan_.table;
  data_sources_.assign(table.columns.size(), std::nullopt);
  dynamic_sources_.assign(dynamic_levels_.size(), std::nullopt);
  size_t next = 0;
  if (target_.columns.empty()) {
    for (std::optional<size_t>& source : data_sources_) source = next++;
  }
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  for (const syntax::Identifier& name : target_.columns) {
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
    if (&plan_.table.columns[i] == &column && data_sources_[i]) {
      return fmt::format("_c{}", *data_sources_[i]);
    }
  }
  for (size_t i = 0; i < dynamic_levels_.size(); ++i) {
    if (&plan_.table.partition_columns[dynamic_levels_[i]] == &column && dynamic_sources_[i]) {
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
  // An integer constant that fits a narrower column is no conversion that could lose anything.
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
  if (column.default_text.empty()) {
    if (column.not_null) {
      return SemanticError(target_.table.range,
                           fmt::format("column {} may not be NULL and has no default", column.name),
                           "list it");
    }
    return MakeConstant(Value::Null(column.type), target_.table.range);
  }
  Result<syntax::ExpressionPtr> parsed = syntax::ParseExpression(column.default_text);
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

Status InsertAnalyzer::Finish(plan::RelationPtr source) {
  auto project = std::make_unique<plan::Project>();
  project->range = target_.table.range;
  const auto source_column = [&](size_t index) {
    return MakeColumn(source->output[index], ColumnRange(*source, index));
  };
  const store::Table& table = plan_.table;
  const auto add = [&](const std::string& name, Result<plan::ExpressionPtr> converted) {
    std::optional<plan::ExpressionPtr> value = state_.errors.TakeValue(std::move(converted));
    if (!value) return;
    project->output.push_back(state_.Column(name, (*value)->type));
    project->expressions.push_back(*std::move(value));
  };
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const store::Column& column = table.columns[i];
    add(column.name,
        data_sources_[i] ? Convert(source_column(*data_sources_[i]), column) : Missing(column));
  }
  for (size_t i = 0; i < dynamic_levels_.size(); ++i) {
    const store::Column& column = table.partition_columns[dynamic_levels_[i]];
    add(column.name, DynamicPartition(source_column(*dynamic_sources_[i]), column));
  }
  PAISQL_TRY(state_.errors.Combined());
  project->input = std::move(source);
  plan_.root = std::move(project);
  return FinishPlan(state_, plan_.root);
}

// The cells convert one by one to their columns: a row of VALUES need not agree with the rows
// beside it.
Result<plan::RelationPtr> InsertAnalyzer::Values(const syntax::ValuesRelation& values) {
  auto result = std::make_unique<plan::Values>();
  result->range = values.range;
  const store::Table& table = plan_.table;
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state_, nothing, {.name = "VALUES"});
  const auto convert = [&](plan::ExpressionPtr& cell, const auto& conversion) {
    const SourceRange range = cell->range;
    auto value = state_.errors.TakeValue(conversion(std::move(cell)));
    cell = value ? *std::move(value) : FailedExpression(range);
  };
  for (const syntax::ValuesRow& row : values.rows) {
    if (row.cells.size() != values.rows.front().cells.size()) {
      state_.errors.Add(
          SemanticError(row.range,
                        fmt::format("expect {} columns, actually have {}",
                                    values.rows.front().cells.size(), row.cells.size()),
                        "all rows of VALUES have one number of columns"));
      continue;
    }
    if (result->rows.empty()) PAISQL_TRY(MapColumns(row.cells.size()));
    std::vector<plan::ExpressionPtr> cells;
    for (const syntax::ExpressionPtr& cell : row.cells) {
      plan::ExpressionPtr value = analyzer.Analyze(*cell);
      value->range = cell->range;
      cells.push_back(std::move(value));
    }
    for (size_t i = 0; i < data_sources_.size(); ++i) {
      if (!data_sources_[i]) continue;
      convert(cells[*data_sources_[i]],
              [&](plan::ExpressionPtr cell) { return Convert(std::move(cell), table.columns[i]); });
    }
    for (size_t i = 0; i < dynamic_levels_.size(); ++i) {
      convert(cells[*dynamic_sources_[i]], [&](plan::ExpressionPtr cell) {
        return DynamicPartition(std::move(cell), table.partition_columns[dynamic_levels_[i]]);
      });
    }
    result->rows.push_back(std::move(cells));
  }
  for (size_t i = 0; i < result->rows.front().size(); ++i) {
    result->output.push_back(state_.Column(fmt::format("_c{}", i), result->rows.front()[i]->type));
  }
  return plan::RelationPtr(std::move(result));
}

Result<InsertPlan> InsertAnalyzer::FromQuery(const syntax::Query& query) {
  if (!ResolveTarget()) {
    (void)state_.errors.TakeValue(QueryRelation(state_, query, nullptr));
    return std::move(plan_);
  }
  const bool plain_values = query.body.values && query.with.empty() && query.order_by.empty() &&
                            !query.limit && !query.offset && !query.body.values->rows.empty();
  plan::RelationPtr source;
  if (plain_values) {
    PAISQL_ASSIGN(source, Values(*query.body.values));
    PAISQL_TRY(state_.errors.Combined());
    if (target_.columns.empty()) {
      // Cells stand in the table's order and in its types already.
      for (size_t i = 0; i < plan_.table.columns.size(); ++i) {
        source->output[i].name = plan_.table.columns[i].name;
      }
      plan_.root = std::move(source);
      return std::move(plan_);
    }
  } else {
    PAISQL_ASSIGN(source, QueryRelation(state_, query, nullptr));
    if (IsOpen(source->output)) return std::move(plan_);
    PAISQL_TRY(MapColumns(source->output.size()));
  }
  // Values already converted pass the second conversion unchanged.
  if (plain_values) {
    for (size_t i = 0; i < dynamic_sources_.size(); ++i) {
      PAISQL_ASSERT(source->output[*dynamic_sources_[i]].type.id() == TypeId::kString,
                    "a dynamic partition value is not text");
    }
  }
  PAISQL_TRY(Finish(std::move(source)));
  return std::move(plan_);
}

Result<InsertPlan> InsertAnalyzer::FromBranch(const syntax::Query& query,
                                              const syntax::Relation& source) {
  const bool has_target = ResolveTarget();
  PAISQL_ASSIGN(plan::RelationPtr relation, QueryOverSource(state_, query, source));
  if (!has_target || IsOpen(relation->output)) return std::move(plan_);
  PAISQL_TRY(MapColumns(relation->output.size()));
  PAISQL_TRY(Finish(std::move(relation)));
  return std::move(plan_);
}

Result<InsertPlan> AnalyzeInsert(const syntax::InsertStatement& statement,
                                 AnalysisContext& context) {
  State state(context);
  return state.Whole(InsertAnalyzer(state, statement.target).FromQuery(statement.query));
}

namespace {

// A plan of its own, with its own copy of the source and of WITH.
Result<InsertPlan> AnalyzeBranch(const syntax::MultiInsertStatement::Branch& branch,
                                 const syntax::MultiInsertStatement& statement,
                                 AnalysisContext& context) {
  State state(context);
  CteScope ctes(state);
  ctes.Define(statement.with, nullptr);
  PAISQL_ASSIGN(
      InsertPlan plan,
      state.Whole(
          InsertAnalyzer(state, branch.target).FromBranch(branch.query, *statement.source)));
  plan.root = ctes.Wrap(std::move(plan.root));
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

}  // namespace

Result<std::vector<InsertPlan>> AnalyzeMultiInsert(const syntax::MultiInsertStatement& statement,
                                                   AnalysisContext& context) {
  std::vector<InsertPlan> plans;
  ErrorCollector errors;
  for (const syntax::MultiInsertStatement::Branch& branch : statement.branches) {
    std::optional<InsertPlan> made = errors.TakeValue(AnalyzeBranch(branch, statement, context));
    if (!made) continue;
    InsertPlan plan = *std::move(made);
    for (const InsertPlan& other : plans) {
      const bool same_target =
          other.table.id == plan.table.id &&
          (other.partition == plan.partition || other.partition.empty() || plan.partition.empty());
      if (same_target) {
        errors.Add(SemanticError(branch.target.table.range,
                                 fmt::format("table {} is written twice by one multi-insert",
                                             plan.table.QualifiedName()),
                                 "join the branches with UNION ALL, or write two statements"));
      }
    }
    plans.push_back(std::move(plan));
  }
  PAISQL_TRY(errors.Combined());
  return plans;
}

}  // namespace paisql::analysis
