#include "jobs/queue/home_load.h"

#include <vector>

#include "jobs/job/job_row.h"
#include "jobs/machine/machine.h"
#include "jobs/queue/service_claims.h"

namespace paisql::jobs {

Result<HomeLoad> LoadOf(store::Catalog& catalog) {
  HomeLoad load;
  PAISQL_ASSIGN(const std::vector<store::Claim> claims, catalog.ListClaims());
  for (const store::Claim& claim : claims) {
    // A supervisor that was killed holds nothing, though its claim stands until the next job asks.
    if (!claim.granted || !IsLeaseHeld(catalog.home(), claim.lease)) continue;
    load.claimed_cpu += claim.cpu;
    load.claimed_memory_mb += claim.memory_mb;
  }
  PAISQL_ASSIGN(const ServiceClaims services, ClaimedByServices(catalog));
  load.claimed_cpu += services.cpu;
  load.claimed_memory_mb += services.memory_mb;
  if (load.claimed_cpu == 0 && load.claimed_memory_mb == 0) return load;
  const Quota machine = MachineWithoutCards();
  load.machine_cpu = machine.cpu;
  load.machine_memory_mb = machine.memory_mb;
  return load;
}

}  // namespace paisql::jobs
