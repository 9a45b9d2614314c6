#pragma once

// What may come next in a statement about services. Private to this room.

#include <vector>

#include "completion/completion.h"
#include "completion/reading/words.h"
#include "completion/sources/sources.h"

namespace paisql::completion {

// `words` are those of the statement up to the one at the cursor; the second is SERVICE.
Completions CompleteService(const std::vector<RawWord>& words, Sources& sources);

}  // namespace paisql::completion
