#pragma once

// Texts that are made of the tables of flags, tools and commands. A test holds the files of
// completions/ and man/ to them.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

// The scripts by which bash, zsh and fish complete the command line. They are made of the tables of
// script/options/flags.h, so that a flag or a tool that is added there is proposed without more.
// The files in completions/ are what these functions return, and a test holds them to it. `shell`
// is one of script::CompletionShells().
std::string CompletionScript(std::string_view shell);

// The manual page paisql(1). Flags, tools and commands of the prompt come from their tables; what
// else it says is short, and names the pages of docs/ that say more. The file man/paisql.1 is what
// this function returns, and a test holds it to it. In the macros of man(7).
std::string ManualPage();

}  // namespace paisql::shell
