#pragma once

// What the services of a home claim of the machine. Jobs share what they leave.

#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/catalog.h"
#include "training/spec/quota.h"

namespace paisql::training {

struct ServiceClaims {
  int64_t cpu = 0;  // hundredths of a core
  int64_t memory_mb = 0;

  bool operator==(const ServiceClaims&) const = default;
};

// What metadata.cpu and metadata.memory say for each process of a service that lives. Quick when
// there is none.
Result<ServiceClaims> ClaimedByServices(store::Catalog& catalog);

// The machine without what is claimed; one core and a quarter of the memory are left in any case,
// so that every job begins at some time.
Quota Beside(const ServiceClaims& claims, Quota machine);

// "services claim 2 cores and 4000 MB", "" where they claim nothing.
std::string ClaimsText(const ServiceClaims& claims);

}  // namespace paisql::training
