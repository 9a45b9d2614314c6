// Which statement it is, and the statements around queries: SELECT, INSERT, multi-insert, EXPLAIN.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/storage.h"

namespace paisql::syntax {

namespace {

// TUNNEL, OSS and HELP are their words.
template <typename WordStatement>
StatementPtr MakeWords(std::vector<Word> words) {
  auto statement = std::make_unique<WordStatement>();
  statement->words = std::move(words);
  return statement;
}

}  // namespace

StatementPtr TreeBuilder::BuildStatement(P::StatementContext* context) {
  if (context == nullptr) return std::make_unique<EmptyStatement>();
  StatementPtr statement;
  if (auto* dml = context->dmlStatement()) statement = BuildDml(dml);
  if (auto* create = context->createTable()) statement = BuildCreateTable(create);
  if (auto* drop = context->dropTable()) statement = BuildDropTable(drop);
  if (auto* restore = context->restoreTable()) statement = BuildRestoreTable(restore);
  if (auto* truncate = context->truncateTable()) statement = BuildTruncateTable(truncate);
  if (context->collectLifecycle() != nullptr) {
    statement = std::make_unique<CollectLifecycleStatement>();
  }
  if (auto* clone = context->cloneTable()) statement = BuildCloneTable(clone);
  if (auto* alter = context->alterTable()) statement = BuildAlterTable(alter);
  if (auto* view = context->createView()) statement = BuildCreateView(view);
  if (auto* alter_view = context->alterView()) statement = BuildAlterView(alter_view);
  if (auto* load = context->loadStatement()) statement = BuildLoad(load);
  if (auto* unload = context->unloadStatement()) statement = BuildUnload(unload);
  if (auto* repair = context->repairStatement()) statement = BuildRepair(repair);
  if (auto* made = context->createFunction()) statement = BuildCreateFunction(made);
  if (auto* function = context->sqlFunction()) statement = BuildSqlFunction(function);
  if (auto* reload = context->reloadFunction()) statement = BuildReloadFunction(reload);
  if (auto* gone = context->dropFunction()) statement = BuildDropFunction(gone);
  if (auto* drop_view = context->dropView()) statement = BuildDropView(drop_view);
  if (auto* stream = context->streamStatement()) statement = BuildStream(stream);
  if (auto* space = context->namespaceStatement()) statement = BuildNamespace(space);
  if (auto* transfer = context->transferStatement()) statement = BuildTransfer(transfer);
  if (auto* change = context->rowChange()) statement = BuildRowChange(change);
  if (auto* explain = context->explainStatement()) statement = BuildExplain(explain);
  if (auto* summarize = context->summarizeStatement()) statement = BuildSummarize(summarize);
  if (auto* set = context->setStatement()) statement = BuildSet(set);
  if (auto* unset = context->unsetStatement()) statement = BuildUnset(unset);
  if (auto* variable = context->variableStatement()) statement = BuildVariable(variable);
  if (auto* alias = context->aliasStatement()) statement = BuildAlias(alias);
  if (auto* use = context->useStatement()) statement = BuildUse(use);
  if (auto* show = context->showStatement()) statement = BuildShow(show);
  if (auto* describe = context->describeStatement()) statement = BuildDescribe(describe);
  if (auto* add = context->addResource()) statement = BuildAddResource(add);
  if (auto* drop = context->dropResource()) statement = BuildDropResource(drop);
  if (auto* get = context->getResource()) statement = BuildGetResource(get);
  if (auto* bucket = context->bucketStatement()) statement = BuildBucket(bucket);
  if (auto* volume = context->volumeStatement()) statement = BuildVolume(volume);
  if (auto* role = context->roleStatement()) statement = BuildRole(role);
  if (auto* model = context->modelStatement()) statement = BuildModel(model);
  if (auto* service = context->serviceStatement()) statement = BuildService(service);
  if (auto* grant = context->grantStatement()) statement = BuildGrant(grant);
  if (auto* user = context->userStatement()) statement = BuildUser(user);
  if (auto* policy = context->policyStatement()) statement = BuildPolicy(policy);
  if (auto* job = context->jobCommand()) statement = BuildJobCommand(job);
  if (auto* pai = context->paiStatement()) statement = BuildPai(pai);
  if (context->quitStatement() != nullptr) statement = std::make_unique<QuitStatement>();
  if (context->tunnelStatement() != nullptr) {
    statement = MakeWords<TunnelStatement>(ToWords(TailWords(context, 1)));
  }
  if (context->ossStatement() != nullptr) {
    statement = MakeWords<OssStatement>(ToWords(TailWords(context, 1)));
  }
  if (context->helpStatement() != nullptr) {
    statement = MakeWords<HelpStatement>(ToWords(TailWords(context, 1)));
  }
  PAISQL_ASSERT(statement != nullptr, "a statement of the grammar has no builder");
  statement->range = RangeOf(context);
  return statement;
}

StatementPtr TreeBuilder::BuildDml(P::DmlStatementContext* context) {
  std::vector<CommonTableExpression> with;
  if (context->withClause() != nullptr) with = BuildWith(context->withClause());
  auto* body = context->dmlBody();
  if (auto* insert = dynamic_cast<P::InsertContext*>(body)) {
    auto statement = std::make_unique<InsertStatement>();
    statement->target = BuildInsertTarget(insert->insertTarget());
    AddZorder(insert->zorderClause(), statement->target);
    statement->query = std::move(*BuildQuery(insert->query()));
    // WITH may stand before INSERT or before its query; both are seen by the query.
    for (CommonTableExpression& own : statement->query.with) with.push_back(std::move(own));
    statement->query.with = std::move(with);
    return statement;
  }
  if (auto* multi = dynamic_cast<P::MultiInsertContext*>(body)) {
    return BuildMultiInsert(multi, std::move(with));
  }
  auto statement = std::make_unique<SelectStatement>();
  statement->query = BuildQueryNoWith(static_cast<P::SelectContext*>(body)->queryNoWith());
  statement->query.with = std::move(with);
  statement->query.range = RangeOf(context);
  return statement;
}

StatementPtr TreeBuilder::BuildMultiInsert(P::MultiInsertContext* context,
                                           std::vector<CommonTableExpression> with) {
  auto statement = std::make_unique<MultiInsertStatement>();
  statement->with = std::move(with);
  statement->source = BuildFrom(context->fromClause());
  for (auto* branch : context->insertBranch()) {
    MultiInsertStatement::Branch entry;
    entry.target = BuildInsertTarget(branch->insertTarget());
    AddZorder(branch->zorderClause(), entry.target);
    entry.query.body.select = BuildBranchSelect(branch, context->fromClause());
    entry.query.body.range = entry.query.body.select->range;
    AddUnion(branch, context->fromClause(), entry.query);
    AddTail(branch->branchPart().back()->queryTail(), entry.query);
    entry.query.range = Span(entry.query.body.range, RangeOf(branch));
    statement->branches.push_back(std::move(entry));
  }
  return statement;
}

// A branch with LATERAL VIEW has the common source once more, under its views.
std::unique_ptr<Select> TreeBuilder::BuildBranchSelect(P::InsertBranchContext* branch,
                                                       P::FromClauseContext* source) {
  P::SelectNoFromContext* const part = branch->branchPart(0)->selectNoFrom();
  std::unique_ptr<Select> select = BuildSelect(part);
  if (auto* where = branch->whereClause()) {
    if (select->where) {
      Fail(ErrorCode::kParse, RangeOf(part->selectClauses()->whereClause()), InvalidToken("WHERE"),
           "the clause appears twice");
    }
    select->where = BuildExpression(where->expression());
  }
  const auto& first = branch->lateralView();
  const auto& second = part->lateralView();
  if (!first.empty() || !second.empty()) {
    select->from = BuildLateralViews(second, BuildLateralViews(first, BuildFrom(source)));
  }
  return select;
}

// Each part of a UNION reads the common source once more. The clauses after the last part are those
// of the whole.
void TreeBuilder::AddUnion(P::InsertBranchContext* branch, P::FromClauseContext* source,
                           Query& query) {
  const auto parts = branch->branchPart();
  if (parts.size() == 1) return;
  const auto finish = [&](std::unique_ptr<Select> select, P::BranchPartContext* part) {
    const bool last = part == parts.back();
    P::SelectNoFromContext* const context = part->selectNoFrom();
    if (select->from == nullptr) {
      select->from = BuildLateralViews(context->lateralView(), BuildFrom(source));
    }
    QueryBody body;
    body.range = select->range;
    body.select = std::move(select);
    if (last || part->queryTail()->children.empty()) return body;
    auto own = std::make_unique<Query>();
    own->body = std::move(body);
    own->range = RangeOf(part);
    AddTail(part->queryTail(), *own);
    QueryBody nested;
    nested.range = own->range;
    nested.nested = std::move(own);
    return nested;
  };
  if (parts.size() - 1 > ValueOf(Limit::kSetOperators)) {
    FailLimit(Limit::kSetOperators, RangeOf(branch->UNION(0)));
  }
  QueryBody body = finish(std::move(query.body.select), parts[0]);
  size_t next = 1;
  for (auto* child : branch->children) {
    auto* const word = dynamic_cast<antlr4::tree::TerminalNode*>(child);
    if (word == nullptr || word->getSymbol()->getType() != P::UNION) continue;
    P::BranchPartContext* const part = parts[next++];
    auto operation = std::make_unique<SetOperation>();
    operation->op_range = RangeOf(word);
    operation->all = tokens_.TypeAt(word->getSymbol()->getTokenIndex() + 1) == P::ALL;
    operation->left = std::make_unique<QueryBody>(std::move(body));
    operation->right = std::make_unique<QueryBody>(finish(BuildSelect(part->selectNoFrom()), part));
    body = QueryBody();
    body.range = Span(operation->left->range, operation->right->range);
    body.set_operation = std::move(operation);
  }
  query.body = std::move(body);
}

InsertTarget TreeBuilder::BuildInsertTarget(P::InsertTargetContext* context) {
  InsertTarget target;
  target.overwrite = context->OVERWRITE() != nullptr;
  target.table = BuildName(context->table);
  if (context->partitionSpec() != nullptr) {
    target.partition = BuildPartitionSpec(context->partitionSpec());
  }
  target.if_not_exists = context->ifNotExists() != nullptr;
  target.columns = BuildNames(context->nameList());
  return target;
}

// `context` is null where there is no such clause.
void TreeBuilder::AddZorder(P::ZorderClauseContext* context, InsertTarget& target) const {
  if (context == nullptr) return;
  target.zorder = context->nameList() != nullptr ? BuildNames(context->nameList())
                                                 : BuildNames(context->identifier());
  target.zorder_range = RangeOf(context);
}

PartitionSpec TreeBuilder::BuildPartitionSpec(P::PartitionSpecContext* context) {
  PartitionSpec spec;
  for (auto* key : context->partitionKey()) {
    PartitionKey entry;
    entry.name = BuildIdentifier(key->name);
    if (key->valueExpression() != nullptr) entry.value = BuildValue(key->valueExpression());
    spec.keys.push_back(std::move(entry));
  }
  spec.range = RangeOf(context);
  return spec;
}

StatementPtr TreeBuilder::BuildExplain(P::ExplainStatementContext* context) {
  auto explain = std::make_unique<ExplainStatement>();
  explain->analyze = context->ANALYZE() != nullptr;
  explain->cost = context->COST() != nullptr;
  if (auto* dml = context->dmlStatement()) {
    explain->statement = BuildDml(dml);
    explain->statement->range = RangeOf(dml);
  } else if (auto* table = context->createTable()) {
    explain->statement = BuildCreateTable(table);
    explain->statement->range = RangeOf(table);
  } else if (auto* pai = context->paiStatement()) {
    explain->statement = BuildPai(pai);
    explain->statement->range = RangeOf(pai);
  } else if (auto* change = context->rowChange()) {
    explain->statement = BuildRowChange(change);
    explain->statement->range = RangeOf(change);
  } else {
    explain->statement = BuildCreateView(context->createView());
    explain->statement->range = RangeOf(context->createView());
  }
  return explain;
}

StatementPtr TreeBuilder::BuildSummarize(P::SummarizeStatementContext* context) {
  auto summarize = std::make_unique<SummarizeStatement>();
  if (auto* query = context->query()) {
    summarize->source_range = RangeOf(query);
    summarize->query = std::move(*BuildQuery(query));
    return summarize;
  }
  summarize->names_table = true;
  auto table = std::make_unique<TableRelation>();
  table->name = BuildName(context->qualifiedName());
  table->range = table->name.range;
  summarize->source_range = table->range;
  auto star = std::make_unique<Star>();
  star->range = table->range;
  auto select = std::make_unique<Select>();
  SelectItem& all = select->items.emplace_back();
  all.range = table->range;
  all.expression = std::move(star);
  select->range = table->range;
  select->from = std::move(table);
  summarize->query.range = select->range;
  summarize->query.body.range = select->range;
  summarize->query.body.select = std::move(select);
  return summarize;
}

}  // namespace paisql::syntax
