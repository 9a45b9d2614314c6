#pragma once

// A plan's tables as the store knows them.

#include "plan/table.h"
#include "store/types.h"

namespace paisql::execution {

// As far as the plan tells: names, columns and the version. What only DESC wants is not there.
store::Table StoredTable(const plan::TableSchema& table);

}  // namespace paisql::execution
