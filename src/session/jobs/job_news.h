#pragma once

// Tells a prompt about jobs that no session follows: which run when the session begins, and how
// each of them, and of those that the session itself left running, has ended. It looks only at the
// catalog, and at nothing while it knows of no such job.

#include <set>
#include <string>
#include <vector>

#include "store/types.h"

namespace paisql::session {

class State;

class JobNews {
 public:
  // Background: a job goes on without being followed. Forget: it is followed now, so its end is not
  // reported.
  void Background(const std::string& id) { running_.insert(id); }
  void Forget(const std::string& id) { running_.erase(id); }

  // Lines for people.
  std::vector<std::string> Take(State& state);

 private:
  bool begun_ = false;
  std::set<std::string> running_;
};

// "job 2026… (train) has ended after 3 min 5 s: step 2000  loss 0.12".
std::string EndedLine(const store::Job& job);
// "2 jobs are running; the newest is 2026… (train)": the newest is the first; "" without any.
std::string RunningLine(const std::vector<store::Job>& jobs);

}  // namespace paisql::session
