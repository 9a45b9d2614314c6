#include "rest/instances/instance_filter.h"

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/instances/answers.h"

namespace paisql::rest {

InstanceFilter::InstanceFilter(const Call& call)
    : status_(call.Get("status")),
      job_(call.Get("jobname")),
      user_(call.user),
      only_own_(call.Get("onlyowner") == "yes") {
  const std::string range = call.Get("daterange");
  const size_t colon = range.find(':');
  if (colon == std::string::npos) return;
  from_ = ParseNumber<int64_t>(range.substr(0, colon));
  to_ = ParseNumber<int64_t>(range.substr(colon + 1));
}

bool InstanceFilter::Takes(const instances::Instance& instance) const {
  const instances::Instance::Status now = instance.status();
  const int64_t seconds = now.started_ms / 1000;
  if (!status_.empty() && !EqualsIgnoreCase(status_, StatusText(now))) return false;
  if ((from_ && seconds < *from_) || (to_ && seconds > *to_)) return false;
  if (only_own_ && instance.submission().user != user_) return false;
  return job_.empty() || job_ == instance.submission().job;
}

}  // namespace paisql::rest
