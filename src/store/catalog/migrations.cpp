#include "store/catalog/migrations.h"

#include <iterator>

#include "store/catalog/function_migration.h"
#include "store/catalog/place_migration.h"

namespace paisql::store {
namespace {

// Row n brings a catalog from version n to n + 1. A row that a release has shipped never changes;
// what is new comes as a further row. docs/internals/formats.md explains the tables.
constexpr const char* kMigrations[] = {
    R"sql(
CREATE TABLE counters (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  snapshot INTEGER NOT NULL
) STRICT;
INSERT INTO counters VALUES (1, 1);

CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  owner TEXT NOT NULL,
  comment TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE tables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
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
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE columns (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  column_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  is_partition INTEGER NOT NULL CHECK (is_partition IN (0, 1)),
  since_version INTEGER NOT NULL,
  until_version INTEGER,
  name TEXT NOT NULL COLLATE NOCASE,
  type TEXT NOT NULL,
  comment TEXT NOT NULL,
  not_null INTEGER NOT NULL CHECK (not_null IN (0, 1)),
  default_text TEXT NOT NULL
) STRICT;
CREATE INDEX columns_of_table ON columns (table_id, position);
CREATE UNIQUE INDEX columns_by_name ON columns (table_id, name) WHERE until_version IS NULL;

CREATE TABLE partitions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  UNIQUE (table_id, key)
) STRICT;

CREATE TABLE data_files (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL,
  partition_id INTEGER NOT NULL,
  path TEXT NOT NULL UNIQUE,
  rows INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  schema_version INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX data_files_live ON data_files (table_id, partition_id) WHERE removed_at IS NULL;
CREATE INDEX data_files_removed ON data_files (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE resources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
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
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE removed_resources (
  path TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  statement TEXT NOT NULL,
  owner TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'killed')),
  message TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  supervisor_pid INTEGER NOT NULL,
  supervisor_start INTEGER NOT NULL,
  boot_id TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_by_time ON jobs (project_id, created_ms);
)sql",
    R"sql(
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 9;
ALTER TABLE jobs ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}';
ALTER TABLE jobs ADD COLUMN steps INTEGER;
ALTER TABLE jobs ADD COLUMN loss REAL;
ALTER TABLE jobs ADD COLUMN rows_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN rows_written INTEGER NOT NULL DEFAULT 0;

CREATE TABLE claims (
  ticket INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id TEXT NOT NULL UNIQUE,
  lease TEXT NOT NULL,
  pid INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  cpu INTEGER NOT NULL,
  memory_mb INTEGER NOT NULL,
  gpus TEXT NOT NULL,
  quota TEXT NOT NULL,
  granted INTEGER NOT NULL CHECK (granted IN (0, 1)),
  cards TEXT NOT NULL
) STRICT;
)sql",
    R"sql(
ALTER TABLE jobs RENAME COLUMN loss TO finite_loss;
ALTER TABLE jobs ADD COLUMN loss ANY CHECK (typeof(loss) IN ('null', 'real') OR loss = 'nan');
UPDATE jobs SET loss = finite_loss;
ALTER TABLE jobs DROP COLUMN finite_loss;
)sql",
    // Files that are there hold times in 64 bits: a table with such columns gets a new version of
    // its schema for those that come. A name of a field that looks like the type does no harm.
    R"sql(
ALTER TABLE columns ADD COLUMN times_in_64_bits INTEGER NOT NULL DEFAULT 0;
UPDATE columns SET times_in_64_bits = iif(until_version IS NULL, 2, 1)
  WHERE type LIKE '%TIMESTAMP%' AND is_partition = 0;
UPDATE tables SET schema_version = schema_version + 1
  WHERE id IN (SELECT table_id FROM columns WHERE times_in_64_bits = 2);
UPDATE columns SET until_version = (SELECT schema_version FROM tables WHERE id = table_id)
  WHERE times_in_64_bits = 2;
INSERT INTO columns (table_id, column_id, position, is_partition, since_version, name, type,
    comment, not_null, default_text)
  SELECT table_id, column_id, position, is_partition, until_version, name, type, comment, not_null,
    default_text FROM columns WHERE times_in_64_bits = 2;
