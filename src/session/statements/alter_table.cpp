#include <set>

#include "base/text.h"
#include "session/statements/handlers.h"

namespace paisql::session {

namespace {

using syntax::AlterTableStatement;

// What every action below is given.
struct Alter {
  const AlterTableStatement& statement;
  const store::Table& table;
  Run& run;

  store::Catalog& catalog() const { return run.state.catalog(); }
  const SourceRange& range() const { return statement.table.range; }
};

Result<const store::Column*> FindColumn(const store::Table& table, const syntax::Identifier& name) {
  for (const store::Column& column : table.columns) {
    if (EqualsIgnoreCase(column.name, name.text)) return &column;
  }
  for (const store::Column& column : table.partition_columns) {
    if (EqualsIgnoreCase(column.name, name.text)) {
      return Error{ErrorCode::kSemantic,
                   "invalid alter operation: partition keys can not be changed", name.range,
                   "make a table with other keys, and INSERT the rows into it"};
    }
  }
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  return Error{ErrorCode::kInvalidColumn, "column " + name.text + " cannot be resolved", name.range,
               DidYouMean(name.text, names)};
}

Error NotPartitioned(const store::Table& table, const SourceRange& range) {
  return {ErrorCode::kPartition, table.QualifiedName() + " has no partition columns", range, ""};
}

Status AddPartitions(const Alter& alter) {
  if (!alter.table.partitioned()) return NotPartitioned(alter.table, alter.range());
  const analysis::AnalysisContext context = alter.run.state.MakeContext();
  std::vector<std::vector<std::string>> values;
  for (const syntax::PartitionSpec& spec : alter.statement.add_partitions) {
    PAISQL_ASSIGN(values.emplace_back(), analysis::ResolvePartition(spec, alter.table, context));
  }
  const SourceRange& range = alter.statement.add_partitions.empty()
                                 ? alter.range()
                                 : alter.statement.add_partitions.front().range;
  PAISQL_TRY_AT(
      range, alter.catalog().AddPartitions(alter.table.id, values, alter.statement.if_not_exists));
  return Status::Ok();
}

// The partitions that a filter expression leaves; the engine is asked, so that a filter means what
// it means in WHERE.
Result<std::vector<store::Partition>> FilterPartitions(const syntax::Expression& filter,
                                                       const Alter& alter) {
  State& state = alter.run.state;
  analysis::AnalysisContext context = state.MakeContext();
  std::vector<plan::OutputColumn> columns;
  PAISQL_ASSIGN(const plan::ExpressionPtr predicate,
                analysis::AnalyzePartitionFilter(filter, alter.table, columns, context));
  ShowWarnings(context, alter.run.sink);
  PAISQL_ASSIGN_AT(filter.range, const std::vector<store::Partition> all,
                   alter.catalog().ListPartitions(alter.table.id));
  std::vector<size_t> levels;
  for (const plan::OutputColumn& column : columns) {
    for (size_t i = 0; i < alter.table.partition_columns.size(); ++i) {
      if (EqualsIgnoreCase(alter.table.partition_columns[i].name, column.name)) levels.push_back(i);
    }
  }
  PAISQL_ASSERT(levels.size() == columns.size(), "a filter over what is no partition column");
  std::vector<std::vector<std::string>> rows;
  for (const store::Partition& partition : all) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const size_t level : levels) row.push_back(partition.values[level]);
  }
  std::vector<store::Partition> left;
  if (all.empty()) return left;
  PAISQL_ASSIGN(engine::RowFilter * row_filter, state.RowFilter());
  PAISQL_ASSIGN(const std::vector<bool> keep,
                row_filter->FilterRows(*predicate, columns, rows, state.Execution()));
  for (size_t i = 0; i < all.size(); ++i) {
    if (keep[i]) left.push_back(all[i]);
  }
  return left;
}

