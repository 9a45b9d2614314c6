// One SELECT: its list, hints, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY.

#include <utility>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

std::unique_ptr<Select> TreeBuilder::BuildSelect(P::SelectNoFromContext* context) {
  auto select = std::make_unique<Select>();
  AddSelectHead(context->selectHead(), *select);
  AddSelectClauses(context->selectClauses(), *select);
  select->range = RangeOf(context);
  return select;
}

void TreeBuilder::AddSelectHead(P::SelectHeadContext* context, Select& select) {
  select.hints = HintsBehind(context->start->getTokenIndex());
  auto* quantifier = context->setQuantifier();
  select.distinct = quantifier != nullptr && quantifier->DISTINCT() != nullptr;
  for (auto* item : context->selectList()->selectItem()) {
    select.items.push_back(BuildSelectItem(item));
  }
  if (context->transformScript() != nullptr) AddTransform(context, select);
}

SelectItem TreeBuilder::BuildSelectItem(P::SelectItemContext* context) {
  SelectItem item;
  item.range = RangeOf(context);
  if (auto* single = dynamic_cast<P::SelectExpressionContext*>(context)) {
    last_of_item_ = single->selectAlias() == nullptr ? single->stop : nullptr;
    quoted_alias_.reset();
    item.expression = BuildExpression(single->expression());
    if (quoted_alias_.has_value()) item.aliases.push_back(*std::exchange(quoted_alias_, {}));
    if (auto* alias = single->selectAlias()) {
      if (alias->STRING_VALUE() != nullptr) {
        item.aliases.push_back(BuildQuotedAlias(alias->STRING_VALUE()->getSymbol()));
      } else if (alias->QUALIFY() != nullptr) {
        item.aliases.push_back(BuildIdentifier(alias));
      } else if (alias->nameList() != nullptr) {
        item.aliases = BuildNames(alias->nameList());
      } else {
        // The alias is the last token, after AS or without it.
        const auto* name = alias->anyName() != nullptr
                               ? static_cast<antlr4::ParserRuleContext*>(alias->anyName())
                               : static_cast<antlr4::ParserRuleContext*>(alias->aliasName());
        item.aliases.push_back(BuildIdentifier(name));
      }
    }
    return item;
  }
  auto star = std::make_unique<Star>();
  star->range = item.range;
  if (auto* of = dynamic_cast<P::SelectAllOfContext*>(context)) {
    star->qualifier = BuildName(of->qualifiedName());
    AddStarChanges(of->starExcept(), of->starReplace(), *star);
  } else {
    auto* all = static_cast<P::SelectAllContext*>(context);
    AddStarChanges(all->starExcept(), all->starReplace(), *star);
  }
  item.expression = std::move(star);
  return item;
}

void TreeBuilder::AddStarChanges(P::StarExceptContext* except, P::StarReplaceContext* replace,
                                 Star& star) {
  if (except != nullptr) star.except = BuildNames(except->nameList());
  if (replace == nullptr) return;
  for (auto* item : replace->starReplacement()) {
    ExpressionPtr expression = BuildExpression(item->expression());
    star.replace.push_back({std::move(expression), BuildIdentifier(item->identifier())});
  }
}