UPDATE columns SET times_in_64_bits = 1 WHERE times_in_64_bits = 2;
)sql",
    // Checksums of a file's blocks, NULL for files that are there already; and which commit was the
    // last, so that a writer whose COMMIT failed can tell whether it happened.
    R"sql(
ALTER TABLE data_files ADD COLUMN block_sums BLOB;
ALTER TABLE counters ADD COLUMN last_commit TEXT NOT NULL DEFAULT '';
)sql",
    // The commit that was the last to change the list of files, so that a writer can tell whether
    // what it has read still holds.
    R"sql(
ALTER TABLE tables ADD COLUMN files_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE partitions ADD COLUMN files_version INTEGER NOT NULL DEFAULT 0;
)sql",
    R"sql(
ALTER TABLE jobs ADD COLUMN loss_step INTEGER;
CREATE INDEX jobs_active ON jobs (created_ms) WHERE state IN ('waiting', 'running');
)sql",
    R"sql(
CREATE TABLE roles (
  name TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  arn TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE role_grants (
  role TEXT NOT NULL COLLATE NOCASE REFERENCES roles (name) ON DELETE CASCADE,
  bucket TEXT NOT NULL,
  action TEXT NOT NULL,
  PRIMARY KEY (role, bucket, action)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
ALTER TABLE jobs ADD COLUMN bytes_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN read_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN step_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN wait_ms INTEGER NOT NULL DEFAULT 0;
)sql",
    R"sql(
CREATE TABLE models (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL COLLATE NOCASE,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  default_version INTEGER NOT NULL,
  next_version INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;

CREATE TABLE model_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  model_id INTEGER NOT NULL REFERENCES models (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  folder TEXT NOT NULL,
  source TEXT NOT NULL,
  signatures TEXT NOT NULL,
  job_id TEXT NOT NULL,
  training TEXT NOT NULL,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (model_id, version)
) STRICT;

CREATE TABLE model_files (
  path TEXT NOT NULL PRIMARY KEY,
  version_id INTEGER NOT NULL REFERENCES model_versions (id) ON DELETE CASCADE,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_files_of_version ON model_files (version_id);
)sql",
    R"sql(
CREATE TABLE services (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  token TEXT NOT NULL,
  owner TEXT NOT NULL,
  running INTEGER NOT NULL CHECK (running IN (0, 1)),
  properties TEXT NOT NULL,
  next_version INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE service_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  service_id INTEGER NOT NULL REFERENCES services (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  processor TEXT NOT NULL,
  model_id INTEGER REFERENCES models (id),
  model_version INTEGER NOT NULL,
  folder TEXT NOT NULL,
  properties TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('main', 'grey', 'mirror', 'retired')),
  weight INTEGER NOT NULL CHECK (weight BETWEEN 0 AND 100),
  instances INTEGER NOT NULL CHECK (instances >= 0),
  replaced INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (service_id, version)
) STRICT;
CREATE INDEX service_versions_of_model ON service_versions (model_id, model_version);

CREATE TABLE service_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO service_revision VALUES (1, 0);

CREATE TABLE fleet (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  supervisor_pid INTEGER NOT NULL,
  supervisor_start INTEGER NOT NULL,
  front_pid INTEGER NOT NULL,
  front_start INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  started_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE service_instances (
  service_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  instance INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  process_start INTEGER NOT NULL,
  port INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('starting', 'ready', 'draining', 'backoff', 'failed')),
  restarts INTEGER NOT NULL,
  last_error TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY (service_id, version, instance)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
CREATE TABLE flow_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  flow TEXT NOT NULL,
  folder TEXT NOT NULL,
  project TEXT NOT NULL,
  bizdate TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'SUCCESS', 'FAILURE')),
  message TEXT NOT NULL,
  command TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  process_start INTEGER NOT NULL,
  boot_id TEXT NOT NULL
) STRICT;
CREATE INDEX flow_runs_by_folder ON flow_runs (folder, id);
CREATE INDEX flow_runs_running ON flow_runs (folder) WHERE state = 'RUNNING';

CREATE TABLE flow_nodes (
  run_id INTEGER NOT NULL REFERENCES flow_runs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('NOT_RUN', 'WAIT_TIME', 'WAIT_RESOURCE', 'RUNNING',
    'CHECKING_CONDITION', 'SUCCESS', 'FAILURE')),
  message TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  outputs TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;
)sql",
    // When files came and went, and until when those that went are kept; of which states of tables
    // some files are gone; and what was known of tables and partitions that were dropped.
    R"sql(
