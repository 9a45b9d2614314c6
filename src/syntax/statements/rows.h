#pragma once

// Statements that read and write rows, and those that explain them.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

struct SelectStatement final : Statement {
  Query query;
  bool of_table = false;  // READ t, COUNT t: the client's, which may read all partitions
};

// The part of an INSERT after its source: several of them make a multi-insert.
struct InsertTarget {
  bool overwrite = false;
  QualifiedName table;
  std::optional<PartitionSpec> partition;
  bool if_not_exists = false;  // nothing is written when the partition is there
  std::vector<Identifier> columns;
  std::vector<Identifier> zorder;  // ZORDER BY
  SourceRange zorder_range;
};

// INSERT INTO|OVERWRITE TABLE … SELECT or VALUES (VALUES arrives as a QueryBody with `values`).
struct InsertStatement final : Statement {
  InsertTarget target;
  Query query;
};

// FROM source INSERT … SELECT … INSERT … SELECT …: `source` is shared, each branch's select has no
// FROM.
struct MultiInsertStatement final : Statement {
  struct Branch {
    InsertTarget target;
    Query query;
  };
  std::vector<CommonTableExpression> with;
  RelationPtr source;
  std::vector<Branch> branches;
};

enum class RowChange { kUpdate, kDelete, kMerge };

// c = e, (a, b) = (e, f), (a, b) = (SELECT …)
struct Assignment {
  std::vector<QualifiedName> columns;
  std::vector<ExpressionPtr> values;  // one a column, unless there is a query
  std::unique_ptr<Query> query;       // gives as many columns
};

// What becomes of a row of the table, or of the source, that the clause applies to: the first
// clause of its kind whose condition holds.
struct MergeClause {
  enum Kind { kMatched, kNotMatched, kNotMatchedBySource };
  enum Action { kUpdate, kDelete, kInsert };
  Kind kind = kMatched;
  Action action = kUpdate;
  SourceRange range;
  ExpressionPtr condition;              // null for none
  bool star = false;                    // UPDATE SET *, INSERT *: the source's columns by name
  std::vector<Assignment> assignments;  // kUpdate
  std::vector<Identifier> columns;      // kInsert; empty: all of the table
  std::vector<ExpressionPtr> values;    // kInsert
};

// UPDATE and DELETE FROM are a MERGE with one clause; without FROM they have no source.
struct RowChangeStatement final : Statement {
  RowChange change = RowChange::kUpdate;
  QualifiedName table;
  std::optional<PartitionSpec> partition;
  std::optional<Identifier> alias;
  RelationPtr source;       // USING, FROM; null for none
  ExpressionPtr condition;  // ON, WHERE; null for none
  std::vector<MergeClause> clauses;
};

struct ExplainStatement final : Statement {
  bool analyze = false;
  bool cost = false;  // COST SQL: how much it would read
  StatementPtr statement;
};

// SUMMARIZE t, or SUMMARIZE SELECT …: facts about each column of the rows.
struct SummarizeStatement final : Statement {
  Query query;               // of a table: SELECT * FROM it
  SourceRange source_range;  // the name or the query, as it was written
  std::string source_text;   // the query's text where none is written: of SHOW STATISTIC
  bool names_table = false;
};

}  // namespace paisql::syntax
