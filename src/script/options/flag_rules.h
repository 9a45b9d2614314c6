#pragma once

// Which flags go together. A flag itself refuses values that it does not know (flags.h); what it
// may not stand beside is refused here.

#include "base/error.h"
#include "script/options/flags.h"

namespace paisql::script {

// Refuses, as wrong usage, flags that contradict each other or the chosen tool.
Status CheckFlagUse(const Flags& flags);

}  // namespace paisql::script
