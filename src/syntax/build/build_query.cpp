// Queries around their SELECTs: WITH, set operations, ORDER BY and its relatives, LIMIT, VALUES.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"

namespace paisql::syntax {

SetOperation::~SetOperation() {
  std::unique_ptr<QueryBody> next = std::move(left);
  while (next != nullptr && next->set_operation != nullptr) {
    std::unique_ptr<QueryBody> inner = std::move(next->set_operation->left);
    next = std::move(inner);
  }
}

std::unique_ptr<Query> TreeBuilder::BuildQuery(P::QueryContext* context) {
  std::vector<CommonTableExpression> with;
  if (context->withClause() != nullptr) with = BuildWith(context->withClause());
  auto query = std::make_unique<Query>(BuildQueryNoWith(context->queryNoWith()));
  query->with = std::move(with);
  query->range = RangeOf(context);
  return query;
}

std::vector<CommonTableExpression> TreeBuilder::BuildWith(P::WithClauseContext* context) {
  std::vector<CommonTableExpression> tables;
  // Asked once: the parse tree looks through all of its children for a token.
  const bool may_recurse = context->RECURSIVE() != nullptr;
  for (auto* table : context->commonTableExpression()) {
    CommonTableExpression expression;
    expression.name = BuildIdentifier(table->name);
    expression.columns = BuildNames(table->nameList());
    expression.may_recurse = may_recurse;
    expression.query = BuildQuery(table->query());
    tables.push_back(std::move(expression));
  }
  return tables;
}

namespace {

P::QueryTailContext* TailOf(P::QueryPrimaryContext* branch) {
  return branch->getRuleContext<P::QueryTailContext>(0);
}

P::QueryPrimaryContext* LastBranch(P::QueryTermContext* term) {
  while (auto* operation = dynamic_cast<P::SetOperationContext*>(term)) term = operation->right;
  return static_cast<P::QueryAtomContext*>(term)->queryPrimary();
}

}  // namespace

// The clauses after the last branch are those of the whole.
Query TreeBuilder::BuildQueryNoWith(P::QueryNoWithContext* context) {
  Query query;
  auto* last = LastBranch(context->queryTerm());
  query.body = BuildQueryTerm(context->queryTerm(), last);
  AddTail(TailOf(last), query);
  query.range = RangeOf(context);
  return query;
}

QueryBody TreeBuilder::BuildQueryTerm(P::QueryTermContext* context,
                                      const P::QueryPrimaryContext* last) {
  std::vector<P::SetOperationContext*> spine;
  while (auto* operation = dynamic_cast<P::SetOperationContext*>(context)) {
    spine.push_back(operation);
    context = operation->left;
  }
  if (spine.size() > ValueOf(Limit::kSetOperators)) {
    FailLimit(Limit::kSetOperators, TokenList::RangeOf(spine.front()->op));
  }
  QueryBody body = BuildBranch(static_cast<P::QueryAtomContext*>(context)->queryPrimary(), last);
  for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
    auto operation = std::make_unique<SetOperation>();
    switch ((*step)->op->getType()) {
      case P::UNION:
        operation->op = SetOperator::kUnion;
        break;
      case P::INTERSECT:
        operation->op = SetOperator::kIntersect;
        break;
      default:
        operation->op = SetOperator::kExcept;
        break;
    }
    auto* quantifier = (*step)->setQuantifier();
    operation->all = quantifier != nullptr && quantifier->ALL() != nullptr;
    operation->op_range = TokenList::RangeOf((*step)->op);
    operation->left = std::make_unique<QueryBody>(std::move(body));
    operation->right = std::make_unique<QueryBody>(BuildQueryTerm((*step)->right, last));
    body = QueryBody();
    body.range = Span(operation->left->range, operation->right->range);
    body.set_operation = std::move(operation);
  }
  return body;
}

// A branch with clauses of its own is a query of its own.
QueryBody TreeBuilder::BuildBranch(P::QueryPrimaryContext* context,
                                   const P::QueryPrimaryContext* last) {
  QueryBody body = BuildQueryPrimary(context);
  if (context == last || TailOf(context)->children.empty()) return body;
  auto query = std::make_unique<Query>();
  query->body = std::move(body);
  AddTail(TailOf(context), *query);
  query->range = RangeOf(context);
  QueryBody branch;
  branch.range = query->range;
  branch.nested = std::move(query);
  return branch;
}

