#pragma once

// Runs instances of nodes: statements by workers, scripts by processes of their own, each with its
// output in a log. It lives on one thread, beside the event loop that tells of its ends; all that
// it has started is killed when the program ends.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/system/event_loop.h"
#include "nodes/model/kinds.h"
#include "nodes/run/host.h"
#include "nodes/run/worker.h"

namespace paisql::nodes {

// What one attempt of a node runs.
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
  // `ended` is called within the loop's turns, for a ticket that Start was given.
  Executor(EventLoop& loop, Programs programs,
           std::function<void(size_t ticket, const Ending& ending)> ended);
  ~Executor();

  // An error when nothing could be started; the ticket has then no end.
  Status Start(size_t ticket, const Instance& instance);
  size_t running() const { return running_.size(); }

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
    std::unique_ptr<Worker> worker;  // of statements
    pid_t pid = 0;                   // of a process
    Descriptor process;              // readable when it has ended
    EventLoop::Watch watch;
    int64_t deadline_ms = kNever;
    bool told_to_end = false;
    std::string told_why;
    bool out_of_time = false;
  };

  Status StartWorker(Running& running, const Instance& instance);
  Status StartProcess(Running& running, const Instance& instance);
  void ProcessReady(size_t ticket);
  void WorkerReady(size_t ticket);
  void Finish(size_t ticket, Ending ending);
  static void Signal(const Running& running, int number);

  EventLoop& loop_;
  Programs programs_;
  std::function<void(size_t, const Ending&)> ended_;
  std::map<size_t, Running> running_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace paisql::nodes
