#pragma once

// The scripts by which bash, zsh and fish complete the command line. They are made of the tables of
// script/options/flags.h, so that a flag or a tool that is added there is proposed without more.
// The files in completions/ are what these functions return, and a test holds them to it. Pure
// functions.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

// `shell` is one of script::CompletionShells().
std::string CompletionScript(std::string_view shell);

}  // namespace paisql::shell