// FROM … WHERE … SELECT … may have clauses on both sides of the list, each one once.
void TreeBuilder::AddSelectClauses(P::SelectClausesContext* context, Select& select) {
  const auto once = [](bool given, const antlr4::ParserRuleContext* clause, const char* word) {
    if (given)
      Fail(ErrorCode::kParse, RangeOf(clause), InvalidToken(word), "the clause appears twice");
  };
  if (auto* where = context->whereClause()) {
    once(select.where != nullptr, where, "WHERE");
    select.where = BuildExpression(where->expression());
  }
  if (auto* group = context->groupByClause()) {
    once(!select.group_by.empty(), group, "GROUP");
    AddGroupBy(group, select);
  }
  if (auto* having = context->havingClause()) {
    once(select.having != nullptr, having, "HAVING");
    select.having = BuildExpression(having->expression());
  }
  if (auto* windows = context->windowClause()) {
    once(!select.windows.empty(), windows, "WINDOW");
    for (auto* named : windows->namedWindow()) {
      NamedWindow window;
      window.name = BuildIdentifier(named->name);
      window.specification = BuildWindow(named->windowSpecification());
      window.specification.range = RangeOf(named);
      select.windows.push_back(std::move(window));
    }
  }
  if (auto* qualify = context->qualifyClause()) {
    once(select.qualify != nullptr, qualify, "QUALIFY");
    select.qualify = BuildExpression(qualify->expression());
  }
}

void TreeBuilder::AddGroupBy(P::GroupByClauseContext* context, Select& select) {
  select.group_by_range = RangeOf(context);
  for (auto* item : context->groupingItem()) select.group_by.push_back(BuildGroupingItem(item));
  if (context->trailing != nullptr) {
    select.trailing_grouping_sets = true;
    select.group_by.push_back(BuildGroupingSets(context->trailing));
  }
  if (context->WITH() != nullptr) AddWithCube(context, select);
}

// GROUP BY a, b WITH CUBE is GROUP BY CUBE(a, b), the same with ROLLUP.
void TreeBuilder::AddWithCube(P::GroupByClauseContext* context, Select& select) {
  GroupingItem whole;
  whole.kind = context->CUBE() != nullptr ? GroupingKind::kCube : GroupingKind::kRollup;
  whole.range = RangeOf(context);
  for (GroupingItem& item : select.group_by) {
    if (item.kind != GroupingKind::kExpression) {
      Fail(ErrorCode::kParse, RangeOf(context->WITH()), InvalidToken("WITH"),
           "WITH CUBE and WITH ROLLUP stand after a list of expressions");
    }
    whole.sets.push_back(std::move(item.sets.front()));
  }
  select.group_by.clear();
  select.group_by.push_back(std::move(whole));
}

GroupingItem TreeBuilder::BuildGroupingItem(P::GroupingItemContext* context) {
  if (auto* sets = dynamic_cast<P::GroupBySetsContext*>(context)) {
    return BuildGroupingSets(sets->groupingSets());
  }
  if (auto* cube = dynamic_cast<P::GroupByCubeContext*>(context)) {
    return BuildGroupingCube(cube->groupingCube());
  }
  GroupingItem item;
  item.range = RangeOf(context);
  item.sets.emplace_back();
  item.sets.back().push_back(
      BuildExpression(static_cast<P::GroupByExpressionContext*>(context)->expression()));
  return item;
}

GroupingItem TreeBuilder::BuildGroupingSets(P::GroupingSetsContext* context) {
  GroupingItem item;
  item.kind = GroupingKind::kGroupingSets;
  item.range = RangeOf(context);
  for (auto* element : context->groupingElement()) {
    if (element->groupingSets() != nullptr) {
      item.elements.push_back(BuildGroupingSets(element->groupingSets()));
    } else if (element->groupingCube() != nullptr) {
      item.elements.push_back(BuildGroupingCube(element->groupingCube()));
    } else {
      GroupingItem set;
      set.range = RangeOf(element);
      set.sets.push_back(BuildExpressions(element->groupingSet()->expression()));
      item.elements.push_back(std::move(set));
    }
  }
  return item;
}

GroupingItem TreeBuilder::BuildGroupingCube(P::GroupingCubeContext* context) {
  GroupingItem item;
  item.kind = context->CUBE() != nullptr ? GroupingKind::kCube : GroupingKind::kRollup;
  item.range = RangeOf(context);
  for (auto* set : context->groupingSet()) {
    item.sets.push_back(BuildExpressions(set->expression()));
  }
  return item;
}

}  // namespace paisql::syntax
