#pragma once

// FROM: tables, views, CTEs, subqueries, VALUES, joins, lateral views, pivots. Private to this
// room.

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"
#include "plan/relation.h"

namespace paisql::analysis {

struct RowsCall;  // analysis/query/relations/definitions.h
struct FromResult {
  plan::RelationPtr plan;
  std::vector<ScopeRelation> relations;
};

class FromAnalyzer {
 public:
  FromAnalyzer(State& state, const Scope* outer, const std::vector<syntax::Hint>& hints)
      : state_(state), outer_(outer), hints_(hints) {}

  // Never fails: what cannot be analysed leaves its errors with the state's collector and becomes a
  // relation whose columns are not known.
  FromResult Analyze(const syntax::Relation& relation);

  // Relations that neither ON nor an equality in WHERE connects would be multiplied with each
  // other: the platform refuses that without a MAPJOIN hint. `where` may be null.
  Status CheckCrossJoins(const plan::Expression* where);

  // The relations that hints may name: each with a name, including those that no join passes on.
  const std::vector<ScopeRelation>& named() const { return named_; }

 private:
  struct CrossJoin {
    int left_leaf = 0;
    int right_leaf = 0;
    SourceRange range;
  };

  // from.cpp
  Result<FromResult> Dispatch(const syntax::Relation& relation);
  FromResult Open(std::string alias);
  Result<FromResult> Table(const syntax::TableRelation& node);
  Result<FromResult> NamedTable(const syntax::TableRelation& node);
  Result<FromResult> VersionedTable(const syntax::TableRelation& node);
  Status CheckOwnRead(Cte& cte, const SourceRange& range);
  Result<FromResult> CteTable(const syntax::TableRelation& node, const Cte& cte);
  // variable_tables.cpp
  Result<FromResult> VariableTable(const syntax::TableRelation& node);
  // parameter_views.cpp
  Result<FromResult> ParameterView(const syntax::FunctionRelation& node, const store::Table& view);
  Result<FromResult> FunctionRows(const syntax::FunctionRelation& node,
                                  const syntax::Definition& definition);
  Result<FromResult> CallRows(const syntax::FunctionRelation& node, const RowsCall& called);
  Result<Variables> Arguments(const syntax::FunctionRelation& node, const RowsCall& called,
                              CteScope& shared);
  Result<plan::RelationPtr> TableArgument(const syntax::Expression& argument);
  Result<FromResult> Named(plan::RelationPtr plan, const syntax::Relation& node,
                           const std::string& default_alias, std::string project,
                           const store::Table* table = nullptr);
  // sample.cpp
  Result<FromResult> Sample(FromResult source, const syntax::TableSample& sample);
  // joins.cpp
  Result<FromResult> Join(const syntax::JoinRelation& node);
  Result<plan::ExpressionPtr> JoinCondition(const syntax::JoinRelation& node,
                                            const FromResult& left, const FromResult& right);
  Status MergeUsing(const syntax::JoinRelation& node, FromResult& left, FromResult& right,
                    std::vector<plan::ExpressionPtr>& terms,
                    std::vector<std::pair<plan::OutputColumn, plan::OutputColumn>>& merged);
  Result<FromResult> FinishJoin(
      const syntax::JoinRelation& node, FromResult left, FromResult right,
      plan::ExpressionPtr condition,
      const std::vector<std::pair<plan::OutputColumn, plan::OutputColumn>>& merged);
  void CheckAliases(const std::vector<ScopeRelation>& left, const std::vector<ScopeRelation>& right,
                    const SourceRange& range);
  bool IsMapJoin(const FromResult& left, const FromResult& right) const;
  Status CheckMapJoinSide(const syntax::JoinRelation& node, const FromResult& left,
                          const FromResult& right) const;
  // join_subqueries.cpp
  static bool LooksAtBothSides(const plan::Expression& condition, const FromResult& left,
                               const FromResult& right);
  static FromResult ExistsJoin(const syntax::JoinRelation& node, FromResult left, FromResult right,
                               plan::ExpressionPtr condition);
  Status LiftSubqueries(plan::ExpressionPtr& condition, FromResult& left, FromResult& right);
  // join_rules.cpp
  Status CheckEquality(const plan::Expression& condition, const FromResult& left,
                       const FromResult& right, bool& connects) const;
  void AddLeaf(const plan::Relation& plan);
  int LeafOf(plan::ColumnId column) const;
  int Root(int leaf);
  void Connect(const plan::Expression& condition);
  // unnest.cpp
  Result<FromResult> Function(const syntax::FunctionRelation& node);
  Result<FromResult> Unnest(const syntax::FunctionRelation& node, FromResult source, bool outer);
  static bool SeesLeftSide(const syntax::JoinRelation& node);
  Result<FromResult> UnnestJoin(const syntax::JoinRelation& node, FromResult left);
  // lateral_view.cpp, pivot.cpp, pivot.cpp
  Result<FromResult> LateralView(const syntax::LateralViewRelation& node);
  Result<FromResult> Pivot(const syntax::PivotRelation& node);
  Result<FromResult> Unpivot(const syntax::UnpivotRelation& node);

