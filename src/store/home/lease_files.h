#pragma once

// How leases look on the disk, for lease.cpp, which writes them, and sweep.cpp, which reads those
// of other processes. For the store; `paisql doctor` counts dead leases, and a stream that follows
// a table lets the snapshot of its beginning go.
//
// <home>/leases/<id> holds the pinned snapshot as 20 decimal digits, kept locked (flock, exclusive)
// by its owner. A process that may not write there holds <home>/leases/readers locked (flock,
// shared) instead, which keeps every file. The digits have a fixed width, so that a reader who
// meets a half-written change from 0 to N sees at most N.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

inline constexpr const char* kReadersName = "readers";
inline constexpr int kPinDigits = 20;

struct LeaseSurvey {
  int64_t oldest_pin = INT64_MAX;  // files removed at or before it are needed by nobody
  std::vector<std::string> dead;   // leases whose owner is gone
};

// "<lease>-<16 hex digits>": the name of something new that belongs to the lease until the catalog
// lists it.
std::string LeasedName(const std::string& lease);
// The lease whose name the path's last component carries, or for a resource or a model the nearest
// folder above that does; "" for none.
std::string LeaseOfPath(const std::string& path);

// Looks at every lease of the home.
Result<LeaseSurvey> SurveyLeases(const Home& home);

// Whether the lease's owner lives, as far as this process can tell.
bool IsLeased(const Home& home, const std::string& name);

// A lease of another process pins nothing from here on. For a process that works for its owner and
// pins itself what both need.
Status LetGo(const Home& home, const std::string& name);

// Removes a lease that was found dead and what it staged; one that lives after all, and one that
// somebody else has removed, are fine.
Status RemoveDeadLease(const Home& home, const std::string& name);

}  // namespace paisql::store
