#pragma once

// ANTLR's tree to ours. One class, its functions spread over build_*.cpp by what they build:
// statements, commands, PAI, DDL, queries, relations, expressions, calls, names. Labelled
// alternatives are visited (visitX leaves its result in the member of its kind); everything else is
// a plain function Build…. A syntax error that the grammar cannot say is a SyntaxFailure.

#include <antlr4-runtime.h>

#include <map>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "PaisqlParser.h"
#include "PaisqlParserBaseVisitor.h"
#include "syntax/definition.h"
#include "syntax/lexer/token_list.h"
#include "syntax/lexer/words.h"
#include "syntax/script.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/show.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {

using P = paisql_grammar::PaisqlParser;

// Whether a context is exactly of this labelled alternative; many times cheaper than a dynamic_cast
// that fails.
template <typename Context>
bool IsA(const antlr4::ParserRuleContext* context) {
  return typeid(*context) == typeid(Context);
}

// COUNT t PARTITION (…), READ t (a, b) PARTITION (…) 5, SHOW STATISTIC t PARTITION (…) COLUMNS (a):
// what the client's short queries name.
struct TableParts {
  std::optional<QualifiedName> table;
  std::optional<PartitionSpec> partition;
  std::vector<Identifier> columns;
  std::optional<size_t> limit;  // the token
};

class TreeBuilder final : private paisql_grammar::PaisqlParserBaseVisitor {
 public:
  // The tokens must outlive the builder, not the tree.
  explicit TreeBuilder(const TokenList& tokens) : tokens_(tokens) {}

  StatementPtr BuildStatement(P::StatementContext* context);
  std::unique_ptr<AssignStep> BuildAssign(P::SingleAssignContext* context);
  // `body` is where the first token after BEGIN stands, 0 without a block.
  Definition BuildDefinition(P::DefinitionContext* context, size_t& body, size_t& body_end);
  ExpressionPtr BuildExpression(P::ExpressionContext* context);
  std::unique_ptr<Query> BuildQuery(P::QueryContext* context);
  // Runs of literals that have become part of the tree.
  size_t built_runs() const { return built_runs_; }

  // Parts of statements that the grammar does not know as a whole.
  QualifiedName BuildName(P::QualifiedNameContext* context) const;
  std::vector<Identifier> BuildNames(P::NameListContext* context) const;
  PartitionSpec BuildPartitionSpec(P::PartitionSpecContext* context);
  // SELECT of the parts: a statement that begins with COUNT counts rows, one with SHOW summarizes
  // them. SHOW VERSION where they name no table.
  StatementPtr BuildTableRead(TableParts parts);
  static StatementPtr MakeFileMerge(TableParts parts);

 private:
  std::unique_ptr<SelectStatement> MakeTableRead(TableParts parts) const;
  std::string StatisticText(const TableParts& parts) const;

  using Any = antlrcpp::Any;
  template <typename Context>
  using Contexts = std::vector<Context*>;

  // ---- names and places (build_names.cpp) ----
  static SourceRange RangeOf(const antlr4::ParserRuleContext* context);
  static SourceRange RangeOf(antlr4::tree::TerminalNode* node);
  std::string_view TextOf(const antlr4::ParserRuleContext* context) const;
  Identifier BuildIdentifier(const antlr4::ParserRuleContext* context) const;
  // "total", which is an alias in double quotes alone.
  Identifier BuildQuotedAlias(const antlr4::Token* token) const;
  // For any rule whose contexts are one token each.
  template <typename Context>
  std::vector<Identifier> BuildNames(const Contexts<Context>& contexts) const {
    std::vector<Identifier> names;
    names.reserve(contexts.size());
    for (const auto* context : contexts) names.push_back(BuildIdentifier(context));
    return names;
  }
  std::string BuildString(P::StringValueContext* context) const;
  TypeName BuildTypeName(P::TypeNameContext* context) const;
  std::optional<DataType> BuildType(P::TypeNameContext* context) const;
  std::optional<DataType> BuildNestedType(P::TypeNameContext* context, TypeId id) const;
  static Identifier VariableName(const antlr4::Token* token, const TokenList& tokens);

