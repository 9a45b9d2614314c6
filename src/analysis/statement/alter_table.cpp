#include "analysis/alter_table.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/external.h"
#include "analysis/statement/parts.h"
#include "base/result.h"
#include "base/text.h"
#include "store/external.h"
#include "store/materialized.h"
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

// The place that FIRST or AFTER gives to the column, which is among the columns or is added.
Status PlanMove(const syntax::ColumnPlace& place, const std::string& column, AlterTablePlan& plan) {
  if (!place.after) {
    plan.moves.push_back({column, ""});
    return Status::Ok();
  }
  const syntax::Identifier& after = *place.after;
  if (EqualsIgnoreCase(after.text, column)) {
    return SemanticError(after.range, fmt::format("column {} cannot stand after itself", column),
                         "name another column after AFTER, or write FIRST");
  }
  const bool added =
      std::any_of(plan.columns.begin(), plan.columns.end(),
                  [&](const store::Column& one) { return EqualsIgnoreCase(one.name, after.text); });
  if (!added) PAISQL_TRY(FindColumn(plan.table, after));
  plan.moves.push_back({column, after.text});
  return Status::Ok();
}

Status PlanAddedColumns(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const std::vector<syntax::ColumnDefinition>& definitions = statement.columns;
  std::unordered_set<std::string> names;
  for (const auto* columns : {&plan.table.columns, &plan.table.partition_columns}) {
    for (const store::Column& column : *columns) names.insert(ToLower(column.name));
  }
  const std::unordered_set<std::string> existing = names;
  for (size_t i = 0; i < definitions.size(); ++i) {
    const syntax::ColumnDefinition& definition = definitions[i];
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
    if (const auto& place = statement.places.at(i)) PAISQL_TRY(PlanMove(*place, column.name, plan));
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
  PAISQL_ASSIGN(plan.properties, KeptProperties(state, plan.table, statement.properties));
  return Status::Ok();
}

Status UnsetProperties(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_ASSIGN(plan.properties,
                UnsetProperties(state, plan.table, statement.properties, statement.if_exists));
  return Status::Ok();
}

Status CheckNoKey(const store::Table& table, const store::Column& column, std::string text,
                  const SourceRange& range) {
  const std::vector<int64_t>& key = table.traits.primary_key;
  if (std::find(key.begin(), key.end(), column.id) == key.end()) return Status::Ok();
  return SemanticError(range, std::move(text), "a key stays as the table was created");
}

Status RenameColumn(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::Identifier& new_name = statement.column_names.back();
  PAISQL_ASSIGN(const store::Column* column,
                FindColumn(plan.table, statement.column_names.front()));
  PAISQL_TRY(CheckNewName(new_name, "column"));
  PAISQL_TRY(CheckNotPartitionedBy(plan.table, *column, statement.column_names.front().range));
  PAISQL_TRY(CheckFree(plan.table, *column, new_name));
  PAISQL_TRY(CheckNoKey(plan.table, *column,
                        fmt::format("column {} cannot be changed except for its comment because it "
                                    "is a primary key column",
                                    column->name),
                        statement.column_names.front().range));
  plan.column_ids.push_back(column->id);
  return Status::Ok();
}

// Another type that takes all values of the old one.
Status CheckWidening(const store::Column& old, const DataType& type, const SourceRange& range) {
  if (type == old.type || IsWidening(old.type, type)) return Status::Ok();
  return SemanticError(
      range,
      fmt::format("changing the type of column {} from {} to {} is not supported", old.name,
                  old.type.ToString(), type.ToString()),
      "the rows stay as they are, so the new type must take all values: ADD COLUMNS and INSERT "
      "OVERWRITE with CAST");
}

// What the statement makes of the column.
Result<store::Column> ChangedColumn(State& state, const AlterTableStatement& statement,
                                    const store::Column& old) {
  const syntax::ColumnDefinition& definition = statement.columns.front();
  store::Column column = old;
  if (!statement.keeps_type) {
    PAISQL_ASSIGN(const store::Column made, NewColumn(state, definition));
    PAISQL_TRY(CheckWidening(old, made.type, definition.type.range));
    column.name = made.name;
    column.type = made.type;
  }
  if (definition.default_value) {
    PAISQL_ASSIGN(column.default_text, DefaultText(state, definition, column.type));
  }
  if (definition.has_comment) {
    PAISQL_TRY(CheckComment(definition.comment, definition.name.range));
    column.comment = definition.comment;
  }
  if (definition.null && definition.not_null) {
    return SemanticError(definition.name.range, "a column is either NULL or NOT NULL",
                         "leave one of them out");
  }
  column.not_null = (old.not_null || definition.not_null) && !definition.null;
  return column;
}

Status ChangeColumn(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::Identifier& name = statement.column_names.front();
  PAISQL_ASSIGN(const store::Column* old, FindColumn(plan.table, name));
  const std::optional<store::Column> column =
      state.errors.TakeValue(ChangedColumn(state, statement, *old));
  PAISQL_TRY(state.errors.Combined());
  PAISQL_TRY(CheckFree(plan.table, *old, statement.columns.front().name));
  const auto& place = statement.places.front();
  if (column->name != old->name || !(column->type == old->type)) {
    PAISQL_TRY(CheckNotPartitionedBy(plan.table, *old, name.range));
  }
  const bool says_more = place.has_value() || column->name != old->name ||
                         !(column->type == old->type) || column->not_null != old->not_null ||
                         column->default_text != old->default_text;
  if (says_more) {
    PAISQL_TRY(CheckNoKey(plan.table, *old,
                          fmt::format("column {} cannot be changed except for its comment because "
                                      "it is a primary key column",
                                      old->name),
                          name.range));
  }
  if (place) PAISQL_TRY(PlanMove(*place, column->name, plan));
  plan.columns.push_back(*column);
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
    PAISQL_TRY(CheckNotOrdered(plan.table, *column, name.range));
    PAISQL_TRY(CheckNotPartitionedBy(plan.table, *column, name.range));
    PAISQL_TRY(CheckNoKey(plan.table, *column,
                          "column " + column->name + " is part of the primary key", name.range));
    ids.push_back(column->id);
  }
  if (ids.size() == plan.table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn, "a table must keep a column", statement.table.range,
                 "use DROP TABLE"};
  }
  return Status::Ok();
}

