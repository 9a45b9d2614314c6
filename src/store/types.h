#pragma once

// The catalog's rows, as plain values. Names keep the spelling of their creation and compare
// case-insensitively; partition values are case-sensitive text.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "types/data_type.h"

namespace paisql::store {

struct Column {
  // Stable within a table: never reused, so that a file written under an older schema finds its
  // columns.
  int64_t id = 0;
  std::string name;
  DataType type;
  std::string comment;
  bool not_null = false;
  std::string default_text;  // the default's SQL text, "" for none
  // True for a column of an older schema version: its files hold TIMESTAMP and TIMESTAMP_NTZ as 64
  // bits of nanoseconds.
  bool times_in_64_bits = false;
};

enum class TableKind { kTable, kView };

// The promises that a table makes about its rows.
struct TableTraits {
  bool transactional = false;        // its rows can change one by one
  std::vector<int64_t> primary_key;  // ids of its columns
  std::map<std::string, std::string> properties;

  bool operator==(const TableTraits&) const = default;
};

struct Table {
  int64_t id = 0;
  std::string project;  // with the schema, as store/place.h writes it
  std::string name;
  TableKind kind = TableKind::kTable;
  std::vector<Column> columns;            // data columns, in today's order
  std::vector<Column> partition_columns;  // empty for a table without partitions
  std::string comment;
  std::string owner;
  std::optional<int64_t> lifecycle_days;
  std::string view_text;   // kView: the query's text
  int schema_version = 1;  // of `columns`; data files remember the one they were written under
  int64_t created_ms = 0;  // UTC milliseconds since the epoch, as all times below
  int64_t last_ddl_ms = 0;
  int64_t last_modified_ms = 0;
  TableTraits traits = {};

  bool partitioned() const { return !partition_columns.empty(); }
  // "project.name", as people read it: a temporary table's is that of its project.
  std::string QualifiedName() const;
};

struct Partition {
  int64_t id = 0;
  std::vector<std::string>
      values;  // one a partition column, in canonical text ("45" for BIGINT 45)
  int64_t created_ms = 0;
  int64_t last_modified_ms = 0;

  // "ds=20260101/hour=08", values as they are, for people.
  std::string Name(const Table& table) const;
};

enum class FileKind {
  kBase,    // holds rows of the table
  kDelete,  // names rows of base files that are gone
};

// One immutable Parquet file of a table.
struct DataFile {
  std::string path;  // absolute
  int64_t rows = 0;
  int64_t bytes = 0;
  int schema_version = 1;
  int64_t partition_id = 0;  // 0 for a table without partitions
  // 8 bytes for each block of the file (store/files/block_sums.h); "" for a file whose sums nobody
  // made.
  std::string block_sums = {};
};

// The data columns of a table under an older schema version: what the files of that version
// contain.
struct SchemaVersion {
  int version = 1;
  std::vector<Column> columns;
};

// A file that a writer has staged (complete, closed) and wants to become part of a table.
struct StagedFile {
  std::string path;                           // absolute, below a staging folder of this home
  std::vector<std::string> partition_values;  // empty for a table without partitions
  int64_t rows = 0;
  // Only for a file that the table has listed before: the version under which it was written, and
  // the checksums that it had then. 0: the version of the request; checksums are computed.
  int schema_version = 0;
  std::string block_sums = {};
  FileKind kind = FileKind::kBase;
};

enum class ResourceKind { kFile, kPy, kJar, kArchive, kTable };

struct Resource {
  int64_t id = 0;
  std::string project;  // a place, as that of a table
  std::string name;
  ResourceKind kind = ResourceKind::kFile;
  std::string path;    // absolute path of the kept copy; "" for kTable
  std::string source;  // where it came from; the table's name and partition for kTable
  std::string comment;
  std::string owner;
  int64_t bytes = 0;
  std::string sha256;
  int64_t created_ms = 0;
  int64_t last_modified_ms = 0;
};

enum class JobState { kWaiting, kRunning, kSucceeded, kFailed, kKilled };
// "waiting", "running", "succeeded", "failed", "killed": a state as the catalog and a job's files
// spell it.
std::string_view JobStateText(JobState state);
// nullopt for any other text.
std::optional<JobState> JobStateOfText(std::string_view text);

// A job's row; everything else about it stands in its directory (docs/internals/formats.md).
struct Job {
  std::string id;  // "20261121030405123g1a2b3c"
  std::string project;
  std::string kind;       // "pai" or "sql"
  std::string name;       // jobName, may be ""
  std::string statement;  // the statement's text
  std::string owner;
  JobState state = JobState::kWaiting;
  std::string message;            // why it failed
  int priority = 9;               // odps.instance.priority: 0 is served first
  std::string parameters = "{}";  // of the statement, a JSON object of texts
  // The progress that the processes reported, filled in at the job's end; nullopt where they
  // reported none.
  std::optional<int64_t> steps;
  std::optional<double> loss;        // the last one of the chief
  std::optional<int64_t> loss_step;  // of which step it is, where that was told
  int64_t rows_read = 0;
  int64_t rows_written = 0;
  int64_t bytes_read = 0;  // these four as jobs/spec/reading.h has them
  int64_t read_ms = 0;
  int64_t step_ms = 0;
  int64_t wait_ms = 0;
  int64_t created_ms = 0;
  int64_t started_ms = 0;  // 0: not yet, it waits for what it needs
  int64_t ended_ms = 0;    // 0: not yet
  int64_t supervisor_pid = 0;
  int64_t supervisor_start = 0;  // start time in clock ticks since boot: tells a reused pid
  std::string boot_id;
};

// A job's claim on its home's quota, and whether it holds it. Lists are JSON, which the store does
// not look into (jobs/queue/job_queue.h does).
struct Claim {
  int64_t ticket = 0;  // the order of asking; 0: not in the catalog yet
  std::string job_id;
  std::string lease;  // of the job's supervisor: a claim whose lease nobody holds is void
  int64_t pid = 0;    // of the supervisor
  int priority = 9;
  int64_t cpu = 0;  // 100 = one core
  int64_t memory_mb = 0;
  std::string gpus = "[]";   // of each process, 100 = one card
  std::string quota = "{}";  // as the job's session has it
  bool granted = false;
  std::string cards = "[]";  // of each process, once granted

  bool operator==(const Claim&) const = default;
};

struct Project {
  int64_t id = 0;
  std::string name;
  std::string owner;
  std::string comment;
  int64_t created_ms = 0;
};

// A schema of a project. `default`, which every project has, has no row of its own and the id 0.
struct Schema {
  int64_t id = 0;
  std::string project;  // without a schema
  std::string name;
  std::string owner;
  std::string comment;
  int64_t created_ms = 0;
};

}  // namespace paisql::store
