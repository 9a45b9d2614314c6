#pragma once

// Statements that set what later ones of the same session find, and nothing else: a run that is
// resumed in the middle of a script repeats those before it.

#include "script/program.h"

namespace paisql::script {

bool SetsState(const Step& step);

}  // namespace paisql::script
