#pragma once

// Runs the instances of a home: a few at a time, those of smaller priority first. Each runs in a
// session of its own, over the context that all share. Safe from any thread.

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "instances/instance.h"
#include "session/session.h"

namespace paisql::instances {

class InstanceService {
 public:
  // `options` are those of each session but for what a submission says.
  InstanceService(std::shared_ptr<session::HomeContext> context, session::SessionOptions options,
                  int at_once);
  // Stop, without a limit of time.
  ~InstanceService();
  InstanceService(const InstanceService&) = delete;
  InstanceService& operator=(const InstanceService&) = delete;

  InstancePtr Submit(Submission submission);
  // Null for an unknown one.
  InstancePtr Find(const std::string& id) const;
  // Those of the project, the newest first.
  std::vector<InstancePtr> List(const std::string& project) const;
  // False where it has ended already.
  bool Cancel(const std::string& id);
  // Ends what waits, interrupts what runs, and lets nothing begin any more. Waits so long at most;
  // whether everything has ended.
  bool Stop(int timeout_ms);

 private:
  struct Running {
    InstancePtr instance;
    session::Session* session = nullptr;
    bool cancelled = false;
  };

  void Work();
  void Interrupt(Running& running);
  InstancePtr Next();
  void Run(Instance& instance);
  Result<std::shared_ptr<const InstanceResult>> Execute(Instance& instance);
  void End(Instance& instance, TaskState state, std::optional<Error> error,
           std::shared_ptr<const InstanceResult> result);

  const std::shared_ptr<session::HomeContext> context_;
  const session::SessionOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;                  // a worker
  std::condition_variable ended_;                 // of an instance that ran
  std::map<std::string, InstancePtr> instances_;  // by id, which grow
  std::vector<InstancePtr> waiting_;
  std::map<std::string, Running> running_;
  bool ending_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace paisql::instances
