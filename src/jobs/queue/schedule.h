#pragma once

// Decides which jobs may start: the rule of the queue, as a pure function over all claims of a
// home. Private to jobs.
//
// Claims are served by priority, then in the order of asking. A job gets all that it asks for at
// once, so that jobs never hold a part and wait for each other. After a job that has to wait, a
// smaller one may go ahead only if the waiting ones could still all be served beside it and beside
// those that went ahead before; so what is running when a big job comes to the front is all that it
// ever waits for.

#include <string>
#include <vector>

#include "jobs/spec/cards.h"
#include "jobs/spec/quota.h"
#include "store/types.h"

namespace paisql::jobs {

// A claim with its lists read.
struct QueuedClaim {
  store::Claim claim;
  Demand demand;
  Quota quota;
  CardLists cards;  // once granted
};

QueuedClaim ReadClaim(const store::Claim& claim);
// Whether the lists are such as WriteClaim makes them; ReadClaim finds them empty otherwise.
bool IsReadable(const store::Claim& claim);
// The claim's row, with the lists written.
store::Claim WriteClaim(const QueuedClaim& queued);

// Grants what may start. `claims` are in the order of ListClaims, and all are alive. Each job's own
// quota counts for it, because sessions may have different ones.
void Schedule(std::vector<QueuedClaim>* claims);

// The resources that a waiting claim lacks, as a text for people: "2 cores, of which 1 is free".
std::string WaitsFor(const std::vector<QueuedClaim>& claims, const std::string& job_id);

}  // namespace paisql::jobs
