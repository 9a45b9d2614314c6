#pragma once

// `paisql verify`: holds a home to what its catalog says, and the catalog to what can be. It works
// beside running sessions, whose leases and transactions it respects like any of them. Without
// `repair` nothing of the home changes, but for a lease while it looks. With it, what nobody needs
// is removed, checksums that are missing are made, and files that are not what was written are
// taken off their tables' lists and kept in <home>/damaged. A file that is missing or cannot be
// read stays listed: that may pass. What users have stored is never removed.
//
// What stands in jobs/ is checked by jobs/service/verify_jobs.h, which reports in the same
// form.

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "store/catalog.h"

namespace paisql::store {

enum class Severity {
  kNote,     // nothing is wrong; what is worth knowing
  kWarning,  // nothing is lost; --repair mends it
  kError,    // something cannot be read, or is not what was written
};

struct Finding {
  Severity severity = Severity::kError;
  std::string kind;         // "damaged-file"; docs/tools.md lists them
  std::string object;       // "p.t/ds=1", a resource, a lease, a job
  std::string path;         // below the home; "" for none
  std::string text;         // what is the matter, and what can be done
  std::string repair = {};  // what was done about it; "" for nothing
};

struct VerifyOptions {
  bool repair = false;
  bool give_up_missing = false;  // with repair: takes files that are missing off the lists, too
  std::stop_token stop;
  std::function<void(const Finding&)> report;
  // Bytes of data files and resources that are checked, of how many. May be empty.
  std::function<void(int64_t done, int64_t total)> progress;
};

struct VerifySummary {
  int64_t tables = 0;
  int64_t files = 0;  // of tables and resources
  int64_t bytes = 0;
};

// Findings are reported as they are made, in no certain order. Errors: kDamaged for a catalog that
// cannot be believed, kInstanceCancelled on a stop request, kEnvironment.
Result<VerifySummary> VerifyHome(Catalog& catalog, const VerifyOptions& options);

}  // namespace paisql::store
