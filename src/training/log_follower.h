#pragma once

// Hands on what is appended to a job's log until the job's supervisor ends. Private to training.

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/process.h"
#include "base/result.h"

namespace paisql::training {

// Gives the log from its first byte on, as it comes; sleeps in between. True when the supervisor
// has ended and all has been handed on, false when the stop token ended the following. A supervisor
// that has ended before the call is fine.
Result<bool> FollowLog(const std::string& path, const ProcessIdentity& supervisor,
                       const std::function<void(std::string_view)>& on_output,
                       std::stop_token stop);

}  // namespace paisql::training
