#pragma once

// Which of the files that no table lists any more a sweep may take, and what is forgotten with
// them. Private to the store.

#include <cstdint>
#include <optional>
#include <string>

#include "store/database/database.h"
#include "store/home/home.h"

namespace paisql::store {

// kForgetStatesSql, a SELECT of table, key and snapshot (with a WHERE), kForgetStatesEnd: files are
// gone that the table listed before that commit, in the partition of the key or in the table ("").
inline constexpr const char* kForgetStatesSql =
    "INSERT INTO forgotten_states (table_id, key, before_snapshot) ";
inline constexpr const char* kForgetStatesEnd =
    " ON CONFLICT (table_id, key) DO UPDATE SET before_snapshot = excluded.before_snapshot "
    "WHERE excluded.before_snapshot > forgotten_states.before_snapshot";

// A disk has little space left below a tenth of it, and below this.
inline constexpr int64_t kMostFreeBytes = int64_t{4} << 30;

// The removed files that go now: those of a commit up to `unpinned` whose time is over, or whose
// commit is not later than `evicted`.
struct Unneeded {
  int64_t unpinned = 0;
  int64_t evicted = 0;
  int64_t now_ms = 0;
};

// Which of the removed files go before their time.
enum class Evict {
  kNone,      // as in a bucket, whose objects take no space of this disk
  kForSpace,  // the oldest, until the home's disk has space
  kAll,
};

Result<Unneeded> FindUnneeded(Database& db, const Home& home, int64_t unpinned, Evict evict);

// SELECT id, path, table_id, partition_id, removed_at of such files; ?1 to ?4 are `unpinned`,
// `evicted`, `now_ms` and a time after which nothing is kept by any commit.
inline constexpr const char* kUnneededFilesSql =
    "SELECT id, path, table_id, partition_id, removed_at FROM data_files "
    "INDEXED BY data_files_expiring WHERE kept_until_ms <= ?3 AND removed_at <= ?1 UNION ALL "
    "SELECT id, path, table_id, partition_id, removed_at FROM data_files "
    "INDEXED BY data_files_expiring WHERE kept_until_ms > ?4 AND removed_at <= ?1 UNION ALL "
    "SELECT id, path, table_id, partition_id, removed_at FROM data_files "
    "INDEXED BY data_files_removed WHERE removed_at <= ?1 AND removed_at <= ?2 AND kept_until_ms > "
    "?3 "
    "AND kept_until_ms <= ?4";
int64_t LatestKeptUntil(const Unneeded& unneeded);

// The oldest commit whose state of the table is whole: of the partition of the key, or of the
// table.
Result<int64_t> StatesSince(Database& db, int64_t table_id, const std::optional<std::string>& key);

// In the transaction that forgets such files: dropped tables and partitions that cannot come back
// any more.
Status ForgetDropped(Database& db, const Unneeded& unneeded);

}  // namespace paisql::store
