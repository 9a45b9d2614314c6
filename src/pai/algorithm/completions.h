#pragma once

// What may come next in a PAI statement that is being typed, from the tables of
// pai/algorithm/algorithms.h.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::pai {

struct Completions {
  size_t begin = 0;  // where in the text the unfinished word begins
  // What may stand in its place: options, names of algorithms and projects, "-Dtables=",
  // "-DallOrNothing=true". Sorted; a parameter that the statement has already is left out.
  std::vector<std::string> words;
};

// `text` is the input up to the cursor. Nothing for any other statement, within quotes, and for
// values that are no names.
Completions CompletePai(std::string_view text);

}  // namespace paisql::pai
