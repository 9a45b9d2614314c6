// Plans of a statement with a source: its rows are computed once, and so is what changes. Files are
// then written again by the places of rows alone, whatever ON and WHEN say.

#include <algorithm>

#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/row_change.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "store/external.h"

namespace paisql::analysis {
namespace {

using syntax::MergeClause;

plan::RelationPtr UnionAll(State& state, std::vector<plan::RelationPtr> inputs,
                           const SourceRange& range) {
  if (inputs.size() == 1) return std::move(inputs.front());
  auto all = std::make_unique<plan::SetOperation>();
  all->all = true;
  all->range = range;
  for (const plan::OutputColumn& column : inputs.front()->output) {
    all->output.push_back(state.Column(column.name, column.type));
  }
  all->inputs = std::move(inputs);
  return all;
}

// The rows as a table; a name may stand twice among those of a query.
store::Table TableOf(const plan::Relation& root, int64_t id, const char* name) {
  store::Table table;
  table.id = id;
  table.name = name;
  for (const plan::OutputColumn& column : root.output) {
    store::Column& one = table.columns.emplace_back();
    one.id = static_cast<int64_t>(table.columns.size());
    one.name = "c" + std::to_string(table.columns.size() - 1);
    one.type = column.type;
  }
  return table;
}

// Whether a file can hold the column, and what is read of it is the same value. A bare NULL has no
// type in a file.
bool IsKept(const DataType& type) {
  if (type.IsInterval() || type.id() == TypeId::kVoid || type.id() == TypeId::kUnknown) {
    return false;
  }
  return !type.IsNested() || std::ranges::all_of(type.fields(), IsKept);
}

}  // namespace

// A table is read as it is; what a condition says of a table beside others is known only where they
// are read together.
Status RowChangeAnalyzer::ComputeSource() {
  if (ids_.source == 0 || statement_.source->kind != syntax::RelationKind::kSubquery) {
    return Status::Ok();
  }
  PAISQL_ASSIGN(Rows rows, Source());
  const std::vector<plan::OutputColumn> columns = rows.plan->output;
  const auto kept = [](const plan::OutputColumn& column) { return IsKept(column.type); };
  if (!std::ranges::all_of(columns, kept)) return Status::Ok();
  std::vector<ScopeRelation> names = std::move(rows.relations);
  for (ScopeRelation& relation : names) {
    for (ScopeColumn& column : relation.columns) {
      const auto found = std::ranges::find(columns, column.column.id, &plan::OutputColumn::id);
      if (found == columns.end()) return Status::Ok();
      column.column.id = static_cast<plan::ColumnId>(found - columns.begin());
    }
  }
  // ON may choose the partitions of the query, and then each plan reads what it needs.
  if (!FinishPlan(state_, rows.plan).ok()) return Status::Ok();
  result_.source.table = TableOf(*rows.plan, ids_.source, "source");
  result_.source.root = std::move(rows.plan);
  source_names_ = std::move(names);
  return Status::Ok();
}

bool RowChangeAnalyzer::Assigns(const MergeClause& clause, size_t column) const {
  if (clause.action != MergeClause::kUpdate) return false;
  if (clause.star) return IsWritable(column);
  return std::ranges::any_of(clause.assignments, [&](const syntax::Assignment& one) {
    return std::ranges::any_of(one.columns, [&](const syntax::QualifiedName& name) {
      return EqualsIgnoreCase(name.parts.back().text, ColumnAt(column).name);
    });
  });
}

std::vector<size_t> RowChangeAnalyzer::AssignedColumns() const {
  std::vector<size_t> columns;
  for (size_t i = 0; i < ColumnCount(); ++i) {
    const bool assigned = std::ranges::any_of(
        statement_.clauses, [&](const MergeClause& clause) { return Assigns(clause, i); });
    if (assigned) columns.push_back(i);
  }
  return columns;
}

Result<plan::ExpressionPtr> RowChangeAnalyzer::ChangedValue(const Rows& rows, Kind kind,
                                                            size_t column) {
  auto choice = std::make_unique<plan::Case>(SettledType(column));
  choice->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    const MergeClause& clause = statement_.clauses[i];
    if (clause.kind != kind || !Assigns(clause, column)) continue;
    PAISQL_ASSIGN(plan::ExpressionPtr value, ValueOf(clause, rows, ColumnAt(column)));
    PAISQL_ASSIGN(value, Settled(std::move(value), column));
    PAISQL_ASSIGN(plan::ExpressionPtr when, Is(rows.plan->output.back(), i));
    choice->branches.push_back({std::move(when), std::move(value)});
  }
  if (!choice->branches.empty()) return plan::ExpressionPtr(std::move(choice));
  return MakeConstant(Value::Null(SettledType(column)), range_);
}

