// The parts of plans that change rows: what is read, which clause applies, and what it makes of a
// row.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/row_change.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

using syntax::MergeClause;

constexpr const char* kAction = "action";

plan::ExpressionPtr Number(int64_t value, const SourceRange& range) {
  return MakeConstant(Value::Bigint(value), range);
}

// A projection of all columns of `input`, for more to be added; the names then mean its columns.
std::unique_ptr<plan::Project> ProjectAll(State& state, plan::RelationPtr input,
                                          std::vector<ScopeRelation>& relations) {
  auto project = std::make_unique<plan::Project>();
  project->range = input->range;
  std::unordered_map<plan::ColumnId, plan::ColumnId> ids;
  for (const plan::OutputColumn& column : input->output) {
    project->expressions.push_back(MakeColumn(column, input->range));
    project->output.push_back(state.Column(column.name, column.type));
    ids[column.id] = project->output.back().id;
  }
  for (ScopeRelation& relation : relations) {
    for (ScopeColumn& column : relation.columns) {
      if (const auto id = ids.find(column.column.id); id != ids.end()) {
        column.column.id = id->second;
      }
    }
  }
  project->input = std::move(input);
  return project;
}

}  // namespace

size_t RowChangeAnalyzer::ColumnCount() const {
  return result_.table.columns.size() + result_.table.partition_columns.size();
}

bool RowChangeAnalyzer::IsWritable(size_t column) const {
  return !store::IsGenerated(result_.table, ColumnAt(column).name);
}

size_t RowChangeAnalyzer::WritableCount() const {
  size_t count = 0;
  for (size_t i = 0; i < ColumnCount(); ++i) count += IsWritable(i) ? 1 : 0;
  return count;
}

size_t RowChangeAnalyzer::ComputedCount() const {
  return store::AutoPartitionOf(result_.table) ? result_.table.columns.size() : ColumnCount();
}

plan::RelationPtr RowChangeAnalyzer::Completed(plan::RelationPtr rows) {
  const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(result_.table);
  return rule ? WithPartition(state_, std::move(rows), result_.table, *rule) : std::move(rows);
}

bool RowChangeAnalyzer::IsPartition(size_t column) const {
  return column >= result_.table.columns.size();
}

bool RowChangeAnalyzer::IsKey(size_t column) const {
  const std::vector<int64_t>& key = result_.table.traits.primary_key;
  return !IsPartition(column) &&
         std::find(key.begin(), key.end(), result_.table.columns[column].id) != key.end();
}

