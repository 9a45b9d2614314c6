// AUTO PARTITIONED BY (TRUNC_TIME(column, 'unit') [AS name]).

#include "analysis/auto_partition.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "analysis/statement/parts.h"
#include "base/assert.h"
#include "base/text.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::analysis {
namespace {

// The last partition before 1960 takes all rows before it.
struct Unit {
  std::string_view name;
  std::string_view first;
};
constexpr Unit kUnits[] = {
    {"year", "1959"},
    {"month", "1959-12"},
    {"day", "1959-12-31"},
    {"hour", "1959-12-31 23:00:00"},
};

const Unit* FindUnit(std::string_view name) {
  const auto* found = std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& unit) {
    return EqualsIgnoreCase(unit.name, name);
  });
  return found == std::end(kUnits) ? nullptr : found;
}

constexpr const char* kForm = "write AUTO PARTITIONED BY (TRUNC_TIME(column, 'day') AS name)";

Result<const Unit*> UnitOf(State& state, const syntax::Expression& argument) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "AUTO PARTITIONED BY"});
  const plan::ExpressionPtr value = analyzer.Analyze(argument);
  PAISQL_TRY(state.errors.Combined());
  const std::optional<Value> text = Fold(*value);
  const bool is_text = text && !text->is_null() && text->type.IsText();
  const Unit* unit = is_text ? FindUnit(text->as_text()) : nullptr;
  if (unit != nullptr) return unit;
  return Error{CodeOf("ODPS-0121095"),
               fmt::format("in function trunc_time, invalid datePart {}",
                           is_text ? text->as_text() : "NULL"),
               argument.range, "write 'year', 'month', 'day' or 'hour'"};
}

// The column of the clause; _partitiontime is made where it is not among the columns.
Result<size_t> SourceColumn(const syntax::Expression& argument, store::Table& table) {
  if (argument.kind != syntax::ExpressionKind::kColumn ||
      syntax::As<syntax::ColumnName>(argument).name.parts.size() != 1) {
    return SemanticError(argument.range, "AUTO PARTITIONED BY takes a column of the table", kForm);
  }
  const std::string& name = syntax::As<syntax::ColumnName>(argument).name.parts.front().text;
  std::vector<std::string> names;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    names.push_back(table.columns[i].name);
    if (EqualsIgnoreCase(names.back(), name)) return i;
  }
  if (!EqualsIgnoreCase(name, store::kIngestionColumn)) {
    return SemanticError(argument.range, fmt::format("column {} cannot be resolved", name),
                         DidYouMean(name, names));
  }
  store::Column& made = table.columns.emplace_back();
  made.name = std::string(store::kIngestionColumn);
  made.type = TypeId::kTimestamp;
  return table.columns.size() - 1;
}

// Whether the table says that _partitiontime is the time of writing: by its property, or by having
// no such column of its own.
bool IsIngestion(const syntax::CreateTableStatement& statement, const store::Column& source,
                 bool made) {
  if (!EqualsIgnoreCase(source.name, store::kIngestionColumn)) return false;
  if (made) return true;
  return std::any_of(statement.properties.begin(), statement.properties.end(), [](const auto& one) {
    return EqualsIgnoreCase(one.first, store::kIngestionProperty) &&
           EqualsIgnoreCase(one.second.value, "true");
  });
}

Result<store::Column> PartitionColumn(const syntax::AutoPartition& clause,
                                      const store::Table& table) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [&](const store::Column& one) { return EqualsIgnoreCase(one.name, name); });
  };
  store::Column column;
  column.type = TypeId::kString;
  if (clause.name) {
    PAISQL_TRY(CheckNewName(*clause.name, "column"));
    if (taken(clause.name->text)) {
      return SemanticError(clause.name->range,
                           fmt::format("column repeated in creation: {}", clause.name->text),
                           "give one of them another name");
    }
    column.name = clause.name->text;
    return column;
  }
  for (size_t i = 0; column.name.empty() || taken(column.name); ++i) {
    column.name = fmt::format("_pt_col_{}_", i);
  }
  return column;
}

Status CheckForm(const syntax::CreateTableStatement& statement) {
  const syntax::AutoPartition& clause = *statement.auto_partition;
  if (statement.external || statement.materialized || statement.like) {
    return Error{ErrorCode::kUnsupported,
                 "AUTO PARTITIONED BY needs a table with columns of its own", clause.range,
                 "an external table, a materialized view and LIKE take no such clause"};
  }
  const syntax::Expression& value = *clause.value;
  const bool call = value.kind == syntax::ExpressionKind::kCall;
  if (!call || syntax::As<syntax::Call>(value).name.parts.size() != 1 ||
      !EqualsIgnoreCase(syntax::As<syntax::Call>(value).name.parts.front().text, "trunc_time") ||
      syntax::As<syntax::Call>(value).arguments.size() != 2) {
    return SemanticError(value.range, "AUTO PARTITIONED BY takes TRUNC_TIME of one column alone",
                         kForm);
  }
  return Status::Ok();
}

}  // namespace

