#pragma once

// A text in the user's editor.

#include <string>

#include "base/result.h"
#include "shell/command/commands.h"

namespace paisql::shell {

// Opens $VISUAL, else $EDITOR, else vi on a private file that holds the text, and waits for it to
// end; gives what the file holds then, without the newline at its end. The file is removed. An
// error's detail is for the user, who has lost nothing.
Result<std::string> EditText(const std::string& text);

// The last of the history that is not a command; "" without one.
std::string LastStatement(const History& history);

// \e: the last statement.
int EditLast(const std::string& arguments, CommandContext& context);

}  // namespace paisql::shell