const store::Column& RowChangeAnalyzer::ColumnAt(size_t column) const {
  const size_t data = result_.table.columns.size();
  return column < data ? result_.table.columns[column]
                       : result_.table.partition_columns[column - data];
}

Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::Target(bool places,
                                                          std::vector<const plan::Scan*>& scans) {
  const store::Table& table = result_.table;
  Rows rows;
  rows.plan = ScanOf(state_, table, range_);
  auto& scan = plan::As<plan::Scan>(*rows.plan);
  scans.push_back(&scan);
  ScopeRelation& relation = rows.relations.emplace_back();
  relation.alias = statement_.alias ? statement_.alias->text : table.name;
  if (!statement_.alias) relation.project = table.project;
  relation.columns = ToScopeColumns(scan.output);
  LeaveOutGenerated(table, relation);
  if (places) {
    scan.columns.push_back({plan::Scan::Source::kFile, 0});
    scan.output.push_back(state_.Column("file", TypeId::kBigint));
    scan.columns.push_back({plan::Scan::Source::kRow, 0});
    scan.output.push_back(state_.Column("row", TypeId::kBigint));
  }
  if (!statement_.partition) return rows;
  std::vector<plan::ExpressionPtr> terms;
  for (const syntax::PartitionKey& key : statement_.partition->keys) {
    PAISQL_ASSIGN(const size_t level, PartitionLevel(key.name, table));
    if (!key.value) continue;
    PAISQL_ASSIGN(std::string value,
                  PartitionValue(state_, *key.value, table.partition_columns[level]));
    PAISQL_ASSIGN(
        plan::ExpressionPtr term,
        MakeComparison(
            state_, "=", MakeColumn(scan.output[table.columns.size() + level], key.name.range),
            CoerceTo(state_, MakeConstant(Value::String(std::move(value)), key.name.range),
                     table.partition_columns[level].type),
            key.name.range));
    terms.push_back(std::move(term));
  }
  if (terms.empty()) return rows;
  PAISQL_ASSIGN(plan::ExpressionPtr condition, MakeConjunction(state_, std::move(terms)));
  rows.plan = FilterBy(std::move(rows.plan), std::move(condition));
  return rows;
}

Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::Source() {
  if (result_.source.root != nullptr) {
    Rows rows{ScanOf(state_, result_.source.table, range_), source_names_};
    for (ScopeRelation& relation : rows.relations) {
      for (ScopeColumn& column : relation.columns) {
        const plan::OutputColumn& computed =
            rows.plan->output[static_cast<size_t>(column.column.id)];
        column.column = {computed.id, column.column.name, computed.type};
      }
    }
    return rows;
  }
  const std::vector<syntax::Hint> none;
  FromAnalyzer from(state_, nullptr, none);
  FromResult found = from.Analyze(*statement_.source);
  PAISQL_TRY(state_.errors.Combined());
  return Rows{std::move(found.plan), std::move(found.relations)};
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::Condition(const Scope& scope, bool subqueries) {
  if (statement_.condition == nullptr) return plan::ExpressionPtr();
  const bool merge = statement_.change == syntax::RowChange::kMerge;
  ExpressionAnalyzer analyzer(state_, scope,
                              {.name = merge ? "ON" : "WHERE", .subqueries = subqueries});
  plan::ExpressionPtr condition = analyzer.AnalyzeBoolean(*statement_.condition);
  PAISQL_TRY(state_.errors.Combined());
  return condition;
}

Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::Pairs(Rows left, Rows right) {
  Rows rows;
  rows.relations = std::move(left.relations);
  rows.relations.insert(rows.relations.end(), right.relations.begin(), right.relations.end());
  // Beside a search for rows without a partner, ON has no subquery (Unmatched).
  const bool merge = statement_.change == syntax::RowChange::kMerge;
  PAISQL_ASSIGN(plan::ExpressionPtr on, Condition(Scope(nullptr, rows.relations), !merge));
  if (on == nullptr) on = MakeConstant(Value::Boolean(true), range_);
  auto join = std::make_unique<plan::Join>();
  join->range = range_;
  join->output = left.plan->output;
  join->output.insert(join->output.end(), right.plan->output.begin(), right.plan->output.end());
  join->left = std::move(left.plan);
  join->right = std::move(right.plan);
  if (!plan::ContainsSubquery(*on)) {
    join->condition = std::move(on);
    rows.plan = std::move(join);
    return rows;
  }
  join->type = plan::JoinType::kCross;
  rows.plan = FilterBy(std::move(join), std::move(on));
  return rows;
}

Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::Unmatched(Rows left, Rows right) {
  std::vector<ScopeRelation> both = left.relations;
  both.insert(both.end(), right.relations.begin(), right.relations.end());
  auto join = std::make_unique<plan::Join>();
  join->type = plan::JoinType::kAnti;
  join->range = range_;
  join->output = left.plan->output;
  PAISQL_ASSIGN(join->condition, Condition(Scope(nullptr, both), false));
  if (join->condition == nullptr) join->condition = MakeConstant(Value::Boolean(true), range_);
  join->left = std::move(left.plan);
  join->right = std::move(right.plan);
  return Rows{std::move(join), std::move(left.relations)};
}

// Without a source WHERE stands for ON.
Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::WithAction(Rows rows, Kind kind) {
  const Scope scope(nullptr, rows.relations);
  auto action = std::make_unique<plan::Case>(TypeId::kBigint);
  action->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind) continue;
    std::vector<plan::ExpressionPtr> terms;
    if (statement_.source == nullptr && statement_.condition != nullptr) {
      PAISQL_ASSIGN(plan::ExpressionPtr where, Condition(scope, true));
      terms.push_back(std::move(where));
    }
    if (clause.condition != nullptr) {
      ExpressionAnalyzer analyzer(state_, scope, {.name = "WHEN"});
      terms.push_back(analyzer.AnalyzeBoolean(*clause.condition));
    }
    if (terms.empty()) terms.push_back(MakeConstant(Value::Boolean(true), range_));
    PAISQL_ASSIGN(plan::ExpressionPtr when, MakeConjunction(state_, std::move(terms)));
    action->branches.push_back({std::move(when), Number(static_cast<int64_t>(i) + 1, range_)});
  }
  PAISQL_TRY(state_.errors.Combined());
  auto project = ProjectAll(state_, std::move(rows.plan), rows.relations);
  if (action->branches.empty()) {
    project->expressions.push_back(Number(0, range_));
  } else {
    action->otherwise = Number(0, range_);
    project->expressions.push_back(std::move(action));
  }
  project->output.push_back(state_.Column(kAction, TypeId::kBigint));
  return Rows{std::move(project), std::move(rows.relations)};
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::Is(const plan::OutputColumn& action, size_t clause) {
  return MakeComparison(state_, "=", MakeColumn(action, range_),
                        Number(static_cast<int64_t>(clause) + 1, range_), range_);
}

