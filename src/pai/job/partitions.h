#pragma once

// Inputs of which a parameter such as inputTablePartitions chooses partitions. Private to pai.

#include "pai/component.h"

namespace paisql::pai {

// The value of an input port as it counts: "odps://p/tables/t/ds=1" where one partition, or the
// leading keys of several, are chosen, and a query in parentheses for a list of partitions. Errors
// have the place of the list.
Result<syntax::PaiParameter> Restricted(const syntax::PaiParameter& given, const Port& port,
                                        const Parameters& parameters, const BuildContext& context);

}  // namespace paisql::pai
