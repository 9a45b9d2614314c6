#include "jobs/queue/job_queue.h"

#include <unistd.h>

#include <algorithm>

#include "jobs/job/job_row.h"

namespace paisql::jobs {

namespace {

// How often a waiting job looks for holders that died without giving back. Everything else wakes
// it.
constexpr int64_t kLookMs = 2000;
// Only the first in the queue has to look that often.
constexpr int64_t kPatientLookMs = 10'000;

}  // namespace

JobQueue::JobQueue(store::Catalog& catalog, std::string job_id, std::string lease, int priority,
                   Demand demand, Quota quota)
    : catalog_(catalog) {
  own_.claim.job_id = std::move(job_id);
  own_.claim.lease = std::move(lease);
  own_.claim.priority = priority;
  own_.claim.pid = getpid();
  own_.demand = std::move(demand);
  own_.quota = std::move(quota);
}

JobQueue::~JobQueue() {
  // A claim that stays is void as soon as the supervisor has ended, so a failure costs others some
  // seconds at most.
  if (asked_) (void)RunSchedule(true);
}

bool JobQueue::IsDead(const store::Claim& claim) const {
  return claim.job_id != own_.claim.job_id && !IsLeaseHeld(catalog_.home(), claim.lease);
}

// A claim that cannot be read would wait for ever, and all claims after it; its owner asks again. A
// claim that was granted is still held, and its CPU and memory can be read always.
bool JobQueue::IsVoid(const store::Claim& claim) const {
  const bool own = claim.job_id == own_.claim.job_id;
  return IsDead(claim) || (!IsReadable(claim) && (own || !claim.granted));
}

bool JobQueue::Find(const std::vector<store::Claim>& claims) {
  for (const store::Claim& claim : claims) {
    if (claim.job_id != own_.claim.job_id || !IsReadable(claim)) continue;
    own_ = ReadClaim(claim);
    return true;
  }
  return false;
}

Status JobQueue::RunSchedule(bool leave) {
  std::vector<std::string> to_wake;
  const Status changed = catalog_.ChangeClaims([&](std::vector<store::Claim>* claims) {
    to_wake.clear();
    std::erase_if(*claims, [&](const store::Claim& claim) {
      return (leave && claim.job_id == own_.claim.job_id) || IsVoid(claim);
    });
    // Called again with its ticket: only then is its place in the order known.
    if (!leave && !Find(*claims)) {
      own_.claim.ticket = 0;
      own_.claim.granted = false;
      own_.cards.clear();
      claims->push_back(WriteClaim(own_));
      return;
    }
    std::vector<QueuedClaim> queued;
    for (const store::Claim& claim : *claims) queued.push_back(ReadClaim(claim));
    Schedule(&queued);
    for (size_t i = 0; i < queued.size(); ++i) {
      store::Claim& claim = (*claims)[i];
      if (queued[i].claim.granted == claim.granted) continue;
      if (claim.job_id != own_.claim.job_id) to_wake.push_back(claim.job_id);
      claim = WriteClaim(queued[i]);
    }
    if (!leave) (void)Find(*claims);
  });
  PAISQL_TRY(changed);
  for (const std::string& job_id : to_wake) Wake(job_id);
  return Status::Ok();
}

// By its identity: to a stranger that has got the number the signal would be the end.
void JobQueue::Wake(const std::string& job_id) {
  const auto job = catalog_.FindJob(job_id);
  if (job.ok() && job->has_value()) SignalProcess(SupervisorOf(**job), kRoomSignal);
}

Result<Admission> JobQueue::Ask() {
  PAISQL_ASSIGN(std::vector<store::Claim> claims, catalog_.ListClaims());
  const bool lost = !Find(claims);
  const bool look = std::any_of(claims.begin(), claims.end(),
                                [this](const store::Claim& claim) { return IsDead(claim); });
  if (!asked_ || lost || (!own_.claim.granted && look)) {
    asked_ = true;
    PAISQL_TRY(RunSchedule(false));
    PAISQL_ASSIGN(claims, catalog_.ListClaims());
  }
  if (own_.claim.granted) return Admission{true, "", 0};
  std::vector<QueuedClaim> queued;
  for (const store::Claim& claim : claims) queued.push_back(ReadClaim(claim));
  // The dead ones are out by now.
  const auto first = std::find_if(claims.begin(), claims.end(),
                                  [](const store::Claim& claim) { return !claim.granted; });
  const bool is_first = first != claims.end() && first->job_id == own_.claim.job_id;
  return Admission{false, WaitsFor(queued, own_.claim.job_id), is_first ? kLookMs : kPatientLookMs};
}

}  // namespace paisql::jobs