  // ---- statements (build_statement.cpp) ----
  StatementPtr BuildDml(P::DmlStatementContext* context);
  StatementPtr BuildExplain(P::ExplainStatementContext* context);
  StatementPtr BuildSummarize(P::SummarizeStatementContext* context);
  // build_row_change.cpp
  StatementPtr BuildRowChange(P::RowChangeContext* context);
  void AddChangedTable(P::ChangedTableContext* context, RowChangeStatement& statement);
  Assignment BuildAssignment(P::AssignmentContext* context);
  std::vector<Assignment> BuildAssignments(const Contexts<P::AssignmentContext>& contexts);
  MergeClause BuildMergeClause(P::MergeClauseContext* context);
  void AddMergeAction(P::MergeActionContext* context, MergeClause& clause);
  StatementPtr BuildMultiInsert(P::MultiInsertContext* context,
                                std::vector<CommonTableExpression> with);
  InsertTarget BuildInsertTarget(P::InsertTargetContext* context);
  void AddZorder(P::ZorderClauseContext* context, InsertTarget& target) const;

  // ---- tables and views (build_ddl.cpp, build_alter.cpp) ----
  StatementPtr BuildCreateTable(P::CreateTableContext* context);
  StatementPtr BuildMaterialized(P::CreateTableContext* context,
                                 std::unique_ptr<CreateTableStatement> table);
  std::vector<ColumnDefinition> BuildViewColumns(const Contexts<P::ViewColumnContext>& contexts);
  ColumnDefinition BuildColumn(P::ColumnDefinitionContext* context, CreateTableStatement* table);
  void AddColumnOption(P::ColumnOptionContext* option, ColumnDefinition& column,
                       CreateTableStatement* table);
  void AddConstraint(P::TableElementContext* context, CreateTableStatement& table);
  static void AddPrimaryKey(const SourceRange& range, std::vector<Identifier> columns,
                            CreateTableStatement& table);
  std::vector<ColumnDefinition> BuildColumns(const Contexts<P::ColumnDefinitionContext>& contexts);
  void AddTableClause(P::TableClauseContext* context, CreateTableStatement& table);
  StatementPtr BuildDropTable(P::DropTableContext* context);
  StatementPtr BuildRestoreTable(P::RestoreTableContext* context);
  // The number that a property of RESTORE or SHOW HISTORY has, with its place; only of these names.
  int64_t BuildHistoryNumber(P::StringValueContext* text);
  StatementPtr BuildTruncateTable(P::TruncateTableContext* context);
  StatementPtr BuildCloneTable(P::CloneTableContext* context);
  StatementPtr BuildCreateFunction(P::CreateFunctionContext* context);
  StatementPtr BuildDropFunction(P::DropFunctionContext* context);
  StatementPtr BuildReloadFunction(P::ReloadFunctionContext* context);
  StatementPtr BuildSqlFunction(P::SqlFunctionContext* context);
  StatementPtr BuildMacro(P::SqlFunctionContext* context);
  StatementPtr BuildCreateView(P::CreateViewContext* context);
  StatementPtr BuildAlterView(P::AlterViewContext* context);
  StatementPtr BuildDropView(P::DropViewContext* context);
  void AddStorageClause(P::StorageClauseContext* context, StorageClauses& storage);
  StatementPtr BuildLoad(P::LoadStatementContext* context);
  StatementPtr BuildUnload(P::UnloadStatementContext* context);
  StatementPtr BuildRepair(P::RepairStatementContext* context);
  void AddProperties(const Contexts<P::PropertyContext>& contexts,
                     std::map<std::string, TableProperty>& properties) const;
  StatementPtr BuildStream(P::StreamStatementContext* context);        // build_stream.cpp
  StatementPtr BuildNamespace(P::NamespaceStatementContext* context);  // build_namespace.cpp
  StatementPtr BuildTransfer(P::TransferStatementContext* context);
  StatementPtr BuildAlterTable(P::AlterTableContext* context);
  void AddMaterializedAction(P::MaterializedActionContext* context, AlterTableStatement& alter);
  PartitionFilter BuildPartitionFilter(P::PartitionFilterContext* context);
  Any visitAddPartitions(P::AddPartitionsContext* context) override;
  Any visitDropPartitions(P::DropPartitionsContext* context) override;
  Any visitMergePartitions(P::MergePartitionsContext* context) override;
  Any visitRenamePartition(P::RenamePartitionContext* context) override;
  Any visitAddColumns(P::AddColumnsContext* context) override;
  Any visitReplaceColumns(P::ReplaceColumnsContext* context) override;
  Any visitRenameTable(P::RenameTableContext* context) override;
  Any visitSetComment(P::SetCommentContext* context) override;
  Any visitSetLifecycle(P::SetLifecycleContext* context) override;
  Any visitSetProperties(P::SetPropertiesContext* context) override;
  Any visitUnsetProperties(P::UnsetPropertiesContext* context) override;
  Any visitRenameColumn(P::RenameColumnContext* context) override;
  void AddPlacedColumn(P::PlacedColumnContext* context);
  Any visitChangeColumn(P::ChangeColumnContext* context) override;
  Any visitChangeOptions(P::ChangeOptionsContext* context) override;
  Any visitDropColumns(P::DropColumnsContext* context) override;
  Any visitTouch(P::TouchContext* context) override;
  Any visitChangeOwner(P::ChangeOwnerContext* context) override;
  Any visitSetSerdeProperties(P::SetSerdePropertiesContext* context) override;
  Any visitSetLocation(P::SetLocationContext* context) override;
  Any visitSwitchLifecycle(P::SwitchLifecycleContext* context) override;
  Any visitExchangePartition(P::ExchangePartitionContext* context) override;
  Any visitSetClustering(P::SetClusteringContext* context) override;
  Any visitDropClustering(P::DropClusteringContext* context) override;
  ClusterClause BuildClusterClause(P::ClusterClauseContext* context) const;
  Any visitCompact(P::CompactContext* context) override;
  int64_t BuildInteger(antlr4::tree::TerminalNode* node) const;

