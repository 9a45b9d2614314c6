#pragma once

// Runs instances of nodes: statements by workers, scripts by processes of their own, each with its
// output in a log. It lives on one thread, beside the event loop that tells of its ends; all that
// it has started is killed when the program ends.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/events/event_loop.h"
#include "nodes/model/kinds.h"
#include "nodes/run/host.h"
#include "nodes/run/processes/script_queue.h"

namespace paisql::nodes {

// The program or script of one attempt of a node.
struct Instance {
  Runs runs = Runs::kNothing;  // kSql, or kShell for any process; kNothing: it has ended with that
  bool held = false;           // it runs nothing itself, and its end is told later
  SqlScript sql;               // of kSql
  std::vector<std::string> command;  // of the others; command[0] is an absolute path
  std::vector<std::pair<std::string, std::string>> environment;
  std::string folder;  // where it runs
  std::string log;
  int64_t timeout_ms = 0;  // 0: none
};

struct Ending {
  bool succeeded = false;
  std::string why;  // "" where the log says it
};

class Executor {
 public:
  // `places`: so many run at once. `ended` and `returned` are called within the loop's turns,
  // LookAtTime and EndAll, for a ticket that Start was given; one that is returned has not begun,
  // and may be started again.
  Executor(EventLoop& loop, Programs programs, size_t places,
           std::function<void(size_t ticket, const Ending& ending)> ended,
           std::function<void(size_t ticket)> returned);
  ~Executor();

  // An error when nothing could be started; the ticket has then no end.
  Status Start(size_t ticket, const Instance& instance);
  // The number of instances that have started and not ended.
  size_t running() const { return running_.size() + scripts_.size(); }
  size_t scripts() const { return scripts_.size(); }
  // So many scripts more may be started than there are places, because they are all quick.
  size_t ScriptsAhead() const;

  void Take(Worker worker) { scripts_.Take(std::move(worker)); }
  // Nothing more will be started.
  void Finish() { scripts_.Finish(); }

  // Ends one: its end says why.
  void EndOne(size_t ticket, const std::string& why);
  // Ends all that runs: first as Ctrl-C would, the second time at once.
  void EndAll();
  // When somebody has to be looked at although nothing happens; kNever for nobody.
  int64_t NextDeadline() const;
  // Ends those whose time is over.
  void LookAtTime();

 private:
  struct Running {
    pid_t pid = 0;
    Descriptor process;  // readable when it has ended
    EventLoop::Watch watch;
    int64_t deadline_ms = kNever;
    bool told_to_end = false;
    std::string told_why;
    bool out_of_time = false;
  };

  Status StartProcess(Running& running, const Instance& instance);
  void ProcessReady(size_t ticket);
  void ScriptEnded(const ScriptQueue::Ending& ended);
  size_t FreeForScripts() const;
  void Finish(size_t ticket, Ending ending);
  static void Signal(const Running& running, int number);

  EventLoop& loop_;
  Programs programs_;
  std::function<void(size_t, const Ending&)> ended_;
  size_t places_;
  std::map<size_t, Running> running_;
  ScriptQueue scripts_;
};

}  // namespace paisql::nodes
