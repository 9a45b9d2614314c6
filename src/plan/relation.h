#pragma once

// Resolved relations: the logical plan. Every operator has output columns with ids of their own; an
// operator's expressions refer to the ids of its inputs (or, in a correlated subquery, of an
// enclosing query). The analysis and the optimizer make plans; whoever runs or prints one changes
// nothing of it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/expression.h"
#include "plan/table.h"

namespace paisql::plan {

struct OutputColumn {
  ColumnId id = 0;
  std::string name;  // as the user sees it
  DataType type;
};

enum class RelationKind {
  kScan,
  kValues,
  kProject,
  kFilter,
  kAggregate,
  kJoin,
  kSetOperation,
  kDistinct,
  kSort,
  kLimit,
  kUnnest,
  kWith,
  kCteScan,
  kTransform,
};

struct Relation {
  explicit Relation(RelationKind k) : kind(k) {}
  virtual ~Relation() = default;
  Relation(const Relation&) = delete;
  Relation& operator=(const Relation&) = delete;

  const RelationKind kind;
  std::vector<OutputColumn> output;
  SourceRange range;
};

// Which files of a table's history a scan reads, in place of today's. Snapshots are numbers of
// commits.
struct HistoryRead {
  enum Kind {
    kAt,       // the files that the table listed after the commit `to`
    kAdded,    // those that commits after `from` and up to `to` have added, merges left out
    kRemoved,  // those that these commits have removed
  };
  Kind kind = kAt;
  int64_t from = 0;
  int64_t to = 0;
  // The stream that is read so, 0 for none, and the versions between which it is: whoever keeps
  // the rows moves its offset.
  int64_t stream_id = 0;
  int64_t stream_from = 0;
  int64_t stream_to = 0;

  bool operator==(const HistoryRead&) const = default;
};

// The rows of a table. output[i] comes from `columns[i]`; partition columns come after data columns
// and are read from the files' place, never from the files.
struct Scan : Relation {
  Scan() : Relation(RelationKind::kScan) {}
  TableSchema table;
  struct Source {
    // kFile and kRow are BIGINT: the file's position among the files that are bound to the scan,
    // and the row's position in its file, both from 0. No data column may then be called
    // file_index or file_row_number.
    enum Kind { kData, kPartition, kFile, kRow };
    Kind kind = kData;
    size_t index = 0;  // kData: in table.columns; kPartition: in table.partition_columns

