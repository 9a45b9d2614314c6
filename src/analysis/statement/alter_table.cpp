#include "analysis/alter_table.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/statement/parts.h"
#include "base/result.h"
#include "base/text.h"
#include "store/external.h"
#include "syntax/statements/tables.h"
#include "types/widening.h"

namespace paisql::analysis {
namespace {

using syntax::AlterTableAction;
using syntax::AlterTableStatement;

Result<const store::Column*> FindColumn(const store::Table& table, const syntax::Identifier& name) {
  for (const store::Column& column : table.columns) {
    if (EqualsIgnoreCase(column.name, name.text)) return &column;
  }
  for (const store::Column& column : table.partition_columns) {
    if (EqualsIgnoreCase(column.name, name.text)) {
      return SemanticError(name.range, "invalid alter operation: partition keys can not be changed",
                           "make a table with other keys, and INSERT the rows into it");
    }
  }
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  return Error{ErrorCode::kInvalidColumn, "column " + name.text + " cannot be resolved", name.range,
               DidYouMean(name.text, names)};
}

Status CheckPartitioned(const store::Table& table, const SourceRange& range) {
  if (table.partitioned()) return Status::Ok();
  return Error{ErrorCode::kPartition, table.QualifiedName() + " has no partition columns", range,
               ""};
}

// That no other column has the name.
Status CheckFree(const store::Table& table, const store::Column& column,
                 const syntax::Identifier& new_name) {
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const store::Column& other : *columns) {
      if (other.id == column.id || !EqualsIgnoreCase(other.name, new_name.text)) continue;
      return Error{ErrorCode::kInvalidColumn, "column " + new_name.text + " already exists",
                   new_name.range, ""};
    }
  }
  return Status::Ok();
}

// Files of an external table are not the home's, so they cannot move.
Status CheckOwnFiles(const store::Table& table, const SourceRange& range) {
  if (!store::IsExternal(table)) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is an external table",
               range, "INSERT OVERWRITE TABLE t SELECT … writes its files anew"};
}

Status AddPartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  for (const syntax::PartitionSpec& spec : statement.add_partitions) {
    PAISQL_ASSIGN(plan.added_partitions.emplace_back(),
                  ResolvePartition(spec, plan.table, state.context));
  }
  return Status::Ok();
}

Status DropPartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    // Pairs name one partition, so that a level that was forgotten drops no more than that.
    if (clause.spec) PAISQL_TRY(ResolvePartition(*clause.spec, plan.table, state.context));
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

// The sources are chosen by any of their levels, as in MERGE PARTITION (hour = '00').
Status MergePartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  PAISQL_TRY(AddPartitions(state, statement, plan));
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

Status RenamePartition(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  return AddPartitions(state, statement, plan);
}

Status PlanAddedColumns(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const std::vector<syntax::ColumnDefinition>& definitions = statement.columns;
  std::unordered_set<std::string> names;
  for (const auto* columns : {&plan.table.columns, &plan.table.partition_columns}) {
    for (const store::Column& column : *columns) names.insert(ToLower(column.name));
  }
  const std::unordered_set<std::string> existing = names;
  for (const syntax::ColumnDefinition& definition : definitions) {
    std::optional<store::Column> made = state.errors.TakeValue(NewColumn(state, definition));
    if (!made) continue;
    store::Column& column = *made;
    if (statement.if_not_exists && existing.contains(ToLower(column.name))) continue;
    if (!names.insert(ToLower(column.name)).second) {
      return RepeatedColumn(column.name, definition.name.range);
    }
    if (column.not_null) {
      return SemanticError(definition.name.range,
                           "a column that is added later may not be NOT NULL",
                           "the rows that are there have no value for it");
    }
    plan.columns.push_back(std::move(column));
  }
  PAISQL_TRY(state.errors.Combined());
  if (names.size() > ValueOf(Limit::kColumns)) {
    return TooLarge(Limit::kColumns, definitions.front().name.range);
  }
  return Status::Ok();
}

Status Rename(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  return CheckNewName(statement.new_name, "table");
}

Status SetLifecycle(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  if (statement.lifecycle_days > 0) return Status::Ok();
  return SemanticError(statement.table.range, "lifecycle must be a positive number of days");
}

Status SetProperties(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  return CheckNewProperties(state, plan.table, statement.properties);
}