ALTER TABLE data_files ADD COLUMN added_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE data_files ADD COLUMN removed_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE data_files ADD COLUMN kept_until_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX data_files_expiring ON data_files (kept_until_ms) WHERE removed_at IS NOT NULL;
CREATE INDEX data_files_past ON data_files (table_id, removed_at) WHERE removed_at IS NOT NULL;
ALTER TABLE counters ADD COLUMN history_since INTEGER NOT NULL DEFAULT 0;
UPDATE counters SET history_since = snapshot;

CREATE TABLE forgotten_states (
  table_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  before_snapshot INTEGER NOT NULL,
  PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE dropped_tables (
  id INTEGER PRIMARY KEY,
  dropped_at INTEGER NOT NULL,
  dropped_ms INTEGER NOT NULL,
  kept_until_ms INTEGER NOT NULL,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL COLLATE NOCASE,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  lifecycle_days INTEGER,
  schema_version INTEGER NOT NULL,
  next_column_id INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX dropped_tables_by_name ON dropped_tables (project_id, name);

CREATE TABLE dropped_columns (
  table_id INTEGER NOT NULL,
  column_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  is_partition INTEGER NOT NULL,
  since_version INTEGER NOT NULL,
  until_version INTEGER,
  name TEXT NOT NULL COLLATE NOCASE,
  type TEXT NOT NULL,
  comment TEXT NOT NULL,
  not_null INTEGER NOT NULL,
  default_text TEXT NOT NULL,
  times_in_64_bits INTEGER NOT NULL
) STRICT;
CREATE INDEX dropped_columns_of_table ON dropped_columns (table_id);

CREATE TABLE dropped_partitions (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL,
  dropped_at INTEGER NOT NULL,
  kept_until_ms INTEGER NOT NULL,
  key TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX dropped_partitions_of_table ON dropped_partitions (table_id, key);
)sql",
    // What a table promises about its rows, files that name rows which are gone, and which program
    // loads a model.
    R"sql(
ALTER TABLE tables ADD COLUMN traits TEXT NOT NULL DEFAULT '{}';
ALTER TABLE dropped_tables ADD COLUMN traits TEXT NOT NULL DEFAULT '{}';
ALTER TABLE data_files ADD COLUMN kind TEXT NOT NULL DEFAULT 'base'
  CHECK (kind IN ('base', 'delete'));
ALTER TABLE model_versions ADD COLUMN format TEXT NOT NULL DEFAULT 'saved_model';
)sql",
    // Which commits made the versions of transactional tables, and streams that read on from one.
    R"sql(
CREATE TABLE table_versions (
  table_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  snapshot INTEGER NOT NULL,
  made_ms INTEGER NOT NULL,
  PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE streams (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL COLLATE NOCASE,
  table_id INTEGER NOT NULL,
  offset_version INTEGER NOT NULL,
  comment TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_modified_ms INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;
)sql",
    // Users, roles and permissions of a project. The roles that are there are known everywhere.
    R"sql(
CREATE TABLE project_users (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE project_roles (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE,
  administers INTEGER NOT NULL,
  policy TEXT NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO project_roles (project_id, name, administers, policy)
  SELECT p.id, r.name, 0, '' FROM projects p, roles r;

CREATE TABLE role_members (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  role TEXT NOT NULL COLLATE NOCASE,
  member TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (project_id, role, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE privileges (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  to_role INTEGER NOT NULL,
  grantee TEXT NOT NULL COLLATE NOCASE,
  object_type TEXT NOT NULL,
  object TEXT NOT NULL COLLATE NOCASE,
  object_id INTEGER NOT NULL,
  column_name TEXT NOT NULL COLLATE NOCASE,
  action TEXT NOT NULL,
  by_policy INTEGER NOT NULL,
  denies INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX privileges_of_project ON privileges (project_id);

CREATE TABLE project_security (
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT, WITHOUT ROWID;
)sql",
    kSchemasOfProjects,
    kFunctionsOfUsers,
};

static_assert(std::size(kMigrations) == kSchemaVersion, "one migration for each version");

}  // namespace

const char* MigrationScript(int version) { return kMigrations[version]; }

}  // namespace paisql::store
