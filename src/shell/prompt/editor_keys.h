#pragma once

// What keys do in an entry of many lines where readline knows only one.

namespace paisql::shell {

// Reads the user's inputrc and puts our functions in the place of readline's own: whatever else the
// user has bound stays. The functions have names for inputrc.
void BindEditorKeys();

}  // namespace paisql::shell
