#pragma once

// Where a session's answers go. The shell prints them; a server or a workflow can do something else
// with them. A Sink is called from the thread that runs the statement.

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "jobs/spec/job_progress.h"
#include "session/data_flow.h"
#include "session/output.h"
#include "types/time/zone.h"

namespace paisql::session {

// A statement's question before it takes something away.
struct Question {
  std::string text;  // "DROP TABLE t loses 3 partitions with 1.2 M rows. Go on?"
};

// The user's choice for a job that is followed when Ctrl-C was pressed.
enum class InterruptChoice { kKill, kBackground, kContinue };

class Sink : public Output {
 public:
  // Takes the output of a job's processes and of the scripts of TRANSFORM, as it comes.
  virtual void JobOutput(std::string_view bytes) = 0;

  // A job is followed from BeginJob to EndJob; `ended` is false when the job goes on without being
  // followed. In between come its output, at each change how its processes are, and questions.
  // Times of day are shown in `zone`, the session's, as in the answers of SHOW and DESC.
  virtual void BeginJob(const TimeZone& /*zone*/) {}
  virtual void JobProgress(const jobs::JobProgress&) {}
  virtual void EndJob(bool /*ended*/) {}
  // Ctrl-C at a prompt: what is to become of the job? The question is withdrawn, and needs no
  // answer any more, when the job ends or Ctrl-C is pressed again.
  virtual std::optional<InterruptChoice> AskInterrupted(std::string_view /*id*/,
                                                        std::stop_token /*withdrawn*/) {
    return InterruptChoice::kBackground;
  }
  // Whether the statement is to go on. Asked only in an interactive session; whoever cannot ask
  // says no. Ctrl-C, which ends `stop`, means no.
  virtual bool Confirm(const Question& /*question*/, std::stop_token /*stop*/) { return false; }
};

}  // namespace paisql::session
