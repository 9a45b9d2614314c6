#pragma once

// Statements that show what there is.

#include <cstdint>
#include <optional>
#include <string>

#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

enum class ShowWhat {
  kTables,
  kViews,
  kPartitions,
  kCreateTable,
  kProperties,  // SHOW TBLPROPERTIES, of which `pattern` is the key
  kColumns,
  kFunctions,
  kFlags,
  kInstances,
  kJobs,
  kResources,
  kProjects,
  kSchemas,
  kVariables,
  kBuckets,
  kRoles,
  kGrants,
  kUsers,
  kAcl,
  kPrincipals,  // of a role
  kSecurity,    // SHOW SECURITYCONFIGURATION
  kModels,
  kOfflineModels,
  kServices,
  kHistory,
  kStreams,
  kTop,      // SHOW P of what has not ended
  kExport,   // EXPORT TABLE t
  kOwner,    // WHOAMI
  kVersion,  // of the program
  kExternalTables,
  kMaterializedViews,
};

// SHOW …, LIST … and LS …
struct ShowStatement final : Statement {
  ShowWhat what = ShowWhat::kTables;
  std::optional<QualifiedName> table;      // kPartitions, kCreateTable, kColumns, …
  std::optional<PartitionSpec> partition;  // kPartitions, kHistory
  std::optional<int64_t> id;               // kHistory: of a dropped table
  bool dropped = false;                    // kHistory: SHOW RECYCLEBIN, which has no other tables
  std::vector<Identifier> in;              // IN p, IN p.s, IN s
  bool in_schema = false;                  // IN SCHEMA …
  std::string pattern;                     // LIKE '…'
  std::optional<int64_t> count;            // SHOW P 20, SHOW JOBS LIMIT 20
  // SHOW P FROM 2026-01-01 TO 2026-01-31: the first and the last day; "" for none.
  std::string from_day;
  std::string to_day;
  // SHOW GRANTS FOR ROLE r | [USER] u, ON BUCKET b; SHOW PRINCIPALS r
  std::optional<Identifier> role;
  std::optional<Identifier> user;
  std::optional<Identifier> bucket;
  std::optional<Identifier> object;       // SHOW ACL FOR o, SHOW GRANTS ON type o
  std::optional<Identifier> object_type;  // ON [TYPE] type
  bool listed = false;                    // LIST, not SHOW, where they differ
  bool roles_only = false;                // kGrants: SHOW ROLE GRANT, SHOW CURRENT ROLES
  bool built_in = false;                  // kFunctions: SHOW BUILTIN FUNCTIONS
};

enum class DescribeWhat {
  kTable,
  kResource,
  kFunction,
  kInstance,
  kProject,
  kSchema,
  kModel,
  kOfflineModel,
  kService,
  kStream,
  kRole,
  kVariable
};

struct DescribeStatement final : Statement {
  DescribeWhat what = DescribeWhat::kTable;
  bool extended = false;
  QualifiedName name;  // a resource's name may hold dots: then one part; @v without @
  std::optional<PartitionSpec> partition;
};

}  // namespace paisql::syntax
