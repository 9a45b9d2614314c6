#pragma once

// Whether a job may start. Private to jobs.

#include <cstdint>
#include <string>

namespace paisql::jobs {

struct Admission {
  bool granted = false;
  std::string waits_for;  // for people, when it is not
  int64_t retry_ms = 0;   // ask again after so long, even if nothing has woken the supervisor
};

}  // namespace paisql::jobs
