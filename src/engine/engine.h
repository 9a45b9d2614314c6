#pragma once

// An engine turns a resolved plan into rows or Parquet files. It prints the plan in its own dialect
// with explicit casts and decides nothing about meaning; which files it reads stands beside the
// plan (bindings.h). Engines are made by name (factory.h).
//
// A process has one engine, which is loaded when the first statement needs it, and each session has
// a connection of its own to it. What one connection runs, interrupts, reports and is refused is no
// matter of the others.
//
// The engine's memory is one for all connections. Who is refused memory while others hold most of
// it has not asked too much: a statement of whose rows none were given yet waits until they have
// let go of it, up to a bound, and runs again. So the error comes to the statement that does not
// fit beside half of the memory, and the others go on. What functions of the engine make outside of
// that memory is counted for each statement: when the process has outgrown its limit, the one that
// has asked for most fails.
//
// Errors at run time (casts, overflow), of every method and of the streams and appenders that they
// give, carry the platform's codes and words and none of the engine's. Where one expression of the
// plan alone can have failed, they have its place.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/leash.h"
#include "base/result.h"
#include "engine/bindings.h"
#include "engine/report.h"
#include "engine/result_stream.h"
#include "plan/relation.h"

namespace paisql::udf {
class FunctionPool;
class PrintedOutput;
}  // namespace paisql::udf

namespace paisql::engine {

// How much of the machine an engine takes. Threads that the memory cannot feed are not started:
// an aggregation or a join that spills fails when each of its threads has too little to work in.
struct EngineShare {
  int64_t memory_bytes = 0;  // 0 = the engine's default
  int threads = 0;           // at most; 0 = all cores

  bool operator==(const EngineShare&) const = default;
};

struct EngineOptions {
  std::string temp_directory;  // for spilling; removed when the engine ends
  std::string python;         // the interpreter whose TensorFlow PREDICT computes with; "" for none
  std::string python_folder;  // with the package paisql, whose workers compute users' functions
  std::string error_log;      // a file for the engine's own words about errors; "" for none
  bool tells_progress = false;  // somebody may ask Connection::Progress
  EngineShare share;            // until a connection wants another one
};

// The session's settings that change results.
struct ExecutionSettings {
  std::string time_zone = "Asia/Shanghai";
  bool trim_decimal_zeros = true;  // odps.sql.decimal.tostring.trimzero
  // odps.sql.executionengine.enable.string.to.date.full.format: 'yyyy-mm-dd hh:mi:ss' is a DATE too
  bool date_from_full_format = false;
  std::string now = "1970-01-01 00:00:00";  // wall clock of the statement's start in the zone above
  bool bigquery_compatible = false;         // odps.sql.bigquery.compatible: TO_JSON keeps NULLs
  bool profile = false;                     // keep what Connection::Report tells
  Leash* leash = nullptr;                   // may end the statement before it runs
  // Gets what functions of users print; null: nobody wants it.
  std::shared_ptr<udf::PrintedOutput> printed = nullptr;
};

// Where a write goes: files are made below `directory` (which exists), complete, closed and not yet
// fsynced.
struct WriteTarget {
  std::string directory;
  std::vector<std::string> column_names;  // names of the plan's first columns in the files
  // Which of those columns refuse NULL; a NULL there fails the write. Empty: none.
  std::vector<bool> not_null;
  // The plan's last columns, as many as names here, are dynamic partition values (STRING).
  std::vector<std::string> partition_names;
  bool keeps_empty = false;  // files without rows are there, too
};

struct WrittenFile {
  std::string path;
  std::vector<std::string> partition_values;  // one a dynamic partition column
  int64_t rows = 0;
};

// How far a running statement has come, roughly.
struct QueryProgress {
  std::optional<double> fraction;  // 0 to 1; nullopt while it cannot be told
  int64_t rows = 0;                // that have been read and worked on so far
};

// Rows from outside, cell by cell in the columns' order. The text is canonical (types/value.h); the
// engine casts it to the column's type. What was not finished when the appender ends is dropped.
class RowAppender {
 public:
  virtual ~RowAppender() = default;
  virtual void AppendNull() = 0;
  // The canonical text of the column's type.
  virtual void AppendText(std::string_view text) = 0;
  // For a column of integers, of BOOLEAN (0 and 1) or of DATETIME (microseconds since 1970-01-01
  // 00:00:00 on the wall clock of the session's zone); the caller has checked the range.
  virtual void AppendInteger(int64_t value) = 0;
  // For a FLOAT or DOUBLE column.
  virtual void AppendDouble(double value) = 0;
  virtual Status EndRow() = 0;
  virtual Result<std::vector<WrittenFile>> Finish() = 0;
};

// One session's way to the engine. One statement runs at a time, and beside it an appender takes
// rows. Interrupt and Progress may be called from any thread, the rest from one at a time. A
// connection, its streams and its appenders may outlive the engine.
class Connection {
 public:
  virtual ~Connection() = default;

