#pragma once

// What a process that runs test files finds out, which it tells the process that has started it.

#include <map>
#include <string>
#include <vector>

namespace paisql::sql_test {

// Of all blocks of the files that ran.
struct Tally {
  int passed = 0;
  int failed = 0;
  int refused = 0;
  int near = 0;     // rows equal but for the last digits of DOUBLEs
  int queries = 0;  // blocks with expected rows
};

// Why blocks are not equal on Spark, by reasons: places like "cte/forms.test:12".
using Exceptions = std::map<std::string, std::vector<std::string>>;

struct Findings {
  Tally tally;
  Exceptions exceptions;
};

// Writes into a pipe and closes it. False where nobody reads.
bool Tell(const Findings& findings, int pipe);
// Adds what comes through a pipe. False where the teller has ended too early.
bool Hear(int pipe, Findings& total);

}  // namespace paisql::sql_test
