#include "analysis/query/relations/from.h"
#include "analysis/auto_partition.h"

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {

namespace {

std::vector<plan::TableColumn> ColumnsForPlan(const std::vector<store::Column>& columns) {
  std::vector<plan::TableColumn> known;
  known.reserve(columns.size());
  for (const store::Column& column : columns) {
    known.push_back({column.id, column.name, column.type});
  }
  return known;
}

// The comments of its columns, the partition columns last; none where all are empty.
std::vector<std::string> CommentsOf(const store::Table& table) {
  std::vector<std::string> comments;
  bool any = false;
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *columns) {
      any = any || !column.comment.empty();
      comments.push_back(column.comment);
    }
  }
  return any ? comments : std::vector<std::string>();
}

}  // namespace

plan::RelationPtr FilterBy(plan::RelationPtr input, plan::ExpressionPtr condition) {
  auto filter = std::make_unique<plan::Filter>();
  filter->output = input->output;
  filter->range = condition->range;
  filter->condition = std::move(condition);
  filter->input = std::move(input);
  return filter;
}

plan::RelationPtr ScanOf(State& state, const store::Table& table, const SourceRange& range) {
  auto scan = std::make_unique<plan::Scan>();
  scan->table = {table.id,
                 table.project,
                 table.name,
                 table.schema_version,
                 ColumnsForPlan(table.columns),
                 ColumnsForPlan(table.partition_columns)};
  scan->range = range;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    scan->columns.push_back({plan::Scan::Source::kData, i});
    scan->output.push_back(state.Column(table.columns[i].name, table.columns[i].type));
  }
  for (size_t i = 0; i < table.partition_columns.size(); ++i) {
    const store::Column& column = table.partition_columns[i];
    scan->columns.push_back({plan::Scan::Source::kPartition, i});
    scan->output.push_back(state.Column(column.name, column.type));
  }
  scan->partition_equals.resize(table.partition_columns.size());
  if (const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(table)) {
    const store::Column& source = store::AutoPartitionSource(table, *rule);
    scan->generated = PartitionOfRow(
        state, scan->output[static_cast<size_t>(&source - table.columns.data())], *rule);
  }
  return scan;
}

plan::RelationPtr ScanOfCte(State& state, const Cte& cte, const SourceRange& range) {
  auto scan = std::make_unique<plan::CteScan>();
  scan->index = cte.index;
  scan->name = cte.name;
  scan->range = range;
  for (const plan::OutputColumn& column : cte.columns) {
    scan->source.push_back(column.id);
    scan->output.push_back(state.Column(column.name, column.type));
  }
  return scan;
}

Result<FromResult> FromAnalyzer::Named(plan::RelationPtr plan, const syntax::Relation& node,
                                       const std::string& default_alias, std::string project,
                                       const store::Table* table) {
  ScopeRelation relation;
  relation.alias = node.alias ? node.alias->text : default_alias;
  if (!node.alias) relation.project = std::move(project);
  relation.columns = ToScopeColumns(plan->output);
  if (table != nullptr) LeaveOutGenerated(*table, relation);
  if (!node.column_aliases.empty() && !IsOpen(plan->output)) {
    std::vector<ScopeColumn*> columns;
    for (ScopeColumn& column : relation.columns) {
      if (!column.named_only) columns.push_back(&column);
    }
    if (node.column_aliases.size() != columns.size()) {
      return SemanticError(node.column_aliases.front().range,
                           fmt::format("expect {} columns, actually have {}",
                                       node.column_aliases.size(), columns.size()),
                           "the list of names has one for each column");
    }
    for (size_t i = 0; i < columns.size(); ++i) {
      columns[i]->column.name = node.column_aliases[i].text;
    }
  }
  AddLeaf(*plan);
  if (!hints_.empty()) named_.push_back(relation);
  FromResult result;
  result.plan = std::move(plan);
  result.relations.push_back(std::move(relation));
  return result;
}

Result<FromResult> FromAnalyzer::CteTable(const syntax::TableRelation& node, const Cte& cte) {
  return Named(ScanOfCte(state_, cte, node.name.range), node, cte.name, "");
}

Result<FromResult> FromAnalyzer::Table(const syntax::TableRelation& node) {
  if (node.variable) return VariableTable(node);
  PAISQL_ASSIGN(FromResult result, NamedTable(node));
  if (node.sample) return Sample(std::move(result), *node.sample);
  return result;
}

// WITH RECURSIVE: whether a definition may read itself here.
Status FromAnalyzer::CheckOwnRead(Cte& cte, const SourceRange& range) {
  if (cte.own == Cte::Own::kNo) return Status::Ok();
  if (cte.own == Cte::Own::kRefused) {
    return SemanticError(
        range, fmt::format("{} may not read itself here", cte.name),
        "a recursive definition is a query that does not read it, UNION ALL one that does");
  }
  if (state_.outer_clauses.size() > cte.expressions_around) {
    return SemanticError(
        range, fmt::format("{} may not read itself in a subquery of an expression", cte.name),
        "read it in FROM of the query after UNION ALL");
  }
  ++cte.own_readers;
  return Status::Ok();
}