Result<plan::RelationPtr> RowChangeAnalyzer::WithoutDeleted(plan::RelationPtr rows,
                                                            const plan::OutputColumn& action) {
  std::vector<plan::ExpressionPtr> terms;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    if (statement_.clauses[i].action != MergeClause::kDelete) continue;
    PAISQL_ASSIGN(plan::ExpressionPtr term,
                  MakeComparison(state_, "<>", MakeColumn(action, range_),
                                 Number(static_cast<int64_t>(i) + 1, range_), range_));
    terms.push_back(std::move(term));
  }
  if (terms.empty()) return rows;
  PAISQL_ASSIGN(plan::ExpressionPtr kept, MakeConjunction(state_, std::move(terms)));
  return FilterBy(std::move(rows), std::move(kept));
}

Result<plan::RelationPtr> RowChangeAnalyzer::PartOf(plan::RelationPtr rows,
                                                    const plan::OutputColumn& action, Part part) {
  if (part == Part::kAll) return rows;
  PAISQL_ASSIGN(plan::ExpressionPtr wanted,
                MakeComparison(state_, part == Part::kChanged ? "<>" : "=",
                               MakeColumn(action, range_), Number(0, range_), range_));
  return FilterBy(std::move(rows), std::move(wanted));
}

Result<plan::RelationPtr> RowChangeAnalyzer::RewrittenByCondition(Part part) {
  constexpr Kind kKind = MergeClause::kMatched;
  PAISQL_ASSIGN(Rows rows, Target(false, result_.rewritten_scans));
  PAISQL_ASSIGN(rows, WithAction(std::move(rows), kKind));
  const plan::OutputColumn action = rows.plan->output.back();
  PAISQL_ASSIGN(rows.plan, PartOf(std::move(rows.plan), action, part));
  PAISQL_ASSIGN(rows.plan, WithoutDeleted(std::move(rows.plan), action));
  return NewRows(std::move(rows), kKind);
}

Result<plan::RelationPtr> RowChangeAnalyzer::NewRows(Rows rows, Kind kind) {
  auto project = std::make_unique<plan::Project>();
  project->range = range_;
  for (size_t i = 0; i < ComputedCount(); ++i) {
    std::optional<plan::ExpressionPtr> value = state_.errors.TakeValue(NewValue(rows, kind, i));
    if (!value) continue;
    project->output.push_back(state_.Column(ColumnAt(i).name, (*value)->type));
    project->expressions.push_back(*std::move(value));
  }
  PAISQL_TRY(state_.errors.Combined());
  project->input = std::move(rows.plan);
  return Completed(std::move(project));
}

DataType RowChangeAnalyzer::SettledType(size_t column) const {
  return IsPartition(column) ? DataType(TypeId::kString) : ColumnAt(column).type;
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::Settled(plan::ExpressionPtr value, size_t column) {
  const store::Column& target = ColumnAt(column);
  return IsPartition(column) ? values_.DynamicPartition(std::move(value), target)
                             : values_.Convert(std::move(value), target);
}

// What a column of the table holds afterwards; the first columns of the rows are the old ones,
// unless the clauses insert.
Result<plan::ExpressionPtr> RowChangeAnalyzer::NewValue(const Rows& rows, Kind kind,
                                                        size_t column) {
  const bool inserts = kind == MergeClause::kNotMatched;
  auto choice = std::make_unique<plan::Case>(SettledType(column));
  choice->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind || clause.action == MergeClause::kDelete) continue;
    PAISQL_ASSIGN(plan::ExpressionPtr value, ValueOf(clause, rows, ColumnAt(column)));
    if (value == nullptr) continue;
    PAISQL_ASSIGN(value, Settled(std::move(value), column));
    PAISQL_ASSIGN(plan::ExpressionPtr when, Is(rows.plan->output.back(), i));
    choice->branches.push_back({std::move(when), std::move(value)});
  }
  if (inserts) {
    // A row is here because one of the clauses applies.
    choice->otherwise = std::move(choice->branches.back().then);
    choice->branches.pop_back();
  } else {
    PAISQL_ASSIGN(choice->otherwise,
                  Settled(MakeColumn(rows.plan->output[column], range_), column));
  }
  if (choice->branches.empty()) return std::move(choice->otherwise);
  return plan::ExpressionPtr(std::move(choice));
}