Status RenameColumn(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::Identifier& new_name = statement.column_names.back();
  PAISQL_ASSIGN(const store::Column* column,
                FindColumn(plan.table, statement.column_names.front()));
  PAISQL_TRY(CheckNewName(new_name, "column"));
  PAISQL_TRY(CheckFree(plan.table, *column, new_name));
  plan.column_ids.push_back(column->id);
  return Status::Ok();
}

Status ChangeColumnComment(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_ASSIGN(const store::Column* column,
                FindColumn(plan.table, statement.column_names.front()));
  plan.column_ids.push_back(column->id);
  return Status::Ok();
}

// Another name, comment or a wider type.
Result<store::Column> ChangedColumn(State& state, const syntax::ColumnDefinition& definition,
                                    const store::Column& old) {
  Result<store::Column> analysed = NewColumn(state, definition);
  if (!analysed.ok()) state.errors.Add(analysed.error());
  PAISQL_TRY(state.errors.Combined());
  store::Column column = *std::move(analysed);
  if (!(column.type == old.type) && !IsWidening(old.type, column.type)) {
    return SemanticError(
        definition.type.range,
        fmt::format("changing the type of column {} from {} to {} is not supported", old.name,
                    old.type.ToString(), column.type.ToString()),
        "the rows stay as they are, so the new type must take all values: ADD COLUMNS and INSERT "
        "OVERWRITE with CAST");
  }
  if (definition.default_value || (column.not_null && !old.not_null)) {
    return UnsupportedError(definition.name.range,
                            "CHANGE COLUMN with NOT NULL or DEFAULT is not supported");
  }
  column.id = old.id;
  column.not_null = old.not_null;
  column.default_text = old.default_text;
  if (column.comment.empty()) column.comment = old.comment;
  return column;
}

Status ChangeColumn(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::ColumnDefinition& definition = statement.columns.front();
  PAISQL_ASSIGN(const store::Column* old, FindColumn(plan.table, statement.column_names.front()));
  PAISQL_ASSIGN(store::Column column, ChangedColumn(state, definition, *old));
  PAISQL_TRY(CheckFree(plan.table, *old, definition.name));
  plan.columns.push_back(std::move(column));
  return Status::Ok();
}

Status CheckNoKey(const store::Table& table, const store::Column& column,
                  const SourceRange& range) {
  const std::vector<int64_t>& key = table.traits.primary_key;
  if (std::find(key.begin(), key.end(), column.id) == key.end()) return Status::Ok();
  return SemanticError(range, "column " + column.name + " is part of the primary key",
                       "a key stays as the table was created");
}

Status ChangeNull(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::Identifier& name = statement.column_names.front();
  PAISQL_ASSIGN(const store::Column* column, FindColumn(plan.table, name));
  if (statement.not_null && !column->not_null) {
    return Error{ErrorCode::kUnsupported, "CHANGE COLUMN with NOT NULL is not supported",
                 name.range,
                 "the rows that are there may hold NULLs: CREATE TABLE another table, and INSERT"};
  }
  if (statement.not_null) return Status::Ok();
  PAISQL_TRY(CheckNoKey(plan.table, *column, name.range));
  plan.column_ids.push_back(column->id);
  return Status::Ok();
}

Status DropColumns(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  std::vector<int64_t>& ids = plan.column_ids;
  for (const syntax::Identifier& name : statement.column_names) {
    PAISQL_ASSIGN(const store::Column* column, FindColumn(plan.table, name));
    if (std::find(ids.begin(), ids.end(), column->id) != ids.end()) {
      return Error{ErrorCode::kInvalidColumn, "column " + name.text + " appears twice", name.range,
                   ""};
    }
    PAISQL_TRY(CheckNoKey(plan.table, *column, name.range));
    ids.push_back(column->id);
  }
  if (ids.size() == plan.table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn, "a table must keep a column", statement.table.range,
                 "use DROP TABLE"};
  }
  return Status::Ok();
}

// The partition that TOUCH or COMPACT names, which is there.
Result<store::Partition> NamedPartition(State& state, const AlterTableStatement& statement,
                                        const AlterTablePlan& plan) {
  const syntax::PartitionSpec& spec = statement.add_partitions.front();
  PAISQL_TRY(CheckPartitioned(plan.table, spec.range));
  store::Partition partition;
  PAISQL_ASSIGN(partition.values, ResolvePartition(spec, plan.table, state.context));
  PAISQL_ASSIGN_AT(spec.range, const std::vector<store::Partition> found,
                   state.names.catalog().ListPartitions(
                       plan.table.id, {partition.values.begin(), partition.values.end()}));
  if (found.empty()) {
    return Error{ErrorCode::kPartitionNotFound, "partition not found:" + partition.Name(plan.table),
                 spec.range, "look with SHOW PARTITIONS " + plan.table.name};
  }
  return found.front();
}

