#pragma once

// Ways to walk a plan. Passes ask here for the parts of a node instead of knowing every kind, so
// that a new kind of operator or expression is taught to all passes at one place.

#include <functional>
#include <vector>

#include "plan/relation.h"

namespace paisql::plan {

using ExpressionVisitor = std::function<void(ExpressionPtr&)>;
using RelationVisitor = std::function<void(RelationPtr&)>;

// The direct children of an expression, subquery relations excluded.
void ForEachChild(Expression& expression, const ExpressionVisitor& visit);

// The relation inside a subquery expression; nullptr for every other kind.
RelationPtr* SubqueryOf(Expression& expression);
const Relation* SubqueryOf(const Expression& expression);

// The expressions that an operator itself holds.
void ForEachExpression(Relation& relation, const ExpressionVisitor& visit);
std::vector<const Expression*> Expressions(const Relation& relation);

// The operators below an operator; of a With the definitions, then the body.
void ForEachInput(Relation& relation, const RelationVisitor& visit);
std::vector<const Relation*> Inputs(const Relation& relation);

// Every column that the expression mentions, inside its subqueries too, once a mention.
void CollectColumns(const Expression& expression, std::vector<ColumnId>& columns);

// True when the relation reads a column that none of its operators gives: one of a query around it.
bool IsCorrelated(const Relation& relation);

// Equal trees: same kinds, functions, constants and columns. Subqueries are equal to nothing but
// themselves.
bool StructurallyEqual(const Expression& left, const Expression& right);

// The terms of a conjunction: (a AND (b AND c)) gives a, b, c.
void SplitConjunction(const Expression& condition, std::vector<const Expression*>& terms);

// True when the same arguments always give the same answer and nothing depends on a row.
bool IsConstantExpression(const Expression& expression);
// Whether the node is part of a constant where its children are.
bool IsConstantNode(const Expression& expression);
bool ContainsKind(const Expression& expression, ExpressionKind kind);
bool ContainsSubquery(const Expression& expression);

// A deep copy; column ids stay.
RelationPtr Clone(const Relation& relation);

// Expressions as EXPLAIN prints them.
std::string ToText(const Expression& expression);
std::string TextOfAll(const std::vector<ExpressionPtr>& expressions);
std::string KeysText(const std::vector<SortKey>& keys);

}  // namespace paisql::plan