// Null where the clause leaves the column as it is.
Result<plan::ExpressionPtr> RowChangeAnalyzer::ValueOf(const MergeClause& clause, const Rows& rows,
                                                       const store::Column& column) {
  if (store::IsGenerated(result_.table, column.name)) {
    if (clause.action == MergeClause::kInsert) return values_.Missing(column);
    return plan::ExpressionPtr();
  }
  if (clause.star) return SourceValue(rows, column, clause.range);
  const Scope scope(nullptr, rows.relations);
  if (clause.action == MergeClause::kInsert) return InsertedValue(clause, scope, column);
  for (const syntax::Assignment& assignment : clause.assignments) {
    for (size_t i = 0; i < assignment.columns.size(); ++i) {
      if (!EqualsIgnoreCase(assignment.columns[i].parts.back().text, column.name)) continue;
      return AssignedValue(assignment, i, scope);
    }
  }
  return plan::ExpressionPtr();
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::AssignedValue(const syntax::Assignment& assignment,
                                                             size_t place, const Scope& scope) {
  if (assignment.query == nullptr) {
    ExpressionAnalyzer analyzer(state_, scope, {.name = "SET"});
    return analyzer.Analyze(*assignment.values[place]);
  }
  PAISQL_ASSIGN(plan::RelationPtr rows, SubqueryRelation(state_, *assignment.query, &scope));
  if (rows->output.size() != assignment.columns.size()) {
    return SemanticError(
        assignment.query->range,
        fmt::format("{} columns get {} values", assignment.columns.size(), rows->output.size()),
        "the query gives one column for each column");
  }
  auto project = std::make_unique<plan::Project>();
  project->range = assignment.query->range;
  const plan::OutputColumn& column = rows->output[place];
  project->expressions.push_back(MakeColumn(column, project->range));
  project->output.push_back(state_.Column(column.name, column.type));
  project->input = std::move(rows);
  auto subquery = std::make_unique<plan::ScalarSubquery>(project->output.front().type);
  subquery->range = project->range;
  subquery->relation = std::move(project);
  return plan::ExpressionPtr(std::move(subquery));
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::InsertedValue(const MergeClause& clause,
                                                             const Scope& scope,
                                                             const store::Column& column) {
  size_t place = clause.values.size();
  if (clause.columns.empty()) {
    size_t next = 0;
    for (size_t i = 0; i < ColumnCount(); ++i) {
      if (!IsWritable(i)) continue;
      if (&ColumnAt(i) == &column) place = next;
      ++next;
    }
  }
  for (size_t i = 0; i < clause.columns.size(); ++i) {
    if (EqualsIgnoreCase(clause.columns[i].text, column.name)) place = i;
  }
  if (place >= clause.values.size()) return values_.Missing(column);
  ExpressionAnalyzer analyzer(state_, scope, {.name = "VALUES"});
  return analyzer.Analyze(*clause.values[place]);
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::SourceValue(const Rows& rows,
                                                           const store::Column& column,
                                                           const SourceRange& range) {
  for (const ScopeRelation& relation : rows.relations) {
    if (&relation == &rows.relations.front() && rows.relations.size() > 1) continue;
    for (const ScopeColumn& one : relation.columns) {
      if (EqualsIgnoreCase(one.column.name, column.name)) return MakeColumn(one.column, range);
    }
  }
  return SemanticError(range, fmt::format("the source has no column {}", column.name),
                       "write the columns and their values");
}

}  // namespace paisql::analysis
