#pragma once

// How the parts of an entry look.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace paisql::shell {

enum class Style : uint8_t {
  kPlain,
  kPrompt,
  kLabel,  // in front of a further line; what is not typed
  kKeyword,
  kString,
  kNumber,
  kComment,
  kCommand,  // \name
  kControl,  // a character that is shown by others
  kMatch,    // the bracket at the cursor, and its other one
  kError,
  kSuggestion,  // what a key would add after the cursor
};

// The control sequence that begins it, after a reset; "" for kPlain. Of the sixteen colours, which
// the user's terminal makes readable on its background.
std::string_view SequenceOf(Style style);

// A part of the text; what no range names is plain.
struct StyledRange {
  size_t begin = 0;
  size_t end = 0;
  Style style = Style::kPlain;
};

}  // namespace paisql::shell
