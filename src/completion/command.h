#pragma once

// Statements that are lines of words: SET, TUNNEL, ADD, WAIT, HELP and their like, and the shell's
// own commands. Private to this room.

#include <optional>

#include "completion/completion.h"
#include "completion/reading/place.h"

namespace paisql::completion {

// nullopt for any other statement, and while its first words are being typed.
std::optional<Completions> CompleteCommand(const Place& place, Sources& sources);

// PAI statements.
Completions CompletePai(const Place& place, Sources& sources);

// A command of the shell: at the beginning, or after a statement as \g. nullopt where there is
// none.
std::optional<Completions> CompleteShellCommand(const Place& place, Sources& sources);

}  // namespace paisql::completion
