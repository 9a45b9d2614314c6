// The order in which rows come into the files of a table: CLUSTERED BY of the table, ZORDER BY of
// the statement. It changes no answer; readers leave out the parts of files without the values that
// they look for.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/expression/expressions.h"
#include "analysis/statement/parts.h"
#include "base/assert.h"
#include "base/text.h"
#include "store/clustering.h"
#include "store/external.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxZorderColumns = 4;
// The place of a value among those of its column, in so many bits.
constexpr int kRankBits = 10;

bool Compares(const DataType& type) { return !type.IsNested() && type.id() != TypeId::kJson; }

Result<size_t> ColumnIndex(const store::Table& table, const syntax::Identifier& name,
                           std::string_view clause) {
  std::vector<std::string> names;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const store::Column& column = table.columns[i];
    names.push_back(column.name);
    if (!EqualsIgnoreCase(column.name, name.text)) continue;
    if (Compares(column.type)) return i;
    return SemanticError(
        name.range,
        fmt::format("{} cannot be the type of a column of {}", column.type.ToString(), clause),
        "name columns whose values compare");
  }
  return SemanticError(name.range, fmt::format("column {} cannot be resolved", name.text),
                       DidYouMean(name.text, names));
}

plan::RelationPtr SortBy(plan::RelationPtr input, std::vector<plan::SortKey> keys) {
  auto sort = std::make_unique<plan::Sort>();
  sort->output = input->output;
  sort->keys = std::move(keys);
  sort->input = std::move(input);
  return sort;
}

// The input, and columns with the values of expressions over its columns, as SQL.
plan::RelationPtr WithColumns(State& state, plan::RelationPtr input,
                              const std::vector<std::string>& expressions) {
  const Scope scope(nullptr, {{"", "", ToScopeColumns(input->output)}});
  auto project = std::make_unique<plan::Project>();
  for (const plan::OutputColumn& column : input->output) {
    project->expressions.push_back(MakeColumn(column, {}));
    project->output.push_back(state.Column(column.name, column.type));
  }
  ExpressionAnalyzer analyzer(state, scope, {.name = "ZORDER BY", .windows = true});
  for (const std::string& text : expressions) {
    const Result<syntax::ExpressionPtr> parsed = syntax::ParseExpression(text);
    PAISQL_ASSERT(parsed.ok(), "an expression of ours can be read");
    plan::ExpressionPtr value = analyzer.Analyze(**parsed);
    project->output.push_back(state.Column("", value->type));
    project->expressions.push_back(std::move(value));
  }
  project->input = std::move(input);
  return project;
}

plan::RelationPtr FirstColumns(State& state, plan::RelationPtr input, size_t count) {
  auto project = std::make_unique<plan::Project>();
  for (size_t i = 0; i < count; ++i) {
    const plan::OutputColumn& column = input->output[i];
    project->expressions.push_back(MakeColumn(column, {}));
    project->output.push_back(state.Column(column.name, column.type));
  }
  project->input = std::move(input);
  return project;
}

// The bits of the columns' places, one of each in turn, the highest first.
std::string Interleaved(const std::vector<std::string>& places) {
  std::vector<std::string> terms;
  for (int bit = 0; bit < kRankBits; ++bit) {
    for (size_t i = 0; i < places.size(); ++i) {
      const size_t to = static_cast<size_t>(bit) * places.size() + (places.size() - 1 - i);
      terms.push_back(fmt::format("(({} DIV {}L) & 1L) * {}L", syntax::QuoteName(places[i]),
                                  int64_t{1} << bit, int64_t{1} << to));
    }
  }
  return Join(terms, " + ");
}

// Neighbours along the curve are neighbours in each of the columns: values lie in boxes.
Result<plan::RelationPtr> AlongCurve(State& state, plan::RelationPtr rows,
                                     const store::Table& table,
                                     const syntax::InsertTarget& target) {
  const size_t count = rows->output.size();
  std::vector<std::string> ranks;
  std::vector<std::string> places;
  for (const syntax::Identifier& name : target.zorder) {
    PAISQL_ASSIGN(const size_t index, ColumnIndex(table, name, "ZORDER BY"));
    ranks.push_back(fmt::format("CAST(PERCENT_RANK() OVER (ORDER BY {}) * {} AS BIGINT)",
                                syntax::QuoteName(table.columns[index].name),
                                (1 << kRankBits) - 1));
    places.push_back("paisql place " + std::to_string(places.size()));
  }
  plan::RelationPtr ranked = WithColumns(state, std::move(rows), ranks);
  for (size_t i = 0; i < places.size(); ++i) ranked->output[count + i].name = places[i];
  plan::RelationPtr placed = WithColumns(state, std::move(ranked), {Interleaved(places)});
  PAISQL_TRY(state.errors.Combined());
  std::vector<plan::SortKey> keys;
  keys.push_back({MakeColumn(placed->output.back(), {}), false, true});
  return FirstColumns(state, SortBy(std::move(placed), std::move(keys)), count);
}

