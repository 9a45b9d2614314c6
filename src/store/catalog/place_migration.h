#pragma once

// The step of the catalog's migration that gives tables, streams and resources a place with a
// schema. What was there is in the schema `default`, which has no row. A constraint changes only
// with its table, so these are made anew; foreign keys are off meanwhile (Catalog::Open).

namespace paisql::store {

inline constexpr const char* kSchemasOfProjects = R"sql(
CREATE TABLE schemas (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE placed_tables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  schema TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL COLLATE NOCASE,
  kind TEXT NOT NULL CHECK (kind IN ('table', 'view')),
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  lifecycle_days INTEGER,
  view_text TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  next_column_id INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  last_ddl_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  files_version INTEGER NOT NULL DEFAULT 0,
  traits TEXT NOT NULL DEFAULT '{}',
  UNIQUE (project_id, schema, name)
) STRICT;
INSERT INTO placed_tables SELECT id, project_id, 'default', name, kind, comment, owner,
    lifecycle_days, view_text, schema_version, next_column_id, created_ms, last_ddl_ms,
    last_modified_ms, files_version, traits FROM tables;
DELETE FROM sqlite_sequence WHERE name = 'placed_tables';
INSERT INTO sqlite_sequence SELECT 'placed_tables', seq FROM sqlite_sequence WHERE name = 'tables';
DROP TABLE tables;
ALTER TABLE placed_tables RENAME TO tables;

CREATE TABLE placed_streams (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  schema TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL COLLATE NOCASE,
  table_id INTEGER NOT NULL,
  offset_version INTEGER NOT NULL,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  UNIQUE (project_id, schema, name)
) STRICT;
INSERT INTO placed_streams SELECT id, project_id, 'default', name, table_id, offset_version,
    comment, owner, created_ms, last_modified_ms FROM streams;
DELETE FROM sqlite_sequence WHERE name = 'placed_streams';
INSERT INTO sqlite_sequence SELECT 'placed_streams', seq FROM sqlite_sequence
  WHERE name = 'streams';
DROP TABLE streams;
ALTER TABLE placed_streams RENAME TO streams;

CREATE TABLE placed_resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  schema TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL COLLATE NOCASE,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'py', 'jar', 'archive', 'table')),
  path TEXT,
  source TEXT NOT NULL,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  UNIQUE (project_id, schema, name)
) STRICT;
INSERT INTO placed_resources SELECT id, project_id, 'default', name, kind, path, source, comment,
    owner, bytes, sha256, created_ms, last_modified_ms FROM resources;
DELETE FROM sqlite_sequence WHERE name = 'placed_resources';
INSERT INTO sqlite_sequence SELECT 'placed_resources', seq FROM sqlite_sequence
  WHERE name = 'resources';
DROP TABLE resources;
ALTER TABLE placed_resources RENAME TO resources;

ALTER TABLE dropped_tables ADD COLUMN schema TEXT NOT NULL COLLATE NOCASE DEFAULT 'default';
)sql";

}  // namespace paisql::store
