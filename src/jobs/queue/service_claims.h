#pragma once

// Adds up the claims of a home's services and endless streams, which run until somebody ends them.
// Jobs share the rest of the machine, and wait for neither.

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "jobs/spec/quota.h"
#include "store/catalog.h"

namespace paisql::jobs {

struct ServiceClaims {
  int64_t cpu = 0;  // hundredths of a core
  int64_t memory_mb = 0;
  int services = 0;  // that claim something, processes
  int streams = 0;

  bool operator==(const ServiceClaims&) const = default;
};

// Whether these parameters of a statement are those of a stream that has no end. Such a job asks
// the queue for its cards alone.
bool IsEndlessStream(const std::map<std::string, std::string>& parameters);

// Adds up metadata.cpu and metadata.memory of each process of a live service, and the amounts that
// the processes of each endless stream were fitted to. Quick when there is no service and no
// stream.
Result<ServiceClaims> ClaimedByServices(store::Catalog& catalog);

// The machine without what is claimed; one core and a quarter of the memory are left in any case,
// so that every job begins at some time.
Quota Beside(const ServiceClaims& claims, Quota machine);

// Names claimants and claims: "services claim 2 cores and 4000 MB", "streams without an end claim
// ...", "services and streams without an end claim ..."; "" where nothing is claimed.
std::string ClaimsText(const ServiceClaims& claims);

}  // namespace paisql::jobs
