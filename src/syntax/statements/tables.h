#pragma once

// Statements that make, change and drop tables, views and resources.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

struct ColumnDefinition {
  Identifier name;
  TypeName type;
  bool not_null = false;
  bool null = false;  // NULL is written
  ExpressionPtr default_value;
  std::string comment;
  bool has_comment = false;
};

struct TableProperty {
  std::string value;
  SourceRange range;  // of key and value
};

// STORED BY, STORED AS, ROW FORMAT, WITH SERDEPROPERTIES, LOCATION and USING: how files outside of
// the home are read and written.
struct StorageClauses {
  std::optional<ClauseText> handler;
  std::optional<ClauseText> serde;
  std::optional<Identifier> format;  // STORED AS
  std::optional<RowFormat> rows;     // ROW FORMAT DELIMITED
  std::map<std::string, TableProperty> properties;
  std::optional<ClauseText> location;
  std::optional<ClauseText> jars;
  SourceRange range;  // of the first clause; unknown where there is none
};

// CREATE MATERIALIZED VIEW: what is not a clause of tables.
struct MaterializedClauses {
  std::vector<ColumnDefinition> columns;  // names and comments
  std::vector<Identifier> partition_columns;
  bool rewrites = true;
  bool deferred = false;
  std::string query;  // the text to keep
};

// A column of SORTED BY.
struct SortedColumn {
  Identifier name;
  bool descending = false;
};

// [RANGE] CLUSTERED BY … [SORTED BY …] [INTO n BUCKETS]
struct ClusterClause {
  bool range_clustered = false;
  std::vector<Identifier> by;
  std::vector<SortedColumn> sorted;
  std::optional<int64_t> buckets;
  SourceRange buckets_range;
  SourceRange range;
};

// AUTO PARTITIONED BY (value [AS name])
struct AutoPartition {
  ExpressionPtr value;
  std::optional<Identifier> name;
  SourceRange range;
};

struct CreateTableStatement final : Statement {
  bool or_replace = false;
  bool if_not_exists = false;
  bool external = false;
  bool temporary = false;
  QualifiedName table;
  std::vector<ColumnDefinition> columns;
  std::vector<ColumnDefinition> partition_columns;
  std::optional<std::string> comment;
  std::optional<int64_t> lifecycle_days;
  SourceRange lifecycle_range;
  std::map<std::string, TableProperty> properties;  // TBLPROPERTIES, by key
  std::vector<Identifier> primary_key;              // empty for none
  SourceRange primary_key_range;
  bool key_is_a_note = false;  // PRIMARY KEY … DISABLE: nothing holds the rows to it
  StorageClauses storage;
  std::optional<QualifiedName> like;
  std::unique_ptr<Query> as_query;
  std::optional<MaterializedClauses> materialized;  // CREATE MATERIALIZED VIEW
  std::optional<ClusterClause> clustering;
  std::optional<AutoPartition> auto_partition;
};

// PURGE LIFECYCLE: drops what LIFECYCLE lets go.
struct CollectLifecycleStatement final : Statement {};

struct DropTableStatement final : Statement {
  bool if_exists = false;
  bool purge = false;
  bool materialized = false;  // DROP MATERIALIZED VIEW
  QualifiedName table;
};

enum class RestoreWhat {
  kUndrop,     // UNDROP TABLE t, RESTORE TABLE t, RESTORE TABLE t ('id'='7')
  kPartition,  // RESTORE TABLE t PARTITION (…): partitions that were dropped
  kVersion,    // … TO LSN '12', RESTORE TABLE t ('lsn'='12')
  kLastWrite,  // … TO BEFORE LAST WRITE
  kPurge
};

struct RestoreTableStatement final : Statement {
  RestoreWhat what = RestoreWhat::kUndrop;
  QualifiedName table;
  std::vector<PartitionSpec> partitions;
  std::optional<int64_t> id;  // kUndrop, kPurge: which dropped table of this name; else the newest
  std::optional<int64_t> version;
  SourceRange version_range;
  std::optional<QualifiedName> new_name;  // AS
};

// One PARTITION (…) clause that chooses partitions: either key=value pairs or a filter expression.
struct PartitionFilter {
  std::optional<PartitionSpec> spec;
  ExpressionPtr filter;
  SourceRange range;
};

struct TruncateTableStatement final : Statement {
  QualifiedName table;
  std::vector<PartitionFilter> partitions;  // empty: the whole table
};

enum class IfCloned { kFail, kOverwrite, kIgnore };

struct CloneTableStatement final : Statement {
  QualifiedName source;
  std::vector<PartitionSpec> partitions;  // empty: all of them
  QualifiedName target;
  IfCloned if_exists = IfCloned::kFail;  // what happens where the target is there
};

enum class AlterTableAction {
  kAddPartitions,
  kDropPartitions,
  kMergePartitions,
  kRenamePartition,
  kExchangePartition,
  kAddColumns,
  kReplaceColumns,
  kRename,
  kSetComment,
  kSetLifecycle,
  kSetProperties,
  kUnsetProperties,
  kRenameColumn,
  kChangeColumn,
  kDropColumns,
  kTouch,
  kChangeOwner,
  kSwitchLifecycle,
  kSetClustering,
  kCompact,
  kSetLocation,
  kSetSerdeProperties,
  kRebuild,  // these two of materialized views
  kSetRewrite,
};