Status SetAutoPartition(State& state, const syntax::CreateTableStatement& statement,
                        store::Table& table) {
  if (!statement.auto_partition) return Status::Ok();
  PAISQL_TRY(CheckForm(statement));
  const syntax::AutoPartition& clause = *statement.auto_partition;
  const auto& call = syntax::As<syntax::Call>(*clause.value);
  const size_t columns = table.columns.size();
  PAISQL_ASSIGN(const size_t place, SourceColumn(*call.arguments[0], table));
  const store::Column& source = table.columns[place];
  if (!source.type.IsTemporal()) {
    return SemanticError(call.arguments[0]->range,
                         fmt::format("{} cannot be the type of the column of AUTO PARTITIONED BY",
                                     source.type.ToString()),
                         "use DATE, DATETIME, TIMESTAMP or TIMESTAMP_NTZ");
  }
  PAISQL_ASSIGN(const Unit* unit, UnitOf(state, *call.arguments[1]));
  PAISQL_ASSIGN(store::Column column, PartitionColumn(clause, table));
  table.partition_columns.push_back(std::move(column));
  const bool ingestion = IsIngestion(statement, source, table.columns.size() > columns);
  store::SetAutoPartition(table,
                          {static_cast<int64_t>(place) + 1, std::string(unit->name), ingestion});
  if (ingestion) table.traits.properties[std::string(store::kIngestionProperty)] = "true";
  return Status::Ok();
}

plan::ExpressionPtr PartitionOfRow(State& state, const plan::OutputColumn& source,
                                   const store::AutoPartition& rule) {
  const Unit* unit = FindUnit(rule.unit);
  PAISQL_ASSERT(unit != nullptr, "a rule of AUTO PARTITIONED BY has a unit");
  const std::string text =
      fmt::format("if({0} IS NULL, '{1}', greatest(trunc_time({0}, '{2}'), '{3}'))",
                  syntax::QuoteName(source.name), store::kNullPartition, unit->name, unit->first);
  const Result<syntax::ExpressionPtr> parsed = syntax::ParseExpression(text);
  PAISQL_ASSERT(parsed.ok(), "an expression of ours can be read");
  const Scope scope(nullptr, {{"", "", ToScopeColumns({source})}});
  ExpressionAnalyzer analyzer(state, scope, {.name = "AUTO PARTITIONED BY"});
  return analyzer.Analyze(**parsed);
}

plan::RelationPtr WithPartition(State& state, plan::RelationPtr rows, const store::Table& table,
                                const store::AutoPartition& rule) {
  const store::Column& source = store::AutoPartitionSource(table, rule);
  auto project = std::make_unique<plan::Project>();
  project->range = rows->range;
  plan::ExpressionPtr partition;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const plan::OutputColumn& column = rows->output[i];
    if (&table.columns[i] == &source) partition = PartitionOfRow(state, column, rule);
    project->expressions.push_back(MakeColumn(column, rows->range));
    project->output.push_back(state.Column(column.name, column.type));
  }
  project->output.push_back(state.Column(table.partition_columns.front().name, partition->type));
  project->expressions.push_back(std::move(partition));
  project->input = std::move(rows);
  return project;
}

std::string IngestionTime(const State& state, const store::Column& column,
                          const store::AutoPartition& rule) {
  const std::string& now = state.context.now;  // "2026-11-21 08:00:00.123456"
  const std::string_view rest = "0000-01-01 00:00:00";
  const size_t kept = rule.unit == "year"    ? 4
                      : rule.unit == "month" ? 7
                      : rule.unit == "day"   ? 10
                                             : 13;
  const std::string time = now.substr(0, kept) + std::string(rest.substr(kept));
  if (column.type.id() == TypeId::kDate) return "DATE'" + time.substr(0, 10) + "'";
  return column.type.ToString() + "'" + time + "'";
}

void LeaveOutGenerated(const store::Table& table, ScopeRelation& relation) {
  for (ScopeColumn& column : relation.columns) {
    if (store::IsGenerated(table, column.column.name)) column.named_only = true;
  }
}

Error GeneratedColumn(const store::Table& table, const syntax::Identifier& name) {
  return SemanticError(name.range,
                       fmt::format("column {} of {} is generated, it cannot be written", name.text,
                                   table.QualifiedName()),
                       "leave it out: AUTO PARTITIONED BY computes it from each row");
}

Status CheckPartitionsAreNamed(const store::Table& table, const SourceRange& range) {
  if (!store::AutoPartitionOf(table)) return Status::Ok();
  return SemanticError(
      range, fmt::format("partitions of {} are generated", table.QualifiedName()),
      "AUTO PARTITIONED BY makes the partition of each row: INSERT or UPDATE the rows");
}

Status CheckAlterablePartitions(const store::Table& table,
                                const syntax::AlterTableStatement& statement) {
  using syntax::AlterTableAction;
  const bool names_partitions = statement.action == AlterTableAction::kMergePartitions ||
                                statement.action == AlterTableAction::kRenamePartition ||
                                statement.action == AlterTableAction::kExchangePartition;
  return names_partitions ? CheckPartitionsAreNamed(table, statement.table.range) : Status::Ok();
}

Status CheckNotPartitionedBy(const store::Table& table, const store::Column& column,
                             const SourceRange& range) {
  const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(table);
  if (!rule || rule->column_id != column.id) return Status::Ok();
  return SemanticError(range, fmt::format("column {} is part of AUTO PARTITIONED BY", column.name),
                       "it stays as the table was created, except for its comment");
}

}  // namespace paisql::analysis
