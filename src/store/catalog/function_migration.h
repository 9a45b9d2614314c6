#pragma once

// The step of the catalog's migration that keeps functions of users in Python: which class of which
// resources, and what its annotation said when they were read.

namespace paisql::store {

inline constexpr const char* kFunctionsOfUsers = R"sql(
CREATE TABLE functions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  schema TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL COLLATE NOCASE,
  class TEXT NOT NULL,
  resources TEXT NOT NULL,
  codes TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  form TEXT NOT NULL,
  signature TEXT NOT NULL,
  whole_columns INTEGER NOT NULL,
  read_from TEXT NOT NULL,
  UNIQUE (project_id, schema, name)
) STRICT;
)sql";

}  // namespace paisql::store
