// Takes files that are wrong, or given up, off the lists of their tables, and lists those again
// that somebody has put back. Nothing is lost by it: lost.tsv is on the disk before the catalog
// forgets a file, and the file itself is moved to <home>/damaged after that.

#include "store/upkeep/set_aside.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>

#include "store/catalog/commit/catalog_write.h"
#include "store/catalog/kept_files.h"
#include "store/files/clock.h"
#include "store/files/files.h"
#include "store/upkeep/verification_parts.h"

namespace paisql::store {
namespace {

bool Stands(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

// A place for it below the home that nothing has taken yet.
std::string FreePlace(const Home& home, const std::string& path) {
  const std::string wanted = "damaged/" + path;
  std::string place = wanted;
  for (int i = 2; Stands(home.path() + "/" + place); ++i) place = wanted + "." + std::to_string(i);
  return place;
}

// False: it stays where it is, as when a part of the warehouse is on another disk.
bool MoveAway(const Home& home, const std::string& path, const std::string& kept) {
  const std::string from = home.path() + "/" + path;
  const std::string to = home.path() + "/" + kept;
  if (!CheckStaysBelow(home.WarehousePath(), ParentFolder(from)).ok() ||
      !MakeFolders(ParentFolder(to)).ok() || std::rename(from.c_str(), to.c_str()) != 0) {
    return false;
  }
  (void)Sync({ParentFolder(to)});
  (void)Sync({ParentFolder(from)});
  return true;
}

SetAsideFile Describe(const ListedFile& listed, const std::string& what) {
  SetAsideFile file;
  file.object = listed.object;
  file.path = listed.path;
  file.table_id = listed.table_id;
  file.file = listed.file;
  file.what = what;
  return file;
}

// Whether the file still belongs into its table: the table, the partition and the columns are
// there, and nobody has written to the table since, who may have replaced the file's rows.
Result<bool> Fits(Verification& work, const SetAsideFile& file) {
  PAISQL_ASSIGN(
      const auto fits,
      work.db.QueryInt(
          "SELECT 1 FROM tables t WHERE t.id = ?1 AND t.kind = 'table' "
          "AND t.last_modified_ms = ?4 AND t.schema_version >= ?3 "
          "AND EXISTS (SELECT 1 FROM columns c WHERE c.table_id = t.id AND c.is_partition = 0 "
          "AND c.since_version <= ?3 AND (c.until_version IS NULL OR c.until_version > ?3)) "
          "AND CASE WHEN EXISTS (SELECT 1 FROM columns c WHERE c.table_id = t.id "
          "AND c.is_partition = 1 AND c.until_version IS NULL) "
          "THEN EXISTS (SELECT 1 FROM partitions s WHERE s.id = ?2 AND s.table_id = t.id) "
          "ELSE ?2 = 0 END",
          file.table_id, file.file.partition_id, file.file.schema_version, file.table_modified_ms));
  return fits.has_value();
}

// The damage of a file that stands at its old place again; nullopt if it is right.
Result<std::optional<FileDamage>> JudgeFile(Verification& work, FileCheck& check,
                                            const SetAsideFile& file) {
  const std::vector<FileRead> reads = {FileRead{&file.file, nullptr}};
  PAISQL_ASSIGN(std::optional<FileDamage> damage, check.Check(reads, work.options.stop));
  if (!damage.has_value() && file.file.block_sums.empty() && file.file.bytes > 0) {
    damage = LookAtFooter(file.file);
  }
  return damage;
}

// Counts a change of the list of files of which this one is a part. What the table held before
// cannot be told any more.
Status TouchFiles(Verification& work, int64_t table_id, int64_t partition_id) {
  PAISQL_TRY(work.db.Run("UPDATE counters SET snapshot = snapshot + 1"));
  PAISQL_TRY(work.db.Run(std::string(kForgetStatesSql) +
                             "SELECT ?1, COALESCE((SELECT key FROM partitions WHERE id = ?2), ''), "
                             "snapshot FROM counters WHERE true" +
                             kForgetStatesEnd,
                         table_id, partition_id));
  PAISQL_TRY(
      work.db.Run("UPDATE tables SET files_version = (SELECT snapshot FROM counters) "
                  "WHERE id = ?1",
                  table_id));
  return work.db.Run(
      "UPDATE partitions SET files_version = (SELECT snapshot FROM counters) "
      "WHERE table_id = ?1 AND id = ?2",
      table_id, partition_id);
}

// False: it does not belong into its table any more.
Result<bool> ListAgain(Verification& work, const SetAsideFile& file) {
  PAISQL_ASSIGN(CatalogWrite write, work.BeginWrite());
  PAISQL_ASSIGN(const bool fits, Fits(work, file));
  if (!fits) return false;
  PAISQL_TRY(TouchFiles(work, file.table_id, file.file.partition_id));
  PAISQL_TRY(work.db.Run(
      "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, schema_version, "
      "added_at, block_sums, added_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
      "(SELECT snapshot FROM counters), CASE WHEN length(?7) > 0 THEN ?7 END, ?8)",
      file.table_id, file.file.partition_id, file.path, file.file.rows, file.file.bytes,
      file.file.schema_version, Blob{file.file.block_sums}, NowMs()));
  PAISQL_TRY(write.Commit());
  PAISQL_TRY(NoteSetAside(work.home, SetAsideEvent::kListed, file));
  return true;
}

Status VerifyPutBack(Verification& work, FileCheck& check, const SetAsideFile& file) {
  PAISQL_ASSIGN(const std::optional<FileDamage> damage, JudgeFile(work, check, file));
  Finding finding{Severity::kNote, "set-aside", file.object, file.path, ""};
  if (damage.has_value()) {
    finding.text = "it is off its table's list, and what stands at its place " + damage->what;
    if (work.options.repair && damage->kind == DamageKind::kWrong) {
      const std::string kept = FreePlace(work.home, file.path);
      if (MoveAway(work.home, file.path, kept)) finding.repair = "kept as " + kept;
    }
    work.Report(finding);
    return Status::Ok();
  }
  PAISQL_ASSIGN(bool fits, Fits(work, file));
  if (fits && work.options.repair) {
    PAISQL_ASSIGN(fits, ListAgain(work, file));
    if (fits) finding.repair = "listed again";
  }
  if (fits) {
    finding.severity = Severity::kWarning;
    finding.kind = "put-back";
    finding.text = "a lost file is back at its place and right; --repair lists it again";
  } else {
    finding.text =
        "a lost file is back at its place and right, but its table or partition is gone, or has "
        "been written to since; nothing lists it or removes it";
  }
  work.Report(finding);
  return Status::Ok();
}

}  // namespace

Result<CatalogWrite> Verification::BeginWrite() {
  PAISQL_ASSIGN(Transaction transaction, db.BeginWrite());
  return CatalogWrite(db, std::move(transaction), unsettled);
}

Result<std::string> SetAside(Verification& work, const ListedFile& listed,
                             const FileDamage& damage) {
  if (!CanBeNoted(listed.path)) return std::string();
  SetAsideFile file = Describe(listed, damage.what);
  if (damage.kind == DamageKind::kWrong) file.kept = FreePlace(work.home, listed.path);

  PAISQL_ASSIGN(CatalogWrite write, work.BeginWrite());
  PAISQL_ASSIGN(
      const auto modified,
      work.db.QueryInt("SELECT last_modified_ms FROM tables WHERE id = ?1", listed.table_id));
  file.table_modified_ms = modified.value_or(0);
  // The row goes at once: a sweep that removed it later would remove what was put back meanwhile.
  PAISQL_TRY(
      work.db.Run("DELETE FROM data_files WHERE id = ?1 AND path = ?2 AND removed_at IS NULL",
                  listed.id, listed.path));
  if (work.db.Changes() == 0) return std::string();
  PAISQL_TRY(TouchFiles(work, listed.table_id, listed.file.partition_id));
  PAISQL_TRY(NoteSetAside(work.home, SetAsideEvent::kLost, file));
  PAISQL_TRY(write.Commit());
  const std::string done = "taken off the table's list, see damaged/lost.tsv";
  if (file.kept.empty()) return done;
  if (!MoveAway(work.home, listed.path, file.kept)) return done + "; it stays where it is";
  return done + "; kept as " + file.kept;
}

Status VerifySetAside(Verification& work) {
  PAISQL_ASSIGN(const std::vector<SetAsideFile> files, ReadSetAside(work.home));
  FileCheck check;
  for (const SetAsideFile& file : files) {
    PAISQL_TRY(work.CheckStopped());
    PAISQL_ASSIGN(const auto known,
                  work.db.QueryInt("SELECT 1 FROM data_files WHERE path = ?1", file.path));
    if (known.has_value() || !Stands(file.file.path)) continue;
    PAISQL_TRY(VerifyPutBack(work, check, file));
  }
  return Status::Ok();
}

}  // namespace paisql::store
