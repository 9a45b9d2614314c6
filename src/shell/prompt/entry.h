#pragma once

// What is typed between two prompts. Pure.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

// Whether Enter runs it: a command, or a whole number of statements.
bool IsWholeEntry(std::string_view text);

// The statements of an entry as history keeps them, each with the comments in front of it; an entry
// of one statement stays as it was typed.
std::vector<std::string> HistoryEntries(std::string_view entry);

// Where a last word \e begins, which asks for the editor; npos without one.
size_t FindEditorRequest(std::string_view text);

}  // namespace paisql::shell