  // ---- commands (build_command.cpp) ----
  std::vector<CommandWord> TailWords(const antlr4::ParserRuleContext* context, size_t skip) const;
  [[noreturn]] void FailAtEnd(const std::string& expected) const;
  StatementPtr BuildSet(P::SetStatementContext* context);
  StatementPtr BuildUnset(P::UnsetStatementContext* context);
  StatementPtr BuildVariable(P::VariableStatementContext* context);
  StatementPtr BuildAlias(P::AliasStatementContext* context);
  StatementPtr BuildUse(P::UseStatementContext* context);
  StatementPtr BuildShow(P::ShowStatementContext* context);
  void BuildShowHistory(P::ShowHistoryContext* context, ShowStatement& show);
  void BuildShowInstances(P::ShowStatementContext* context, ShowStatement& show) const;
  void BuildShowProject(P::InProjectContext* context, ShowStatement& show) const;
  StatementPtr BuildDescribe(P::DescribeStatementContext* context);
  StatementPtr BuildAddResource(P::AddResourceContext* context);
  StatementPtr BuildAddFile(P::AddFileContext* context);
  StatementPtr BuildDropResource(P::DropResourceContext* context);
  StatementPtr BuildGetResource(P::GetResourceContext* context);
  // buckets and roles (build_storage.cpp)
  StatementPtr BuildBucket(P::BucketStatementContext* context);
  StatementPtr BuildVolume(P::VolumeStatementContext* context);
  StatementPtr BuildRole(P::RoleStatementContext* context);
  StatementPtr BuildGrant(P::GrantStatementContext* context);
  // build_access.cpp
  StatementPtr BuildUser(P::UserStatementContext* context);
  StatementPtr BuildPolicy(P::PolicyStatementContext* context);
  void BuildShowGrants(P::ShowGrantsContext* context, ShowStatement& show) const;
  void BuildShowSecurity(P::ShowSecurityContext* context, ShowStatement& show) const;
  // build_model.cpp
  StatementPtr BuildModel(P::ModelStatementContext* context);
  StatementPtr BuildOfflineModel(P::ModelStatementContext* context);
  // build_service.cpp
  StatementPtr BuildService(P::ServiceStatementContext* context);
  StatementPtr BuildJobCommand(P::JobCommandContext* context);
  StatementPtr BuildPai(P::PaiStatementContext* context);

