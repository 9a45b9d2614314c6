// Subqueries in expressions. DuckDB's time to plan them doubles or triples with each level that
// stands within another one, so those that look at no row outside become definitions of a WITH,
// which it plans one after the other. Only deep ones do: it knows less about the rows of a
// definition.

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "engine/duckdb/print/printer.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::RelationKind;

namespace {

// A subquery with so many levels, its own included, is planned apart.
constexpr size_t kSharedHeight = 3;

// Whether a relation reads a definition of a WITH that stands outside of it.
bool ReadsOutside(const plan::Relation& root) {
  std::set<int> read;
  std::set<int> defined;
  std::vector<const plan::Relation*> relations = {&root};
  std::vector<const plan::Expression*> expressions;
  while (!relations.empty()) {
    const plan::Relation& relation = *relations.back();
    relations.pop_back();
    if (relation.kind == RelationKind::kCteScan) {
      read.insert(plan::As<plan::CteScan>(relation).index);
    } else if (relation.kind == RelationKind::kWith) {
      const std::vector<int>& indexes = plan::As<plan::With>(relation).indexes;
      defined.insert(indexes.begin(), indexes.end());
    }
    for (const plan::Relation* input : plan::Inputs(relation)) relations.push_back(input);
    for (const plan::Expression* one : plan::Expressions(relation)) expressions.push_back(one);
    while (!expressions.empty()) {
      const plan::Expression& expression = *expressions.back();
      expressions.pop_back();
      if (const plan::Relation* subquery = plan::SubqueryOf(expression)) {
        relations.push_back(subquery);
      }
      for (const plan::Expression* child : plan::Children(expression)) {
        expressions.push_back(child);
      }
    }
  }
  return !std::includes(defined.begin(), defined.end(), read.begin(), read.end());
}

}  // namespace

Select Printer::PrintRoot(const plan::Relation& root) {
  std::vector<std::string> shared;
  outermost_ = innermost_ = &shared;
  Select select = PrintRelation(root);
  outermost_ = innermost_ = nullptr;
  if (shared.empty()) return select;
  if (!select.with.empty()) select = select.Wrap(context_);
  select.with = "WITH " + Join(shared, ", ");
  return select;
}

// Where a subquery becomes a definition; nullptr where it has to stay in its place.
std::vector<std::string>* Printer::PlaceOfShared(const plan::Relation& relation) const {
  if (plan::IsCorrelated(relation)) return nullptr;
  return ReadsOutside(relation) ? innermost_ : outermost_;
}

std::string Printer::PrintSubquery(const plan::Relation& relation) {
  const auto tables = std::exchange(tables_, {});
  const bool row_by_row = std::exchange(row_by_row_, false);
  const bool in_where = std::exchange(in_where_, false);
  const size_t height_beside = std::exchange(subquery_height_, 0);
  std::string text = "(" + PrintRelation(relation).Text() + ")";
  tables_ = tables;
  row_by_row_ = row_by_row;
  in_where_ = in_where;
  const size_t height = std::exchange(subquery_height_, height_beside) + 1;
  if (height >= kSharedHeight) {
    if (std::vector<std::string>* place = PlaceOfShared(relation)) {
      const std::string name = context_.NewAlias("s");
      place->push_back(name + " AS MATERIALIZED " + text);
      return "(SELECT * FROM " + name + ")";
    }
  }
  if (height > ValueOf(Limit::kSubqueries)) context_.Fail(Limit::kSubqueries, relation.range);
  subquery_height_ = std::max(subquery_height_, height);
  return text;
}

}  // namespace paisql::engine
