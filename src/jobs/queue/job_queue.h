#pragma once

// A job's place in the queue of its home. The claims stand in the catalog; whoever changes one runs
// the schedule for all and wakes the supervisors whose jobs may start by a signal, so that a
// thousand waiting jobs cost nothing. A supervisor that died is noticed by its lease.
//
// One JobQueue belongs to one supervisor and its thread; the catalog outlives it. When it is
// destroyed, what the job held is given back.

#include <csignal>
#include <string>

#include "jobs/queue/admission.h"
#include "jobs/queue/schedule.h"
#include "store/catalog.h"

namespace paisql::jobs {

// Tells a supervisor that its job may have room now.
inline constexpr int kRoomSignal = SIGUSR1;

class JobQueue {
 public:
  JobQueue(store::Catalog& catalog, std::string job_id, std::string lease, int priority,
           Demand demand, Quota quota);
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  Result<Admission> Ask();
  // The cards of each process, once granted.
  const CardLists& cards() const { return own_.cards; }

 private:
  Status RunSchedule(bool leave);
  void Wake(const std::string& job_id);
  bool IsDead(const store::Claim& claim) const;
  bool IsVoid(const store::Claim& claim) const;
  bool Find(const std::vector<store::Claim>& claims);

  store::Catalog& catalog_;
  QueuedClaim own_;
  bool asked_ = false;
};

}  // namespace paisql::jobs
