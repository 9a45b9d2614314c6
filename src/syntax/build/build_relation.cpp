// Builds the relations of FROM: tables, subqueries, VALUES, joins, LATERAL VIEW, PIVOT, UNPIVOT.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"

namespace paisql::syntax {

namespace {

constexpr const char* kSampleForms =
    "TABLESAMPLE (10 PERCENT), (100 ROWS) or (BUCKET 1 OUT OF 4 ON a)";

constexpr const char* kVersionForms =
    "t VERSION AS OF 3, TIMESTAMP AS OF '2026-11-21 08:00:00', VERSION BETWEEN 2 AND 3 or "
    "TIMESTAMP BETWEEN a AND b";

JoinType JoinTypeOf(P::JoinTypeContext* context) {
  if (context->CROSS() != nullptr) return JoinType::kCross;
  if (context->SEMI() != nullptr) return JoinType::kLeftSemi;
  if (context->ANTI() != nullptr) return JoinType::kLeftAnti;
  if (context->LEFT() != nullptr) return JoinType::kLeft;
  if (context->RIGHT() != nullptr) return JoinType::kRight;
  if (context->FULL() != nullptr) return JoinType::kFull;
  return JoinType::kInner;
}

void CheckChain(size_t length, const SourceRange& range) {
  if (length > ValueOf(Limit::kRelations)) FailLimit(Limit::kRelations, range);
}

// The name of an alias, which stands after AS or alone.
template <typename Context>
antlr4::ParserRuleContext* AliasOf(Context* context) {
  if (context->anyName() != nullptr) return context->anyName();
  return context->aliasName();
}

}  // namespace

RelationPtr TreeBuilder::BuildFrom(P::FromClauseContext* context) {
  const auto relations = context->relation();
  CheckChain(relations.size(), RangeOf(context));
  RelationPtr from = BuildRelation(relations[0]);
  for (size_t i = 1; i < relations.size(); ++i) {
    auto join = std::make_unique<JoinRelation>();
    join->left = std::move(from);
    join->right = BuildRelation(relations[i]);
    join->range = Span(join->left->range, join->right->range);
    from = std::move(join);
  }
  return from;
}

RelationPtr TreeBuilder::BuildRelation(P::RelationContext* context) {
  const auto suffixes = context->relationSuffix();
  CheckChain(suffixes.size(), RangeOf(context));
  RelationPtr relation = BuildRelationPrimary(context->relationPrimary());
  for (auto* suffix : suffixes) {
    relation_ = std::move(relation);
    suffix->accept(this);
    relation = std::move(relation_);
    relation->range = Span(RangeOf(context), RangeOf(suffix));
  }
  return relation;
}

RelationPtr TreeBuilder::BuildRelationPrimary(P::RelationPrimaryContext* context) {
  context->accept(this);
  return std::move(relation_);
}

void TreeBuilder::AddAlias(P::RelationAliasContext* context, Relation& relation) const {
  if (context == nullptr) return;
  if (context->STRING_VALUE() != nullptr) {
    relation.alias = BuildQuotedAlias(context->STRING_VALUE()->getSymbol());
    return;
  }
  relation.alias = BuildIdentifier(AliasOf(context));
  relation.column_aliases = BuildNames(context->nameList());
}

// Builds the sample of the clauses before the alias and after it.
std::unique_ptr<TableSample> TreeBuilder::BuildSample(
    const Contexts<P::TableSampleContext>& contexts) {
  if (contexts.empty()) return nullptr;
  if (contexts.size() > 1) {
    Fail(ErrorCode::kParse, RangeOf(contexts[1]), InvalidToken("TABLESAMPLE"),
         "the clause appears twice");
  }
  auto* context = contexts[0];
  auto sample = std::make_unique<TableSample>();
  sample->range = RangeOf(context);
  const auto expect = [&](const antlr4::ParserRuleContext* word, std::string_view wanted) {
    if (EqualsIgnoreCase(TextOf(word), wanted)) return;
    Fail(ErrorCode::kParse, RangeOf(word), InvalidToken(TextOf(word)), kSampleForms);
  };
  if (auto* size = dynamic_cast<P::SampleOfSizeContext*>(context->sampleSize())) {
    sample->unit =
        EqualsIgnoreCase(TextOf(size->unit), "rows") ? SampleUnit::kRows : SampleUnit::kPercent;
    if (sample->unit == SampleUnit::kPercent) expect(size->unit, "percent");
    sample->amount = BuildValue(size->amount);
    return sample;
  }
  auto* buckets = static_cast<P::SampleOfBucketsContext*>(context->sampleSize());
  sample->unit = SampleUnit::kBucket;
  expect(buckets->word, "bucket");
  expect(buckets->out, "out");
  expect(buckets->of, "of");
  sample->amount = BuildValue(buckets->bucket);
  sample->buckets = BuildValue(buckets->buckets);
  sample->on = BuildExpressions(buckets->expression());
  return sample;
}

std::unique_ptr<TableVersion> TreeBuilder::BuildVersion(P::TableVersionContext* context) {
  if (context == nullptr) return nullptr;
  auto version = std::make_unique<TableVersion>();
  version->range = RangeOf(context);
  const auto take_word = [&](const antlr4::Token* token) {
    const std::string_view word = tokens_.TextAt(token->getTokenIndex());
    version->by_time = EqualsIgnoreCase(word, "timestamp");
    if (version->by_time || EqualsIgnoreCase(word, "version")) return;
    Fail(ErrorCode::kParse, tokens_.RangeAt(token->getTokenIndex()), InvalidToken(word),
         kVersionForms);
  };
  if (auto* between = dynamic_cast<P::VersionBetweenContext*>(context)) {
    take_word(between->word);
    version->from = BuildValue(between->from);
    version->to = BuildValue(between->to);
    return version;
  }
  auto* as_of = static_cast<P::VersionAsOfContext*>(context);
  take_word(as_of->word);
  const size_t of = as_of->of->getTokenIndex();
  if (!EqualsIgnoreCase(tokens_.TextAt(of), "of")) {
    Fail(ErrorCode::kParse, tokens_.RangeAt(of), InvalidToken(tokens_.TextAt(of)), kVersionForms);
  }
  version->to = BuildValue(as_of->at);
  return version;
}

antlrcpp::Any TreeBuilder::visitTableRelation(P::TableRelationContext* context) {
  auto table = std::make_unique<TableRelation>();
  table->name = BuildName(context->qualifiedName());
  table->version = BuildVersion(context->tableVersion());
  table->sample = BuildSample(context->tableSample());
  AddAlias(context->relationAlias(), *table);
  table->range = RangeOf(context);
  relation_ = std::move(table);
  return {};
}

antlrcpp::Any TreeBuilder::visitVariableRelation(P::VariableRelationContext* context) {
  auto table = std::make_unique<TableRelation>();
  table->variable = true;
  table->name.parts.push_back(VariableName(context->VARIABLE()->getSymbol(), tokens_));
  table->name.range = RangeOf(context->VARIABLE());
  AddAlias(context->relationAlias(), *table);
  table->range = RangeOf(context);
  relation_ = std::move(table);
  return {};
}

// ".last" is another spelling of "_", the rows of the last result.
antlrcpp::Any TreeBuilder::visitLastResultRelation(P::LastResultRelationContext* context) {
  auto table = std::make_unique<TableRelation>();
  table->name.range = Span(RangeOf(context->DOT()), RangeOf(context->LAST()));
  table->name.parts.push_back({"_", false, table->name.range});
  AddAlias(context->relationAlias(), *table);
  table->range = RangeOf(context);
  relation_ = std::move(table);
  return {};
}

antlrcpp::Any TreeBuilder::visitSubqueryRelation(P::SubqueryRelationContext* context) {
  auto subquery = std::make_unique<SubqueryRelation>();
  subquery->query = BuildQuery(context->query());
  subquery->sample = BuildSample(context->tableSample());
  AddAlias(context->relationAlias(), *subquery);
  subquery->range = RangeOf(context);
  relation_ = std::move(subquery);
  return {};
}

antlrcpp::Any TreeBuilder::visitNestedRelation(P::NestedRelationContext* context) {
  relation_ = BuildRelation(context->relation());
  return {};
}

antlrcpp::Any TreeBuilder::visitValuesRelation(P::ValuesRelationContext* context) {
  auto values = BuildValues(context->valuesClause());
  AddAlias(context->relationAlias(), *values);
  values->range = RangeOf(context);
  relation_ = std::move(values);
  return {};
}

antlrcpp::Any TreeBuilder::visitFunctionRelation(P::FunctionRelationContext* context) {
  auto function = std::make_unique<FunctionRelation>();
  function->name = BuildFunctionName(context->functionName());
  function->arguments = BuildExpressions(context->expression());
  AddAlias(context->relationAlias(), *function);
  function->range = RangeOf(context);
  relation_ = std::move(function);
  return {};
}

antlrcpp::Any TreeBuilder::visitJoinSuffix(P::JoinSuffixContext* context) {
  auto join = std::make_unique<JoinRelation>();
  join->left = std::move(relation_);
  join->natural = context->NATURAL() != nullptr;
  join->type = JoinTypeOf(context->joinType());
  join->right = BuildRelationPrimary(context->right);
  if (auto* condition = context->joinCondition()) {
    if (condition->expression() != nullptr) {
      join->condition = BuildExpression(condition->expression());
    } else {
      join->using_columns = BuildNames(condition->nameList());
    }
  }
  relation_ = std::move(join);
  return {};
}

antlrcpp::Any TreeBuilder::visitLateralViewSuffix(P::LateralViewSuffixContext* context) {
  relation_ = BuildLateralView(context->lateralView(), std::move(relation_));
  return {};
}

RelationPtr TreeBuilder::BuildLateralView(P::LateralViewContext* context, RelationPtr source) {
  auto view = std::make_unique<LateralViewRelation>();
  view->outer = context->OUTER() != nullptr;
  view->call = BuildCall(context->functionCall());
  if (context->tableName != nullptr) view->alias = BuildIdentifier(context->tableName);
  if (context->quoted != nullptr) view->alias = BuildQuotedAlias(context->quoted);
  view->column_aliases = BuildNames(context->anyName());
  view->range = source ? Span(source->range, RangeOf(context)) : RangeOf(context);
  view->source = std::move(source);
  return view;
}

RelationPtr TreeBuilder::BuildLateralViews(const Contexts<P::LateralViewContext>& views,
                                           RelationPtr source) {
  CheckChain(views.size(), views.empty() ? SourceRange() : RangeOf(views.front()));
  for (auto* view : views) source = BuildLateralView(view, std::move(source));
  return source;
}

std::vector<QualifiedName> TreeBuilder::BuildPivotColumns(P::PivotColumnsContext* context) const {
  std::vector<QualifiedName> columns;
  for (auto* column : context->qualifiedName()) columns.push_back(BuildName(column));
  return columns;
}

antlrcpp::Any TreeBuilder::visitPivotSuffix(P::PivotSuffixContext* context) {
  auto pivot = std::make_unique<PivotRelation>();
  pivot->source = std::move(relation_);
  for (auto* aggregate : context->pivotAggregate()) {
    PivotRelation::Aggregate entry;
    entry.call = BuildExpression(aggregate->expression());
    if (auto* alias = AliasOf(aggregate)) entry.alias = BuildIdentifier(alias);
    pivot->aggregates.push_back(std::move(entry));
  }
  pivot->columns = BuildPivotColumns(context->pivotColumns());
  for (auto* item : context->pivotItem()) {
    PivotRelation::Item entry;
    entry.values = BuildExpressions(item->expression());
    if (auto* alias = AliasOf(item)) entry.alias = BuildIdentifier(alias);
    entry.range = RangeOf(item);
    pivot->items.push_back(std::move(entry));
  }
  AddAlias(context->relationAlias(), *pivot);
  relation_ = std::move(pivot);
  return {};
}

antlrcpp::Any TreeBuilder::visitUnpivotSuffix(P::UnpivotSuffixContext* context) {
  auto unpivot = std::make_unique<UnpivotRelation>();
  unpivot->source = std::move(relation_);
  unpivot->include_nulls = context->INCLUDE() != nullptr;
  auto* values = context->unpivotNames();
  if (values->anyName() != nullptr) {
    unpivot->value_columns.push_back(BuildIdentifier(values->anyName()));
  } else {
    unpivot->value_columns = BuildNames(values->nameList());
  }
  unpivot->name_column = BuildIdentifier(context->name);
  for (auto* item : context->unpivotItem()) {
    UnpivotRelation::Item entry;
    entry.columns = BuildPivotColumns(item->pivotColumns());
    if (auto* alias = AliasOf(item)) entry.alias = BuildIdentifier(alias);
    unpivot->items.push_back(std::move(entry));
  }
  AddAlias(context->relationAlias(), *unpivot);
  relation_ = std::move(unpivot);
  return {};
}

}  // namespace paisql::syntax
