#pragma once

// The changes that a transaction may make in the catalog, as plain values (store/transaction.h). A
// change that names a table by its id may name one that the same transaction makes, and each one
// sees what those before it have done.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "store/functions.h"
#include "store/models.h"
#include "store/streams.h"
#include "store/types.h"

namespace paisql::store {

// How a write changes what a table lists.
enum class WriteMode {
  kAppend,        // INSERT INTO: the staged files come in addition
  kOverwrite,     // INSERT OVERWRITE: they replace the files of every target partition, or of the
                  // table
  kReplaceFiles,  // they replace the files that the request names
};

// For each level of a table's partitions the value that a statement names, or nullopt where each
// row has its own.
using PartitionLevels = std::vector<std::optional<std::string>>;

struct WriteRequest {
  int64_t table_id = 0;
  int schema_version =
      1;  // under which the files were written; a table changed since then is an error
  WriteMode mode = WriteMode::kAppend;
  std::vector<StagedFile> files;
  // Partitions that the statement names and that must exist afterwards, even when no row came for
  // them (a static INSERT OVERWRITE of nothing empties its partition).
  std::vector<std::vector<std::string>> named_partitions;
  std::string table_name = {};  // for the error when the table is gone; may be empty
  // kReplaceFiles: the files that leave the table's list, by their paths as ListFiles gives them.
  // It is a conflict when the table no longer lists one of them.
  std::vector<std::string> replaced = {};
};

namespace change {

// Makes the project unless it is there.
struct EnsureProject {
  std::string name;
  std::string comment = {};
};
// kInvalidMetaOperation while services or running jobs are in it, and for a project that holds
// something unless `cascade` says that all of it goes. What goes cannot come back.
struct DropProject {
  std::string name;
  bool cascade = false;
};

// id and time of the argument are ignored. kInvalidMetaOperation when the project has it.
struct CreateSchema {
  Schema schema;
};
// kInvalidMetaOperation for a schema that holds something, unless `cascade` says that all of it
// goes. What goes cannot come back.
struct DropSchema {
  std::string project;
  std::string name;
  bool cascade = false;
};

// A table or view. id, ids of columns, times and schema_version of the argument are ignored.
// kTableExists when the name is taken.
struct CreateTable {
  Table table;
};
// Puts a view in the place of another: no reader finds none.
struct ReplaceView {
  int64_t view_id = 0;
  Table view;
};
struct DropTable {
  int64_t table_id = 0;
  bool purge = false;  // it cannot come back
};
// Brings back a table that ListDropped gives; `new_name` may be "".
struct UndropTable {
  int64_t table_id = 0;
  std::string new_name;
};
// Gives up the removed files of a table, which may have been dropped.
struct PurgeTable {
  int64_t table_id = 0;
};
struct TruncateTable {
  int64_t table_id = 0;
};
struct RenameTable {
  int64_t table_id = 0;
  std::string new_name;
};
struct SetTableComment {
  int64_t table_id = 0;
  std::string comment;
};
struct SetLifecycle {
  int64_t table_id = 0;
  std::optional<int64_t> days;
};
// Changes single properties of the table's traits; nullopt takes one away.
struct SetProperties {
  int64_t table_id = 0;
  std::map<std::string, std::optional<std::string>> properties;
};
struct SetOwner {
  int64_t table_id = 0;
  std::string owner;
};
// Sets the time of the last change of the table, or of one of its partitions.
struct TouchTable {
  int64_t table_id = 0;
  std::optional<int64_t> partition_id = {};
};

// These make a new schema version; files stay as they are.
struct AddColumns {
  int64_t table_id = 0;
  std::vector<Column> columns;
};
struct DropColumns {
  int64_t table_id = 0;
  std::vector<int64_t> column_ids;
};
// Members without a value stay as they are. A comment, a default, or that NULL is allowed, leave
// the schema version as it is. Who forbids NULL has seen that there is none.
struct ChangeColumn {
  int64_t table_id = 0;
  int64_t column_id = 0;
  std::optional<std::string> name = {};
  std::optional<DataType> type = {};
  std::optional<std::string> comment = {};
  std::optional<bool> not_null = {};
  std::optional<std::string> default_text = {};
};
// A data column takes another place among them.
struct PlaceColumn {
  int64_t table_id = 0;
  std::string column;
  std::string after;  // "": it becomes the first
};

// kPartition when one exists and if_not_exists is false.
struct AddPartitions {
  int64_t table_id = 0;
  std::vector<std::vector<std::string>> values;
  bool if_not_exists = false;
};
struct DropPartitions {
  int64_t table_id = 0;
  std::vector<int64_t> partition_ids;
  bool purge = false;
};
struct TruncatePartitions {
  int64_t table_id = 0;
  std::vector<int64_t> partition_ids;
};

// Rows of one or more tables; makes missing partitions. A request does not replace what another
// request of the same change brings. Statements use it through store/table_write.h.
struct Write {
  std::vector<WriteRequest> requests;
};

// `path` of the resource is copied into the home.
struct AddResource {
  Resource resource;
  bool replace = false;
};
struct DropResource {
  int64_t resource_id = 0;
};

// A new model with its first version, whose folder is copied into the home. kInvalidMetaOperation
// when the name is taken.
struct CreateModel {
  Model model;  // project, name, comment, owner
  ModelVersion version;
};
struct AddModelVersion {
  int64_t model_id = 0;
  std::string project;  // of the model, for the folder's name
  ModelVersion version;
  bool becomes_default = false;  // else the default version stays what it was
};
// kInvalidMetaOperation for the default version.
struct DropModelVersion {
  int64_t model_id = 0;
  int64_t version = 0;
};
struct SetDefaultVersion {
  int64_t model_id = 0;
  int64_t version = 0;
};
struct DropModel {
  int64_t model_id = 0;
};

// id and times of the argument are ignored. kTableExists when a table, a view or a stream has the
// name.
struct CreateStream {
  Stream stream;
};
// The stream has been read up to the version `to`. A conflict unless its offset is `from`.
struct MoveStream {
  int64_t stream_id = 0;
  std::optional<int64_t> from = {};  // nullopt: wherever it is
  int64_t to = 0;
  std::optional<std::string> comment = {};
};
struct DropStream {
  int64_t stream_id = 0;
};

// id and time of the argument are ignored. kInvalidMetaOperation when the name is taken, also by a
// SQL function; one that is replaced keeps its time, and its owner where the argument has none.
struct CreateFunction {
  UserFunction function;
  bool replace = false;
};
struct DropFunction {
  int64_t function_id = 0;
};

struct InsertJob {
  Job job;
};
// Every field but id; kJobNotFound when there is no such row.
struct UpdateJob {
  Job job;
};

}  // namespace change

using Change = std::variant<
    change::EnsureProject, change::DropProject, change::CreateSchema, change::DropSchema,
    change::CreateTable, change::ReplaceView, change::DropTable, change::UndropTable,
    change::PurgeTable, change::TruncateTable, change::RenameTable, change::SetTableComment,
    change::SetLifecycle, change::SetProperties, change::SetOwner, change::TouchTable,
    change::AddColumns, change::DropColumns, change::ChangeColumn, change::PlaceColumn,
    change::AddPartitions, change::DropPartitions, change::TruncatePartitions, change::Write,
    change::AddResource, change::DropResource, change::CreateModel, change::AddModelVersion,
    change::DropModelVersion, change::SetDefaultVersion, change::DropModel, change::CreateStream,
    change::MoveStream, change::DropStream, change::CreateFunction, change::DropFunction,
    change::InsertJob, change::UpdateJob>;

}  // namespace paisql::store
