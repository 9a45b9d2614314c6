#pragma once

// Statements that move rows between tables and files outside of the home, and the one that looks
// for folders of partitions.

#include <memory>
#include <optional>

#include "syntax/query.h"
#include "syntax/statement.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {

// LOAD OVERWRITE TABLE t PARTITION (…) FROM LOCATION '…' STORED AS CSV
struct LoadStatement final : Statement {
  InsertStatement insert;  // of all columns of kLoadedFiles
  StorageClauses storage;
};
// The name of the files in the query of LOAD.
inline constexpr const char* kLoadedFiles = "the files";

// UNLOAD FROM t INTO LOCATION '…' STORED AS PARQUET. The table and its partition are a query, too.
struct UnloadStatement final : Statement {
  std::unique_ptr<Query> query;
  bool of_table = false;
  StorageClauses storage;
};

// MSCK REPAIR TABLE t ADD PARTITIONS
struct RepairStatement final : Statement {
  QualifiedName table;
};

}  // namespace paisql::syntax
