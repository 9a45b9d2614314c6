#pragma once

// Predicates on their way down to the scans that they prune: what may be asked of fewer rows, what
// follows from several of them, and what is left when only a part of a predicate speaks of
// partitions. Private to this room.

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "optimizer/optimizer.h"

namespace paisql::optimizer {

struct PushedPredicate {
  plan::ExpressionPtr expression;
  // Found here and not written by the user: it prunes, but it is not the predicate over partition
  // columns that the platform demands.
  bool derived = false;
};

using Predicates = std::vector<PushedPredicate>;
using Substitution = std::unordered_map<plan::ColumnId, const plan::Expression*>;
using ColumnIds = std::unordered_set<plan::ColumnId>;

Predicates CloneAll(const Predicates& predicates);
void Append(Predicates& to, Predicates from);
// The terms of a condition, each a predicate.
void AddTerms(const plan::Expression& condition, Predicates& predicates);

// The same row gives the same answer, whoever asks; false for every subquery.
bool IsPure(const plan::Expression& expression);
// True when the predicate cannot be true for a NULL in its columns: outer joins pad with NULLs.
bool RejectsNull(const plan::Expression& predicate);
std::string_view CallName(const plan::Expression& expression);

ColumnIds OutputIds(const plan::Relation& relation);
// Every column that the expression mentions, those inside of its subqueries too.
std::vector<plan::ColumnId> ColumnsOf(const plan::Expression& expression);
// Whether the expression mentions columns, and all of them are among these.
bool SpeaksOnlyOf(const plan::Expression& expression, const ColumnIds& ids);
void Substitute(plan::ExpressionPtr& expression, const Substitution& substitution);

// The predicates that mention a column of the relation. They may mention others: a scan takes the
// part that it can judge (PartOver).
Predicates Over(const Predicates& predicates, const plan::Relation& relation);
// The predicates that mention nothing else.
Predicates OnlyOver(const Predicates& predicates, const plan::Relation& relation);

// Adds what follows: a = b and f(b) give f(a), a = 'x' and f(a) give f('x').
void AddConsequences(Predicates& predicates);

// A predicate over `ids` alone that is true wherever the given one is: of
// (ds = '1' AND n > 5) OR ds = '2' it is ds = '1' OR ds = '2'. nullptr when nothing is left.
plan::ExpressionPtr PartOver(Context& context, const plan::Expression& predicate,
                             const ColumnIds& ids);

}  // namespace paisql::optimizer
