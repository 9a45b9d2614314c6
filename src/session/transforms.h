#pragma once

// Before a plan runs, the scripts of its TRANSFORMs do: the query below each is streamed through a
// child process, and what the child prints is staged as Parquet files, which the rest of the plan
// reads. Neither the input nor the output is ever in memory as a whole. The files live as long as
// the Transforms.

#include <vector>

#include "plan/relation.h"
#include "session/state.h"
#include "session/writes.h"

namespace paisql::session {

class Transforms {
 public:
  explicit Transforms(Run& run) : run_(run), staging_(run.state) {}

  // Runs the scripts of the plans, whose files are listed already, one after another. kScript for
  // one that fails.
  Status Execute(const std::vector<plan::Relation*>& roots, engine::ExecutionSettings settings);

 private:
  Status ExecuteOne(plan::Relation& root, plan::Transform& transform,
                    const engine::ExecutionSettings& settings);

  Run& run_;
  Staging staging_;
};

}  // namespace paisql::session