Result<bool> RowChangeAnalyzer::ChangesTellMatches() {
  const auto takes_all = [](const MergeClause& clause) {
    return clause.kind == MergeClause::kMatched && clause.condition == nullptr;
  };
  if (ids_.changes == 0 || !Has(MergeClause::kNotMatched) ||
      Has(MergeClause::kNotMatchedBySource) ||
      std::ranges::none_of(statement_.clauses, takes_all)) {
    return false;
  }
  PAISQL_ASSIGN(const Rows source, Source());
  if (source.plan->kind != plan::RelationKind::kScan) return false;
  if (result_.source.root != nullptr) return true;
  if (statement_.source->kind != syntax::RelationKind::kTable) return false;
  const auto& scan = plan::As<plan::Scan>(*source.plan);
  const auto& node = syntax::As<syntax::TableRelation>(*statement_.source);
  if (node.variable || node.version != nullptr || node.sample != nullptr) return false;
  const Result<store::Table> table = FindTable(state_, node.name);
  return table.ok() && table->id == scan.table.id && !table->partitioned() &&
         !store::IsExternal(*table) && CheckRowsHavePlaces(*table, range_).ok();
}

void RowChangeAnalyzer::AddPlaces(plan::Relation& relation) {
  auto& scan = plan::As<plan::Scan>(relation);
  scan.columns.push_back({plan::Scan::Source::kFile, 0});
  scan.output.push_back(state_.Column("file", TypeId::kBigint));
  scan.columns.push_back({plan::Scan::Source::kRow, 0});
  scan.output.push_back(state_.Column("row", TypeId::kBigint));
}

Result<RowChangeAnalyzer::Rows> RowChangeAnalyzer::WithoutChange(Rows source) {
  AddPlaces(*source.plan);
  PAISQL_ASSIGN(plan::RelationPtr changes, Changes());
  const std::vector<plan::OutputColumn>& rows = source.plan->output;
  std::vector<plan::ExpressionPtr> places;
  for (const size_t from_end : {2, 1}) {
    PAISQL_ASSIGN(
        plan::ExpressionPtr same,
        MakeComparison(state_, "=", MakeColumn(rows[rows.size() - from_end], range_),
                       MakeColumn(changes->output[changes->output.size() - from_end], range_),
                       range_));
    places.push_back(std::move(same));
  }
  auto join = std::make_unique<plan::Join>();
  join->type = plan::JoinType::kAnti;
  join->range = range_;
  join->output = rows;
  PAISQL_ASSIGN(join->condition, MakeConjunction(state_, std::move(places)));
  join->left = std::move(source.plan);
  join->right = std::move(changes);
  return Rows{std::move(join), std::move(source.relations)};
}

Result<plan::RelationPtr> RowChangeAnalyzer::ChangesBy(Kind kind) {
  PAISQL_ASSIGN(Rows rows, Target(true, result_.touched_scans));
  PAISQL_ASSIGN(Rows source, Source());
  if (tells_matches_) AddPlaces(*source.plan);
  if (kind == MergeClause::kMatched) {
    PAISQL_ASSIGN(rows, Pairs(std::move(rows), std::move(source)));
  } else {
    PAISQL_ASSIGN(rows, Unmatched(std::move(rows), std::move(source)));
  }
  PAISQL_ASSIGN(rows, WithAction(std::move(rows), kind));
  const plan::OutputColumn action = rows.plan->output.back();
  PAISQL_ASSIGN(rows.plan, PartOf(std::move(rows.plan), action, Part::kChanged));
  auto changes = std::make_unique<plan::Project>();
  changes->range = range_;
  // The columns of the table come first, then a row's place.
  for (const plan::OutputColumn& column :
       {rows.plan->output[ColumnCount()], rows.plan->output[ColumnCount() + 1], action}) {
    changes->expressions.push_back(MakeColumn(column, range_));
    changes->output.push_back(state_.Column(column.name, column.type));
  }
  for (const size_t column : AssignedColumns()) {
    std::optional<plan::ExpressionPtr> value =
        state_.errors.TakeValue(ChangedValue(rows, kind, column));
    if (!value) continue;
    changes->output.push_back(state_.Column(ColumnAt(column).name, (*value)->type));
    changes->expressions.push_back(*std::move(value));
  }
  PAISQL_TRY(state_.errors.Combined());
  if (tells_matches_) {
    // The last columns but the action are those of the source.
    const size_t places = rows.plan->output.size() - 3;
    for (const plan::OutputColumn& column :
         {rows.plan->output[places], rows.plan->output[places + 1]}) {
      changes->expressions.push_back(MakeColumn(column, range_));
      changes->output.push_back(state_.Column(column.name, column.type));
    }
  }
  changes->input = std::move(rows.plan);
  return plan::RelationPtr(std::move(changes));
}

