#pragma once

// Keys in an entry of many lines, where readline knows only one line.

#include <cstddef>
#include <optional>
#include <string_view>

namespace paisql::shell {

// Reads the user's inputrc and puts our functions in the place of readline's own: whatever else the
// user has bound stays. The functions have names for inputrc.
void BindEditorKeys();

// Ctrl-R and Ctrl-S: the entry of history that has the typed text in it, as it is typed. Letter
// case counts only where the text has a capital letter, which readline's own search cannot do.

// Where the entry has the text.
std::optional<size_t> FindInEntry(std::string_view entry, std::string_view text);

// Reads keys until one ends the search: Ctrl-G leaves the entry as it was, any other key does its
// own work on what was found. `key`, Ctrl-R and Ctrl-S go on to the next entry.
int SearchHistory(bool backward, int key);

}  // namespace paisql::shell
