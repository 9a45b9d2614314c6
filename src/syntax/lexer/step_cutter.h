#pragma once

// Where the steps of a script begin and end (syntax/script.h), by the types of its visible tokens.
// A step ends at its semicolon, or at the END of its block; IF goes on where ELSE follows.

#include <cstddef>

namespace paisql::syntax {

// Whether a statement that begins with this token is a step that only a script has: a variable, IF,
// LOOP, BEGIN, or FUNCTION.
bool IsControl(size_t token_type);

// Whether a statement that begins with this token may be a step of a script. PAI statements and
// commands of the client are not.
bool MayBeStep(size_t token_type);

class StepCutter {
 public:
  // Takes the next token: true when it is the first one of a step. A semicolon is never one.
  bool Begins(size_t token_type);
  // Whether the step is whole: nothing but ELSE could continue it. So it is at the begin.
  bool whole() const { return whole_; }
  // Between BEGIN and END, where a semicolon does not end the step.
  bool in_block() const { return blocks_ > 0; }

 private:
  void Inside(size_t token_type);

  bool whole_ = true;
  bool control_ = false;
  bool explains_ = false;  // EXPLAIN was the last token, and the step's first
  bool defines_ = false;   // by CREATE what may have a block
  size_t last_ = 0;
  bool branches_ = false;  // it has an IF, which ELSE may continue
  bool begun_ = false;     // BEGIN, its first token, was the last one
  int blocks_ = 0;
  int cases_ = 0;
};

}  // namespace paisql::syntax
