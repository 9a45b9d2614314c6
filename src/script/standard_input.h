#pragma once

// Statements that arrive through standard input. Each runs as soon as its semicolon is there, so
// that a program that writes statements and waits for their answers does not wait forever.

#include <string>
#include <vector>

#include "base/result.h"
#include "script/runner.h"
#include "syntax/lexer/lexer.h"

namespace paisql::script {

class StatementReader {
 public:
  // `interrupted` can be read once somebody else has taken a Ctrl-C that the waiting is to end for;
  // -1 for nobody.
  explicit StatementReader(int descriptor, int interrupted = -1)
      : descriptor_(descriptor), interrupted_(interrupted) {}

  enum class State { kStatements, kEnd, kInterrupted };

  // Waits for whole statements; at the end of the input the text after the last semicolon is one,
  // too. Time is linear in the input's length, whatever its statements' lengths are.
  Result<State> Next(std::vector<syntax::StatementText>& statements);

 private:
  bool TakeTerminated(std::vector<syntax::StatementText>& statements);
  // Their places count in the whole input.
  void Place(std::vector<syntax::StatementText>& statements) const;
  void Drop(size_t bytes);

  int descriptor_;
  int interrupted_;
  std::string text_;  // what has arrived and has not been handed out
  int line_ = 1;      // where that begins in the input
  int column_ = 1;
  size_t look_again_ = 0;  // the text's length at which it is split again though more is waiting
};

// Runs what standard input says to its end; gives the program's exit status.
int RunStandardInput(Runner& runner);

}  // namespace paisql::script
