// Common table expressions.

#include <fmt/format.h>

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
  for (const syntax::CommonTableExpression& entry : with) {
    for (const std::unique_ptr<Cte>& other : definitions_) {
      if (EqualsIgnoreCase(other->name, entry.name.text)) {
        state_.errors.Add(SemanticError(entry.name.range,
                                        fmt::format("{} is defined twice in WITH", entry.name.text),
                                        "give one of them another name"));
      }
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
    state_.ctes.push_back(cte.get());
    definitions_.push_back(std::move(cte));
  }
}

namespace {

// Finds the only reader of a definition below `slot` and puts the definition there.
bool Inline(plan::RelationPtr& slot, int index, plan::RelationPtr& definition);

bool InlineInExpression(plan::ExpressionPtr& expression, int index, plan::RelationPtr& definition) {
  if (plan::RelationPtr* relation = plan::SubqueryOf(*expression)) {
    if (Inline(*relation, index, definition)) return true;
  }
  bool done = false;
  plan::ForEachChild(*expression, [&](plan::ExpressionPtr& child) {
    if (!done) done = InlineInExpression(child, index, definition);
  });
  return done;
}

bool Inline(plan::RelationPtr& slot, int index, plan::RelationPtr& definition) {
  if (slot->kind == plan::RelationKind::kCteScan) {
    auto& scan = plan::As<plan::CteScan>(*slot);
    if (scan.index != index) return false;
    auto project = std::make_unique<plan::Project>();
    project->output = scan.output;
    project->range = scan.range;
    for (size_t i = 0; i < scan.output.size(); ++i) {
      project->expressions.push_back(
          MakeColumn({scan.source[i], scan.output[i].name, scan.output[i].type}, scan.range));
    }
    project->input = std::move(definition);
    slot = std::move(project);
    return true;
  }
  bool done = false;
  plan::ForEachInput(*slot, [&](plan::RelationPtr& input) {
    if (!done) done = Inline(input, index, definition);
  });
  if (done) return true;
  plan::ForEachExpression(*slot, [&](plan::ExpressionPtr& expression) {
    if (!done) done = InlineInExpression(expression, index, definition);
  });
  return done;
}

int CountReaders(const plan::Relation& relation, int index);

int CountReaders(const plan::Expression& expression, int index) {
  int count = 0;
  if (const plan::Relation* relation = plan::SubqueryOf(expression)) {
    count += CountReaders(*relation, index);
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    count += CountReaders(*child, index);
  }
  return count;
}

int CountReaders(const plan::Relation& relation, int index) {
  if (relation.kind == plan::RelationKind::kCteScan) {
    return plan::As<plan::CteScan>(relation).index == index ? 1 : 0;
  }
  int count = 0;
  for (const plan::Relation* input : plan::Inputs(relation)) count += CountReaders(*input, index);
  for (const plan::Expression* expression : plan::Expressions(relation)) {
    count += CountReaders(*expression, index);
  }
  return count;
}

}  // namespace

plan::RelationPtr CteScope::Wrap(plan::RelationPtr body) {
  // From the last to the first: a definition is read by later ones and by the body only.
  auto with = std::make_unique<plan::With>();
  for (size_t i = definitions_.size(); i-- > 0;) {
    const Cte& cte = *definitions_[i];
    // Readers are counted now: some were left out with an unread definition, some were copied.
    int readers = CountReaders(*body, cte.index);
    for (const plan::RelationPtr& later : with->definitions) {
      readers += CountReaders(*later, cte.index);
    }
    if (readers == 0) continue;
    if (readers == 1 && RecursionOf(*relations_[i]) == nullptr) {
      bool done = Inline(body, cte.index, relations_[i]);
      for (plan::RelationPtr& later : with->definitions) {
        if (!done) done = Inline(later, cte.index, relations_[i]);
      }
      continue;
    }
    with->indexes.insert(with->indexes.begin(), cte.index);
    with->definitions.insert(with->definitions.begin(), std::move(relations_[i]));
  }
  if (with->definitions.empty()) return body;
  with->output = body->output;
  with->range = body->range;
  with->body = std::move(body);
  return with;
}

}  // namespace paisql::analysis
