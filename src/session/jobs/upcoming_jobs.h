#pragma once

// The PAI statements that are still to come, and the warm process that is kept for them
// (docs/pai-environment.md): it is begun beside the SQL that comes before the first one, or behind
// the first one's job, and it goes when no PAI statement is left. Where nobody knows what comes it
// stays, and at a prompt it is begun when a job has run. Private to this room.

#include <deque>
#include <string>
#include <vector>

#include "syntax/lexer/lexer.h"
#include "syntax/statement.h"

namespace paisql::session {

class State;

class UpcomingJobs {
 public:
  // Replaces what was expected. `all`: no others will come.
  void Expect(const std::vector<syntax::StatementText>& statements, bool all);
  // A statement of this kind begins. What takes no time is no occasion to import beside it.
  void Begin(syntax::StatementKind kind, State& state);
  // A statement has ended; it may have changed the setting.
  void End(State& state);
  // The job of a PAI statement has been submitted; its statement may go on.
  void Submitted(State& state);
  // The job of the PAI statement with this runtime has ended, or is not followed any more.
  void Ended(const std::string& runtime, State& state);

 private:
  // Of the first statement to come that runs a script; "" when none is known.
  std::string NextRuntime() const;

  // Of the PAI statements to come, in their order; "" for one that runs no script.
  std::deque<std::string> runtimes_;
  bool all_ = false;  // there are no others
};

}  // namespace paisql::session
