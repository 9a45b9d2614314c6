// Versions of transactional tables, and streams.

#include "store/versions.h"

#include "base/whole_number.h"
#include "store/catalog/catalog_state.h"
#include "store/catalog/commit/change_writer.h"
#include "store/catalog/kept_files.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/place.h"

namespace paisql::store {
namespace {

constexpr const char* kRetainHours = "acid.data.retain.hours";
constexpr int64_t kMsOfHour = int64_t{60} * 60 * 1000;

constexpr const char* kStreamColumns =
    "SELECT s.id, CASE WHEN s.schema = 'default' THEN p.name ELSE p.name || '.' || s.schema END, "
    "s.name, "
    "s.table_id, s.offset_version, s.comment, s.owner, s.created_ms, "
    "s.last_modified_ms FROM streams s JOIN projects p ON p.id = s.project_id ";

Stream ReadStream(const Statement& row) {
  return {row.Int(0),  row.Text(1), row.Text(2), row.Int(3), row.Int(4),
          row.Text(5), row.Text(6), row.Int(7),  row.Int(8)};
}

// The files of a table for which one of two times lies in the range and the other does not. A time
// of 0 milliseconds is that of a merge.
std::string ChangedSql(const std::string& in, const std::string& out) {
  const auto inside = [](const std::string& what) {
    return "(" + what + "_at > ?2 AND " + what + "_at <= ?3 AND " + what + "_ms > 0)";
  };
  return "SELECT path, rows, bytes, schema_version, partition_id, block_sums, kind "
         "FROM data_files WHERE table_id = ?1 AND " +
         inside(in) + " AND " + (out == "removed" ? "(removed_at IS NULL OR NOT " : "(NOT ") +
         inside(out) + ") ORDER BY partition_id, id";
}

Error StreamGone() {
  return Conflict(Error{ErrorCode::kInvalidMetaOperation,
                        "the stream was dropped by another statement meanwhile",
                        {},
                        "run the statement again"});
}

}  // namespace

Result<bool> VersionCatalog::HasFilesOf(const std::string& lease) {
  PAISQL_ASSIGN(Statement find,
                catalog_.state_->db.Prepare("SELECT 1 FROM data_files "
                                            "WHERE replace(path, ?1, '') <> path LIMIT 1"));
  return find.Bind("/" + lease + "-").Step();
}

Result<std::vector<DataVersion>> VersionCatalog::ListVersions(int64_t table_id) {
  CatalogState& state = *catalog_.state_;
  PAISQL_ASSIGN(Transaction reading, state.db.BeginRead());
  PAISQL_ASSIGN(const int64_t since, StatesSince(state.db, table_id, std::nullopt));
  PAISQL_ASSIGN(const int64_t newest, catalog_.CurrentSnapshot());
  PAISQL_ASSIGN(Statement list, state.db.Prepare("SELECT version, made_ms, snapshot "
                                                 "FROM table_versions WHERE table_id = ?1 "
                                                 "ORDER BY version"));
  list.Bind(table_id);
  std::vector<DataVersion> versions;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    const int64_t end = found ? list.Int(2) - 1 : newest;
    if (!versions.empty()) {
      versions.back().last_snapshot = end;
      if (end < since) versions.pop_back();
    }
    if (!found) return versions;
    versions.push_back({list.Int(0), list.Int(1), list.Int(2), 0});
  }
}

Result<std::optional<ChangedFiles>> VersionCatalog::FilesBetween(const Table& table, int64_t from,
                                                                 int64_t to) {
  CatalogState& state = *catalog_.state_;
  PAISQL_ASSIGN(Transaction reading, state.db.BeginRead());
  std::optional<ChangedFiles> changed;
  PAISQL_ASSIGN(const int64_t since, StatesSince(state.db, table.id, std::nullopt));
  if (from < since) return changed;
  changed.emplace();
  const auto list = [&](const std::string& sql, FileListing& listing) -> Status {
    PAISQL_ASSIGN(Statement files, state.db.Prepare(sql));
    PAISQL_TRY(ReadFiles(files.Bind(table.id, from, to), state.home, listing));
    listing.snapshot = to;
    return CompletePast(state, table.id, listing);
  };
  PAISQL_TRY(list(ChangedSql("added", "removed"), changed->added));
  PAISQL_TRY(list(ChangedSql("removed", "added"), changed->removed));
  if (changed->added.deletes.empty() && changed->removed.deletes.empty()) return changed;
  // Rows that delete files name go from files that the commits did not touch.
  PAISQL_ASSIGN(std::optional<FileListing> now, catalog_.FilesAt(table, to));
  PAISQL_ASSIGN(std::optional<FileListing> before, catalog_.FilesAt(table, from));
  if (!now.has_value() || !before.has_value()) return std::optional<ChangedFiles>();
  return std::optional(ChangedFiles{*std::move(now), *std::move(before)});
}

Result<std::optional<Stream>> VersionCatalog::FindStream(const std::string& project,
                                                         const std::string& name) {
  PAISQL_ASSIGN(Statement find,
                catalog_.state_->db.Prepare(std::string(kStreamColumns) +
                                            "WHERE p.name = ?1 AND s.schema = ?2 AND s.name = ?3"));
  const Place place = PlaceOf(project);
  PAISQL_ASSIGN(const bool found, find.Bind(place.project, place.schema, name).Step());
  return found ? std::optional(ReadStream(find)) : std::nullopt;
}

