#include "store/catalog/kept_files.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <climits>

#include "store/files/clock.h"
#include "store/history.h"

namespace paisql::store {
namespace {

constexpr int64_t kLowPart = 10;

// How many bytes the disk lacks to have enough space; 0 also where nobody knows.
int64_t MissingBytes(const Home& home) {
  struct statvfs disk {};
  if (statvfs(home.path().c_str(), &disk) != 0) return 0;
  const auto block = static_cast<int64_t>(disk.f_frsize);
  const int64_t free = static_cast<int64_t>(disk.f_bavail) * block;
  const int64_t enough =
      std::min(static_cast<int64_t>(disk.f_blocks) * block / kLowPart, kMostFreeBytes);
  return std::max<int64_t>(enough - free, 0);
}

}  // namespace

int64_t LatestKeptUntil(const Unneeded& unneeded) {
  // A clock that was wrong when the files went would keep them for years.
  return unneeded.now_ms + kMostRetentionDays * kMsOfDay;
}

Result<Unneeded> FindUnneeded(Database& db, const Home& home, int64_t unpinned, Evict evict) {
  Unneeded unneeded{unpinned, evict == Evict::kAll ? unpinned : 0, NowMs()};
  int64_t missing = evict == Evict::kForSpace ? MissingBytes(home) : 0;
  if (missing == 0) return unneeded;
  PAISQL_ASSIGN(Statement oldest,
                db.Prepare("SELECT removed_at, bytes FROM data_files INDEXED BY data_files_removed "
                           "WHERE removed_at <= ?1 ORDER BY removed_at"));
  oldest.Bind(unpinned);
  while (missing > 0) {
    PAISQL_ASSIGN(const bool found, oldest.Step());
    if (!found) break;
    unneeded.evicted = oldest.Int(0);
    missing -= oldest.Int(1);
  }
  return unneeded;
}

Status ForgetDropped(Database& db, const Unneeded& unneeded) {
  constexpr const char* kGoneTables =
      "SELECT id FROM dropped_tables d WHERE kept_until_ms <= ?1 OR dropped_at <= ?2 OR EXISTS ("
      "SELECT 1 FROM forgotten_states f WHERE f.table_id = d.id "
      "AND f.before_snapshot >= d.dropped_at)";
  const int64_t evicted = std::min(unneeded.unpinned, unneeded.evicted);
  PAISQL_TRY(
      db.Run(std::string("DELETE FROM dropped_columns WHERE table_id IN (") + kGoneTables + ")",
             unneeded.now_ms, evicted));
  PAISQL_TRY(db.Run(std::string("DELETE FROM dropped_tables WHERE id IN (") + kGoneTables + ")",
                    unneeded.now_ms, evicted));
  PAISQL_TRY(
      db.Run("DELETE FROM dropped_partitions WHERE (kept_until_ms <= ?1 OR dropped_at <= ?2) "
             "AND NOT EXISTS (SELECT 1 FROM data_files f WHERE f.removed_at IS NOT NULL "
             "AND f.table_id = dropped_partitions.table_id "
             "AND f.partition_id = dropped_partitions.id)",
             unneeded.now_ms, evicted));
  PAISQL_TRY(
      db.Run("DELETE FROM table_versions WHERE table_id NOT IN (SELECT id FROM tables) "
             "AND table_id NOT IN (SELECT id FROM dropped_tables)"));
  return db.Run(
      "DELETE FROM forgotten_states WHERE table_id NOT IN (SELECT id FROM tables) "
      "AND table_id NOT IN (SELECT id FROM dropped_tables)");
}

}  // namespace paisql::store