  // ---- queries (build_query.cpp, build_select.cpp) ----
  Query BuildQueryNoWith(P::QueryNoWithContext* context);
  std::vector<CommonTableExpression> BuildWith(P::WithClauseContext* context);
  // The clauses after the branch `last` belong to the whole.
  QueryBody BuildQueryTerm(P::QueryTermContext* context, const P::QueryPrimaryContext* last);
  QueryBody BuildQueryPrimary(P::QueryPrimaryContext* context);
  QueryBody BuildBranch(P::QueryPrimaryContext* context, const P::QueryPrimaryContext* last);
  void AddTail(P::QueryTailContext* context, Query& query);
  ExpressionPtr BuildLimit(P::LimitValueContext* context);
  ExpressionPtr BuildLimitOperators(P::LimitValueContext* context);
  std::unique_ptr<TableSample> BuildSample(const Contexts<P::TableSampleContext>& contexts);
  std::unique_ptr<ValuesRelation> BuildValues(P::ValuesClauseContext* context);
  std::unique_ptr<Select> BuildSelect(P::SelectNoFromContext* context);
  std::unique_ptr<Select> BuildBranchSelect(P::InsertBranchContext* branch,
                                            P::FromClauseContext* source);
  void AddUnion(P::InsertBranchContext* branch, P::FromClauseContext* source, Query& query);
  void AddSelectHead(P::SelectHeadContext* context, Select& select);
  void AddSelectClauses(P::SelectClausesContext* context, Select& select);
  SelectItem BuildSelectItem(P::SelectItemContext* context);
  void AddStarChanges(P::StarExceptContext* except, P::StarReplaceContext* replace, Star& star);
  void AddGroupBy(P::GroupByClauseContext* context, Select& select);
  void AddWithCube(P::GroupByClauseContext* context, Select& select);
  GroupingItem BuildGroupingItem(P::GroupingItemContext* context);
  GroupingItem BuildGroupingSets(P::GroupingSetsContext* context);
  GroupingItem BuildGroupingCube(P::GroupingCubeContext* context);
  std::vector<Hint> HintsBehind(size_t token) const;

  // ---- SELECT TRANSFORM (build_transform.cpp) ----
  void AddTransform(P::SelectHeadContext* context, Select& select);
  ClauseText BuildClauseText(P::StringValueContext* context) const;
  RowFormat BuildRowFormat(P::RowFormatContext* context) const;

  // ---- relations (build_relation.cpp) ----
  RelationPtr BuildFrom(P::FromClauseContext* context);
  RelationPtr BuildLateralView(P::LateralViewContext* context, RelationPtr source);
  RelationPtr BuildLateralViews(const Contexts<P::LateralViewContext>& views, RelationPtr source);
  RelationPtr BuildRelation(P::RelationContext* context);
  RelationPtr BuildRelationPrimary(P::RelationPrimaryContext* context);
  void AddAlias(P::RelationAliasContext* context, Relation& relation) const;
  std::unique_ptr<TableVersion> BuildVersion(P::TableVersionContext* context);  // null for null
  Any visitTableRelation(P::TableRelationContext* context) override;
  Any visitVariableRelation(P::VariableRelationContext* context) override;
  Any visitLastResultRelation(P::LastResultRelationContext* context) override;
  Any visitSubqueryRelation(P::SubqueryRelationContext* context) override;
  Any visitNestedRelation(P::NestedRelationContext* context) override;
  Any visitValuesRelation(P::ValuesRelationContext* context) override;
  Any visitFunctionRelation(P::FunctionRelationContext* context) override;
  // The suffixes take the relation so far from relation_ and leave theirs there.
  Any visitJoinSuffix(P::JoinSuffixContext* context) override;
  Any visitLateralViewSuffix(P::LateralViewSuffixContext* context) override;
  Any visitPivotSuffix(P::PivotSuffixContext* context) override;
  Any visitUnpivotSuffix(P::UnpivotSuffixContext* context) override;
  std::vector<QualifiedName> BuildPivotColumns(P::PivotColumnsContext* context) const;

