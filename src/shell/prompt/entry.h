#pragma once

// The text typed between two prompts. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/command/commands.h"

namespace paisql::shell {

// Whether Enter runs it: a command, or a whole number of statements.
bool IsWholeEntry(std::string_view text);

// The statements of an entry as history keeps them, each with the comments in front of it; an entry
// of one statement stays as it was typed.
std::vector<std::string> HistoryEntries(std::string_view entry);

// Where a last word \e begins, which asks for the editor; npos without one.
size_t FindEditorRequest(std::string_view text);

// An entry cut into what runs one after the other.

// Statements that stand beside each other, or a command, which ends with its line. Texts are parts
// of the entry.
struct EntryPart {
  std::string_view text;  // of a command: its line, without the statement in front of it
  std::optional<CalledCommand> command;
  // The statement that a command after it works on: SELECT 1 \watch 2.
  std::string_view statement = {};
};

// Commands are looked for where a statement may begin: a backslash anywhere there, a word only as
// the first of its line. Blanks and comments alone do not make a part.
std::vector<EntryPart> EntryParts(std::string_view entry);

}  // namespace paisql::shell
