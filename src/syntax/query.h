#pragma once

// Queries as the user wrote them: WITH, set operations, SELECT with its clauses, and what may stand
// in FROM.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "syntax/expression.h"

namespace paisql::syntax {

enum class RelationKind {
  kTable,
  kSubquery,
  kValues,
  kFunction,
  kJoin,
  kLateralView,
  kPivot,
  kUnpivot
};

struct Relation {
  explicit Relation(RelationKind k) : kind(k) {}
  virtual ~Relation() = default;
  Relation(const Relation&) = delete;
  Relation& operator=(const Relation&) = delete;

  const RelationKind kind;
  SourceRange range;
  std::optional<Identifier> alias;
  std::vector<Identifier> column_aliases;
};
using RelationPtr = std::unique_ptr<Relation>;

// TABLESAMPLE (10 PERCENT), (100 ROWS), (BUCKET 1 OUT OF 4 ON a, b)
enum class SampleUnit { kPercent, kRows, kBucket };

struct TableSample {
  SampleUnit unit = SampleUnit::kPercent;
  ExpressionPtr amount;   // how many percent or rows; which bucket
  ExpressionPtr buckets;  // kBucket: of how many
  std::vector<ExpressionPtr> on;
  SourceRange range;
};

// TIMESTAMP AS OF t, VERSION AS OF n, TIMESTAMP BETWEEN a AND b, VERSION BETWEEN a AND b
struct TableVersion {
  bool by_time = false;
  ExpressionPtr from;  // of BETWEEN alone
  ExpressionPtr to;
  SourceRange range;
};

// A table, view, CTE or, with `variable` set, a script variable @t.
struct TableRelation : Relation {
  TableRelation() : Relation(RelationKind::kTable) {}
  QualifiedName name;
  bool variable = false;
  std::unique_ptr<TableVersion> version;
  std::unique_ptr<TableSample> sample;
};

struct SubqueryRelation : Relation {
  SubqueryRelation() : Relation(RelationKind::kSubquery) {}
  std::unique_ptr<Query> query;
  std::unique_ptr<TableSample> sample;
};

struct ValuesRow {
  std::vector<ExpressionPtr> cells;
  SourceRange range;
};

struct ValuesRelation : Relation {
  ValuesRelation() : Relation(RelationKind::kValues) {}
  std::vector<ValuesRow> rows;  // but for those in the middle
  LongList middle;