    bool operator==(const Source&) const = default;
  };
  std::vector<Source> columns;
  // The choice of partitions of a partitioned table: a predicate over this scan's partition
  // columns alone (null: all partitions), and the levels it fixes to one value.
  ExpressionPtr partition_predicate;
  std::vector<std::optional<std::string>> partition_equals;
  // Further predicates over the partition columns: with subqueries of their own, which have to run
  // before their answer is known.
  std::vector<ExpressionPtr> runtime_predicates;
  std::optional<HistoryRead> history;
  // The one partition column of the table, computed from one of its columns (AUTO PARTITIONED BY);
  // null where writers name the partitions. Before columns are pruned.
  ExpressionPtr generated;
};

// Constant rows: VALUES, and SELECT without FROM (one row, no column).
struct Values : Relation {
  Values() : Relation(RelationKind::kValues) {}
  std::vector<std::vector<ExpressionPtr>> rows;
};

// output[i] = expressions[i]
struct Project : Relation {
  Project() : Relation(RelationKind::kProject) {}
  RelationPtr input;
  std::vector<ExpressionPtr> expressions;
};

// Output is the input's.
struct Filter : Relation {
  Filter() : Relation(RelationKind::kFilter) {}
  RelationPtr input;
  ExpressionPtr condition;
};

// Output: the group keys, then the aggregates, then for grouping sets one BIGINT column
// `grouping_id` over all keys (bit i from the left is 1 when key i is absent from the set).
struct AggregateRelation : Relation {
  AggregateRelation() : Relation(RelationKind::kAggregate) {}
  RelationPtr input;
  std::vector<ExpressionPtr> keys;
  std::vector<ExpressionPtr> aggregates;  // Aggregate expressions
  std::vector<std::vector<size_t>>
      grouping_sets;  // indexes into keys; empty: plain GROUP BY all keys
};

enum class JoinType { kInner, kLeft, kRight, kFull, kCross, kSemi, kAnti };

// Output: the left's columns, then the right's (left's alone for semi and anti joins).
struct Join : Relation {
  Join() : Relation(RelationKind::kJoin) {}
  JoinType type = JoinType::kInner;
  RelationPtr left;
  RelationPtr right;
  ExpressionPtr condition;  // null for kCross
};

enum class SetOperator { kUnion, kIntersect, kExcept };

// Inputs have equal numbers and types of columns; output has new ids. n inputs of UNION ALL stay
// one node.
struct SetOperation : Relation {
  SetOperation() : Relation(RelationKind::kSetOperation) {}
  SetOperator op = SetOperator::kUnion;
  bool all = false;
  std::vector<RelationPtr> inputs;
  // WITH RECURSIVE: this is the definition that CteScans of its second input read, which runs over
  // the rows of its run before until it gives none. More than `max_steps` runs are an error.
  struct Recursion {
    std::string name;
    int index = 0;
    int max_steps = 0;
  };
  std::optional<Recursion> recursion;
};

// Output is the input's.
struct Distinct : Relation {
  Distinct() : Relation(RelationKind::kDistinct) {}
  RelationPtr input;
};

// Output is the input's.
struct Sort : Relation {
  Sort() : Relation(RelationKind::kSort) {}
  RelationPtr input;
  std::vector<SortKey> keys;
};

// Output is the input's.
struct Limit : Relation {
  Limit() : Relation(RelationKind::kLimit) {}
  RelationPtr input;
  int64_t count = -1;  // -1: no limit
  int64_t offset = 0;
  // TABLESAMPLE (n ROWS): any rows will do, so those of the partitions that are read.
  bool sample = false;
};

// LATERAL VIEW over a table function: each input row joined with the rows its call gives; output is
// the input's columns, then the call's.
struct Unnest : Relation {
  Unnest() : Relation(RelationKind::kUnnest) {}
  RelationPtr input;
  bool outer = false;
  const functions::Function* function = nullptr;
  const functions::Overload* overload = nullptr;
  std::vector<ExpressionPtr> arguments;
};

// Shared subplans: definitions[i] is read by CteScans with index `first_index + i`. Output is
// body's.
struct With : Relation {
  With() : Relation(RelationKind::kWith) {}
  std::vector<int> indexes;
  std::vector<RelationPtr> definitions;
  RelationPtr body;
};

// output[i] is a fresh id for column `source[i]` of the definition's output.
struct CteScan : Relation {
  CteScan() : Relation(RelationKind::kCteScan) {}
  int index = 0;
  std::string name;
  std::vector<ColumnId> source;
};

// How a row is a line of text.
struct LineFormat {
  std::string field_end = "\t";
  std::string escape;  // "": none
  std::string line_end = "\n";
  std::string null_text = "\\N";

  bool operator==(const LineFormat&) const = default;
};

// A resource that a script finds in its folder, under its name.
struct ScriptResource {
  std::string name;
  std::string path;
  bool archive = false;  // to be unpacked into a folder of that name
};

// The input's rows go through a process.
//
// Through a script they go as lines of text: the output's columns are STRING and all the script's
// own; nothing of the input goes around it.
//
// Through a table function of a user they go as its arguments, which are the input's last columns.
// The others go around it: the output is these (under their ids), then the function's own columns.
struct Transform : Relation {
  Transform() : Relation(RelationKind::kTransform) {}
  RelationPtr input;
  // The function; null: a script, and only then have the members after `outer` a meaning.
  std::shared_ptr<const UserFunctionUse> function;
  size_t carried = 0;                // columns of the input that go around the function
  bool outer = false;                // a row for which the function gives none stays, with NULLs
  std::vector<std::string> command;  // words; the program first
  SourceRange command_range;
  std::vector<ScriptResource> resources;
  LineFormat input_format;
  LineFormat output_format;
  // Without AS: the second column is everything after the first delimiter.
  bool key_and_rest = false;
};

template <typename T>
const T& As(const Relation& relation) {
  return static_cast<const T&>(relation);
}
template <typename T>
T& As(Relation& relation) {
  return static_cast<T&>(relation);
}

// All scans of a plan, those inside subquery expressions included, in the order of the text.
std::vector<const Scan*> CollectScans(const Relation& root);

// All operators of a kind, those inside subquery expressions included, each after its inputs.
std::vector<const Relation*> CollectRelations(const Relation& root, RelationKind kind);
// The relations of all kinds. A plan and its copy (plan/traverse.h) have them in one order.
std::vector<const Relation*> CollectRelations(const Relation& root);

// The plan as EXPLAIN prints it: one operator a line, inputs indented, types and conversions
// visible.
std::string Explain(const Relation& root);

}  // namespace paisql::plan
