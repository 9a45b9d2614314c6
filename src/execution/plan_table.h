#pragma once

// A plan's tables as the store knows them.

#include "plan/table.h"
#include "store/types.h"

namespace paisql::execution {

// The table as the plan knows it: names, columns and the version. Details for DESC are missing.
store::Table StoredTable(const plan::TableSchema& table);

}  // namespace paisql::execution