  // All rows in their order, until `take` gives false.
  void ForEach(const std::function<bool(const ValuesRow& row)>& take) const;
};

// UNNEST(a), and what else is written as a call.
struct FunctionRelation : Relation {
  FunctionRelation() : Relation(RelationKind::kFunction) {}
  QualifiedName name;
  std::vector<ExpressionPtr> arguments;
};

enum class JoinType { kInner, kLeft, kRight, kFull, kCross, kLeftSemi, kLeftAnti };

struct JoinRelation : Relation {
  JoinRelation() : Relation(RelationKind::kJoin) {}
  JoinType type = JoinType::kInner;
  bool natural = false;
  RelationPtr left;
  RelationPtr right;
  ExpressionPtr condition;                // ON
  std::vector<Identifier> using_columns;  // USING
};

// source LATERAL VIEW [OUTER] call alias AS columns; without a source there is one row.
struct LateralViewRelation : Relation {
  LateralViewRelation() : Relation(RelationKind::kLateralView) {}
  RelationPtr source;
  bool outer = false;
  std::unique_ptr<Call> call;  // alias and column_aliases of the base class name the result
};

struct PivotRelation : Relation {
  PivotRelation() : Relation(RelationKind::kPivot) {}
  struct Aggregate {
    ExpressionPtr call;
    std::optional<Identifier> alias;
  };
  struct Item {
    std::vector<ExpressionPtr> values;
    std::optional<Identifier> alias;
    SourceRange range;
  };
  RelationPtr source;
  std::vector<Aggregate> aggregates;
  std::vector<QualifiedName> columns;
  std::vector<Item> items;
};

struct UnpivotRelation : Relation {
  UnpivotRelation() : Relation(RelationKind::kUnpivot) {}
  struct Item {
    std::vector<QualifiedName> columns;
    std::optional<Identifier> alias;
  };
  RelationPtr source;
  bool include_nulls = false;
  std::vector<Identifier> value_columns;
  Identifier name_column;
  std::vector<Item> items;
};

struct SelectItem {
  ExpressionPtr expression;
  std::vector<Identifier> aliases;  // one, or several after a table function
  SourceRange range;
};

enum class GroupingKind { kExpression, kGroupingSets, kCube, kRollup };

// One item of GROUP BY: an expression, CUBE or ROLLUP over lists of expressions, or GROUPING SETS,
// whose elements are such items again.
struct GroupingItem {
  GroupingKind kind = GroupingKind::kExpression;
  std::vector<std::vector<ExpressionPtr>> sets;  // kExpression: one set
  std::vector<GroupingItem> elements;            // kGroupingSets only
  SourceRange range;
};

struct NamedWindow {
  Identifier name;
  WindowSpecification specification;
};

// One entry of /*+ … */: mapjoin(a, b), skewjoin(a(k)((1),(2))), distmapjoin(a(shard_count=5)).
struct Hint {
  struct Argument {
    std::string name;                 // "a"
    std::vector<std::string> groups;  // the text after the name: "(k)", "((1),(2))"
    SourceRange range;
  };
  std::string name;  // lower case
  std::vector<Argument> arguments;
  SourceRange malformed;  // where the arguments stop being names, else unknown
  SourceRange range;
};

// A text of a clause of TRANSFORM, escapes resolved.
struct ClauseText {
  std::string text;
  SourceRange range;
};

// ROW FORMAT DELIMITED; what was not written is not set.
struct RowFormat {
  std::optional<ClauseText> fields;
  std::optional<ClauseText> escape;
  std::optional<ClauseText> lines;
  std::optional<ClauseText> null_text;
};

// SELECT TRANSFORM(…) USING …, MAP … USING … and REDUCE … USING …: the select list goes through a
// script.
struct Transform {
  struct Column {
    Identifier name;
    std::optional<TypeName> type;
  };
  RowFormat input;
  ClauseText command;
  std::vector<ClauseText> resources;
  std::vector<Column> columns;  // empty without AS
  RowFormat output;
  SourceRange range;
};

struct Select {
  std::vector<Hint> hints;
  bool distinct = false;
  std::vector<SelectItem> items;
  std::unique_ptr<Transform> transform;  // its arguments are the items
  RelationPtr from;                      // null without FROM
  ExpressionPtr where;
  std::vector<GroupingItem> group_by;
  // GROUP BY a, b GROUPING SETS (…): the trailing form restricts the list before it.
  bool trailing_grouping_sets = false;
  SourceRange group_by_range;
  ExpressionPtr having;
  std::vector<NamedWindow> windows;
  ExpressionPtr qualify;
  SourceRange range;
};

enum class SetOperator { kUnion, kIntersect, kExcept };

struct QueryBody;

// UNION chains lean to the left as Binary does, and are as deep at most.
struct SetOperation {
  SetOperation() = default;
  ~SetOperation();
  SetOperator op = SetOperator::kUnion;
  bool all = false;
  SourceRange op_range;
  std::unique_ptr<QueryBody> left;
  std::unique_ptr<QueryBody> right;
};

// Exactly one of the four is set: a SELECT, a set operation, a parenthesised query, or VALUES rows.
struct QueryBody {
  std::unique_ptr<Select> select;
  std::unique_ptr<SetOperation> set_operation;
  std::unique_ptr<Query> nested;
  std::unique_ptr<ValuesRelation> values;
  SourceRange range;
};

struct CommonTableExpression {
  Identifier name;
  std::vector<Identifier> columns;
  bool may_recurse = false;  // after WITH RECURSIVE: its query may name itself
  std::unique_ptr<Query> query;
};

struct Query {
  std::vector<CommonTableExpression> with;
  QueryBody body;
  // The trailing clauses; they belong to the whole body (type edition 1.0 binds them to the last
  // branch).
  std::vector<SortItem> order_by;
  SourceRange order_by_range;  // of the words ORDER BY …
  std::vector<ExpressionPtr> distribute_by;
  std::vector<SortItem> sort_by;
  std::vector<ExpressionPtr> cluster_by;
  SourceRange distribution_range;  // of DISTRIBUTE/SORT/CLUSTER BY
  ExpressionPtr limit;
  ExpressionPtr offset;
  SourceRange range;
};

template <typename T>
const T& As(const Relation& relation) {
  return static_cast<const T&>(relation);
}

// One key of PARTITION (ds='20260101', hour): value is null for a dynamic level.
struct PartitionKey {
  Identifier name;
  ExpressionPtr value;
};

struct PartitionSpec {
  std::vector<PartitionKey> keys;
  SourceRange range;
};

}  // namespace paisql::syntax
