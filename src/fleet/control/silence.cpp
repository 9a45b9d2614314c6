#include "fleet/control/silence.h"

#include <cstdlib>

#include "base/whole_number.h"

namespace paisql::fleet {

int64_t SupervisorSilenceMs() {
  const char* const text = std::getenv(kSupervisorSilenceVariable);
  const auto wanted = text == nullptr ? 0 : int64_t{WholeNumberOr(text, 0)};
  return wanted > 0 ? wanted : kSupervisorSilenceMs;
}

}  // namespace paisql::fleet