Status DropPartitions(const Alter& alter) {
  if (!alter.table.partitioned()) return NotPartitioned(alter.table, alter.range());
  const analysis::AnalysisContext context = alter.run.state.MakeContext();
  std::set<int64_t> ids;
  for (const syntax::PartitionFilter& filter : alter.statement.drop_partitions) {
    std::vector<store::Partition> found;
    if (filter.spec.has_value()) {
      PAISQL_ASSIGN(const std::vector<std::string> values,
                    analysis::ResolvePartition(*filter.spec, alter.table, context));
      PAISQL_ASSIGN_AT(
          filter.range, found,
          alter.catalog().ListPartitions(alter.table.id, {values.begin(), values.end()}));
      if (found.empty() && !alter.statement.if_exists) {
        store::Partition missing;
        missing.values = values;
        return Error{ErrorCode::kPartitionNotFound,
                     "partition not found:" + missing.Name(alter.table), filter.range,
                     "use DROP IF EXISTS, or look with SHOW PARTITIONS"};
      }
    } else {
      PAISQL_ASSIGN(found, FilterPartitions(*filter.filter, alter));
    }
    for (const store::Partition& partition : found) ids.insert(partition.id);
  }
  if (ids.empty()) return Status::Ok();
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().DropPartitions(alter.table.id, {ids.begin(), ids.end()}));
  return Status::Ok();
}

Result<store::Partition> FindPartition(const syntax::PartitionSpec& spec, const Alter& alter) {
  if (!alter.table.partitioned()) return NotPartitioned(alter.table, spec.range);
  const analysis::AnalysisContext context = alter.run.state.MakeContext();
  PAISQL_ASSIGN(const std::vector<std::string> values,
                analysis::ResolvePartition(spec, alter.table, context));
  PAISQL_ASSIGN_AT(spec.range, std::vector<store::Partition> found,
                   alter.catalog().ListPartitions(alter.table.id, {values.begin(), values.end()}));
  if (!found.empty()) return std::move(found.front());
  store::Partition missing;
  missing.values = values;
  return Error{ErrorCode::kPartitionNotFound, "partition not found:" + missing.Name(alter.table),
               spec.range, "look with SHOW PARTITIONS " + alter.table.name};
}

Status AddColumns(const Alter& alter) {
  const analysis::AnalysisContext context = alter.run.state.MakeContext();
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                analysis::AnalyzeNewColumns(alter.statement.columns, alter.table, context,
                                            alter.statement.if_not_exists));
  if (columns.empty()) return Status::Ok();
  PAISQL_TRY_AT(alter.range(), alter.catalog().AddColumns(alter.table.id, columns));
  return Status::Ok();
}

Status Rename(const Alter& alter) {
  PAISQL_TRY(analysis::CheckNewName(alter.statement.new_name, "table"));
  PAISQL_TRY_AT(alter.statement.new_name.range,
                alter.catalog().RenameTable(alter.table.id, alter.statement.new_name.text));
  return Status::Ok();
}

Status SetComment(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().SetTableComment(alter.table.id, alter.statement.comment));
  return Status::Ok();
}

Status SetLifecycle(const Alter& alter) {
  if (alter.statement.lifecycle_days <= 0) {
    return Error{ErrorCode::kSemantic, "lifecycle must be a positive number of days", alter.range(),
                 ""};
  }
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().SetLifecycle(alter.table.id, alter.statement.lifecycle_days));
  return Status::Ok();
}

// That no other column has the name.
Status CheckFree(const Alter& alter, const store::Column& column,
                 const syntax::Identifier& new_name) {
  const auto taken = [&](const store::Column& other) {
    return other.id != column.id && EqualsIgnoreCase(other.name, new_name.text);
  };
  for (const auto* columns : {&alter.table.columns, &alter.table.partition_columns}) {
    for (const store::Column& other : *columns) {
      if (taken(other)) {
        return Error{ErrorCode::kInvalidColumn, "column " + new_name.text + " already exists",
                     new_name.range, ""};
      }
    }
  }
  return Status::Ok();
}

Status RenameColumn(const Alter& alter) {
  const syntax::Identifier& old_name = alter.statement.column_names.front();
  const syntax::Identifier& new_name = alter.statement.column_names.back();
  PAISQL_ASSIGN(const store::Column* column, FindColumn(alter.table, old_name));
  PAISQL_TRY(analysis::CheckNewName(new_name, "column"));
  PAISQL_TRY(CheckFree(alter, *column, new_name));
  PAISQL_TRY_AT(new_name.range,
                alter.catalog().RenameColumn(alter.table.id, column->id, new_name.text));
  return Status::Ok();
}

Status ChangeColumnComment(const Alter& alter) {
  const syntax::Identifier& name = alter.statement.column_names.front();
  PAISQL_ASSIGN(const store::Column* column, FindColumn(alter.table, name));
  PAISQL_TRY_AT(name.range, alter.catalog().SetColumnComment(alter.table.id, column->id,
                                                             alter.statement.comment));
  return Status::Ok();
}