Result<plan::RelationPtr> RowChangeAnalyzer::Changes() {
  if (result_.changes.root != nullptr) return ScanOf(state_, result_.changes.table, range_);
  std::vector<plan::RelationPtr> parts;
  for (const Kind kind : {MergeClause::kMatched, MergeClause::kNotMatchedBySource}) {
    if (!Has(kind)) continue;
    PAISQL_ASSIGN(plan::RelationPtr part, ChangesBy(kind));
    parts.push_back(std::move(part));
  }
  return UnionAll(state_, std::move(parts), range_);
}

Status RowChangeAnalyzer::ComputeChanges() {
  if (ids_.changes == 0) return Status::Ok();
  PAISQL_ASSIGN(plan::RelationPtr changes, Changes());
  PAISQL_TRY(FinishPlan(state_, changes));
  result_.changes.table = TableOf(*changes, ids_.changes, "changes");
  result_.changes.root = std::move(changes);
  return Status::Ok();
}

Result<plan::RelationPtr> RowChangeAnalyzer::RewrittenByChanges(Part part) {
  PAISQL_ASSIGN(Rows rows, Target(true, result_.rewritten_scans));
  PAISQL_ASSIGN(plan::RelationPtr changes, Changes());
  std::vector<plan::ExpressionPtr> places;
  for (size_t i = 0; i < 2; ++i) {
    PAISQL_ASSIGN(
        plan::ExpressionPtr same,
        MakeComparison(state_, "=", MakeColumn(rows.plan->output[ColumnCount() + i], range_),
                       MakeColumn(changes->output[i], range_), range_));
    places.push_back(std::move(same));
  }
  const size_t first = rows.plan->output.size();  // column of the changes
  auto join = std::make_unique<plan::Join>();
  join->type = plan::JoinType::kLeft;
  join->range = range_;
  join->output = rows.plan->output;
  join->output.insert(join->output.end(), changes->output.begin(), changes->output.end());
  PAISQL_ASSIGN(join->condition, MakeConjunction(state_, std::move(places)));
  join->left = std::move(rows.plan);
  join->right = std::move(changes);

  // A row without a change has no number either.
  auto number = std::make_unique<plan::Case>(TypeId::kBigint);
  number->range = range_;
  for (size_t i = 0; i < statement_.clauses.size(); ++i) {
    PAISQL_ASSIGN(plan::ExpressionPtr when, Is(join->output[first + 2], i));
    number->branches.push_back(
        {std::move(when), MakeConstant(Value::Bigint(static_cast<int64_t>(i) + 1), range_)});
  }
  number->otherwise = MakeConstant(Value::Bigint(0), range_);
  auto numbered = std::make_unique<plan::Project>();
  numbered->range = range_;
  for (const plan::OutputColumn& column : join->output) {
    numbered->expressions.push_back(MakeColumn(column, range_));
    numbered->output.push_back(state_.Column(column.name, column.type));
  }
  numbered->expressions.push_back(std::move(number));
  numbered->output.push_back(state_.Column("number", TypeId::kBigint));
  numbered->input = std::move(join);
  const std::vector<plan::OutputColumn> columns = numbered->output;
  PAISQL_ASSIGN(plan::RelationPtr kept, PartOf(std::move(numbered), columns.back(), part));
  PAISQL_ASSIGN(kept, WithoutDeleted(std::move(kept), columns.back()));

  const std::vector<size_t> assigned = AssignedColumns();
  auto project = std::make_unique<plan::Project>();
  project->range = range_;
  for (size_t i = 0; i < ComputedCount(); ++i) {
    PAISQL_ASSIGN(plan::ExpressionPtr value, Settled(MakeColumn(columns[i], range_), i));
    const auto place = std::ranges::find(assigned, i);
    if (place != assigned.end()) {
      const auto offset = static_cast<size_t>(place - assigned.begin());
      auto choice = std::make_unique<plan::Case>(SettledType(i));
      choice->range = range_;
      for (size_t clause = 0; clause < statement_.clauses.size(); ++clause) {
        if (!Assigns(statement_.clauses[clause], i)) continue;
        PAISQL_ASSIGN(plan::ExpressionPtr when, Is(columns.back(), clause));
        choice->branches.push_back(
            {std::move(when), MakeColumn(columns[first + 3 + offset], range_)});
      }
      choice->otherwise = std::move(value);
      value = std::move(choice);
    }
    project->output.push_back(state_.Column(ColumnAt(i).name, value->type));
    project->expressions.push_back(std::move(value));
  }
  project->input = std::move(kept);
  return Completed(std::move(project));
}

}  // namespace paisql::analysis
