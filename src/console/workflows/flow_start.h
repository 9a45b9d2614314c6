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
  std::string user;     // whose rights the run has; "": the owner's
  // Business dates, as ReadBizdate reads them; both "" for yesterday, `last` "" for one day.
  std::string first;
  std::string last;
  int parallel = 0;  // nodes at once, of several days the days; 0: as the workflow says
  nodes::Selection selection;
  bool resume = false;  // nodes that the last run of the day has done are not run again
  bool beside = false;  // start even while another run of the workflow goes on
  bool check = true;    // the SQL of all nodes is analysed before the first one begins
  std::vector<std::string> succeeded;
  std::vector<std::string> frozen;
  std::vector<std::pair<std::string, std::string>> defined;  // parameters, before all others
};

// Returns the command line of the wish, without the program. kInvalidCommand for an impossible day.
Result<std::vector<std::string>> FlowArguments(const FlowAsk& ask, const std::string& home);

// What a process that was told to run a workflow has said so far.
struct StartNews {
  int64_t run = 0;     // the first one that has begun; 0 for none yet
  bool ended = false;  // the process has ended
  std::string said;    // why it has ended without a run
};

// Reads the events of the command's output.
StartNews ReadStart(const std::string& output);
// Returns the error that the command printed, without colours and other marks for terminals.
Error StartFailure(const std::string& said);

// The processes that this server has started. Safe from any thread; they outlive it.
class FlowStarter {
 public:
  explicit FlowStarter(std::string program);
  ~FlowStarter();
  FlowStarter(const FlowStarter&) = delete;
  FlowStarter& operator=(const FlowStarter&) = delete;

  // `folder` is a folder of the home that takes a file without a name. Gives the start a name.
  Result<std::string> Start(const std::vector<std::string>& arguments, const std::string& folder);
  // kJobNotFound for a name that is unknown or forgotten.
  Result<StartNews> Look(const std::string& name) const;
  // Calls `ready`, from any thread, as soon as it is known whether a run has begun. Returns a
  // function that takes the wish for this call back.
  std::function<void()> Await(const std::string& name, std::function<void()> ready);

 private:
  class Watcher;
  std::unique_ptr<Watcher> watcher_;
};

// Starts the run and answers when it has begun: {"run": 12, "start": "…"}. Where it cannot begin,
// the answer tells the reason, with 409 if the workflow runs already. A start that has not decided
// after some seconds is answered with "run": 0, and a page asks again by the name in "start".
rest::Answer StartAnswer(const rest::Call& call, Console& console, const FlowAsk& ask);
// Answers what has become of the start with this name.
rest::Answer TellStart(const rest::Call& call, Console& console, const std::string& start);

// Tells the process of the run to end, as Ctrl-C does; a second call ends it at once. Gives false
// where it has ended already. kJobNotFound for an unknown run.
Result<bool> StopRun(int64_t run, Console& console);
Error NoSuchRun(int64_t run);

}  // namespace paisql::console
