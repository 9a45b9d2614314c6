#pragma once

// Starts runs of workflows as processes of the program itself, `paisql flow run`. A run goes on
// when the server ends, and the catalog tells of it (store/flows.h), so that every server of the
// home sees it and may stop it. Errors are those that the command would print.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "nodes/model/graph.h"
#include "rest/call.h"

namespace paisql::console {

struct Console;

// The wish for a run, or for a run a day.
struct FlowAsk {
  std::string folder;   // absolute
  std::string project;  // "": the workflow's own
  std::string user;     // as whom; "": the owner
  // Business dates, as ReadBizdate reads them; both "" for yesterday, `last` "" for one day.
  std::string first;
  std::string last;
  int parallel = 0;  // nodes at once, of several days the days; 0: as the workflow says
  nodes::Selection selection;
  bool resume = false;  // what the last run of the day has done counts as done
  bool beside = false;  // though another run of the workflow goes on
  bool check = true;    // the SQL of all nodes is analysed before the first one begins
  std::vector<std::string> succeeded;
  std::vector<std::string> frozen;
  std::vector<std::pair<std::string, std::string>> defined;  // parameters, before all others
};

// The command line that does it, without the program. kInvalidCommand for days that there are not.
Result<std::vector<std::string>> FlowArguments(const FlowAsk& ask, const std::string& home);

// What a process that was told to run a workflow has said so far.
struct StartNews {
  int64_t run = 0;     // the first one that has begun; 0 for none yet
  bool ended = false;  // the process
  std::string said;    // where it has ended without a run: why
};

// What the command's output says, by its events.
StartNews ReadStart(const std::string& output);
// The error that it printed, without what is for terminals.
Error StartFailure(const std::string& said);

// The processes that this server has started. Safe from any thread; they outlive it.
class FlowStarter {
 public:
  explicit FlowStarter(std::string program);
  ~FlowStarter();
  FlowStarter(const FlowStarter&) = delete;
  FlowStarter& operator=(const FlowStarter&) = delete;

  // `folder` is one of the home's, for a file without a name. Gives the start a name.
  Result<std::string> Start(const std::vector<std::string>& arguments, const std::string& folder);
  // kJobNotFound for a name that is not known, or not any more.
  Result<StartNews> Look(const std::string& name) const;
  // Calls `ready`, from any thread, as soon as it is known whether a run has begun. Gives what
  // forgets the call.
  std::function<void()> Await(const std::string& name, std::function<void()> ready);

 private:
  class Watcher;
  std::unique_ptr<Watcher> watcher_;
};

// Starts the run and answers when it has begun: {"run": 12, "start": "…"}. Where it cannot begin
// the answer is the reason, 409 where the workflow runs already; where that is not known yet after
// some seconds, "run" is 0 and `start` may be asked for.
rest::Answer StartAnswer(const rest::Call& call, Console& console, const FlowAsk& ask);
// The answer about a start by its name.
rest::Answer TellStart(const rest::Call& call, Console& console, const std::string& start);

// Tells the process of the run to end, as Ctrl-C does; a second time it ends at once. Gives false
// where it has ended already. kJobNotFound for a run that there is not.
Result<bool> StopRun(int64_t run, Console& console);
Error NoSuchRun(int64_t run);

}  // namespace paisql::console
