#pragma once

// Full-width punctuation, as input methods for Chinese type it.

#include <string_view>

namespace paisql::syntax {

// The ASCII character that is meant by the full-width punctuation mark at the start of the text, or
// 0.
char FullWidthMeaning(std::string_view text);

}  // namespace paisql::syntax