// The partition that the statement names, which is there.
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
  if (statement.compaction == syntax::kSmallFiles) {
    PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  } else if (!EqualsIgnoreCase(statement.compaction, "major") &&
             !EqualsIgnoreCase(statement.compaction, "minor")) {
    return SemanticError(statement.compaction_range, "Compact type should be MAJOR or MINOR.",
                         "write ALTER TABLE t COMPACT 'major'");
  } else if (!plan.table.traits.transactional) {
    return SemanticError(statement.table.range, plan.table.name + " is not a transactional table.",
                         "ALTER TABLE t MERGE SMALLFILES merges the files of any table");
  }
  if (statement.add_partitions.empty()) return Status::Ok();
  PAISQL_ASSIGN(const store::Partition partition, NamedPartition(state, statement, plan));
  plan.added_partitions.push_back(partition.values);
  return Status::Ok();
}

// The table, or a partition of it.
Status FindTouched(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (statement.add_partitions.empty()) return Status::Ok();
  PAISQL_ASSIGN(plan.touched, NamedPartition(state, statement, plan));
  return Status::Ok();
}

Status SetLocation(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (!store::IsExternal(plan.table)) {
    return Error{ErrorCode::kInvalidObjectType,
                 plan.table.QualifiedName() + " is not an external table", statement.table.range,
                 "the home keeps the files of its own tables: leave LOCATION out"};
  }
  const syntax::ClauseText& location = *statement.locations.front();
  if (!Trim(location.text).empty()) return FindTouched(state, statement, plan);
  return SemanticError(location.range, "LOCATION is missing",
                       "write LOCATION 'oss://bucket/folder/', or the path of a folder");
}

Status SetSerdeProperties(State& state, const AlterTableStatement& statement,
                          AlterTablePlan& plan) {
  const std::optional<store::ExternalSource> source = store::ExternalOf(plan.table);
  if (!source.has_value()) {
    state.Warn(statement.table.range,
               "SET SERDEPROPERTIES has no effect: tables are stored in one way");
    return Status::Ok();
  }
  PAISQL_ASSIGN(plan.files, WithProperties(*source, statement.properties, statement.table.range,
                                           state.context));
  return Status::Ok();
}