  State& state_;
  const Scope* outer_;
  const std::vector<syntax::Hint>& hints_;
  size_t joins_ = 0;
  std::vector<ScopeRelation> named_;
  // The relations of FROM as a graph: which leaf gives a column, and which leaves are connected
  // (union-find).
  std::unordered_map<plan::ColumnId, int> leaves_;
  std::vector<int> parents_;
  std::vector<CrossJoin> cross_joins_;
};

// The rows of the input that meet the condition.
plan::RelationPtr FilterBy(plan::RelationPtr input, plan::ExpressionPtr condition);

// One or no row: multiplying with it cannot run away.
bool HasAtMostOneRow(const State& state, const plan::Relation& relation);

// Puts all of it at one place: its text is not the statement's.
void SetRanges(plan::Relation& relation, const SourceRange& range);
void SetRanges(plan::Expression& expression, const SourceRange& range);

// The rows of FROM @v.
Result<plan::RelationPtr> VariableRelation(State& state, const syntax::Identifier& name);
// A query's columns with these names and types, which it has by position; none: its own.
Result<plan::RelationPtr> DeclaredColumns(State& state, plan::RelationPtr relation,
                                          const std::vector<store::Column>& columns,
                                          const SourceRange& range);

// The rows of a definition of WITH.
plan::RelationPtr ScanOfCte(State& state, const Cte& cte, const SourceRange& range);

// A table's rows with all its columns.
plan::RelationPtr ScanOf(State& state, const store::Table& table, const SourceRange& range);
// Its rows at a version, or those that are new between two.
Result<plan::RelationPtr> VersionRelation(State& state, const store::Table& table,
                                          const syntax::TableVersion& version,
                                          const SourceRange& range);
// The rows that a stream has not given yet.
Result<plan::RelationPtr> StreamRelation(State& state, const store::Stream& stream,
                                         const SourceRange& range);
// A view's query, analysed where the view lives.
Result<plan::RelationPtr> ViewRelation(State& state, const store::Table& view,
                                       const SourceRange& range);

// A materialized view: what its query gives now, as a view.
store::Table QueryOfMaterialized(const store::Table& table);
// The name of that view in texts that read the table of its rows, too. No user can make it.
std::string NameOfQuery(const store::Table& table);
// `a`='1' OR …: the rows of these partitions, as the text of a condition. There is one at least.
std::string PartitionsCondition(const store::Table& table,
                                const std::vector<std::vector<std::string>>& partitions);
// The columns' names, as a select list.
std::string ColumnNames(const std::vector<store::Column>& columns);
// The rows that it holds; with "enable_auto_substitute" also those of the query for partitions
// that it does not hold.
Result<plan::RelationPtr> MaterializedRelation(State& state, const store::Table& table,
                                               const SourceRange& range);

// The place of a table's name, as store/place.h writes it.
Result<std::string> PlaceOfName(const syntax::QualifiedName& name, const names::Names& names);

// kProjectNotFound at the name's place, with the nearest projects or how to make one; of a place
// with a schema it names the schema. Where the first word is a schema or a project by the other
// value of odps.namespace.schema, the hint says so.
Error ProjectNotFound(const std::string& project, const syntax::QualifiedName& name,
                      const names::Names& names, const std::vector<std::string>& projects);

// The table or view that a name means, seen from the state's project.
Result<store::Table> FindTable(State& state, const syntax::QualifiedName& name);
// Its key in State::tables, for a name as it is written in this place. A view's names know no
// temporary tables: their place is "".
std::string TableKey(std::string_view temporary_place, std::string_view place, bool reads_schemas,
                     std::string_view written);
// Asks the read guard, if there is one, unless a view's text reads the table. Without `columns` a
// permission for some columns is not enough.
Status CheckRead(State& state, const store::Table& table, const SourceRange& range,
                 std::set<std::string>* columns = nullptr);
// MaterializedRelation, after CheckRead; columns that may not be read are noted (State::forbidden).
Result<plan::RelationPtr> ReadableScan(State& state, const store::Table& table,
                                       const SourceRange& range);

// The stream of that name, seen from there; nullopt for an unknown name.
Result<std::optional<store::Stream>> FindStream(State& state, const syntax::QualifiedName& name);

// Which side of a join a part of its condition looks at. Defined in join_rules.cpp.

using ColumnIds = std::unordered_set<plan::ColumnId>;

ColumnIds IdsOf(const plan::Relation& relation);

struct Sides {
  bool left = false;
  bool right = false;
};
Sides SidesOf(const plan::Expression& part, const ColumnIds& left, const ColumnIds& right);

// Table functions: what each row of their input becomes.

// The table function that an expression calls: a built-in one or a user's.
struct TableFunction {
  const functions::Function* builtin = nullptr;
  std::shared_ptr<const UserFunction> user;