  // ---- expressions (build_expression.cpp, build_predicate.cpp, build_primary.cpp) ----
  ExpressionPtr BuildValue(P::ValueExpressionContext* context);
  ExpressionPtr BuildPrimary(P::PrimaryContext* context);
  std::vector<ExpressionPtr> BuildExpressions(const Contexts<P::ExpressionContext>& contexts);
  std::vector<SortItem> BuildSortItems(const Contexts<P::SortItemContext>& contexts);
  Any visitLogicalNot(P::LogicalNotContext* context) override;
  Any visitPredicated(P::PredicatedContext* context) override;
  Any visitLambda(P::LambdaContext* context) override;
  Any visitFunctionLambda(P::FunctionLambdaContext* context) override;
  ExpressionPtr BuildLambda(const Contexts<P::LambdaParameterContext>& parameters,
                            P::LambdaNameContext* single, P::ExpressionContext* body);
  ExpressionPtr BuildLambdaName(const std::string& name, const SourceRange& range);
  Any visitUnary(P::UnaryContext* context) override;
  Any visitAtom(P::AtomContext* context) override;
  // Predicates take their left side from expression_ and leave theirs there.
  Any visitComparison(P::ComparisonContext* context) override;
  Any visitBetween(P::BetweenContext* context) override;
  Any visitInSubquery(P::InSubqueryContext* context) override;
  Any visitInList(P::InListContext* context) override;
  Any visitLikeList(P::LikeListContext* context) override;
  Any visitLike(P::LikeContext* context) override;
  Any visitIsPredicate(P::IsPredicateContext* context) override;
  Any visitDistinctFrom(P::DistinctFromContext* context) override;
  // (a, b) = (1, 2), (a, b) IN ((1, 2), (3, 4)), as comparisons of their columns.
  static P::ParenthesizedContext* RowOf(const P::ValueExpressionContext* value);
  static P::ParenthesizedContext* RowOf(P::ExpressionContext* expression);
  ExpressionPtr CompareRows(P::ParenthesizedContext* left, P::ParenthesizedContext* right,
                            const SourceRange& range);
  bool BuildRowPredicate(P::ParenthesizedContext* row, P::PredicateContext* predicate);
  // A list of BY, which may stand in brackets.
  std::vector<ExpressionPtr> BuildList(const Contexts<P::ExpressionContext>& contexts);
  void FoldBinary(BinaryOperator op, const SourceRange& op_range, P::ValueExpressionContext* right);
  Any visitConstant(P::ConstantContext* context) override;
  Any visitTypedLiteral(P::TypedLiteralContext* context) override;
  Any visitInterval(P::IntervalContext* context) override;
  Any visitCaseExpression(P::CaseExpressionContext* context) override;
  Any visitCast(P::CastContext* context) override;
  Any visitExists(P::ExistsContext* context) override;
  Any visitCall(P::CallContext* context) override;
  Any visitScalarSubquery(P::ScalarSubqueryContext* context) override;
  Any visitParenthesized(P::ParenthesizedContext* context) override;
  Any visitColumn(P::ColumnContext* context) override;
  Any visitVariable(P::VariableContext* context) override;
  Any visitVariableCall(P::VariableCallContext* context) override;
  ExpressionPtr BuildLiteral(P::LiteralContext* context);
  // ---- what a long list leaves out (build_run.cpp) ----
  void AddRun(const antlr4::Token* before, bool rows, LongList& list, size_t size);
  void ExpectEndOfNumber(const antlr4::Token* number) const;

  // ---- calls and windows (build_call.cpp) ----
  std::unique_ptr<Call> BuildCall(P::FunctionCallContext* context);
  QualifiedName BuildFunctionName(P::FunctionNameContext* context) const;
  void AddArguments(const Contexts<P::CallArgumentContext>& contexts, Call& call);
  void AddFromArguments(P::CallArgumentsContext* context, Call& call);
  WindowSpecification BuildWindow(P::WindowSpecificationContext* context);
  WindowFrame BuildFrame(P::WindowFrameContext* context);
  FrameBound BuildFrameBound(P::FrameBoundContext* context);

  const TokenList& tokens_;
  ExpressionPtr expression_;
  // The operands of (a, b): only IN takes a row of several.
  P::ParenthesizedContext* row_ = nullptr;
  // SELECT a "total": the text that ends the item reads as a literal of the type a.
  const antlr4::Token* last_of_item_ = nullptr;
  std::optional<Identifier> quoted_alias_;
  RelationPtr relation_;
  AlterTableStatement* alter_ = nullptr;
  size_t built_runs_ = 0;
  // The parameters of the lambdas around what is built, the innermost last.
  struct LambdaName {
    std::string text;          // with @ of a variable
    P::TypeNameContext* type;  // null for none
  };
  std::vector<LambdaName> lambda_names_;
};

}  // namespace paisql::syntax
