#pragma once

// A catalog with a table of every type, partitioned tables, and views; made once a process in a
// scratch home that the process removes when it ends.

#include "store/catalog.h"

namespace paisql::fuzz {

store::Catalog& FixedCatalog();

}  // namespace paisql::fuzz
