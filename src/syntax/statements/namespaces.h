#pragma once

// Statements that make, remove, export and import what holds tables.

#include <optional>
#include <string>

#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// CREATE and DROP of a PROJECT or of a SCHEMA
struct NamespaceStatement final : Statement {
  bool drop = false;
  bool schema = false;
  QualifiedName name;
  bool if_exists = false;  // IF EXISTS, or IF NOT EXISTS of CREATE
  std::string comment;
  SourceRange comment_range;
  bool cascade = false;  // DROP … CASCADE
};

// EXPORT … TO and IMPORT … FROM of a table or of a PROJECT
struct TransferStatement final : Statement {
  bool import = false;
  bool project = false;
  std::optional<QualifiedName> name;       // of IMPORT: nullopt: the name that it had
  std::optional<PartitionSpec> partition;  // EXPORT TABLE t PARTITION (…)
  std::string folder;
  SourceRange folder_range;
};

}  // namespace paisql::syntax
