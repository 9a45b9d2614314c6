#pragma once

// The program: flags in, exit status out.

namespace paisql::shell {

int RunShell(int argument_count, char** arguments);

}  // namespace paisql::shell
