#pragma once

// Names, types and the platform's rules: a tree becomes a typed plan, or an Error with its place.
// Errors of one statement that do not follow from each other come together (Error::others).
// Nothing is written and no engine is needed; the catalog is read. All rules that differ by setting
// come from AnalysisContext.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/variables.h"
#include "base/leash.h"
#include "base/result.h"
#include "names/names.h"
#include "plan/relation.h"
#include "store/catalog.h"
#include "store/functions.h"
#include "store/table_write.h"
#include "syntax/query.h"
#include "types/conversion.h"
#include "udf/function_spec.h"

namespace paisql::syntax {
struct AlterViewStatement;
struct ColumnDefinition;
struct CreateSqlFunctionStatement;
struct CreateTableStatement;
struct CreateViewStatement;
struct InsertStatement;
struct MultiInsertStatement;
struct RowChangeStatement;
struct PartitionSpec;
}  // namespace paisql::syntax

namespace paisql::analysis {

// How many errors of one statement are looked for.
inline constexpr size_t kMaxErrors = 100;

// "WARNING:[1,48]  implicit conversion from STRING to DOUBLE, …"
struct Warning {
  SourceRange range;
  std::string text;
};

// Asked of each table and view that a query names, those inside views left out: an error when it
// may not be read. Where only some columns may be read, `columns` gets their names in lower case.
using ReadGuard = std::function<Status(const store::Table& table, const SourceRange& range,
                                       std::set<std::string>* columns)>;

// Likewise of each other object by which a query computes: a model of PREDICT, a function of the
// project, a resource of such a function. `type` is a word of GRANT … ON.
struct UsedObject {
  std::string_view type;
  std::string project;
  std::string name;
  std::string owner;
};
using UseGuard = std::function<Status(const UsedObject& object, const SourceRange& range)>;

// Reads again what the class of a user's function says of itself, whose resources are these by now.
using SignatureReader =
    std::function<Status(const std::vector<store::Resource>& resources, store::UserFunction&)>;

// Reads the rows of a table that a function has as a resource: its path is where they are then.
using TableReader = std::function<Status(store::Resource& table)>;

// "project.name" of what a statement uses beside the tables that it reads; what views use is part
// of it.
struct UsedNames {
  std::set<std::string> views;      // whose text became part of the plan
  std::set<std::string> functions;  // of users, in Python
  std::set<std::string> resources;  // of these functions
};

// The surroundings by which a statement is judged. The analysis fills `warnings` and the names.
struct AnalysisContext : UsedNames {
  names::Names names;  // in the current project
  TypeMode types;
  bool allow_cartesian = false;      // odps.sql.allow.cartesian
  bool allow_full_scan = false;      // odps.sql.allow.fullscan
  bool order_by_needs_limit = true;  // odps.sql.validate.orderby.limit
  bool group_by_position = false;    // hive.groupby.position.alias
  bool order_by_position = false;    // hive.orderby.position.alias
  bool bigquery_compatible = false;  // odps.sql.bigquery.compatible
  bool timestamp_ntz = false;        // odps.sql.timestamp.function.ntz
  bool versions_may_come = false;    // a check: statements that would run before write rows
  int max_iterations = 10;           // odps.sql.rcte.max.iterate.num
  // odps.sql.materialized.view.enable.auto.rewriting
  bool rewrites_to_materialized = false;
  // odps.sql.materialized.view.support.nondeterministic.function
  bool materializes_volatile = false;
  std::string time_zone = "Asia/Shanghai";
  std::string session_resources;  // odps.sql.session.resources
  std::string now;         // wall clock of the statement's start: "2026-11-21 08:00:00.123456"
  Leash* leash = nullptr;  // may end the analysis
  const Variables* variables = nullptr;   // of the script; null: there are none
  const ReadGuard* read_guard = nullptr;  // null: everything may be read
  const UseGuard* use_guard = nullptr;
  udf::Environment python;  // of functions of users: what the settings say of it
  const SignatureReader* signature_reader = nullptr;
  const TableReader* table_reader = nullptr;
  std::vector<Warning> warnings;

