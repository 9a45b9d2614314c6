#pragma once

// Textual substitution: ${name} in a text becomes what the name stands for, before anybody parses
// the text, and a map leads from places of the new text back to those of the user's. It stands
// anywhere, also within quotes, except where the caller says so (comments). What is put in is not
// looked at again. $${ is a plain ${. Pure functions.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "variables/scope.h"
#include "variables/secret_values.h"

namespace paisql::variables {

// A half-open range of bytes.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;
};

// Leads places of a substituted text to the text from which it was made: what lies within a value
// lies at its ${…}.
class PlaceMap {
 public:
  PlaceMap() = default;  // places are what they are
  explicit PlaceMap(std::string_view text) : text_(text) {}

  // `made` in the new text stands for `from` in the user's; in the order of the text.
  void Add(ByteRange made, ByteRange from) { replaced_.push_back({made, from}); }

  SourceRange ToUser(const SourceRange& range) const;
  // Also of the errors that it comes with.
  Error ToUser(Error error) const;

 private:
  struct Replaced {
    ByteRange made;
    ByteRange from;
  };
  size_t Map(size_t place, bool is_end) const;

  std::string text_;  // the user's
  std::vector<Replaced> replaced_;
};

struct Note {
  SourceRange range;  // in the user's text
  std::string text;
};

struct Substituted {
  std::string text;
  std::string kept;  // the same without the values of secrets: what may be stored; "": all of it
  PlaceMap places;
  std::vector<Note> notes;  // what is told as warnings
  // The secrets that messages must not show. The code that knows the session's variables fills it.
  SecretValues secrets = {};
};

// Whether the text may hold anything for Substitute, be it @@{…}, which it refuses. Most texts have
// no dollar, and of those that have one most mean money or a path of JSON: a long one of these is
// not copied.
bool MayHoldVariables(std::string_view text);

// `left_alone`: ranges in the order of the text. `is_value`: the text assigns values, in which
// $bizdate and $[…] are at their place; elsewhere a note says that they stay as they are. All
// names that are not defined come as one error with others, placed in the user's text.
Result<Substituted> Substitute(std::string_view text, std::span<const ByteRange> left_alone,
                               bool is_value, const Scope& scope);

}  // namespace paisql::variables
