#pragma once

// Which instances a list has, by the parameters of its request. Pure.

#include <cstdint>
#include <optional>
#include <string>

#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::rest {

class InstanceFilter {
 public:
  // `status`, `daterange` (seconds since 1970), `onlyowner` and `jobname`. All instances are of one
  // quota, so `quotaIndex` chooses none.
  explicit InstanceFilter(const Call& call);
  bool Takes(const instances::Instance& instance) const;

 private:
  const std::string status_;
  const std::string job_;
  const std::string user_;
  const bool only_own_;
  std::optional<int64_t> from_;
  std::optional<int64_t> to_;
};

}  // namespace paisql::rest
