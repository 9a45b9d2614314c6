#pragma once

// Materialized views: what their rows are made of, whether these rows are still what the query
// gives, and how they are made anew. A mark is a text that stays the same as long as the plan of
// the query and the files that it reads do; each build keeps the marks of what it has read
// (store/materialized.h). A writer that comes in between makes a mark too old, never too new.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analyzer.h"

namespace paisql::analysis {

struct MaterializedSources {
  // Each partition of the view has the rows that one table's partition of the same values gives,
  // joined with other tables as they are. Otherwise only `whole` counts.
  bool by_partition = false;
  std::string whole;
  struct Part {
    std::vector<std::string> values;
    std::string mark;
  };
  std::vector<Part> parts;  // by_partition: partitions with rows, in the order of their values

  // What a build of everything keeps (store::Materialized::built).
  std::map<std::string, std::string> Marks(const store::Table& view) const;
};

// An error where the query cannot be analysed any more. It has the range.
Result<MaterializedSources> SourcesOf(const store::Table& view, const SourceRange& range,
                                      AnalysisContext& context);

// Whether the view holds what its query gives now, in the partitions whose first levels have these
// values.
Result<bool> IsValid(const store::Table& view, const std::vector<std::string>& partition,
                     const SourceRange& range, AnalysisContext& context);

// The rows that the query gives now, of these partitions or of all, as an INSERT INTO the view. A
// view without an id is made with them.
Result<WritePlan> PlanBuild(const store::Table& view,
                            const std::optional<std::vector<std::vector<std::string>>>& partitions,
                            const SourceRange& range, AnalysisContext& context);

// kInvalidObjectType where the table is a materialized view, whose rows no other statement writes.
Status CheckNotMaterialized(const store::Table& table, const SourceRange& range);

}  // namespace paisql::analysis
