#include "analysis/statement/rows/insert.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/expression/expressions.h"
#include "analysis/materialized.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"

namespace paisql::analysis {

void InsertAnalyzer::SetTable(store::Table table) {
  rule_ = store::AutoPartitionOf(table);
  plan_.target.table = std::move(table);
}

bool InsertAnalyzer::ResolveTarget() {
  const size_t trouble = state_.errors.trouble();
  state_.errors.Take(FindTarget());
  return state_.errors.trouble() == trouble;
}

Status InsertAnalyzer::FindTarget() {
  PAISQL_ASSIGN(plan_.target.table, FindTable(state_, target_.table));
  if (plan_.target.table.kind == store::TableKind::kView) {
    return Error{
        ErrorCode::kInvalidTable,
        fmt::format("{} is a view: views are not writable", plan_.target.table.QualifiedName()),
        target_.table.range, "insert into the tables below it"};
  }
  PAISQL_TRY(CheckNotMaterialized(plan_.target.table, target_.table.range));
  rule_ = store::AutoPartitionOf(plan_.target.table);
  plan_.target.mode = target_.overwrite ? store::WriteMode::kOverwrite : store::WriteMode::kAppend;
  if (target_.overwrite && !target_.columns.empty()) {
    return SemanticError(target_.columns.front().range,
                         "INSERT OVERWRITE cannot take a column list",
                         "give all columns in the table's order");
  }
  return ResolvePartitions();
}

Status InsertAnalyzer::Finish(plan::RelationPtr source) {
  auto project = std::make_unique<plan::Project>();
  project->range = target_.table.range;
  const auto source_column = [&](size_t index) {
    return MakeColumn(source->output[index], ColumnRange(*source, index));
  };
  const store::Table& table = plan_.target.table;
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
  plan::RelationPtr rows = std::move(project);
  if (rule_) rows = WithPartition(state_, std::move(rows), table, *rule_);
  PAISQL_ASSIGN(plan_.root, InFileOrder(state_, std::move(rows), table, target_));
  return FinishPlan(state_, plan_.root);
}

// The cells convert one by one to their columns: a row of VALUES need not agree with the rows
// beside it.
Result<plan::RelationPtr> InsertAnalyzer::Values(const syntax::ValuesRelation& values) {
  auto result = std::make_unique<plan::Values>();
  result->range = values.range;
  const store::Table& table = plan_.target.table;
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state_, nothing, {.name = "VALUES"});
  const auto convert = [&](plan::ExpressionPtr& cell, const auto& conversion) {
    const SourceRange range = cell->range;
    auto value = state_.errors.TakeValue(conversion(std::move(cell)));
    cell = value ? *std::move(value) : FailedExpression(range);
  };
  Status mapped;
  values.ForEach([&](const syntax::ValuesRow& row) {
    if (row.cells.size() != values.rows.front().cells.size()) {
      state_.errors.Add(
          SemanticError(row.range,
                        fmt::format("expect {} columns, actually have {}",
                                    values.rows.front().cells.size(), row.cells.size()),
                        "all rows of VALUES have one number of columns"));
      return true;
    }
    if (result->rows.empty()) mapped = MapColumns(row.cells.size());
    if (!mapped.ok()) return false;
    std::vector<plan::ExpressionPtr> cells;
    cells.reserve(row.cells.size());
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
    return true;
  });
  PAISQL_TRY(std::move(mapped));
  for (size_t i = 0; i < result->rows.front().size(); ++i) {
    result->output.push_back(state_.Column(fmt::format("_c{}", i), result->rows.front()[i]->type));
  }
  return plan::RelationPtr(std::move(result));
}

Result<WritePlan> InsertAnalyzer::FromQuery(const syntax::Query& query) {
  if (!target_.zorder.empty() && query.order_by_range.known()) {
    return SemanticError(query.order_by_range, "ZORDER BY is not used with ORDER BY",
                         "leave ORDER BY out: rows of a table have no order");
  }
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
    if (target_.columns.empty() && !rule_ && !OrdersRows(plan_.target.table, target_)) {
      // Cells stand in the table's order and in its types already.
      for (size_t i = 0; i < plan_.target.table.columns.size(); ++i) {
        source->output[i].name = plan_.target.table.columns[i].name;
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

Result<WritePlan> InsertAnalyzer::FromBranch(const syntax::Query& query,
                                             const syntax::Relation& source) {
  const bool has_target = ResolveTarget();
  // The parts of a UNION have the source in themselves.
  PAISQL_ASSIGN(plan::RelationPtr relation, query.body.select
                                                ? QueryOverSource(state_, query, source)
                                                : QueryRelation(state_, query, nullptr));
  if (!has_target || IsOpen(relation->output)) return std::move(plan_);
  PAISQL_TRY(MapColumns(relation->output.size()));
  PAISQL_TRY(Finish(std::move(relation)));
  return std::move(plan_);
}

Result<WritePlan> AnalyzeInsert(const syntax::InsertStatement& statement,
                                AnalysisContext& context) {
  State state(context);
  return state.Whole(InsertAnalyzer(state, statement.target).FromQuery(statement.query));
}

namespace {

// Whether both write one partition, or may, as PARTITION (ds) and PARTITION (ds='1') may: without a
// key the order of two that append does not matter, so of these only equal targets count.
bool WriteOneTarget(const store::TableTarget& a, const store::TableTarget& b) {
  if (a.table.id != b.table.id) return false;
  const bool append = a.mode == store::WriteMode::kAppend && b.mode == store::WriteMode::kAppend &&
                      a.table.traits.primary_key.empty();
  if (append) return a.partition == b.partition;
  for (size_t i = 0; i < std::min(a.partition.size(), b.partition.size()); ++i) {
    if (a.partition[i] && b.partition[i] && a.partition[i] != b.partition[i]) return false;
  }
  return true;
}

// A plan of its own, with its own copy of the source and of WITH.
Result<WritePlan> AnalyzeBranch(const syntax::MultiInsertStatement::Branch& branch,
                                const syntax::MultiInsertStatement& statement,
                                AnalysisContext& context) {
  State state(context);
  CteScope ctes(state);
  ctes.Define(statement.with, nullptr);
  PAISQL_ASSIGN(
      WritePlan plan,
      state.Whole(
          InsertAnalyzer(state, branch.target).FromBranch(branch.query, *statement.source)));
  plan.root = ctes.Wrap(std::move(plan.root));
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

}  // namespace

Result<std::vector<WritePlan>> AnalyzeMultiInsert(const syntax::MultiInsertStatement& statement,
                                                  AnalysisContext& context) {
  std::vector<WritePlan> plans;
  ErrorCollector errors;
  for (const syntax::MultiInsertStatement::Branch& branch : statement.branches) {
    std::optional<WritePlan> made = errors.TakeValue(AnalyzeBranch(branch, statement, context));
    if (!made) continue;
    WritePlan plan = *std::move(made);
    for (const WritePlan& other : plans) {
      if (WriteOneTarget(other.target, plan.target)) {
        errors.Add(SemanticError(branch.target.table.range,
                                 fmt::format("table {} is written twice by one multi-insert",
                                             plan.target.table.QualifiedName()),
                                 "join the branches with UNION ALL, or write two statements"));
      }
    }
    plans.push_back(std::move(plan));
  }
  PAISQL_TRY(errors.Combined());
  return plans;
}

}  // namespace paisql::analysis