Status ChangeColumn(const Alter& alter) {
  const syntax::ColumnDefinition& definition = alter.statement.columns.front();
  PAISQL_ASSIGN(const store::Column* old,
                FindColumn(alter.table, alter.statement.column_names.front()));
  PAISQL_ASSIGN(const store::Column column,
                analysis::AnalyzeColumnChange(definition, *old, alter.run.state.MakeContext()));
  PAISQL_TRY(CheckFree(alter, *old, definition.name));
  PAISQL_TRY_AT(definition.name.range, alter.catalog().ChangeColumn(alter.table.id, column));
  return Status::Ok();
}

Status ChangeNull(const Alter& alter) {
  const syntax::Identifier& name = alter.statement.column_names.front();
  PAISQL_ASSIGN(const store::Column* column, FindColumn(alter.table, name));
  if (alter.statement.not_null && !column->not_null) {
    return Error{ErrorCode::kUnsupported, "CHANGE COLUMN with NOT NULL is not supported",
                 name.range,
                 "the rows that are there may hold NULLs: CREATE TABLE another table, and INSERT"};
  }
  if (alter.statement.not_null) return Status::Ok();
  PAISQL_TRY_AT(name.range, alter.catalog().AllowNulls(alter.table.id, column->id));
  return Status::Ok();
}

Status SetProperties(const Alter& alter) {
  analysis::AnalysisContext context = alter.run.state.MakeContext();
  PAISQL_TRY(analysis::CheckTableProperties(alter.statement.properties, context));
  ShowWarnings(context, alter.run.sink);
  return Status::Ok();
}

Status DropColumns(const Alter& alter) {
  std::set<int64_t> ids;
  for (const syntax::Identifier& name : alter.statement.column_names) {
    PAISQL_ASSIGN(const store::Column* column, FindColumn(alter.table, name));
    if (!ids.insert(column->id).second) {
      return Error{ErrorCode::kInvalidColumn, "column " + name.text + " stands twice", name.range,
                   ""};
    }
  }
  if (ids.size() == alter.table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn, "a table must keep a column", alter.range(),
                 "use DROP TABLE"};
  }
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().DropColumns(alter.table.id, {ids.begin(), ids.end()}));
  return Status::Ok();
}

Status Touch(const Alter& alter) {
  if (!alter.statement.add_partitions.empty()) {
    const syntax::PartitionSpec& spec = alter.statement.add_partitions.front();
    PAISQL_ASSIGN(const store::Partition partition, FindPartition(spec, alter));
    return Error{ErrorCode::kUnsupported,
                 "TOUCH of one partition (" + partition.Name(alter.table) + ") is not supported",
                 spec.range, "ALTER TABLE ... TOUCH touches the table"};
  }
  PAISQL_TRY_AT(alter.range(), alter.catalog().TouchTable(alter.table.id));
  return Status::Ok();
}

struct Action {
  syntax::AlterTableAction action;
  Status (*run)(const Alter&);
};

constexpr Action kActions[] = {
    {syntax::AlterTableAction::kAddPartitions, AddPartitions},
    {syntax::AlterTableAction::kDropPartitions, DropPartitions},
    {syntax::AlterTableAction::kAddColumns, AddColumns},
    {syntax::AlterTableAction::kRename, Rename},
    {syntax::AlterTableAction::kSetComment, SetComment},
    {syntax::AlterTableAction::kSetLifecycle, SetLifecycle},
    {syntax::AlterTableAction::kSetProperties, SetProperties},
    {syntax::AlterTableAction::kRenameColumn, RenameColumn},
    {syntax::AlterTableAction::kChangeColumnComment, ChangeColumnComment},
    {syntax::AlterTableAction::kChangeColumn, ChangeColumn},
    {syntax::AlterTableAction::kChangeNull, ChangeNull},
    {syntax::AlterTableAction::kDropColumns, DropColumns},
    {syntax::AlterTableAction::kTouch, Touch},
};

}  // namespace

Status RunAlterTable(const AlterTableStatement& statement, Run& run) {
  const analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(statement.table, context));
  if (table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view",
                 statement.table.range, "change it with CREATE OR REPLACE VIEW"};
  }
  for (const Action& action : kActions) {
    if (action.action != statement.action) continue;
    PAISQL_TRY(action.run({statement, table, run}));
    run.sink.Message("OK");
    return Status::Ok();
  }
  PAISQL_UNREACHABLE("an ALTER TABLE without an action");
}

}  // namespace paisql::session