// FIRST, or AFTER a column.
struct ColumnPlace {
  std::optional<Identifier> after;  // nullopt: FIRST
};

struct AlterTableStatement final : Statement {
  QualifiedName table;
  AlterTableAction action = AlterTableAction::kAddPartitions;
  bool materialized = false;   // ALTER MATERIALIZED VIEW
  bool rewrites = false;       // kSetRewrite
  bool if_exists = false;      // DROP and MERGE IF EXISTS
  bool purge = false;          // kDropPartitions, kMergePartitions
  bool if_not_exists = false;  // ADD IF NOT EXISTS
  // Also the one of TOUCH, COMPACT, EXCHANGE and LIFECYCLE, the target of MERGE, and the old and
  // the new one of RENAME.
  std::vector<PartitionSpec> add_partitions;
  std::vector<std::optional<ClauseText>> locations;  // of add_partitions; the one of kSetLocation
  std::vector<PartitionFilter> drop_partitions;      // also those that MERGE and REBUILD take
  // kAddColumns; kChangeColumn: what it becomes; kReplaceColumns: all that there are then
  std::vector<ColumnDefinition> columns;
  std::vector<std::optional<ColumnPlace>> places;  // of columns; nullopt: where it is, or last
  bool keeps_type = false;                         // kChangeColumn: options alone
  // kRenameColumn: old and new; kDropColumns; else the one that is changed.
  std::vector<Identifier> column_names;
  Identifier new_name;   // kRename
  QualifiedName source;  // kExchangePartition: whose partition comes
  std::string owner;     // kChangeOwner
  SourceRange owner_range;
  bool lifecycle_on = false;                        // kSwitchLifecycle
  std::map<std::string, TableProperty> properties;  // kSetProperties, kUnsetProperties: keys
  std::string comment;
  int64_t lifecycle_days = 0;
  std::optional<ClusterClause> clustering;  // kSetClustering; nullopt: NOT CLUSTERED
  std::string compaction;  // kCompact: the word or text that says which, or kSmallFiles
  SourceRange compaction_range;
  std::optional<int64_t> compaction_hours;  // -h
  bool compaction_unasked = false;          // -f
};

// The compaction of MERGE SMALLFILES.
constexpr std::string_view kSmallFiles = "smallfiles";

struct CreateViewStatement final : Statement {
  bool or_replace = false;
  bool if_not_exists = false;
  QualifiedName view;
  std::vector<ColumnDefinition> columns;  // names and comments
  std::string comment;
  std::unique_ptr<Query> query;  // null with parameters (syntax/definition.h)
  SourceRange query_range;       // the text to keep; with parameters it begins with theirs
};

struct DropFunctionStatement final : Statement {
  bool temporary = false;
  bool macro = false;  // DROP TEMPORARY MACRO
  bool if_exists = false;
  QualifiedName name;
};

// CREATE SQL FUNCTION f (@a BIGINT) AS …, FUNCTION f (…) AS … of a script, and CREATE TEMPORARY
// MACRO f (a BIGINT) …
struct CreateSqlFunctionStatement final : Statement {
  bool temporary = false;
  bool or_replace = false;
  bool if_not_exists = false;
  QualifiedName name;
  SourceRange definition_range;  // the text to keep (syntax/definition.h)
  std::string macro;             // of a macro: what is kept in place of the text there
};

enum class AlterViewAction {
  kRename,
  kSetComment,
  kSetQuery,
  kChangeOwner,
  kSetProperties,
  kCommentColumn,
};

struct AlterViewStatement final : Statement {
  AlterViewAction action = AlterViewAction::kRename;
  QualifiedName view;
  Identifier new_name;                              // kRename
  Identifier column;                                // kCommentColumn
  std::string comment;                              // kSetComment, kCommentColumn
  std::string owner;                                // kChangeOwner
  std::map<std::string, TableProperty> properties;  // kSetProperties
  std::unique_ptr<Query> query;
  SourceRange query_range;  // the text to keep
};

struct DropViewStatement final : Statement {
  bool if_exists = false;
  QualifiedName view;
};

// A statement that changes no answer, as ALTER TABLE t ARCHIVE: its notes say so.
struct NoEffectStatement final : Statement {
  std::optional<QualifiedName> table;      // that it is about and that must be there
  std::optional<PartitionSpec> partition;  // of it
};

enum class ResourceType { kFile, kPy, kJar, kArchive, kTable };

struct AddResourceStatement final : Statement {
  ResourceType type = ResourceType::kFile;
  bool in_volume = false;  // VOLUMEFILE, VOLUMEARCHIVE: the path is /volume/partition/file
  std::string path;        // the table's name for kTable
  std::optional<PartitionSpec> partition;
  std::string alias;
  SourceRange alias_range;
  std::string comment;
  bool force = false;  // -f
  SourceRange path_range;
};

struct DropResourceStatement final : Statement {
  bool if_exists = false;
  std::string name;
  SourceRange name_range;
};

struct GetResourceStatement final : Statement {
  std::string name;
  std::string path;
  SourceRange name_range;
};

}  // namespace paisql::syntax
