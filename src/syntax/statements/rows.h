#pragma once

// Statements that read and write rows, and those that explain them.

#include <optional>
#include <string>
#include <vector>

#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

struct SelectStatement final : Statement {
  Query query;
};

// The part of an INSERT after its source: several of them make a multi-insert.
struct InsertTarget {
  bool overwrite = false;
  QualifiedName table;
  std::optional<PartitionSpec> partition;
  bool if_not_exists = false;  // nothing is written when the partition is there
  std::vector<Identifier> columns;
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

// UPDATE, DELETE FROM and MERGE INTO, as far as the table that they would change.
struct RowChangeStatement final : Statement {
  RowChange change = RowChange::kUpdate;
  QualifiedName table;
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
