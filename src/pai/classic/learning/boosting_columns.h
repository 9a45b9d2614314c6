#pragma once

// Columns of the tables that components of boosted trees make.

#include "pai/component.h"

namespace paisql::pai {

// (col STRING, importance DOUBLE)
Result<std::vector<store::Column>> ImportanceColumns(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const SchemaSource& source);
// (id BIGINT, value DOUBLE), of ps_smart
Result<std::vector<store::Column>> NumberedColumns(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   const SchemaSource& source);
// (id BIGINT, value BIGINT), of ps_smart: the model's file as numbers
Result<std::vector<store::Column>> PackedColumns(const Parameters& parameters,
                                                 const BuildContext& context,
                                                 const SchemaSource& source);

}  // namespace paisql::pai
