// The parts of plans that change rows: what is read, which clause applies, and what it makes of a
// row.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/row_change.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

using syntax::MergeClause;

// The name of the source's last column, which is true: NULL on the right of an outer join.
constexpr const char* kMatched = "matched";
constexpr const char* kAction = "action";

plan::OutputColumn LastColumn(const plan::Relation& relation) { return relation.output.back(); }

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

bool RowChangeAnalyzer::IsPartition(size_t column) const {
  return column >= result_.table.columns.size();
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
  const std::vector<syntax::Hint> none;
  FromAnalyzer from(state_, nullptr, none);
  FromResult found = from.Analyze(*statement_.source);
  PAISQL_TRY(state_.errors.Combined());
  auto project = ProjectAll(state_, std::move(found.plan), found.relations);
  project->expressions.push_back(MakeConstant(Value::Boolean(true), range_));
  project->output.push_back(state_.Column(kMatched, TypeId::kBoolean));
  return Rows{std::move(project), std::move(found.relations)};
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::Condition(const Scope& scope) {
  if (statement_.condition == nullptr) return plan::ExpressionPtr();
  const bool joins = statement_.source != nullptr;
  const bool merge = statement_.change == syntax::RowChange::kMerge;
  ExpressionAnalyzer analyzer(state_, scope,
                              {.name = merge ? "ON" : "WHERE", .subqueries = !joins});
  plan::ExpressionPtr condition = analyzer.AnalyzeBoolean(*statement_.condition);
  PAISQL_TRY(state_.errors.Combined());
  return condition;
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::Acts(Kind kind, const Scope& scope) {
  std::vector<plan::ExpressionPtr> terms;
  for (const MergeClause& clause : statement_.clauses) {
    if (clause.kind != kind) continue;
    if (clause.condition == nullptr) return plan::ExpressionPtr();
    ExpressionAnalyzer analyzer(state_, scope, {.name = "WHEN", .subqueries = false});
    terms.push_back(analyzer.AnalyzeBoolean(*clause.condition));
  }
  PAISQL_TRY(state_.errors.Combined());
  if (terms.empty()) return MakeConstant(Value::Boolean(false), range_);
  return MakeChain(state_, "or", std::move(terms));
}

// `acts`: only rows that a clause of the kind applies to match.
Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::Joined(plan::JoinType type, Rows left,
                                                          Rows right, Kind kind, bool acts) {
  std::vector<ScopeRelation> both = left.relations;
  both.insert(both.end(), right.relations.begin(), right.relations.end());
  const Scope scope(nullptr, both);
  std::vector<plan::ExpressionPtr> terms;
  PAISQL_ASSIGN(plan::ExpressionPtr on, Condition(scope));
  if (on != nullptr) terms.push_back(std::move(on));
  if (acts) {
    PAISQL_ASSIGN(plan::ExpressionPtr applies, Acts(kind, scope));
    if (applies != nullptr) terms.push_back(std::move(applies));
  }
  auto join = std::make_unique<plan::Join>();
  join->type = type;
  join->range = range_;
  join->output = left.plan->output;
  const bool left_alone = type == plan::JoinType::kSemi || type == plan::JoinType::kAnti;
  if (!left_alone) {
    join->output.insert(join->output.end(), right.plan->output.begin(), right.plan->output.end());
  }
  if (terms.empty()) terms.push_back(MakeConstant(Value::Boolean(true), range_));
  PAISQL_ASSIGN(join->condition, MakeConjunction(state_, std::move(terms)));
  join->left = std::move(left.plan);
  join->right = std::move(right.plan);
  return Rows{std::move(join), left_alone ? std::move(left.relations) : std::move(both)};
}

// Of matched rows the last column says whether there is a source row, of a statement without a
// source WHERE does.
Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::WithAction(Rows rows, Kind kind) {
  const Scope scope(nullptr, rows.relations);
  const plan::OutputColumn matched = LastColumn(*rows.plan);
  auto action = std::make_unique<plan::Case>(TypeId::kBigint);
  action->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind) continue;
    std::vector<plan::ExpressionPtr> terms;
    if (kind == MergeClause::kMatched) {
      if (statement_.source != nullptr) {
        terms.push_back(MakeColumn(matched, range_));
      } else if (statement_.condition != nullptr) {
        PAISQL_ASSIGN(plan::ExpressionPtr where, Condition(scope));
        terms.push_back(std::move(where));
      }
    }
    if (clause.condition != nullptr) {
      ExpressionAnalyzer analyzer(state_, scope, {.name = "WHEN", .subqueries = false});
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

Result<plan::RelationPtr> RowChangeAnalyzer::WithoutDeleted(plan::RelationPtr rows, Kind kind) {
  std::vector<plan::ExpressionPtr> terms;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind || clause.action != MergeClause::kDelete) continue;
    PAISQL_ASSIGN(plan::ExpressionPtr term,
                  MakeComparison(state_, "<>", MakeColumn(LastColumn(*rows), range_),
                                 Number(static_cast<int64_t>(i) + 1, range_), range_));
    terms.push_back(std::move(term));
  }
  if (terms.empty()) return rows;
  PAISQL_ASSIGN(plan::ExpressionPtr kept, MakeConjunction(state_, std::move(terms)));
  return FilterBy(std::move(rows), std::move(kept));
}

Result<plan::RelationPtr> RowChangeAnalyzer::NewRows(Rows rows, Kind kind) {
  auto project = std::make_unique<plan::Project>();
  project->range = range_;
  for (size_t i = 0; i < ColumnCount(); ++i) {
    std::optional<plan::ExpressionPtr> value = state_.errors.TakeValue(NewValue(rows, kind, i));
    if (!value) continue;
    project->output.push_back(state_.Column(ColumnAt(i).name, (*value)->type));
    project->expressions.push_back(*std::move(value));
  }
  PAISQL_TRY(state_.errors.Combined());
  project->input = std::move(rows.plan);
  return plan::RelationPtr(std::move(project));
}

// What a column of the table holds afterwards; the first columns of the rows are the old ones,
// unless the clauses insert.
Result<plan::ExpressionPtr> RowChangeAnalyzer::NewValue(const Rows& rows, Kind kind,
                                                        size_t column) {
  const store::Column& target = ColumnAt(column);
  const bool inserts = kind == MergeClause::kNotMatched;
  const auto settle = [&](plan::ExpressionPtr value) -> Result<plan::ExpressionPtr> {
    return IsPartition(column) ? values_.DynamicPartition(std::move(value), target)
                               : values_.Convert(std::move(value), target);
  };
  auto choice =
      std::make_unique<plan::Case>(IsPartition(column) ? DataType(TypeId::kString) : target.type);
  choice->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind || clause.action == MergeClause::kDelete) continue;
    PAISQL_ASSIGN(plan::ExpressionPtr value, ValueOf(clause, rows, target));
    if (value == nullptr) continue;
    PAISQL_ASSIGN(value, settle(std::move(value)));
    PAISQL_ASSIGN(plan::ExpressionPtr when,
                  MakeComparison(state_, "=", MakeColumn(LastColumn(*rows.plan), range_),
                                 Number(static_cast<int64_t>(i) + 1, range_), range_));
    choice->branches.push_back({std::move(when), std::move(value)});
  }
  if (inserts) {
    // A row is here because one of the clauses applies.
    choice->otherwise = std::move(choice->branches.back().then);
    choice->branches.pop_back();
  } else {
    PAISQL_ASSIGN(choice->otherwise, settle(MakeColumn(rows.plan->output[column], range_)));
  }
  if (choice->branches.empty()) return std::move(choice->otherwise);
  return plan::ExpressionPtr(std::move(choice));
}

// Null where the clause leaves the column as it is.
Result<plan::ExpressionPtr> RowChangeAnalyzer::ValueOf(const MergeClause& clause, const Rows& rows,
                                                       const store::Column& column) {
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
    for (size_t i = 0; i < ColumnCount(); ++i) {
      if (&ColumnAt(i) == &column) place = i;
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
