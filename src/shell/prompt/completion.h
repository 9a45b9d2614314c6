#pragma once

// Tab at the prompt: what completion/ offers, handed to readline. The entry may have several lines.

#include <string>
#include <vector>

#include "completion/completion.h"
#include "session/session.h"

namespace paisql::shell {

// Tells readline to ask here. Session and path outlive the prompt.
void SetUpCompletion(const session::Session& session, const std::string& home_path);

// The lines of the statement in front of the one that is edited now, each ended by a newline.
void SetLinesBefore(std::string lines);

// The items that the last Tab has found and, where the cursor stands in the brackets of a
// function, its signatures. readline calls rl_completion_display_matches_hook also without any
// match when there are only signatures to show.
const completion::Completions& LastCompletions();

// First the signatures. Then an item a row with what is known of it, or, where these are more than
// fit, the items alone in columns, read downwards; what still does not fit is counted in the last
// row. No row is wider than columns - 1.
std::vector<std::string> CompletionRows(const completion::Completions& completions, int columns,
                                        int rows);

}  // namespace paisql::shell
