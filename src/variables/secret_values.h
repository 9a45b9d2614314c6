#pragma once

// Values of variables that are secrets, to be taken out of what is said about a text in which they
// stand: an error quotes the name, the word or the literal that it is about, often in lower case
// and not all of it. It takes too much rather than too little. For one thread.

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace paisql::variables {

class SecretValues {
 public:
  void Add(std::string_view value);
  bool empty() const { return parts_.empty(); }

  // The text with kRedacted for each value, in either letter case, and for the words of one. Short
  // ones go where they stand as words only.
  std::string Mask(std::string_view text) const;
  // Detail and hint, also of the errors that it comes with.
  Error Mask(Error error) const;

 private:
  struct Part {
    std::string text;  // in lower case
    bool as_word = false;
    bool operator==(const Part&) const = default;
  };
  size_t LengthAt(std::string_view text, size_t at) const;

  std::vector<Part> parts_;  // the longest first
};

}  // namespace paisql::variables
