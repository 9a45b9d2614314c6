#pragma once

// The analysis of all statements of a program before the first one runs, on a copy of the catalog.
// What is found stops the run; what only running can tell is told as a warning. What a statement
// warns of by itself is left to its run.

#include <cstddef>
#include <vector>

#include "script/program.h"
#include "script/reporter.h"
#include "session/session.h"
#include "session/touched_tables.h"

namespace paisql::script {

// How many statements have errors.
struct Mistakes {
  size_t all = 0;
  size_t to_run = 0;  // without those that only set state for what runs
};

// Finds the mistakes, and reports them to the reporter. `from` is the number of the first
// statement that will run: those before it have happened, and only statements that set state
// count. `touched`, unless null, gets what each statement names, by its number less one; it ends
// with the last statement that would run.
Mistakes CheckProgram(const Program& program, size_t from, session::Session& check,
                      Reporter& reporter, std::vector<session::TouchedTables>* touched = nullptr);

// Checks the statement's \g, at its place, once variables are put into it. `reporter` may be null:
// nobody will show the answer.
Status CheckEnding(const Step& step, session::Session& check, const Reporter* reporter);

}  // namespace paisql::script
