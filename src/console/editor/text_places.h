#pragma once

// Places of a text as browsers count them: in units of UTF-16. Pure.

#include <cstddef>
#include <string_view>
#include <vector>

namespace paisql::console {

class TextPlaces {
 public:
  // The text has to stay.
  explicit TextPlaces(std::string_view text);

  // Of a byte; one beyond the end counts as the end.
  size_t UnitsOf(size_t byte) const;
  // The byte where the unit begins, likewise.
  size_t ByteOf(size_t units) const;

 private:
  std::string_view text_;
  std::vector<size_t> marks_;  // the units before each kMarkBytes-th byte
};

}  // namespace paisql::console
