#pragma once

// The program: flags in, exit status out.

namespace paisql::shell {

int RunShell(int argument_count, char** arguments);

// Runs the program so that such a refusal is a message and exit status 3, never a signal's end. A
// file that may not grow further is an error of the write (EFBIG); programs that are started from
// here get the signal's default back. What a statement runs into on its own thread, the session
// tells; this is for what happens around statements.
int RunWithinLimits(int argument_count, char** arguments, int (*run)(int, char**));

}  // namespace paisql::shell
