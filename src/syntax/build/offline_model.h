#pragma once

// The name of a model as the client's OFFLINEMODEL commands write it.

#include <optional>

#include "syntax/build/word_reader.h"

namespace paisql::syntax {

// [project.]model, with the project of an option in front; a syntax error where they name two.
Word OfflineModelName(const std::optional<Word>& project, Word name, const char* form);
// [-p project] m, wherever the option stands.
Word TakeOfflineModel(WordReader& words, const char* form);

}  // namespace paisql::syntax
