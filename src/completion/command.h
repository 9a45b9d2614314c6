#pragma once

// Statements that are lines of words: SET, TUNNEL, ADD, WAIT, HELP and their like, and the shell's
// own commands. Private to this room.

#include <optional>
#include <vector>

#include "completion/completion.h"
#include "completion/reading/place.h"
#include "completion/reading/words.h"
#include "completion/sources/sources.h"

namespace paisql::completion {

// nullopt for any other statement, and while its first words are being typed.
std::optional<Completions> CompleteCommand(const Place& place, Sources& sources);

// PAI statements.
Completions CompletePai(const Place& place, Sources& sources);

// A command of the shell: at the beginning, or after a statement as \g. nullopt where there is
// none.
std::optional<Completions> CompleteShellCommand(const Place& place, Sources& sources);

// `words` are those of the statement up to the one at the cursor; the second is SERVICE.
Completions CompleteService(const std::vector<RawWord>& words, Sources& sources);

}  // namespace paisql::completion
