#pragma once

// What Tab completes at the prompt: PAI statements from the tables of algorithms, anything else as
// readline does, with names of files.

#include <string>

namespace paisql::shell {

// Tells readline to ask here.
void SetUpCompletion();

// The lines of the statement in front of the one that is edited now, each ended by a newline.
void SetLinesBefore(std::string lines);

}  // namespace paisql::shell