  // For a text that is kept: it outlives the session's own tables and the script's variables.
  void ForgetSession() {
    names.ForgetSessionTables();
    variables = nullptr;
  }
};

// root->output names and types are the result's header.
struct QueryPlan {
  plan::RelationPtr root;
};

// Rows for a table: the plan's columns are the table's data columns in their types, then the
// dynamic partition columns as STRING in the table's order. Static levels of the target's partition
// come first.
struct WritePlan {
  store::TableTarget target;
  plan::RelationPtr root;
};

// Rows that a statement computes once and other plans of its own read as a table: its columns are
// called c0, c1, … in files, too.
struct ComputedRows {
  plan::RelationPtr root;  // null: each plan computes them by itself
  store::Table table;
};

// The ids under which the plans of a statement read what it computes; 0: it computes nothing
// beforehand.
struct ComputedIds {
  int64_t source = 0;
  int64_t changes = 0;
};

// UPDATE, DELETE and MERGE, by writing the files again that hold rows of theirs. Plans are made in
// this order, since each may read what those before it have computed. Each one is null where
// nothing of the kind can happen.
struct RowChangePlan {
  store::Table table;
  ComputedRows source;  // of MERGE, and of UPDATE with FROM
  // With a source: a row for each row of the table that changes and each match of it, with its
  // file, by the position among those of `touched_scans`, its place there, the number of the
  // clause that applies, and new values.
  ComputedRows changes;
  // A row for each file that holds rows to change: its position, how many rows, and how often one
  // of them is matched.
  plan::RelationPtr touched;
  std::vector<const plan::Scan*> touched_scans;  // of the table that changes, all of one listing
  // All rows of those files as they are afterwards, with the columns of a WritePlan whose
  // partitions are dynamic. `rewritten_scans` of these three read the touched files alone.
  plan::RelationPtr rewritten;
  // The same in two parts: rows that have changed, and the others beside them. Only where a key
  // may be there twice afterwards.
  plan::RelationPtr changed;
  plan::RelationPtr unchanged;
  std::vector<const plan::Scan*> rewritten_scans;
  plan::RelationPtr inserted;  // new rows, with the same columns
  std::vector<const plan::Scan*> inserted_scans;
  bool changes_key = false;  // by an UPDATE
};

// CREATE TABLE …: the target of `write` is the new table, and its root is set for CREATE TABLE AS
// alone.
struct CreateTablePlan {
  WritePlan write;
  bool if_not_exists = false;
  std::optional<store::Table> replaced = {};  // OR REPLACE: the table that goes in the same step
  bool deferred = false;                      // BUILD DEFERRED: the rows come later
};

// CREATE VIEW: `view` has kind kView, columns and no ids.
struct CreateViewPlan {
  store::Table view;
  plan::RelationPtr root;  // what it gives now
};

Result<QueryPlan> AnalyzeQuery(const syntax::Query& query, AnalysisContext& context);
// A query whose columns get these names and types, those of @t TABLE (…); none: its own.
Result<QueryPlan> AnalyzeTableVariable(const syntax::Query& query,
                                       const std::vector<store::Column>& columns,
                                       const SourceRange& range, AnalysisContext& context);
// One row with the value of an expression, in the type of a declaration or its own. What the
// language folds by itself is a plan::Constant already.
Result<QueryPlan> AnalyzeValue(const syntax::Expression& expression,
                               const std::optional<DataType>& type, AnalysisContext& context);
// IF: one row with a BOOLEAN.
Result<QueryPlan> AnalyzeCondition(const syntax::Expression& expression, AnalysisContext& context);
// What a declaration @v type, or @t TABLE (…), says.
Result<DataType> AnalyzeType(const syntax::TypeName& type, AnalysisContext& context);
Result<std::vector<store::Column>> AnalyzeColumns(
    const std::vector<syntax::ColumnDefinition>& columns, AnalysisContext& context);
Result<WritePlan> AnalyzeInsert(const syntax::InsertStatement& statement, AnalysisContext& context);
Result<std::vector<WritePlan>> AnalyzeMultiInsert(const syntax::MultiInsertStatement& statement,
                                                  AnalysisContext& context);
Result<RowChangePlan> AnalyzeRowChange(const syntax::RowChangeStatement& statement,
                                       const ComputedIds& ids, AnalysisContext& context);
Result<CreateTablePlan> AnalyzeCreateTable(const syntax::CreateTableStatement& statement,
                                           AnalysisContext& context);
// CREATE VIEW: checks the query.
Result<CreateViewPlan> AnalyzeCreateView(const syntax::CreateViewStatement& statement,
                                         std::string_view statement_text, AnalysisContext& context);
// ALTER VIEW v AS …: the view with its new query; comment and owner stay.
Result<CreateViewPlan> AnalyzeAlterView(const syntax::AlterViewStatement& statement,
                                        const store::Table& view, std::string_view statement_text,
                                        AnalysisContext& context);
// The new name of a thing that a statement gives.
Status CheckNewObjectName(const syntax::Identifier& name, std::string_view what = "view");
// The text of a COMMENT.
Status CheckComment(const std::string& comment, const SourceRange& range);
// CREATE SQL FUNCTION: the row that keeps it, beside the views under FunctionKey of its name.
Result<store::Table> AnalyzeCreateFunction(const syntax::CreateSqlFunctionStatement& statement,
                                           std::string_view statement_text,
                                           AnalysisContext& context);

// The table or view that a name means; kTableNotFound with "did you mean" at the name's place.
Result<store::Table> ResolveTable(const syntax::QualifiedName& name,
                                  const AnalysisContext& context);
// A resource of the current project, or of another: "project:name". kResourceNotFound with the
// nearest names.
Result<store::Resource> ResolveResource(const std::string& name, const SourceRange& range,
                                        const AnalysisContext& context);
// All levels of a PARTITION (…) clause as canonical text, in the table's order; errors for unknown
// keys, missing levels and values that do not fit the partition column's type.
Result<std::vector<std::string>> ResolvePartition(const syntax::PartitionSpec& spec,
                                                  const store::Table& table,
                                                  const AnalysisContext& context);
// The same where levels may be missing (SHOW PARTITIONS t PARTITION(…)).
Result<std::vector<std::optional<std::string>>> ResolvePartialPartition(
    const syntax::PartitionSpec& spec, const store::Table& table, const AnalysisContext& context);
// A filter over partition columns (ALTER TABLE … DROP PARTITION (ds < '2026')); `columns` gets
// their ids.
Result<plan::ExpressionPtr> AnalyzePartitionFilter(const syntax::Expression& filter,
                                                   const store::Table& table,
                                                   std::vector<plan::OutputColumn>& columns,
                                                   AnalysisContext& context);

}  // namespace paisql::analysis
