#pragma once

// The middle of a long list of literals, IN (1, 2, …) or VALUES (1, 'a'), …. It stays text: a
// literal's node takes a dozen times the memory of its text. Reading makes one element at a time.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "base/error.h"

namespace paisql::syntax {

struct Expression;
struct ValuesRow;

class LiteralTextRun {
 public:
  LiteralTextRun() = default;
  // ", 3, 4" or ", (3, 'c'), (4, 'd')" at its place in the statement.
  LiteralTextRun(std::string text, const SourceRange& range)
      : text_(std::move(text)), range_(range) {}

  // Both end early where `take` gives false. A literal that cannot be read is a SyntaxFailure, so
  // the tree builder reads a run once.
  bool ForEachItem(const std::function<bool(const Expression& item)>& take) const;
  bool ForEachRow(const std::function<bool(const ValuesRow& row)>& take) const;

 private:
  std::string text_;
  SourceRange range_;
};

// The parts of a list with such a middle beside its elements.
struct LongList {
  size_t run_at = 0;  // the run follows so many elements; 0: there is no run
  LiteralTextRun run;
};

}  // namespace paisql::syntax
