// ALTER TABLE: columns that come, go, get another name or type.

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/tables/alter_parts.h"
#include "base/text.h"
#include "types/widening.h"
namespace paisql::analysis {

using syntax::AlterTableStatement;

namespace {

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

Status CheckNoKey(const store::Table& table, const store::Column& column, std::string text,
                  const SourceRange& range) {
  const std::vector<int64_t>& key = table.traits.primary_key;
  if (std::find(key.begin(), key.end(), column.id) == key.end()) return Status::Ok();
  return SemanticError(range, std::move(text), "a key stays as the table was created");
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
Result<store::Column> ChangedColumn(State& state, const syntax::ColumnDefinition& definition,
                                    bool keeps_type, const store::Column& old) {
  store::Column column = old;
  if (!keeps_type) {
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

Status CheckDroppable(const store::Table& table, const store::Column& column,
                      const SourceRange& range) {
  PAISQL_TRY(CheckNotOrdered(table, column, range));
  PAISQL_TRY(CheckNotPartitionedBy(table, column, range));
  return CheckNoKey(table, column, "column " + column.name + " is part of the primary key", range);
}

// What becomes of a column that is in the list and in the table: what the list does not say of it
// stays.
Status KeepColumn(State& state, const syntax::ColumnDefinition& definition,
                  const store::Column& old, AlterTablePlan& plan) {
  const SourceRange& range = definition.name.range;
  PAISQL_ASSIGN(store::Column column, ChangedColumn(state, definition, false, old));
  column.name = old.name;
  if (!(column.type == old.type)) {
    PAISQL_TRY(CheckNotPartitionedBy(plan.table, old, range));
    PAISQL_TRY(CheckNoKey(plan.table, old,
                          fmt::format("the type of column {} cannot be changed because it is a "
                                      "primary key column",
                                      old.name),
                          range));
  }
  if (column.not_null != old.not_null) {
    return SemanticError(
        range,
        fmt::format("REPLACE COLUMNS does not change whether column {} may be NULL", old.name),
        fmt::format("write ALTER TABLE t CHANGE COLUMN {} {}", old.name,
                    column.not_null ? "NOT NULL" : "NULL"));
  }
  plan.kept.push_back(std::move(column));
  return Status::Ok();
}

}  // namespace

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

Status ChangeColumn(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const syntax::Identifier& name = statement.column_names.front();
  PAISQL_ASSIGN(const store::Column* old, FindColumn(plan.table, name));
  const std::optional<store::Column> column = state.errors.TakeValue(
      ChangedColumn(state, statement.columns.front(), statement.keeps_type, *old));
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
    PAISQL_TRY(CheckDroppable(plan.table, *column, name.range));
    ids.push_back(column->id);
  }
  if (ids.size() == plan.table.columns.size()) {
    return Error{ErrorCode::kInvalidColumn, "a table must keep a column", statement.table.range,
                 "use DROP TABLE"};
  }
  return Status::Ok();
}

// Columns of these names keep their values, all others go, and new ones are NULL in old rows.
Status ReplaceColumns(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  const std::vector<store::Column>& before = plan.table.columns;
  std::unordered_set<std::string> names;
  for (const store::Column& column : plan.table.partition_columns) {
    names.insert(ToLower(column.name));
  }
  std::vector<std::string> order;
  for (const syntax::ColumnDefinition& definition : statement.columns) {
    const std::string& name = definition.name.text;
    if (!names.insert(ToLower(name)).second) return RepeatedColumn(name, definition.name.range);
    const auto old = std::find_if(before.begin(), before.end(), [&](const store::Column& column) {
      return EqualsIgnoreCase(column.name, name);
    });
    order.push_back(old != before.end() ? old->name : name);
    if (old != before.end()) {
      state.errors.Take(KeepColumn(state, definition, *old, plan));
      continue;
    }
    std::optional<store::Column> made = state.errors.TakeValue(NewColumn(state, definition));
    if (made && made->not_null) {
      return SemanticError(definition.name.range,
                           "a column that is added later may not be NOT NULL",
                           "the rows that are there have no value for it");
    }
    if (made) plan.columns.push_back(*std::move(made));
  }
  PAISQL_TRY(state.errors.Combined());
  if (names.size() > ValueOf(Limit::kColumns)) {
    return TooLarge(Limit::kColumns, statement.columns.front().name.range);
  }
  std::vector<std::string> unmoved;
  for (const store::Column& column : before) {
    if (names.contains(ToLower(column.name))) {
      unmoved.push_back(column.name);
      continue;
    }
    PAISQL_TRY(CheckDroppable(plan.table, column, statement.table.range));
    plan.column_ids.push_back(column.id);
  }
  for (const store::Column& column : plan.columns) unmoved.push_back(column.name);
  if (unmoved == order) return Status::Ok();
  for (size_t i = 0; i < order.size(); ++i) {
    plan.moves.push_back({order[i], i == 0 ? "" : order[i - 1]});
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
