#pragma once

// Parts that statements share: names and columns of what is made, values of partitions, clauses of
// tables, and the end of every plan. Private to this room.

#include "analysis/context/state.h"
#include "store/clustering.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {
struct InsertTarget;
}

namespace paisql::analysis {

// Names of what is about to be made.

// The project and the name of a table or view, and nothing else of it.
Result<store::Table> NewTableName(const syntax::QualifiedName& name,
                                  const AnalysisContext& context);

// kTableExists where the catalog has the name.
Status CheckTableIsNew(const store::Table& table, const syntax::QualifiedName& name,
                       const AnalysisContext& context);

// The name of a table or column; `what` says which.
Status CheckNewName(const syntax::Identifier& name, std::string_view what);

Status CheckComment(const std::string& comment, const SourceRange& range);

// Columns that a statement adds to a table, by their definitions or as a query gives them.

Result<store::Column> NewColumn(State& state, const syntax::ColumnDefinition& definition);

// The SQL of a default, for a column of this type.
Result<std::string> DefaultText(State& state, const syntax::ColumnDefinition& definition,
                                const DataType& type);

// Whether rows of the one are rows of the other: names and types, in their order.
bool SameColumns(const std::vector<store::Column>& left, const std::vector<store::Column>& right);

// kSemantic for a column that is not the first of its name.
Error RepeatedColumn(const std::string& name, const SourceRange& range);

// Columns for what a query gives.
Result<std::vector<store::Column>> ColumnsOf(const plan::Relation& root, const SourceRange& range);

// That a table can store what a query gives.
Status CheckStorable(const plan::Relation& root);

// Values of partition columns as canonical text.

// "45" for BIGINT '045'; errors at the value's place for anything but a constant of the
// column's type.
Result<std::string> PartitionValue(State& state, const syntax::Expression& value,
                                   const store::Column& column);

// The level of a key in the table, kInvalidColumn for an unknown one.
Result<size_t> PartitionLevel(const syntax::Identifier& name, const store::Table& table);

// That the rows of the table can be told apart by their places.
Status CheckRowsHavePlaces(const store::Table& table, const SourceRange& range);

// Refuses what changes the meaning of statements, and warns of what has no effect here.
Status CheckClauses(State& state, const syntax::CreateTableStatement& statement);

// That values of the type can name partitions.
Status CheckPartitionType(const DataType& type, const TypeMode& mode, const SourceRange& range);

// CREATE MATERIALIZED VIEW: the columns, the query and the plan of the rows.
Status MakeMaterialized(State& state, const syntax::CreateTableStatement& statement,
                        CreateTablePlan& result);

// Whether the plan calls functions whose value is another one each time, or may be.
bool IsVolatile(const plan::Relation& root);

// What CREATE TABLE LIKE and CLONE TABLE copy: columns, the comment, and the traits of a
// transactional table. The new table has no ids yet.
void CopyDefinition(const store::Table& from, store::Table& to);

// table_traits.cpp

// The traits that TBLPROPERTIES and PRIMARY KEY give the new table, whose columns are known.
Status SetTraits(State& state, const syntax::CreateTableStatement& statement, store::Table& table);
// ALTER TABLE … SET TBLPROPERTIES: what the table keeps of them. Refuses what only the creation of
// a table can say.
Result<std::map<std::string, std::optional<std::string>>> KeptProperties(
    State& state, const store::Table& table,
    const std::map<std::string, syntax::TableProperty>& properties);
// ALTER TABLE … UNSET TBLPROPERTIES: those of the keys that the table has, to be taken away.
Result<std::map<std::string, std::optional<std::string>>> UnsetProperties(
    State& state, const store::Table& table,
    const std::map<std::string, syntax::TableProperty>& properties, bool if_exists);

// file_order.cpp

// CLUSTERED BY for the table, whose columns are known.
Result<store::Clustering> MakeClustering(const syntax::ClusterClause& clause,
                                         const store::Table& table);
Status SetClustering(const syntax::CreateTableStatement& statement, store::Table& table);
// ALTER TABLE: a column of CLUSTERED BY or SORTED BY stays.
Status CheckNotOrdered(const store::Table& table, const store::Column& column,
                       const SourceRange& range);
// The rows of a write in the order that the table says.
plan::RelationPtr InTableOrder(plan::RelationPtr rows, const store::Table& table);
// The same where the statement may have a ZORDER BY.
bool OrdersRows(const store::Table& table, const syntax::InsertTarget& target);
Result<plan::RelationPtr> InFileOrder(State& state, plan::RelationPtr rows,
                                      const store::Table& table,
                                      const syntax::InsertTarget& target);

// The last step of every analysed plan before it leaves this room.

// Gives columns of bare NULLs a type, prunes partitions and columns, and holds the plan to
// AssertResolved.
Status FinishPlan(State& state, plan::RelationPtr& root);

// Reads materialized views where they hold what a part of the plan computes, if the session wants
// that. The plan is one of queries: columns are not pruned yet.
Status RewriteToMaterialized(State& state, plan::RelationPtr& root);

// Holds the plan to what plan/expression.h promises: no call without its function, no column that
// only stands for something, no unknown type.
void AssertResolved(const plan::Relation& root);

}  // namespace paisql::analysis
