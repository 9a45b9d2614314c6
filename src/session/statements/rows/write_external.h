#pragma once

// Writes the rows of a plan as files outside of the home: those of INSERT into an external table,
// of UNLOAD and of TUNNEL DOWNLOAD. All files are complete before the first one appears at its
// place.

#include "analysis/analyzer.h"
#include "base/files/new_file.h"
#include "execution/plan_run.h"
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

// The columns of a plan's rows as those of a table.
std::vector<store::Column> ColumnsOf(const plan::Relation& root);

// The number of rows. The partitions that got rows, or are named, are in the catalog afterwards.
Result<int64_t> WriteExternal(const plan::Relation& root, const ExternalTarget& target, Run& run);

// Writes the rows of a plan into the file, as Parquet or as ORC. The number of rows.
Result<int64_t> WriteColumnarFile(const execution::TitledPlan& plan, execution::PlanRun& plans,
                                  store::ExternalFormat format, NewFile& file,
                                  const SourceRange& range, Run& run);

}  // namespace paisql::session
