#pragma once

// A statement's text with the session's variables put into it. Private to this room.

#include <string>

#include "session/state.h"
#include "variables/substitution.h"

namespace paisql::session {

// The text as it is when SET paisql.variables=off. A value that makes several statements of one is
// an error, unless the text is a script. Errors are placed in the given text.
Result<variables::Substituted> SubstituteVariables(const std::string& text, State& state,
                                                   bool script = false);

}  // namespace paisql::session
