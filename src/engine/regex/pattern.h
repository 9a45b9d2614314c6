#pragma once

// Patterns that are matched by backtracking (PCRE2): look-around, references to groups, possessive
// repetition. A match that takes too many steps is given up instead of running for ever.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"

namespace paisql::engine {

// Steps of backtracking that one match may take: about half a second.
inline constexpr unsigned kMatchSteps = 10'000'000;

// A compiled pattern. Immutable, so that threads may share it.
class Pattern {
 public:
  // kInvalidRegex for a malformed pattern.
  static Result<std::unique_ptr<const Pattern>> Compile(std::string_view text);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  size_t group_count() const { return group_count_; }
  // Whether a match may be empty.
  bool may_match_nothing() const { return may_match_nothing_; }

 private:
  friend class Matcher;
  explicit Pattern(void* code);
  void* code_;
  size_t group_count_ = 0;
  bool may_match_nothing_ = false;
};

// The memory that matching needs beside a pattern; each thread has its own.
class Matcher {
 public:
  enum class Outcome { kFound, kNone, kTooManySteps };

  Matcher();
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // The pattern of that text, compiled when it is first asked for. It stays until the next call.
  Result<const Pattern*> PatternOf(std::string_view text);

  // Looks for the first match that begins at `start` (in bytes) or after it.
  Outcome Find(const Pattern& pattern, std::string_view text, size_t start);
  // The match after the last one found in the same text. A match of nothing right after another
  // match does not count, as in RE2.
  Outcome FindNext(const Pattern& pattern, std::string_view text);

  // A group of the last match; group 0 is the whole. A group that took no part is empty.
  std::string_view Group(std::string_view text, size_t group) const;
  size_t begin() const { return begin_; }
  size_t end() const { return end_; }

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
  std::unordered_map<std::string, std::unique_ptr<const Pattern>> patterns_;
  std::string last_text_;
  const Pattern* last_ = nullptr;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace paisql::engine
