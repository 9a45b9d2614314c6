#pragma once

// What every target holds errors and statements to: places lie inside of the text, and lines and
// columns are those of their bytes.

#include <string_view>

#include "base/assert.h"
#include "base/error.h"

namespace paisql::fuzz {

// The line and column (1-based, columns in code points) of a byte, counted from the beginning.
inline SourceRange PlaceOf(std::string_view text, size_t at) {
  SourceRange place{at, at, 1, 1};
  for (size_t i = 0; i < at; ++i) {
    if (text[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++place.column;
    }
  }
  return place;
}

// Columns have no meaning in text that is not UTF-8.
inline void CheckPlace(std::string_view text, const SourceRange& range, bool valid_utf8) {
  PAISQL_ASSERT(range.begin <= range.end && range.end <= text.size(),
                "a place outside of the text");
  if (!valid_utf8) return;
  const SourceRange expected = PlaceOf(text, range.begin);
  PAISQL_ASSERT(range.line == expected.line && range.column == expected.column,
                "a place whose line or column is not that of its byte");
}

inline void CheckError(std::string_view text, const Error& error, bool valid_utf8) {
  PAISQL_ASSERT(!ErrorCodeName(error.code).empty(), "an error without a code");
  PAISQL_ASSERT(!error.detail.empty(), "an error without a detail");
  PAISQL_ASSERT(error.range.known(), "an error without a place");
  CheckPlace(text, error.range, valid_utf8);
}

}  // namespace paisql::fuzz
