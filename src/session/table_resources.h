#pragma once

// Tables as resources of users' functions: their rows are read once for each state of the table and
// lie in files of the session's lease until it ends. A function finds them by
// odps.distcache.get_cache_table.

#include <map>
#include <string>
#include <vector>

#include "analysis/snapshot.h"
#include "base/result.h"
#include "execution/plan_run.h"
#include "execution/staging.h"
#include "store/types.h"

namespace paisql::session {

class State;

class TableResources {
 public:
  explicit TableResources(State& state);

  // Fills the resource's path, which is that of a text in JSON: {"columns": [{"name", "type"}],
  // "files": [path], "zone": name}, and its sha256 with what differs where the rows may do. Errors
  // have no place.
  Status Read(store::Resource& resource);
  // The plans of a script see one state of the tables, also those that this reads meanwhile; null
  // for none.
  void UsePlans(execution::PlanRun* plans) { plans_ = plans; }

 private:
  struct Rows {
    std::string state;
    std::string path;
  };
  // Fails where the user may not read the table.
  Result<analysis::SnapshotPlan> Analyze(const std::string& query);
  Result<Rows> ReadRows(analysis::SnapshotPlan plan, const store::Table& table, std::string state);

  State& state_;
  execution::Staging staging_;
  execution::PlanRun* plans_ = nullptr;
  std::map<std::string, Rows> rows_;  // by the resource's source
  // What `plans_` has run lives as long as it does.
  std::vector<plan::RelationPtr> roots_;
};

}  // namespace paisql::session
