#pragma once

// Waits for a terminal's input, or until the wait is stopped.

#include <stop_token>

namespace paisql::terminal {

// True when something can be read (the end of the input, too); false when it was stopped before.
bool WaitForInputUnless(int terminal, const std::stop_token& stop);

}  // namespace paisql::terminal