Result<std::vector<Stream>> VersionCatalog::ListStreams(const std::string& project) {
  PAISQL_ASSIGN(Statement list,
                catalog_.state_->db.Prepare(std::string(kStreamColumns) +
                                            "WHERE p.name = ?1 AND s.schema = ?2 ORDER BY s.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<Stream> streams;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return streams;
    streams.push_back(ReadStream(list));
  }
}

Result<std::optional<Table>> VersionCatalog::TableOf(const Stream& stream) {
  PAISQL_ASSIGN(const auto there, catalog_.state_->db.QueryInt(
                                      "SELECT id FROM tables WHERE id = ?1", stream.table_id));
  if (!there.has_value()) return std::optional<Table>();
  PAISQL_ASSIGN(Table table, catalog_.state_->RequireTable(stream.table_id));
  return std::optional(std::move(table));
}

Result<int64_t> ChangeWriter::KeptUntil(int64_t table_id) {
  if (kept_ms_.has_value()) return now_ + *kept_ms_;
  PAISQL_ASSIGN(Statement find, db_.Prepare("SELECT traits FROM tables WHERE id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(table_id).Step());
  int64_t kept_ms = state_.keep_removed_ms;
  if (found) {
    PAISQL_ASSIGN(const TableTraits traits, TraitsOf(find.Text(0), state_.home));
    const auto hours = traits.properties.find(kRetainHours);
    if (hours != traits.properties.end()) {
      const std::optional<int64_t> number = ParseNumber<int64_t>(hours->second);
      if (number >= 0) kept_ms = *number * kMsOfHour;
    }
  }
  return now_ + kept_ms;
}

Status ChangeWriter::BeginVersions(int64_t table_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  return db_.Run(
      "INSERT INTO table_versions (table_id, version, snapshot, made_ms) VALUES (?1, 1, ?2, ?3)",
      table_id, snapshot, now_);
}

Status ChangeWriter::NoteVersions() {
  if (!snapshot_.has_value() || keeps_rows_) return Status::Ok();
  return db_.Run(
      "INSERT INTO table_versions (table_id, version, snapshot, made_ms) "
      "SELECT t.id, COALESCE((SELECT MAX(v.version) FROM table_versions v WHERE v.table_id = "
      "t.id), "
      "0) + 1, ?1, ?2 FROM tables t WHERE t.files_version = ?1 "
      "AND t.traits LIKE '%\"transactional\":true%' AND EXISTS ("
      "SELECT 1 FROM data_files f WHERE f.table_id = t.id "
      "AND (f.added_at = ?1 OR f.removed_at = ?1))",
      *snapshot_, now_);
}

Status ChangeWriter::CheckNameIsFree(const std::string& place, const std::string& name,
                                     int64_t own_id) {
  PAISQL_ASSIGN(const CatalogState::PlaceRow row, state_.RequirePlace(place));
  PAISQL_ASSIGN(const auto table, db_.QueryInt("SELECT id FROM tables WHERE project_id = ?1 "
                                               "AND schema = ?2 AND name = ?3 AND id <> ?4",
                                               row.project_id, row.schema, name, own_id));
  if (table.has_value()) return TableExists(place, name);
  PAISQL_ASSIGN(const auto stream, db_.QueryInt("SELECT id FROM streams WHERE project_id = ?1 "
                                                "AND schema = ?2 AND name = ?3",
                                                row.project_id, row.schema, name));
  PAISQL_ASSIGN(const auto function,
                db_.QueryInt("SELECT id FROM functions WHERE project_id = ?1 "
                             "AND schema = ?2 AND ?3 LIKE '%()' "
                             "AND name = substr(?3, 1, length(?3) - 2) COLLATE NOCASE",
                             row.project_id, row.schema, name));
  if (function.has_value()) return TableExists(place, name);
  if (!stream.has_value()) return Status::Ok();
  // IF NOT EXISTS is content with a table, not with this.
  return Error{ErrorCode::kInvalidObjectType,
               "a stream has the name " + name,
               {},
               "choose another name, or DROP STREAM " + name};
}

Status ChangeWriter::operator()(const change::CreateStream& one) {
  const Stream& stream = one.stream;
  PAISQL_ASSIGN(const CatalogState::PlaceRow place, state_.RequirePlace(stream.project));
  PAISQL_TRY(CheckNameIsFree(stream.project, stream.name));
  return db_.Run(
      "INSERT INTO streams (project_id, name, table_id, offset_version, comment, owner, "
      "created_ms, last_modified_ms, schema) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8)",
      place.project_id, stream.name, stream.table_id, stream.offset, stream.comment,
      stream.owner.empty() ? state_.Owner() : stream.owner, now_, place.schema);
}

Status ChangeWriter::operator()(const change::MoveStream& one) {
  PAISQL_ASSIGN(Statement find, db_.Prepare(std::string(kStreamColumns) + "WHERE s.id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(one.stream_id).Step());
  if (!found) return StreamGone();
  const Stream stream = ReadStream(find);
  find.Bind(0);  // ends the read
  if (one.from.has_value() && stream.offset != *one.from) {
    return Conflict(Error{ErrorCode::kInvalidMetaOperation,
                          "stream " + stream.QualifiedName() +
                              " was read by another statement meanwhile, which moved its offset",
                          {},
                          "run the statement again"});
  }
  return db_.Run(
      "UPDATE streams SET offset_version = ?2, comment = ?3, last_modified_ms = ?4 WHERE id = ?1",
      one.stream_id, one.to, one.comment.value_or(stream.comment), now_);
}

Status ChangeWriter::operator()(const change::DropStream& one) {
  PAISQL_TRY(db_.Run("DELETE FROM streams WHERE id = ?1", one.stream_id));
  return db_.Changes() == 0 ? Status(StreamGone()) : Status::Ok();
}

}  // namespace paisql::store
