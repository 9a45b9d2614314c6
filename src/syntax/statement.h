#pragma once

// Statements as the user wrote them: SQL, client commands and PAI. One struct a statement; `kind`
// says which.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "syntax/query.h"

namespace paisql::syntax {

enum class StatementKind {
  kEmpty,  // nothing between two semicolons
  kSelect,
  kInsert,
  kMultiInsert,
  kCreateTable,
  kDropTable,
  kRestoreTable,
  kTruncateTable,
  kAlterTable,
  kCreateView,
  kDropView,
  kRowChange,
  kExplain,
  kSummarize,
  kSet,
  kUnset,
  kVariable,
  kAlias,
  kShow,
  kDescribe,
  kUse,
  kAddResource,
  kDropResource,
  kGetResource,
  kBucket,
  kRole,
  kModel,
  kService,
  kGrant,
  kOss,
  kTunnel,
  kJobCommand,
  kHelp,
  kQuit,
  kPai,
  kNoEffect,
};

// What a statement says and what does nothing here, for a warning at its place.
struct StatementNote {
  SourceRange range;
  std::string text;
};

struct Statement {
  explicit Statement(StatementKind k) : kind(k) {}
  virtual ~Statement() = default;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  const StatementKind kind;
  SourceRange range;
  std::vector<StatementNote> notes;
};
using StatementPtr = std::unique_ptr<Statement>;

struct EmptyStatement : Statement {
  EmptyStatement() : Statement(StatementKind::kEmpty) {}
};

struct SelectStatement : Statement {
  SelectStatement() : Statement(StatementKind::kSelect) {}
  Query query;
};

// One key of PARTITION (ds='20260101', hour): value is null for a dynamic level.
struct PartitionKey {
  Identifier name;
  ExpressionPtr value;
};

struct PartitionSpec {
  std::vector<PartitionKey> keys;
  SourceRange range;
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
struct InsertStatement : Statement {
  InsertStatement() : Statement(StatementKind::kInsert) {}
  InsertTarget target;
  Query query;
};

// FROM source INSERT … SELECT … INSERT … SELECT …: `source` is shared, each branch's select has no
// FROM.
struct MultiInsertStatement : Statement {
  MultiInsertStatement() : Statement(StatementKind::kMultiInsert) {}
  struct Branch {
    InsertTarget target;
    Query query;
  };
  std::vector<CommonTableExpression> with;
  RelationPtr source;
  std::vector<Branch> branches;
};

struct ColumnDefinition {
  Identifier name;
  TypeName type;
  bool not_null = false;
  ExpressionPtr default_value;
  std::string comment;
};

struct TableProperty {
  std::string value;
  SourceRange range;  // of key and value
};

struct CreateTableStatement : Statement {
  CreateTableStatement() : Statement(StatementKind::kCreateTable) {}
  bool if_not_exists = false;
  bool external = false;
  QualifiedName table;
  std::vector<ColumnDefinition> columns;
  std::vector<ColumnDefinition> partition_columns;
  std::optional<std::string> comment;
  std::optional<int64_t> lifecycle_days;
  SourceRange lifecycle_range;
  std::map<std::string, TableProperty> properties;  // TBLPROPERTIES, by key
  std::optional<Identifier> stored_as;
  std::optional<QualifiedName> like;
  std::unique_ptr<Query> as_query;
  // What is parsed but not offered, for a named error at its place: CLUSTERED BY, LOCATION …
  std::string unsupported_clause;
  SourceRange unsupported_range;
};

struct DropTableStatement : Statement {
  DropTableStatement() : Statement(StatementKind::kDropTable) {}
  bool if_exists = false;
  bool purge = false;
  QualifiedName table;
};

enum class RestoreWhat {
  kUndrop,     // UNDROP TABLE t, RESTORE TABLE t, RESTORE TABLE t ('id'='7')
  kPartition,  // RESTORE TABLE t PARTITION (…): partitions that were dropped
  kVersion,    // … TO LSN '12', RESTORE TABLE t ('lsn'='12')
  kLastWrite,  // … TO BEFORE LAST WRITE
  kPurge
};

struct RestoreTableStatement : Statement {
  RestoreTableStatement() : Statement(StatementKind::kRestoreTable) {}
  RestoreWhat what = RestoreWhat::kUndrop;
  QualifiedName table;
  std::vector<PartitionSpec> partitions;
  std::optional<int64_t> id;  // kUndrop, kPurge: which dropped table of this name; else the newest
  std::optional<int64_t> version;
  SourceRange version_range;
  std::optional<QualifiedName> new_name;  // AS
};

struct TruncateTableStatement : Statement {
  TruncateTableStatement() : Statement(StatementKind::kTruncateTable) {}
  QualifiedName table;
  std::vector<PartitionSpec> partitions;  // empty: the whole table
};

enum class AlterTableAction {
  kAddPartitions,
  kDropPartitions,
  kAddColumns,
  kRename,
  kSetComment,
  kSetLifecycle,
  kSetProperties,
  kRenameColumn,
  kChangeColumnComment,
  kChangeColumn,
  kChangeNull,
  kDropColumns,
  kTouch,
};

// One DROP PARTITION (…) clause: either full key=value pairs or a filter expression.
struct PartitionFilter {
  std::optional<PartitionSpec> spec;
  ExpressionPtr filter;
  SourceRange range;
};

struct AlterTableStatement : Statement {
  AlterTableStatement() : Statement(StatementKind::kAlterTable) {}
  QualifiedName table;
  AlterTableAction action = AlterTableAction::kAddPartitions;
  bool if_exists = false;                     // DROP IF EXISTS
  bool purge = false;                         // kDropPartitions
  bool if_not_exists = false;                 // ADD IF NOT EXISTS
  std::vector<PartitionSpec> add_partitions;  // also of TOUCH, at most one
  std::vector<PartitionFilter> drop_partitions;
  std::vector<ColumnDefinition> columns;  // kAddColumns; kChangeColumn: what it becomes
  // kRenameColumn: old and new; kDropColumns; else the one that is changed.
  std::vector<Identifier> column_names;
  bool not_null = false;                            // kChangeNull
  Identifier new_name;                              // kRename
  std::map<std::string, TableProperty> properties;  // kSetProperties
  std::string comment;
  int64_t lifecycle_days = 0;
};

struct CreateViewStatement : Statement {
  CreateViewStatement() : Statement(StatementKind::kCreateView) {}
  bool or_replace = false;
  bool if_not_exists = false;
  QualifiedName view;
  std::vector<ColumnDefinition> columns;  // names and comments
  std::string comment;
  std::unique_ptr<Query> query;
  SourceRange query_range;  // the text to keep
};

struct DropViewStatement : Statement {
  DropViewStatement() : Statement(StatementKind::kDropView) {}
  bool if_exists = false;
  QualifiedName view;
};

enum class RowChange { kUpdate, kDelete, kMerge };

// UPDATE, DELETE FROM and MERGE INTO, as far as the table that they would change.
struct RowChangeStatement : Statement {
  RowChangeStatement() : Statement(StatementKind::kRowChange) {}
  RowChange change = RowChange::kUpdate;
  QualifiedName table;
};

struct ExplainStatement : Statement {
  ExplainStatement() : Statement(StatementKind::kExplain) {}
  bool analyze = false;
  StatementPtr statement;
};

// SUMMARIZE t, or SUMMARIZE SELECT …: facts about each column of the rows.
struct SummarizeStatement : Statement {
  SummarizeStatement() : Statement(StatementKind::kSummarize) {}
  Query query;               // of a table: SELECT * FROM it
  SourceRange source_range;  // the name or the query, as it was written
  bool names_table = false;
};

// SET key=value; the value is the text up to the semicolon, trimmed.
struct SetStatement : Statement {
  SetStatement() : Statement(StatementKind::kSet) {}
  std::string key;
  std::string value;
  SourceRange key_range;
};

struct UnsetStatement : Statement {
  UnsetStatement() : Statement(StatementKind::kUnset) {}
  std::string key;
};

// SETVAR name=value, UNSETVAR name.
struct VariableStatement : Statement {
  VariableStatement() : Statement(StatementKind::kVariable) {}
  bool unset = false;
  std::string name;
  std::string value;  // as it was written
  SourceRange name_range;
  SourceRange value_range;
};

// ALIAS name=resource; without a resource the name is removed, without a name all are listed.
struct AliasStatement : Statement {
  AliasStatement() : Statement(StatementKind::kAlias) {}
  std::string name;
  std::string resource;
  SourceRange name_range;
};

enum class ShowWhat {
  kTables,
  kViews,
  kPartitions,
  kCreateTable,
  kColumns,
  kFunctions,
  kFlags,
  kInstances,
  kJobs,
  kResources,
  kProjects,
  kVariables,
  kBuckets,
  kRoles,
  kGrants,
  kModels,
  kServices,
  kHistory
};

// SHOW …, LIST … and LS …
struct ShowStatement : Statement {
  ShowStatement() : Statement(StatementKind::kShow) {}
  ShowWhat what = ShowWhat::kTables;
  std::optional<QualifiedName> table;      // kPartitions, kCreateTable, kColumns, kHistory
  std::optional<PartitionSpec> partition;  // kPartitions, kHistory
  std::optional<int64_t> id;               // kHistory: of a dropped table
  std::optional<Identifier> project;       // IN p
  std::string pattern;                     // LIKE '…'
  std::optional<int64_t> count;            // SHOW P 20, SHOW JOBS LIMIT 20
  // SHOW GRANTS FOR ROLE r, ON BUCKET b
  std::optional<Identifier> role;
  std::optional<Identifier> bucket;
};

enum class DescribeWhat { kTable, kResource, kFunction, kInstance, kProject, kModel, kService };

struct DescribeStatement : Statement {
  DescribeStatement() : Statement(StatementKind::kDescribe) {}
  DescribeWhat what = DescribeWhat::kTable;
  bool extended = false;
  QualifiedName name;  // a resource's name may hold dots: then one part
  std::optional<PartitionSpec> partition;
};

struct UseStatement : Statement {
  UseStatement() : Statement(StatementKind::kUse) {}
  Identifier project;
  bool with_settings = false;
};

enum class ResourceType { kFile, kPy, kJar, kArchive, kTable };

struct AddResourceStatement : Statement {
  AddResourceStatement() : Statement(StatementKind::kAddResource) {}
  ResourceType type = ResourceType::kFile;
  std::string path;  // the table's name for kTable
  std::optional<PartitionSpec> partition;
  std::string alias;
  SourceRange alias_range;
  std::string comment;
  bool force = false;  // -f
  SourceRange path_range;
};

struct DropResourceStatement : Statement {
  DropResourceStatement() : Statement(StatementKind::kDropResource) {}
  bool if_exists = false;
  std::string name;
  SourceRange name_range;
};

struct GetResourceStatement : Statement {
  GetResourceStatement() : Statement(StatementKind::kGetResource) {}
  std::string name;
  std::string path;
  SourceRange name_range;
};

// One word of a command line, quotes removed and escapes resolved; glued words ("-fd" "," or
// table/p="b1") are joined as the client joins them.
struct Word {
  std::string text;
  SourceRange range;
};

// 'endpoint'='https://…' of PROPERTIES.
struct WordProperty {
  Word name;
  Word value;
};

// CREATE BUCKET [IF NOT EXISTS] b [LOCATION 'folder'] [PROPERTIES ('name'='value', …)],
// DROP BUCKET [IF EXISTS] b.
struct BucketStatement : Statement {
  BucketStatement() : Statement(StatementKind::kBucket) {}
  bool drop = false;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> location;
  std::vector<WordProperty> properties;
};

// CREATE ROLE [IF NOT EXISTS] r [ARN 'acs:ram::…'], DROP ROLE [IF EXISTS] r.
struct RoleStatement : Statement {
  RoleStatement() : Statement(StatementKind::kRole) {}
  bool drop = false;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> arn;
};

enum class ModelAction { kCreate, kAddVersion, kDropVersion, kSetDefault, kDrop };

// CREATE MODEL [IF NOT EXISTS] m FROM 'place' [COMMENT '…'], ALTER MODEL m ADD VERSION [2] FROM
// 'place' [COMMENT '…'] | DROP VERSION 2 | SET DEFAULT_VERSION [=] 2, DROP MODEL [IF EXISTS] m.
struct ModelStatement : Statement {
  ModelStatement() : Statement(StatementKind::kModel) {}
  ModelAction action = ModelAction::kCreate;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> version;
  std::optional<Word> source;
  std::string comment;
};

// GRANT a, b ON BUCKET x TO [ROLE] r, REVOKE … FROM [ROLE] r.
struct GrantStatement : Statement {
  GrantStatement() : Statement(StatementKind::kGrant) {}
  bool revoke = false;
  std::vector<Word> actions;   // empty: ALL
  std::optional<Word> bucket;  // nothing: ALL BUCKETS
  Word role;
};

// OSS ls|cat|cp|rm|stat …, as words; session parses the options from its table.
struct OssStatement : Statement {
  OssStatement() : Statement(StatementKind::kOss) {}
  std::vector<Word> words;
};

// TUNNEL upload|download|help …, as words; session parses the options from its table.
struct TunnelStatement : Statement {
  TunnelStatement() : Statement(StatementKind::kTunnel) {}
  std::vector<Word> words;
};

enum class JobCommand { kWait, kStatus, kKill, kLog, kRerun };

struct JobCommandStatement : Statement {
  JobCommandStatement() : Statement(StatementKind::kJobCommand) {}
  JobCommand command = JobCommand::kWait;
  std::string instance_id;  // as it was written, perhaps a part of it or a name; "" for the newest
  SourceRange id_range;
  std::vector<Word> words;  // what follows the id (LOG <id> worker 1)
};

struct HelpStatement : Statement {
  HelpStatement() : Statement(StatementKind::kHelp) {}
  std::vector<Word> words;
};

struct QuitStatement : Statement {
  QuitStatement() : Statement(StatementKind::kQuit) {}
};

// One -Dkey=value; ranges of key and value as written, so that a wrong parameter gets its caret.
struct PaiParameter {
  std::string key;
  std::string value;  // outer quotes removed, then Java-unescaped, as the client does
  SourceRange key_range;
  SourceRange value_range;
};

// PAI -name … -project … -Dk=v …
struct PaiStatement : Statement {
  PaiStatement() : Statement(StatementKind::kPai) {}
  std::optional<Word> name;
  std::optional<Word> project;
  std::optional<Word> job_name;  // -jobname
  std::optional<Word> lineage;   // -lineage
  bool cost = false;             // -cost
  std::vector<PaiParameter> parameters;
  std::vector<Word> stray;            // bare words that belong to no option: an error for pai/
  std::vector<Word> unknown_options;  // -x that no option table knows
};

// A statement that changes no answer, as ALTER TABLE t MERGE SMALLFILES: its notes say so.
struct NoEffectStatement : Statement {
  NoEffectStatement() : Statement(StatementKind::kNoEffect) {}
  std::optional<QualifiedName> table;      // that it is about and that must be there
  std::optional<PartitionSpec> partition;  // of it
};

template <typename T>
const T& As(const Statement& statement) {
  return static_cast<const T&>(statement);
}

}  // namespace paisql::syntax
