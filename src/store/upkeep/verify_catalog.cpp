// Rows of the catalog that cannot be, each kind of them found by a query of its own.

#include <array>

#include "store/catalog/catalog_state.h"
#include "store/files/partition_key.h"
#include "store/upkeep/verification_parts.h"
#include "types/data_type.h"

namespace paisql::store {
namespace {

constexpr const char* kRestoreCatalog =
    "; put a saved copy of the whole home back, or copy what can be read into another home";

// Each row of the answer is one that breaks the rule: what it belongs to, and its path or "".
struct Rule {
  const char* text;
  const char* sql;
};

constexpr std::array kRules = {
    Rule{"the number of the newest commit is not possible",
         "SELECT 'counters', '' FROM counters WHERE snapshot < 1"},
    Rule{"the counters are gone",
         "SELECT 'counters', '' WHERE (SELECT COUNT(*) FROM counters) <> 1"},
    Rule{"a number of the table is not possible",
         "SELECT p.name || '.' || t.name, '' FROM tables t JOIN projects p ON p.id = t.project_id "
         "WHERE t.schema_version < 1 OR t.next_column_id < 1 OR t.lifecycle_days < 0 "
         "OR t.id < 1 OR t.schema_version > 1000000000 "
         "OR t.files_version < 0 OR t.files_version > (SELECT snapshot FROM counters)"},
    Rule{"a number of the partition is not possible",
         "SELECT p.name || '.' || t.name || '/' || s.key, '' FROM partitions s "
         "JOIN tables t ON t.id = s.table_id JOIN projects p ON p.id = t.project_id "
         "WHERE s.files_version < 0 OR s.files_version > t.files_version"},
    Rule{"the schema of the table is not there",
         "SELECT p.name || '.' || t.schema || '.' || t.name, '' FROM tables t "
         "JOIN projects p ON p.id = t.project_id WHERE t.schema <> 'default' AND NOT EXISTS ("
         "SELECT 1 FROM schemas s WHERE s.project_id = t.project_id AND s.name = t.schema)"},
    Rule{"the table has no data column",
         "SELECT p.name || '.' || t.name, '' FROM tables t JOIN projects p ON p.id = t.project_id "
         "WHERE t.kind = 'table' AND NOT EXISTS (SELECT 1 FROM columns c "
         "WHERE c.table_id = t.id AND c.is_partition = 0 AND c.until_version IS NULL)"},
    Rule{"a number of a column is not possible",
         "SELECT p.name || '.' || t.name || '.' || c.name, '' FROM columns c "
         "JOIN tables t ON t.id = c.table_id JOIN projects p ON p.id = t.project_id "
         "WHERE c.since_version < 1 OR c.since_version > t.schema_version "
         "OR c.until_version < c.since_version OR c.until_version > t.schema_version "
         "OR c.column_id < 1 OR c.column_id >= t.next_column_id OR c.position < 0"},
    Rule{"the partition has another number of values than its table has partition columns",
         "SELECT p.name || '.' || t.name || '/' || s.key, '' FROM partitions s "
         "JOIN tables t ON t.id = s.table_id JOIN projects p ON p.id = t.project_id "
         "WHERE length(s.key) - length(replace(s.key, '/', '')) + 1 <> (SELECT COUNT(*) "
         "FROM columns c WHERE c.table_id = t.id AND c.is_partition = 1 "
         "AND c.until_version IS NULL)"},
    Rule{"the data file belongs to no table",
         "SELECT 'table ' || d.table_id, d.path FROM data_files d WHERE d.removed_at IS NULL "
         "AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = d.table_id AND t.kind = 'table')"},
    Rule{"the data file belongs to no partition of its table",
         "SELECT p.name || '.' || t.name, d.path FROM data_files d "
         "JOIN tables t ON t.id = d.table_id JOIN projects p ON p.id = t.project_id "
         "WHERE d.removed_at IS NULL AND CASE WHEN EXISTS (SELECT 1 FROM columns c "
         "WHERE c.table_id = t.id AND c.is_partition = 1 AND c.until_version IS NULL) "
         "THEN NOT EXISTS (SELECT 1 FROM partitions s WHERE s.id = d.partition_id "
         "AND s.table_id = t.id) ELSE d.partition_id <> 0 END"},
    Rule{"the data file was written under a version of its table that there is not",
         "SELECT p.name || '.' || t.name, d.path FROM data_files d "
         "JOIN tables t ON t.id = d.table_id JOIN projects p ON p.id = t.project_id "
         "WHERE d.removed_at IS NULL AND (d.schema_version < 1 "
         "OR d.schema_version > t.schema_version OR NOT EXISTS (SELECT 1 FROM columns c "
         "WHERE c.table_id = t.id AND c.is_partition = 0 AND c.since_version <= d.schema_version "
         "AND (c.until_version IS NULL OR c.until_version > d.schema_version)))"},
    Rule{"a number of the data file is not possible",
         "SELECT 'table ' || d.table_id, d.path FROM data_files d, counters n WHERE d.rows < 0 "
         "OR d.bytes < 0 OR d.added_at < 0 OR d.added_at > n.snapshot "
         "OR d.removed_at < d.added_at OR d.removed_at > n.snapshot OR (d.removed_at IS NULL "
         "AND length(d.block_sums) <> (d.bytes + 65535) / 65536 * 8)"},
    Rule{"a number of the resource is not possible",
         "SELECT p.name || '/' || r.name, COALESCE(r.path, '') FROM resources r "
         "JOIN projects p ON p.id = r.project_id WHERE r.bytes < 0 "
         "OR (r.path IS NULL) <> (r.kind = 'table')"},
    Rule{"a number of the model is not possible",
         "SELECT p.name || '/' || m.name, '' FROM models m JOIN projects p ON p.id = m.project_id "
         "WHERE NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.model_id = m.id "
         "AND v.version = m.default_version) OR EXISTS (SELECT 1 FROM model_versions v "
         "WHERE v.model_id = m.id AND (v.version < 1 OR v.version >= m.next_version))"},
    Rule{"the job's name is not possible",
         "SELECT id, '' FROM jobs WHERE id = '' OR id LIKE '.%' OR id LIKE '%/%'"},
};

// Paths that lead out of the folder to which they belong.
constexpr std::array<std::array<const char*, 2>, 6> kPaths = {{
    {"warehouse", "SELECT path FROM data_files"},
    {"resources", "SELECT path FROM resources WHERE path IS NOT NULL"},
    {"resources", "SELECT path FROM removed_resources WHERE path NOT LIKE 'models/%'"},
    {"models", "SELECT path FROM removed_resources WHERE path LIKE 'models/%'"},
    {"models", "SELECT path FROM model_files"},
    {"models", "SELECT folder FROM model_versions"},
}};

Finding BadRow(std::string object, std::string path, const std::string& text) {
  return {Severity::kError, "bad-row", std::move(object), std::move(path), text + kRestoreCatalog};
}

Status VerifyDatabase(Verification& work) {
  bool broken = false;
  PAISQL_ASSIGN(Statement check, work.db.Prepare("PRAGMA integrity_check(100)"));
  while (true) {
    PAISQL_ASSIGN(const bool found, check.Step());
    if (!found) break;
    const std::string text = check.Text(0);
    if (text == "ok") continue;
    broken = true;
    work.Report(
        {Severity::kError, "broken-catalog", "catalog", "catalog.sqlite", text + kRestoreCatalog});
  }
  if (!broken) return Status::Ok();
  return Error{
      ErrorCode::kDamaged,
      "the catalog " + work.home.CatalogPath() + " is damaged, so nothing else was checked",
      {},
      "put a saved copy of the whole home back, or choose another --home"};
}

Status VerifyReferences(Verification& work) {
  PAISQL_ASSIGN(Statement check, work.db.Prepare("PRAGMA foreign_key_check"));
  while (true) {
    PAISQL_ASSIGN(const bool found, check.Step());
    if (!found) return Status::Ok();
    work.Report(BadRow(check.Text(0) + " " + std::to_string(check.Int(1)), "",
                       "the row names one of " + check.Text(2) + " that there is not"));
  }
}

Status VerifyRules(Verification& work) {
  for (const Rule& rule : kRules) {
    PAISQL_ASSIGN(Statement find, work.db.Prepare(rule.sql));
    while (true) {
      PAISQL_ASSIGN(const bool found, find.Step());
      if (!found) break;
      work.Report(BadRow(find.Text(0), find.Text(1), rule.text));
    }
  }
  return Status::Ok();
}

Status VerifyTypes(Verification& work) {
  PAISQL_ASSIGN(Statement types,
                work.db.Prepare("SELECT p.name || '.' || t.name || '.' || c.name, c.type "
                                "FROM columns c JOIN tables t ON t.id = c.table_id "
                                "JOIN projects p ON p.id = t.project_id"));
  while (true) {
    PAISQL_ASSIGN(const bool found, types.Step());
    if (!found) return Status::Ok();
    const std::string type = types.Text(1);
    if (ParseDataType(type, kMaxDecimalPrecision).ok()) continue;
    work.Report(BadRow(types.Text(0), "", "the column's type '" + type + "' does not exist"));
  }
}

Status VerifyTraits(Verification& work) {
  PAISQL_ASSIGN(Statement traits,
                work.db.Prepare("SELECT p.name || '.' || t.name, t.traits FROM tables t "
                                "JOIN projects p ON p.id = t.project_id WHERE t.traits <> '{}'"));
  while (true) {
    PAISQL_ASSIGN(const bool found, traits.Step());
    if (!found) return Status::Ok();
    if (TraitsOf(traits.Text(1), work.home).ok()) continue;
    work.Report(BadRow(traits.Text(0), "", "the table's traits cannot be read"));
  }
}

Status VerifyPaths(Verification& work) {
  for (const auto& [folder, sql] : kPaths) {
    PAISQL_ASSIGN(Statement paths, work.db.Prepare(sql));
    while (true) {
      PAISQL_ASSIGN(const bool found, paths.Step());
      if (!found) break;
      const std::string path = paths.Text(0);
      if (StaysBelow(path, folder)) continue;
      work.Report(BadRow(folder, path, std::string("the path leads out of ") + folder + "/"));
    }
  }
  return Status::Ok();
}

}  // namespace

Status VerifyCatalog(Verification& work) {
  // A server looks after its files, and holds references to their rules.
  if (work.db.kind() == DatabaseKind::kSqlite) {
    PAISQL_TRY(VerifyDatabase(work));
    PAISQL_TRY(work.CheckStopped());
    PAISQL_TRY(VerifyReferences(work));
  }
  PAISQL_TRY(VerifyRules(work));
  PAISQL_TRY(VerifyTypes(work));
  PAISQL_TRY(VerifyTraits(work));
  return VerifyPaths(work);
}

}  // namespace paisql::store