Result<FromResult> FromAnalyzer::NamedTable(const syntax::TableRelation& node) {
  if (node.version != nullptr) return VersionedTable(node);
  if (node.name.parts.size() == 1) {
    if (Cte* cte = state_.ctes.Find(node.name.parts[0].text)) {
      PAISQL_TRY(CheckOwnRead(*cte, node.name.range));
      return CteTable(node, *cte);
    }
  }
  if (node.name.parts.size() == 1) {
    const names::SessionTable* kept = state_.names.FindSessionTable(node.name.parts[0].text);
    if (kept != nullptr && !kept->problem.empty()) {
      return SemanticError(node.name.range, kept->problem, kept->cure);
    }
    if (kept != nullptr) {
      return Named(ScanOf(state_, kept->table, node.name.range), node, kept->table.name,
                   kept->table.project);
    }
  }
  Result<store::Table> found = FindTable(state_, node.name);
  if (!found.ok() && found.error().code == ErrorCode::kTableNotFound) {
    PAISQL_ASSIGN(const std::optional<store::Stream> stream, FindStream(state_, node.name));
    if (stream.has_value()) {
      PAISQL_ASSIGN(plan::RelationPtr plan, StreamRelation(state_, *stream, node.name.range));
      PAISQL_ASSIGN_AT(node.name.range, const std::optional<store::Table> of,
                       store::VersionCatalog(state_.names.catalog()).TableOf(*stream));
      return Named(std::move(plan), node, stream->name, stream->project, of ? &*of : nullptr);
    }
  }
  PAISQL_ASSIGN(const store::Table table, std::move(found));
  plan::RelationPtr plan;
  if (table.kind == store::TableKind::kView) {
    PAISQL_TRY(CheckRead(state_, table, node.name.range));
    PAISQL_ASSIGN(plan, ViewRelation(state_, table, node.name.range));
  } else {
    PAISQL_ASSIGN(plan, ReadableScan(state_, table, node.name.range));
  }
  PAISQL_ASSIGN(FromResult result, Named(std::move(plan), node, table.name, table.project, &table));
  result.relations.back().comments = CommentsOf(table);
  return result;
}

Result<FromResult> FromAnalyzer::VersionedTable(const syntax::TableRelation& node) {
  PAISQL_ASSIGN(const store::Table table, FindTable(state_, node.name));
  PAISQL_TRY(CheckRead(state_, table, node.name.range));
  PAISQL_ASSIGN(plan::RelationPtr plan,
                VersionRelation(state_, table, *node.version, node.name.range));
  PAISQL_ASSIGN(FromResult result, Named(std::move(plan), node, table.name, table.project, &table));
  result.relations.back().comments = CommentsOf(table);
  return result;
}

FromResult FromAnalyzer::Open(std::string alias) {
  FromResult result;
  result.plan = OpenRelation(state_);
  AddLeaf(*result.plan);
  result.relations.push_back({std::move(alias), "", ToScopeColumns(result.plan->output)});
  if (!hints_.empty()) named_.push_back(result.relations.back());
  return result;
}

FromResult FromAnalyzer::Analyze(const syntax::Relation& relation) {
  std::optional<FromResult> result = state_.errors.TakeValue(Dispatch(relation));
  if (result) return *std::move(result);
  if (relation.alias) return Open(relation.alias->text);
  const bool table = relation.kind == syntax::RelationKind::kTable;
  const auto* name = table ? &syntax::As<syntax::TableRelation>(relation).name : nullptr;
  return Open(name != nullptr && !name->parts.empty() ? name->parts.back().text : "");
}

Result<FromResult> FromAnalyzer::Dispatch(const syntax::Relation& relation) {
  // Each level becomes one of the plan at least. They are counted on the way down: the joins of one
  // FROM are few, but those of all the queries around it are on the stack, too.
  const DepthGuard guard(state_.relation_depth);
  if (state_.relation_depth > ValueOf(Limit::kPlanDepth)) {
    return TooLarge(Limit::kPlanDepth, relation.range);
  }
  switch (relation.kind) {
    case syntax::RelationKind::kTable:
      return Table(syntax::As<syntax::TableRelation>(relation));
    case syntax::RelationKind::kSubquery: {
      const auto& node = syntax::As<syntax::SubqueryRelation>(relation);
      PAISQL_ASSIGN(plan::RelationPtr plan, QueryRelation(state_, *node.query, outer_));
      PAISQL_ASSIGN(FromResult result, Named(std::move(plan), node, "", ""));
      if (node.sample) return Sample(std::move(result), *node.sample);
      return result;
    }
    case syntax::RelationKind::kValues: {
      const auto& node = syntax::As<syntax::ValuesRelation>(relation);
      PAISQL_ASSIGN(plan::RelationPtr plan, ValuesRelation(state_, node, outer_));
      return Named(std::move(plan), node, "", "");
    }
    case syntax::RelationKind::kFunction:
      return Function(syntax::As<syntax::FunctionRelation>(relation));
    case syntax::RelationKind::kJoin:
      return Join(syntax::As<syntax::JoinRelation>(relation));
    case syntax::RelationKind::kLateralView:
      return LateralView(syntax::As<syntax::LateralViewRelation>(relation));
    case syntax::RelationKind::kPivot:
      return Pivot(syntax::As<syntax::PivotRelation>(relation));
    case syntax::RelationKind::kUnpivot:
      return Unpivot(syntax::As<syntax::UnpivotRelation>(relation));
  }
  PAISQL_UNREACHABLE("a relation of unknown kind");
}

}  // namespace paisql::analysis
