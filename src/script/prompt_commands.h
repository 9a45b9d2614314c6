#pragma once

// The commands of the prompt in a script, where statements alone stand: what does the same there.
// The commands themselves are in shell/command, above this folder; a test holds that each is known
// here.

#include <string>
#include <string_view>

#include "base/error.h"

namespace paisql::script {

// "\dt" is done by SHOW TABLES; in a script. What it says of a command that does not exist is for
// whoever comes from another client. "" when the statement does not begin as such a command does.
std::string CommandHint(std::string_view statement);

// Gives the error that is about a command of the prompt at the statement's begin, or in a line of
// its own after one that lacks its semicolon, that hint.
void AddCommandHint(std::string_view statement, Error& error);

}  // namespace paisql::script