Status ChangeOwner(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  if (!statement.owner.empty()) return Status::Ok();
  return SemanticError(statement.owner_range, "the name of the owner is empty",
                       "write CHANGEOWNER TO 'ALIYUN$name@company.com', or another name");
}

// The partitions of the other table come; none of them may be there.
Status ExchangePartition(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  const SourceRange& range = statement.source.range;
  PAISQL_ASSIGN(plan.source, ResolveTable(statement.source, state.context));
  if (plan.source.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, plan.source.QualifiedName() + " is a view", range,
                 "name the table whose partition comes after WITH TABLE"};
  }
  PAISQL_TRY(CheckOwnFiles(plan.source, range));
  if (plan.source.id == plan.table.id) {
    return SemanticError(range, "a table cannot exchange partitions with itself",
                         "ALTER TABLE t PARTITION (…) RENAME TO PARTITION (…)");
  }
  if (!SameColumns(plan.source.columns, plan.table.columns) ||
      !SameColumns(plan.source.partition_columns, plan.table.partition_columns)) {
    return SemanticError(range,
                         fmt::format("{} has other columns than {}", plan.source.QualifiedName(),
                                     plan.table.QualifiedName()),
                         "names and types must be equal: write INSERT … SELECT");
  }
  plan.exchanged.range = statement.add_partitions.front().range;
  PAISQL_ASSIGN(plan.exchanged.match, ResolvePartialPartition(statement.add_partitions.front(),
                                                              plan.source, state.context));
  return Status::Ok();
}

// ALTER MATERIALIZED VIEW and ALTER TABLE refuse each other's objects.
Status CheckKind(const AlterTableStatement& statement, const store::Table& table) {
  const bool materialized = store::IsMaterialized(table);
  if (materialized == statement.materialized) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType,
               table.QualifiedName() + (materialized ? " is a materialized view" : " is a table"),
               statement.table.range,
               materialized ? "use ALTER MATERIALIZED VIEW" : "use ALTER TABLE"};
}

// The partitions that PARTITION (…) chooses, if it is there.
Status Rebuild(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    PAISQL_TRY(CheckPartitioned(plan.table, clause.range));
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

Status ChangeClustering(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  if (!statement.clustering) return Status::Ok();
  if (!plan.table.traits.primary_key.empty()) {
    return SemanticError(statement.clustering->range, "a table with a PRIMARY KEY is not clustered",
                         "leave it out");
  }
  PAISQL_ASSIGN(plan.clustering, MakeClustering(*statement.clustering, plan.table));
  return Status::Ok();
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
    {AlterTableAction::kExchangePartition, ExchangePartition},
    {AlterTableAction::kAddColumns, PlanAddedColumns},
    {AlterTableAction::kRename, Rename},
    {AlterTableAction::kSetComment, NoRule},
    {AlterTableAction::kSetLifecycle, SetLifecycle},
    {AlterTableAction::kSetProperties, SetProperties},
    {AlterTableAction::kUnsetProperties, UnsetProperties},
    {AlterTableAction::kRenameColumn, RenameColumn},
    {AlterTableAction::kChangeColumn, ChangeColumn},
    {AlterTableAction::kDropColumns, DropColumns},
    {AlterTableAction::kTouch, FindTouched},
    {AlterTableAction::kChangeOwner, ChangeOwner},
    {AlterTableAction::kSwitchLifecycle, FindTouched},
    {AlterTableAction::kSetClustering, ChangeClustering},
    {AlterTableAction::kCompact, Compact},
    {AlterTableAction::kSetLocation, SetLocation},
    {AlterTableAction::kSetSerdeProperties, SetSerdeProperties},
    {AlterTableAction::kRebuild, Rebuild},
    {AlterTableAction::kSetRewrite, NoRule},
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
  PAISQL_TRY(CheckKind(statement, plan.table));
  PAISQL_TRY(CheckAlterablePartitions(plan.table, statement));
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& known) {
    return known.action == statement.action;
  });
  PAISQL_ASSERT(rule != std::end(kRules), "an ALTER TABLE without an action");
  State state(context);
  PAISQL_TRY(rule->judge(state, statement, plan));
  return plan;
}

}  // namespace paisql::analysis
