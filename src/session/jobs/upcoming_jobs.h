#pragma once

// The PAI statements that are still to come, and the warm process that is kept for them
// (docs/pai-environment.md): it starts beside the SQL before the first PAI statement, or after that
// statement's job, and ends when no PAI statement is left. When the coming statements are unknown
// it stays. At a prompt it starts when a job has run. Private to this room.

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
  // A statement begins. Quick statements do not start the process: they leave no time
  // to import beside them.
  void Begin(const syntax::Statement& statement, State& state);
  // A statement has ended; it may have changed the setting.
  void End(State& state);
  // The job of a PAI statement has been submitted; its statement may go on.
  void Submitted(State& state);
  // The job of the PAI statement with this runtime has ended, or is not followed any more.
  void Ended(const std::string& runtime, State& state);

 private:
  // The runtime of the next statement that runs a script; "" when none is known.
  std::string NextRuntime() const;

  // The runtimes of the PAI statements to come, in their order; "" for one that runs no script.
  std::deque<std::string> runtimes_;
  bool all_ = false;  // there are no others
};

}  // namespace paisql::session