  explicit operator bool() const { return builtin != nullptr || user != nullptr; }
};
// False for any other expression. The errors are those of a user's function.
Result<TableFunction> TableFunctionOf(State& state, const syntax::Expression& expression);

// The input's rows, each with the rows of the call beside it.
Result<plan::RelationPtr> UnnestRows(State& state, plan::RelationPtr input,
                                     const functions::Function& function,
                                     std::vector<plan::ExpressionPtr> arguments,
                                     const SourceRange& range, bool outer);

// explode(…) AS (a, b) over the input: output is the input's columns, then the call's.
Result<plan::RelationPtr> TableCallRows(State& state, plan::RelationPtr input,
                                        const TableFunction& function, const syntax::Call& call,
                                        const Scope& scope, bool outer,
                                        const std::vector<syntax::Identifier>& names);

// A call of a table function that a user has written; the arguments have the function's types.
struct UserRowsCall {
  std::shared_ptr<const plan::UserFunctionUse> use;
  std::vector<plan::ExpressionPtr> arguments;
  SourceRange range;
};
// The input's rows, each with the rows of the call beside it: output is the input's columns, then
// the call's under these names. Without names they are _c0, _c1 and so on.
Result<plan::RelationPtr> UserRows(State& state, plan::RelationPtr input, UserRowsCall call,
                                   bool outer, const std::vector<syntax::Identifier>& names);

// Hints of a SELECT: which are known, what they name, and what a MAPJOIN hint allows. One machine
// joins as it likes, so the others are only checked.

// Warns of unknown hints and of names that stand for nothing in FROM; kParse for arguments of a
// known hint in a form that it has not.
Status CheckHints(State& state, const std::vector<syntax::Hint>& hints,
                  const std::vector<ScopeRelation>& relations);

// The argument of a MAPJOIN (or DISTMAPJOIN) hint that names one of the relations, else nullptr.
const syntax::Hint::Argument* MapJoinOf(const std::vector<syntax::Hint>& hints,
                                        const std::vector<ScopeRelation>& relations);

}  // namespace paisql::analysis
