// One SELECT: its list, hints, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY.

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/tree_builder.h"

namespace paisql::syntax {

namespace {

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The entries of /*+ mapjoin(a, b), skewjoin(c) */. What is no entry is passed over: a hint never
// fails.
std::vector<Hint> ParseHints(std::string_view text, const SourceRange& range) {
  std::vector<Hint> hints;
  const std::string_view body = text.substr(3, text.size() - 5);
  size_t i = 0;
  while (i < body.size()) {
    if (!IsNameCharacter(body[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < body.size() && IsNameCharacter(body[i])) ++i;
    Hint hint{ToLower(body.substr(begin, i - begin)), {}, range};
    while (i < body.size() && body[i] == ' ') ++i;
    if (i < body.size() && body[i] == '(') {
      size_t argument = ++i;
      int depth = 1;
      for (; i < body.size() && depth > 0; ++i) {
        if (body[i] == '(') ++depth;
        if (body[i] == ')') --depth;
        if (depth > 1 || (depth == 1 && body[i] != ',')) continue;
        const std::string_view one = Trim(body.substr(argument, i - argument));
        if (!one.empty()) hint.arguments.emplace_back(one);
        argument = i + 1;
      }
    }
    hints.push_back(std::move(hint));
  }
  return hints;
}

}  // namespace

std::vector<Hint> TreeBuilder::HintsBehind(size_t token) const {
  std::vector<Hint> hints;
  for (const TokenList::HintToken& hint : tokens_.hints()) {
    if (hint.behind != token) continue;
    for (Hint& entry : ParseHints(tokens_.TextOf(hint.range), hint.range)) {
      hints.push_back(std::move(entry));
    }
  }
  return hints;
}

std::unique_ptr<Select> TreeBuilder::BuildSelect(P::SelectNoFromContext* context) {
  auto select = std::make_unique<Select>();
  AddSelectHead(context->SELECT(), context->setQuantifier(), context->selectList(), *select);
  AddSelectClauses(context->selectClauses(), *select);
  select->range = RangeOf(context);
  return select;
}

void TreeBuilder::AddSelectHead(antlr4::tree::TerminalNode* select,
                                P::SetQuantifierContext* quantifier, P::SelectListContext* list,
                                Select& result) {
  result.hints = HintsBehind(select->getSymbol()->getTokenIndex());
  result.distinct = quantifier != nullptr && quantifier->DISTINCT() != nullptr;
  for (auto* item : list->selectItem()) result.items.push_back(BuildSelectItem(item));
}

SelectItem TreeBuilder::BuildSelectItem(P::SelectItemContext* context) {
  SelectItem item;
  item.range = RangeOf(context);
  if (auto* single = dynamic_cast<P::SelectExpressionContext*>(context)) {
    item.expression = BuildExpression(single->expression());
    if (auto* alias = single->selectAlias()) {
      if (alias->identifierList() != nullptr) {
        item.aliases = BuildNames(alias->identifierList());
      } else {
        // The alias is the last token, behind AS or without it.
        const auto* name = alias->identifier() != nullptr
                               ? static_cast<antlr4::ParserRuleContext*>(alias->identifier())
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
  }
  item.expression = std::move(star);
  return item;
}

// FROM … WHERE … SELECT … may have clauses on both sides of the list, each one once.
void TreeBuilder::AddSelectClauses(P::SelectClausesContext* context, Select& select) {
  const auto once = [](bool given, const antlr4::ParserRuleContext* clause, const char* word) {
    if (given)
      Fail(ErrorCode::kParse, RangeOf(clause), InvalidToken(word), "the clause stands twice");
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
}

GroupingItem TreeBuilder::BuildGroupingItem(P::GroupingItemContext* context) {
  if (auto* sets = dynamic_cast<P::GroupBySetsContext*>(context)) {
    return BuildGroupingSets(sets->groupingSets());
  }
  GroupingItem item;
  item.range = RangeOf(context);
  if (auto* cube = dynamic_cast<P::GroupByCubeContext*>(context)) {
    item.kind = cube->CUBE() != nullptr ? GroupingKind::kCube : GroupingKind::kRollup;
    item.sets = BuildSets(cube->groupingSet());
    return item;
  }
  item.sets.emplace_back();
  item.sets.back().push_back(
      BuildExpression(static_cast<P::GroupByExpressionContext*>(context)->expression()));
  return item;
}

GroupingItem TreeBuilder::BuildGroupingSets(P::GroupingSetsContext* context) {
  GroupingItem item;
  item.kind = GroupingKind::kGroupingSets;
  item.sets = BuildSets(context->groupingSet());
  item.range = RangeOf(context);
  return item;
}

std::vector<std::vector<ExpressionPtr>> TreeBuilder::BuildSets(
    const Contexts<P::GroupingSetContext>& sets) {
  std::vector<std::vector<ExpressionPtr>> result;
  for (auto* set : sets) result.push_back(BuildExpressions(set->expression()));
  return result;
}

}  // namespace paisql::syntax
