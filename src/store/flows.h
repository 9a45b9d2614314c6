#pragma once

// The catalog's rows about runs of workflows. States are the texts of the platform: NOT_RUN,
// WAIT_TIME, WAIT_RESOURCE, RUNNING, CHECKING_CONDITION, SUCCESS, FAILURE.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/types.h"

namespace paisql::store {

// One run of one workflow for one business date.
struct FlowRun {
  int64_t id = 0;  // from 1; given by the catalog
  std::string flow;
  std::string folder;  // absolute; with `bizdate` what a run is a run of
  std::string project;
  std::string bizdate;            // yyyymmdd
  std::string state = "RUNNING";  // RUNNING, SUCCESS or FAILURE
  std::string message;            // one line, "" for none
  std::string command;            // that started it, quoted for a shell, without secrets
  int64_t started_ms = 0;         // UTC milliseconds since the epoch, as all times here
  int64_t ended_ms = 0;           // 0 while it runs
  int64_t pid = 0;                // of the process that runs it
  int64_t process_start = 0;      // clock ticks since boot
  std::string boot_id;
};

// One node in one run.
struct FlowNode {
  int64_t run_id = 0;
  int64_t position = 0;  // in the workflow, from 0
  std::string name;
  std::string kind;  // "ODPS_SQL"
  std::string state = "NOT_RUN";
  std::string message;
  int64_t attempts = 0;
  int64_t started_ms = 0;
  int64_t ended_ms = 0;
  // The evidence that it ran with, as JSON: it decides whether a later run may take its work as
  // done (docs/internals/formats.md).
  std::string evidence = "{}";
  std::string outputs = "[]";  // values that it gave to others, as JSON

  bool operator==(const FlowNode&) const = default;
};

// A table or one of its partitions, as it was at a moment: the texts differ when its rows may.
// nullopt: there is none.
using DataStamp = std::optional<std::string>;

struct CatalogState;

// The part of a home's catalog that tells of runs of workflows, by a connection of its own. What
// store/catalog.h says of threads, transactions and errors holds here, too.
class FlowBook {
 public:
  static Result<std::unique_ptr<FlowBook>> Open(const Home& home);
  ~FlowBook();
  FlowBook(const FlowBook&) = delete;
  FlowBook& operator=(const FlowBook&) = delete;

  bool writable() const;
  // The folder of a run's instances; whoever writes there makes it.
  std::string RunPath(int64_t run_id) const;

  // Gives the run a number, and the nodes with it. `judge` is asked in the same transaction, with
  // the runs of this folder that have not ended; its error is given back, and nothing is written.
  Status Begin(FlowRun& run, std::vector<FlowNode>& nodes,
               const std::function<Status(const std::vector<FlowRun>& running)>& judge);
  // State, message and end of the run, and all of these nodes of it.
  Status Change(const FlowRun& run, const std::vector<FlowNode>& nodes);
  // Newest first; of one folder, or "" for all; with `before` those of smaller numbers.
  Result<std::vector<FlowRun>> ListRuns(const std::string& folder, int64_t limit,
                                        int64_t before = INT64_MAX);
  // The last run of each folder, newest first.
  Result<std::vector<FlowRun>> ListLastRuns();
  Result<std::optional<FlowRun>> FindRun(int64_t run_id);
  Result<std::vector<FlowRun>> ListRunning();
  Result<std::vector<FlowNode>> ListNodes(int64_t run_id);  // by their positions
  Result<bool> HasProject(const std::string& name);
  Result<std::optional<Resource>> FindResource(const std::string& project, const std::string& name);
  // `partition` is "ds=1/hh=2", or its first levels; "": the whole table.
  Result<DataStamp> StampOf(const std::string& project, const std::string& table,
                            const std::string& partition);

 private:
  FlowBook();
  std::unique_ptr<CatalogState> state_;
};

}  // namespace paisql::store
