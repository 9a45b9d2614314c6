#include <algorithm>

#include "store/catalog/catalog_state.h"
#include "store/home/home_paths.h"

namespace paisql::store {
namespace {

Result<std::vector<Claim>> ReadClaims(Database& db, const Home& home) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare("SELECT ticket, job_id, lease, pid, priority, cpu, memory_mb, gpus, "
                           "quota, granted, cards FROM claims ORDER BY priority, ticket"));
  list.Bind();
  std::vector<Claim> claims;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return claims;
    claims.push_back({list.Int(0), list.Text(1), list.Text(2), list.Int(3),
                      static_cast<int>(list.Int(4)), list.Int(5), list.Int(6), list.Text(7),
                      list.Text(8), list.Int(9) != 0, list.Text(10)});
    if (!IsPlainName(claims.back().job_id) || !IsPlainName(claims.back().lease)) {
      return DamagedCatalog(home, "a claim names the job '" + claims.back().job_id +
                                      "' and the lease '" + claims.back().lease + "'");
    }
  }
}

Status InsertClaim(Database& db, const Claim& claim) {
  return db.Run(
      "INSERT INTO claims (job_id, lease, pid, priority, cpu, memory_mb, gpus, quota, granted, "
      "cards) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      claim.job_id, claim.lease, claim.pid, claim.priority, claim.cpu, claim.memory_mb, claim.gpus,
      claim.quota, claim.granted, claim.cards);
}

// Writes what differs; true in `inserted` when claims came in.
Status StoreClaims(Database& db, const std::vector<Claim>& before, const std::vector<Claim>& after,
                   bool* inserted) {
  for (const Claim& old : before) {
    const auto same = std::find_if(after.begin(), after.end(),
                                   [&old](const Claim& one) { return one.ticket == old.ticket; });
    if (same == after.end()) {
      PAISQL_TRY(db.Run("DELETE FROM claims WHERE ticket = ?1", old.ticket));
    } else if (*same != old) {
      PAISQL_TRY(db.Run("UPDATE claims SET granted = ?2, cards = ?3 WHERE ticket = ?1", old.ticket,
                        same->granted, same->cards));
    }
  }
  for (const Claim& claim : after) {
    if (claim.ticket != 0) continue;
    PAISQL_TRY(InsertClaim(db, claim));
    *inserted = true;
  }
  return Status::Ok();
}

}  // namespace

Result<std::vector<Claim>> Catalog::ListClaims() { return ReadClaims(state_->db, state_->home); }

Status Catalog::ChangeClaims(const std::function<void(std::vector<Claim>*)>& change) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginNote());
  bool again = true;
  while (again) {
    again = false;
    PAISQL_ASSIGN(const std::vector<Claim> before, ReadClaims(state_->db, state_->home));
    std::vector<Claim> after = before;
    change(&after);
    PAISQL_TRY(StoreClaims(state_->db, before, after, &again));
  }
  return transaction.Commit();
}

}  // namespace paisql::store