Status CheckZorder(const store::Table& table, const syntax::InsertTarget& target) {
  if (target.zorder.size() > kMaxZorderColumns) {
    return SemanticError(target.zorder_range,
                         fmt::format("ZORDER BY takes up to {} columns", kMaxZorderColumns),
                         "name the columns that conditions use most");
  }
  if (store::ClusteringOf(table)) {
    return SemanticError(target.zorder_range, table.QualifiedName() + " is a clustered table",
                         "leave ZORDER BY out, or ALTER TABLE t NOT CLUSTERED first");
  }
  return Status::Ok();
}

}  // namespace

Result<store::Clustering> MakeClustering(const syntax::ClusterClause& clause,
                                         const store::Table& table) {
  store::Clustering clustering;
  clustering.range = clause.range_clustered;
  clustering.buckets = clause.buckets;
  if (clause.buckets && (*clause.buckets < 1 || *clause.buckets > store::kMaxBuckets)) {
    return SemanticError(
        clause.buckets_range,
        fmt::format("the number of buckets must be from 1 to {}", store::kMaxBuckets), "");
  }
  const auto add = [&](const syntax::Identifier& name, std::string_view words,
                       std::vector<int64_t>& ids) -> Status {
    PAISQL_ASSIGN(const size_t index, ColumnIndex(table, name, words));
    // A new table numbers its columns in their order.
    const int64_t id = table.id == 0 ? static_cast<int64_t>(index) + 1 : table.columns[index].id;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      return SemanticError(name.range, fmt::format("column {} appears twice", name.text),
                           "leave one of them out");
    }
    ids.push_back(id);
    return Status::Ok();
  };
  for (const syntax::Identifier& name : clause.by) {
    PAISQL_TRY(add(name, "CLUSTERED BY", clustering.by));
  }
  std::vector<int64_t> sorted;
  for (const syntax::SortedColumn& column : clause.sorted) {
    PAISQL_TRY(add(column.name, "SORTED BY", sorted));
    clustering.sorted.push_back({sorted.back(), column.descending});
  }
  return clustering;
}

Status SetClustering(const syntax::CreateTableStatement& statement, store::Table& table) {
  if (!statement.clustering) return Status::Ok();
  const SourceRange& range = statement.clustering->range;
  if (statement.external) {
    return SemanticError(range, "an external table is not clustered",
                         "its files stay as others have written them: leave the clause out");
  }
  if (!table.traits.primary_key.empty()) {
    return SemanticError(range, "a table with a PRIMARY KEY is not clustered",
                         "leave the clause out");
  }
  PAISQL_ASSIGN(const store::Clustering clustering, MakeClustering(*statement.clustering, table));
  store::SetClustering(table, clustering);
  return Status::Ok();
}

plan::RelationPtr InTableOrder(plan::RelationPtr rows, const store::Table& table) {
  const std::optional<store::Clustering> clustering = store::ClusteringOf(table);
  if (!clustering) return rows;
  std::vector<plan::SortKey> keys;
  for (const store::SortedColumn& column : store::FileOrder(*clustering)) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const int64_t id = table.id == 0 ? static_cast<int64_t>(i) + 1 : table.columns[i].id;
      if (id != column.id) continue;
      keys.push_back({MakeColumn(rows->output[i], {}), column.descending, !column.descending});
    }
  }
  return keys.empty() ? std::move(rows) : SortBy(std::move(rows), std::move(keys));
}

Status CheckNotOrdered(const store::Table& table, const store::Column& column,
                       const SourceRange& range) {
  const std::optional<store::Clustering> clustering = store::ClusteringOf(table);
  if (!clustering) return Status::Ok();
  for (const store::SortedColumn& one : store::FileOrder(*clustering)) {
    if (one.id != column.id) continue;
    return SemanticError(range, "column " + column.name + " is part of CLUSTERED BY",
                         "ALTER TABLE t NOT CLUSTERED first");
  }
  return Status::Ok();
}

bool OrdersRows(const store::Table& table, const syntax::InsertTarget& target) {
  return !target.zorder.empty() || store::ClusteringOf(table).has_value();
}

Result<plan::RelationPtr> InFileOrder(State& state, plan::RelationPtr rows,
                                      const store::Table& table,
                                      const syntax::InsertTarget& target) {
  if (target.zorder.empty()) return InTableOrder(std::move(rows), table);
  PAISQL_TRY(CheckZorder(table, target));
  return AlongCurve(state, std::move(rows), table, target);
}

}  // namespace paisql::analysis