QueryBody TreeBuilder::BuildQueryPrimary(P::QueryPrimaryContext* context) {
  QueryBody body;
  body.range = RangeOf(context);
  if (auto* tail = TailOf(context); !tail->children.empty()) {
    body.range = Span(body.range, tokens_.RangeAt(tail->start->getTokenIndex() - 1));
  }
  if (auto* first = dynamic_cast<P::SelectFirstContext*>(context)) {
    body.select = std::make_unique<Select>();
    AddSelectHead(first->selectHead(), *body.select);
    if (first->fromClause() != nullptr) body.select->from = BuildFrom(first->fromClause());
    if (!first->lateralView().empty()) {
      body.select->from = BuildLateralViews(first->lateralView(), nullptr);
    }
    AddSelectClauses(first->selectClauses(), *body.select);
    body.select->range = body.range;
  } else if (auto* from_first = dynamic_cast<P::FromFirstContext*>(context)) {
    auto* select = from_first->selectNoFrom();
    body.select = BuildSelect(select);
    body.select->from =
        BuildLateralViews(select->lateralView(), BuildFrom(from_first->fromClause()));
    AddSelectClauses(from_first->selectClauses(), *body.select);
    body.select->range = body.range;
  } else if (auto* nested = dynamic_cast<P::NestedQueryContext*>(context)) {
    body.nested = BuildQuery(nested->query());
  } else {
    body.values = BuildValues(static_cast<P::ValuesQueryContext*>(context)->valuesClause());
  }
  return body;
}

void TreeBuilder::AddTail(P::QueryTailContext* context, Query& query) {
  const auto once = [](bool given, P::TailClauseContext* clause, std::string_view word) {
    if (given)
      Fail(ErrorCode::kParse, RangeOf(clause), InvalidToken(word), "the clause appears twice");
  };
  for (auto* clause : context->tailClause()) {
    const SourceRange range = RangeOf(clause);
    if (auto* order = dynamic_cast<P::OrderByContext*>(clause)) {
      once(!query.order_by.empty(), clause, "ORDER");
      query.order_by = BuildSortItems(order->sortList()->sortItem());
      query.order_by_range = range;
      continue;
    }
    if (auto* distribute = dynamic_cast<P::DistributeByContext*>(clause)) {
      once(!query.distribute_by.empty(), clause, "DISTRIBUTE");
      query.distribute_by = BuildList(distribute->expression());
    } else if (auto* sort = dynamic_cast<P::SortByContext*>(clause)) {
      once(!query.sort_by.empty(), clause, "SORT");
      query.sort_by = BuildSortItems(sort->sortList()->sortItem());
    } else {
      once(!query.cluster_by.empty(), clause, "CLUSTER");
      query.cluster_by = BuildList(static_cast<P::ClusterByContext*>(clause)->expression());
    }
    SourceRange& whole = query.distribution_range;
    whole = whole.known() ? Span(whole, range) : range;
  }

  if (auto* limit = context->limitClause()) {
    P::LimitValueContext* count = nullptr;
    P::LimitValueContext* offset = nullptr;
    if (auto* standard = dynamic_cast<P::LimitOffsetContext*>(limit)) {
      count = standard->count;
      offset = standard->offset;
    } else {
      count = static_cast<P::OffsetLimitContext*>(limit)->count;
      offset = static_cast<P::OffsetLimitContext*>(limit)->offset;
    }
    query.limit = BuildLimit(count);
    if (offset != nullptr) query.offset = BuildLimit(offset);
  }
}

ExpressionPtr TreeBuilder::BuildLimit(P::LimitValueContext* context) {
  if (context->left != nullptr) return BuildLimitOperators(context);
  if (context->VARIABLE() != nullptr) {
    auto variable = std::make_unique<Variable>();
    variable->name = VariableName(context->start, tokens_);
    variable->range = RangeOf(context);
    return variable;
  }
  auto literal = std::make_unique<Literal>();
  literal->literal = LiteralKind::kInteger;
  literal->text = tokens_.TextOf(context->start);
  literal->range = RangeOf(context);
  return literal;
}

std::unique_ptr<ValuesRelation> TreeBuilder::BuildValues(P::ValuesClauseContext* context) {
  auto values = std::make_unique<ValuesRelation>();
  values->range = RangeOf(context);
  const auto rows = context->valuesRow();
  values->rows.reserve(rows.size());
  for (auto* row : rows) {
    values->rows.push_back(ValuesRow{BuildExpressions(row->expression()), RangeOf(row)});
    AddRun(row->stop, true, values->middle, values->rows.size());
  }
  return values;
}

}  // namespace paisql::syntax
