#pragma once

// What can be wrong with the columns of a training, told before a process starts.

#include "pai/component.h"

namespace paisql::pai {

// labelColName, weightCol and groupIDColName name columns; featureColNames names columns of
// numbers, or with enableSparse=true one STRING column.
Status CheckTraining(const Parameters& parameters, const BuildContext& context,
                     const SchemaSource& source);

}  // namespace paisql::pai
