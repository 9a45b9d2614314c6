#include "rest/rows/transfer_cost.h"

#include <fmt/format.h>

namespace paisql::rest {

std::string TransferCost::Json() const {
  // The server's own part is what the others leave, and never nothing.
  const int64_t total = SteadyUs() - begin_us_ + 1;
  return fmt::format(
      R"({{"PanguIOCost":{},"ServerIOCost":{},"ServerTotalCost":{},"RateLimitCost":0}})",
      parts_us_[kStore], parts_us_[kNetwork], total);
}

}  // namespace paisql::rest