  // The plan's rows, in the plan's order. Every scan and script of the plan is bound. Neither the
  // plan nor its bindings need outlive the call.
  virtual Result<std::unique_ptr<ResultStream>> Query(const plan::Relation& root,
                                                      const Bindings& bindings,
                                                      const ExecutionSettings& settings) = 0;

  // Runs the plan into Parquet files; files without rows are left out. A NULL or forbidden dynamic
  // partition value is kPartition and leaves no file.
  virtual Result<std::vector<WrittenFile>> Write(const plan::Relation& root,
                                                 const Bindings& bindings,
                                                 const WriteTarget& target,
                                                 const ExecutionSettings& settings) = 0;

  // Runs the plan into files of `target`, which has no dynamic partitions, and tells of each when
  // it is complete, so that it can be read while the rest is still computed. The files follow each
  // other as the rows do. The first ones are small, so that a reader soon has something; none waits
  // longer than about a second for its last row where rows come slowly. What is not in a file yet
  // is bounded by a hundred thousand rows and by some ten megabytes. An error of `take` ends the
  // statement and comes back as it is; the files that were told of stay. kUnsupported where the
  // engine can only write whole results.
  using TakePart = std::function<Status(const WrittenFile& part)>;
  virtual Status WriteParts(const plan::Relation& root, const Bindings& bindings,
                            const WriteTarget& target, const ExecutionSettings& settings,
                            const TakePart& take);

  // Takes rows into Parquet files as Write does, without dynamic partitions. A stream of Query may
  // be read meanwhile.
  virtual Result<std::unique_ptr<RowAppender>> Append(const std::vector<ResultColumn>& columns,
                                                      const WriteTarget& target,
                                                      const ExecutionSettings& settings) = 0;

  // Reports how the newest statement ran, which ran `root` with settings.profile. Call it once the
  // statement's rows are read to the end.
  virtual Result<ExecutionReport> Report(const plan::Relation& root, const Bindings& bindings) = 0;

  // Sets the share of the machine that this connection needs for the statements that follow. The
  // engine takes the most that any of its connections needs; threads change once no appender waits
  // for rows. kEnvironment where the engine cannot run with so little now; then it keeps its old
  // share.
  virtual Status TakeShare(const EngineShare& share) = 0;

  // The processes that compute functions of users; null for an engine without them. They are
  // shared with the engine's other connections, and asked from any thread.
  virtual udf::FunctionPool* FunctionProcesses() { return nullptr; }

  // How far the running statement is; nullopt while none runs.
  virtual std::optional<QueryProgress> Progress() { return std::nullopt; }

  // Ends the running statement soon, and no other one; it then fails with kInstanceCancelled.
  virtual void Interrupt() = 0;

  // The statement that Query would run, for diagnosis and tests.
  virtual Result<std::string> Print(const plan::Relation& root, const Bindings& bindings,
                                    const ExecutionSettings& settings) = 0;
};

// Safe from any thread.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual Result<std::unique_ptr<Connection>> Connect() = 0;

  // The process ends soon, and no connection is left: removes what the engine has on the disk, and
  // leaves its memory to the system. Only the destructor may be called afterwards.
  virtual void LeaveOpen() {}
};

}  // namespace paisql::engine
