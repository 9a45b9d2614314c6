#pragma once

// The clauses that say how files outside of the home are read and written: STORED BY, STORED AS,
// ROW FORMAT, WITH SERDEPROPERTIES and LOCATION.

#include <map>
#include <string>

#include "analysis/analyzer.h"
#include "store/external.h"

namespace paisql::syntax {
struct StorageClauses;
struct TableProperty;
}  // namespace paisql::syntax

namespace paisql::analysis {

// `properties` are those of TBLPROPERTIES; the location stays as it is written. An error where a
// clause is missing, unknown, or names a format that is not read; a warning for what has no effect.
Result<store::ExternalSource> ReadStorage(
    const syntax::StorageClauses& storage,
    const std::map<std::string, syntax::TableProperty>& properties, const SourceRange& range,
    AnalysisContext& context);

// The same table of files after ALTER TABLE … SET SERDEPROPERTIES.
Result<store::ExternalSource> WithProperties(
    const store::ExternalSource& source,
    const std::map<std::string, syntax::TableProperty>& properties, const SourceRange& range,
    AnalysisContext& context);

// kUnsupported for a column whose type has no form in files of this format.
Status CheckExternalColumns(const store::ExternalSource& source,
                            const std::vector<store::Column>& columns, const SourceRange& range);

}  // namespace paisql::analysis
