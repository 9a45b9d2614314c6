#pragma once

// CREATE STREAM, ALTER STREAM and DROP STREAM.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "syntax/query.h"
#include "syntax/statement.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {

enum class StreamAction { kCreate, kAlter, kDrop };

struct StreamStatement final : Statement {
  StreamAction action = StreamAction::kCreate;
  bool if_not_exists = false;
  bool if_exists = false;
  QualifiedName stream;
  std::optional<QualifiedName> table;               // ON TABLE
  std::unique_ptr<TableVersion> offset;             // null where none is written
  std::map<std::string, TableProperty> properties;  // STRMPROPERTIES, by key
  std::optional<std::string> comment;
  SourceRange comment_range;
};

}  // namespace paisql::syntax
