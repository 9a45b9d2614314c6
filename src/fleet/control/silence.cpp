#include "fleet/control/silence.h"

#include <cstdlib>

#include "base/whole_number.h"

namespace paisql::fleet {

namespace {

int64_t Wanted(const char* variable, int64_t usual_ms) {
  const char* const text = std::getenv(variable);
  const auto wanted = text == nullptr ? 0 : int64_t{WholeNumberOr(text, 0)};
  return wanted > 0 ? wanted : usual_ms;
}

}  // namespace

int64_t SupervisorSilenceMs() { return Wanted(kSupervisorSilenceVariable, kSupervisorSilenceMs); }

int64_t FrontDrainMs() { return Wanted(kFrontDrainVariable, kFrontDrainMs); }

}  // namespace paisql::fleet
