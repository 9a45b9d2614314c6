// Common table expressions.

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {

namespace {

const plan::SetOperation::Recursion* RecursionOf(const plan::Relation& relation) {
  if (relation.kind != plan::RelationKind::kSetOperation) return nullptr;
  const auto& operation = plan::As<plan::SetOperation>(relation);
  return operation.recursion ? &*operation.recursion : nullptr;
}

}  // namespace

Result<plan::RelationPtr> CteScope::Definition(const syntax::CommonTableExpression& entry,
                                               const Scope* outer) {
  if (!entry.may_recurse) return QueryRelation(state_, *entry.query, outer);
  PAISQL_ASSIGN(plan::RelationPtr recursion, Recursion(entry, outer));
  if (recursion) return recursion;
  Cte refused;
  refused.name = entry.name.text;
  refused.own = Cte::Own::kRefused;
  const OwnName visible(state_, refused);
  return QueryRelation(state_, *entry.query, outer);
}

void CteScope::Define(const std::vector<syntax::CommonTableExpression>& with, const Scope* outer) {
  std::unordered_set<std::string> names;
  for (const syntax::CommonTableExpression& entry : with) {
    if (!names.insert(ToLower(entry.name.text)).second) {
      state_.errors.Add(SemanticError(entry.name.range,
                                      fmt::format("{} is defined twice in WITH", entry.name.text),
                                      "give one of them another name"));
    }
    std::optional<plan::RelationPtr> made = state_.errors.TakeValue(Definition(entry, outer));
    plan::RelationPtr relation = made ? *std::move(made) : OpenRelation(state_);
    auto cte = std::make_unique<Cte>();
    cte->name = entry.name.text;
    const plan::SetOperation::Recursion* recursion = RecursionOf(*relation);
    cte->index = recursion != nullptr ? recursion->index : state_.NewCteIndex();
    cte->columns = relation->output;
    if (!entry.columns.empty() && !IsOpen(cte->columns)) {
      if (entry.columns.size() != cte->columns.size()) {
        state_.errors.Add(SemanticError(entry.name.range,
                                        fmt::format("expect {} columns, actually have {}",
                                                    entry.columns.size(), cte->columns.size()),
                                        "the list of names has one for each column of the query"));
        cte->columns = OpenRelation(state_)->output;
      } else {
        for (size_t i = 0; i < entry.columns.size(); ++i) {
          cte->columns[i].name = entry.columns[i].text;
        }
      }
    }
    if (HasAtMostOneRow(state_, *relation)) state_.one_row_ctes.insert(cte->index);
    relations_.push_back(std::move(relation));
    state_.ctes.Push(*cte);
    definitions_.push_back(std::move(cte));
  }
}

const Cte& CteScope::Add(std::string name, plan::RelationPtr relation) {
  auto cte = std::make_unique<Cte>();
  cte->name = std::move(name);
  cte->index = state_.NewCteIndex();
  cte->columns = relation->output;
  if (HasAtMostOneRow(state_, *relation)) state_.one_row_ctes.insert(cte->index);
  relations_.push_back(std::move(relation));
  return *definitions_.emplace_back(std::move(cte));
}

namespace {

// The places that read definitions, by the definition's index.
using Readers = std::unordered_map<int, std::vector<plan::RelationPtr*>>;

void CollectReaders(plan::RelationPtr& slot, Readers& readers);

void CollectReaders(plan::ExpressionPtr& expression, Readers& readers) {
  if (plan::RelationPtr* relation = plan::SubqueryOf(*expression)) {
    CollectReaders(*relation, readers);
  }
  plan::ForEachChild(*expression,
                     [&](plan::ExpressionPtr& child) { CollectReaders(child, readers); });
}

void CollectReaders(plan::RelationPtr& slot, Readers& readers) {
  if (slot->kind == plan::RelationKind::kCteScan) {
    readers[plan::As<plan::CteScan>(*slot).index].push_back(&slot);
    return;
  }
  plan::ForEachInput(*slot, [&](plan::RelationPtr& input) { CollectReaders(input, readers); });
  plan::ForEachExpression(
      *slot, [&](plan::ExpressionPtr& expression) { CollectReaders(expression, readers); });
}

// Puts the definition in the place of its only reader; returns its new place.
plan::RelationPtr& Inline(plan::RelationPtr& reader, plan::RelationPtr definition) {
  const auto& scan = plan::As<plan::CteScan>(*reader);
  auto project = std::make_unique<plan::Project>();
  project->output = scan.output;
  project->range = scan.range;
  for (size_t i = 0; i < scan.output.size(); ++i) {
    project->expressions.push_back(
        MakeColumn({scan.source[i], scan.output[i].name, scan.output[i].type}, scan.range));
  }
  project->input = std::move(definition);
  plan::RelationPtr& place = project->input;
  reader = std::move(project);
  return place;
}

}  // namespace

plan::RelationPtr CteScope::Wrap(plan::RelationPtr body) {
  // From the last to the first: a definition is read by later ones and by the body only. So every
  // part of the plan is looked through once, when it is known where it stands.
  Readers readers;
  CollectReaders(body, readers);
  std::vector<size_t> kept;
  for (size_t i = definitions_.size(); i-- > 0;) {
    const auto found = readers.find(definitions_[i]->index);
    if (found == readers.end()) continue;
    plan::RelationPtr* place = &relations_[i];
    if (found->second.size() == 1 && RecursionOf(*relations_[i]) == nullptr) {
      place = &Inline(*found->second[0], std::move(relations_[i]));
    } else {
      kept.push_back(i);
    }
    CollectReaders(*place, readers);
  }
  if (kept.empty()) return body;
  auto with = std::make_unique<plan::With>();
  for (auto i = kept.rbegin(); i != kept.rend(); ++i) {
    with->indexes.push_back(definitions_[*i]->index);
    with->definitions.push_back(std::move(relations_[*i]));
  }
  with->output = body->output;
  with->range = body->range;
  with->body = std::move(body);
  return with;
}

}  // namespace paisql::analysis
