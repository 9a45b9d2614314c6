#pragma once

// Statements that set what later ones of the same session find, and nothing else: a run that is
// resumed in the middle of a script repeats those before it.

#include "shell/script/program.h"

namespace paisql::shell {

bool SetsState(const Step& step);

}  // namespace paisql::shell
