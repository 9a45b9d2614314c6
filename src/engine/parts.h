#pragma once

// An engine that can write a plan's rows as files of which each can be read while the rest is still
// computed. What holds for Engine (engine.h) holds here, too: it is a statement of that engine.

#include <functional>

#include "base/result.h"
#include "engine/engine.h"

namespace paisql::engine {

class PartsEngine {
 public:
  virtual ~PartsEngine() = default;

  // Runs the plan into files of `target`, which has no dynamic partitions, and tells of each when
  // it is complete. The files follow each other as the rows do. The first ones are small, so that a
  // reader soon has something; none waits longer than about a second for its last row where rows
  // come slowly. What is not in a file yet is bounded by a hundred thousand rows and by some
  // ten megabytes. An error of `take` ends the statement and comes back as it is; the files
  // that were told of stay.
  // May be called from another thread than the engine's other methods, but not beside them.
  using TakePart = std::function<Status(const WrittenFile& part)>;
  virtual Status WriteParts(const plan::Relation& root, const Bindings& bindings,
                            const WriteTarget& target, const ExecutionSettings& settings,
                            const TakePart& take) = 0;
};

}  // namespace paisql::engine
