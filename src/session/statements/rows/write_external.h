#pragma once

// Writes the rows of a plan as files outside of the home: those of INSERT into an external table,
// and of UNLOAD. All files are complete before the first one appears at its place.

#include "analysis/analyzer.h"
#include "session/state.h"
#include "store/external.h"

namespace paisql::session {

struct ExternalTarget {
  store::ExternalSource source;
  store::Table table;                // its columns name the fields
  store::PartitionLevels partition;  // as in store::TableTarget
  bool overwrite = false;            // what is there goes
  SourceRange range;
};

// The number of rows. The partitions that got rows, or are named, are in the catalog afterwards.
Result<int64_t> WriteExternal(const plan::Relation& root, const ExternalTarget& target, Run& run);

}  // namespace paisql::session