// The client's own words.
Status Compact(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (!EqualsIgnoreCase(statement.compaction, "major") &&
      !EqualsIgnoreCase(statement.compaction, "minor")) {
    return SemanticError(statement.compaction_range, "Compact type should be MAJOR or MINOR.",
                         "write ALTER TABLE t COMPACT 'major'");
  }
  if (!plan.table.traits.transactional) {
    return SemanticError(statement.table.range, plan.table.name + " is not a transactional table.",
                         "ALTER TABLE t MERGE SMALLFILES merges the files of any table");
  }
  if (statement.add_partitions.empty()) return Status::Ok();
  PAISQL_ASSIGN(const store::Partition partition, NamedPartition(state, statement, plan));
  plan.added_partitions.push_back(partition.values);
  return Status::Ok();
}

Status Touch(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (statement.add_partitions.empty()) return Status::Ok();
  const syntax::PartitionSpec& spec = statement.add_partitions.front();
  PAISQL_ASSIGN(const store::Partition partition, NamedPartition(state, statement, plan));
  return Error{ErrorCode::kUnsupported,
               "TOUCH of one partition (" + partition.Name(plan.table) + ") is not supported",
               spec.range, "ALTER TABLE ... TOUCH touches the table"};
}

Status NoRule(State&, const AlterTableStatement&, AlterTablePlan&) { return Status::Ok(); }

struct Rule {
  AlterTableAction action;
  Status (*judge)(State&, const AlterTableStatement&, AlterTablePlan&);
};

constexpr Rule kRules[] = {
    {AlterTableAction::kAddPartitions, AddPartitions},
    {AlterTableAction::kDropPartitions, DropPartitions},
    {AlterTableAction::kMergePartitions, MergePartitions},
    {AlterTableAction::kRenamePartition, RenamePartition},
    {AlterTableAction::kAddColumns, PlanAddedColumns},
    {AlterTableAction::kRename, Rename},
    {AlterTableAction::kSetComment, NoRule},
    {AlterTableAction::kSetLifecycle, SetLifecycle},
    {AlterTableAction::kSetProperties, SetProperties},
    {AlterTableAction::kRenameColumn, RenameColumn},
    {AlterTableAction::kChangeColumnComment, ChangeColumnComment},
    {AlterTableAction::kChangeColumn, ChangeColumn},
    {AlterTableAction::kChangeNull, ChangeNull},
    {AlterTableAction::kDropColumns, DropColumns},
    {AlterTableAction::kTouch, Touch},
    {AlterTableAction::kCompact, Compact},
};

}  // namespace

std::string PartitionChoice::Name(const store::Table& table) const {
  std::string name;
  for (size_t i = 0; i < match.size(); ++i) {
    if (!match[i].has_value()) continue;
    if (!name.empty()) name += '/';
    name += table.partition_columns[i].name + "=" + *match[i];
  }
  return name;
}

Result<PartitionChoice> ChoosePartitions(const syntax::PartitionFilter& clause,
                                         const store::Table& table, AnalysisContext& context) {
  PartitionChoice choice;
  choice.range = clause.range;
  if (clause.spec) {
    PAISQL_ASSIGN(choice.match, ResolvePartialPartition(*clause.spec, table, context));
  } else {
    choice.range = clause.filter->range;
    PAISQL_ASSIGN(choice.filter,
                  AnalyzePartitionFilter(*clause.filter, table, choice.columns, context));
  }
  return choice;
}

Result<AlterTablePlan> AnalyzeAlterTable(const AlterTableStatement& statement,
                                         AnalysisContext& context) {
  AlterTablePlan plan;
  PAISQL_ASSIGN(plan.table, ResolveTable(statement.table, context));
  if (plan.table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, plan.table.QualifiedName() + " is a view",
                 statement.table.range, "change it with CREATE OR REPLACE VIEW"};
  }
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& known) {
    return known.action == statement.action;
  });
  PAISQL_ASSERT(rule != std::end(kRules), "an ALTER TABLE without an action");
  State state(context);
  PAISQL_TRY(rule->judge(state, statement, plan));
  return plan;
}

}  // namespace paisql::analysis
