#pragma once

// The tabs of editors. Each has a session that stays between its statements, as at a prompt: what
// was SET, the project of USE, variables, temporary tables and the last result hold. A tab is of
// one user, and runs one statement at a time, as an instance. Safe from any thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "console/editor/kept_checks.h"
#include "instances/instance_service.h"
#include "session/session.h"

namespace paisql::console {

// What a page asks to run in a tab.
struct TabStatement {
  std::string text;
  std::vector<std::pair<std::string, std::string>> variables = {};  // that get these values before
};

class Tab {
 public:
  Tab(std::string id, std::string user, std::unique_ptr<session::Session> session);

  const std::string& id() const { return id_; }
  const std::string& user() const { return user_; }

  // kInstanceCancelled with the cure while another statement runs.
  Result<instances::InstancePtr> Submit(const TabStatement& statement,
                                        instances::InstanceService& instances);
  // Runs the statements that set state, and no others, in a new tab; gives the statements that have
  // failed.
  std::vector<std::string> Restore(const std::vector<std::string>& state);
  // Calls `use` with the session. Returns false, without a call, while a statement runs in it.
  bool UseSession(const std::function<void(session::Session&)>& use);

  struct Facts {
    std::string project;            // of USE, with its schema
    instances::InstancePtr newest;  // null: nothing has run yet
    // Statements that bring another session into this one's state.
    std::vector<std::string> state;
    // The same for a session that only checks, with temporary tables and the last result.
    std::vector<std::string> check_state;
    // Statements that have changed things, and have not failed since (ChangesThings).
    std::vector<std::string> done;
  };
  Facts facts();
  int64_t used_ms() const { return used_ms_; }
  bool busy();

 private:
  // Notes what the newest statement has done to the session, once it has ended. Locked.
  void Settle();
  void Keep(const std::string& statement);

  const std::string id_;
  const std::string user_;
  mutable std::mutex mutex_;
  std::shared_ptr<session::Session> session_;
  std::string project_;
  instances::InstancePtr newest_;
  bool settled_ = true;
  std::vector<std::string> state_;
  std::vector<std::string> check_state_;
  std::vector<std::string> done_;
  std::string last_query_;
  std::atomic<int64_t> used_ms_ = 0;
};
using TabPtr = std::shared_ptr<Tab>;

struct TabLimits {
  size_t of_user = 24;
  size_t all = 96;
  int64_t idle_ms = int64_t{4} * 3600 * 1000;
};

class Tabs {
 public:
  explicit Tabs(TabLimits limits = {}) : limits_(limits) {}

  // The user's tab that was idle for the longest time goes where there are too many; an error where
  // all of them run statements.
  Result<TabPtr> Add(const std::string& user, std::unique_ptr<session::Session> session);
  // Null for a tab that does not exist, has ended, or is another user's.
  TabPtr Find(const std::string& id, const std::string& user);
  // Ends the tab. The caller cancels what still runs in it.
  TabPtr Take(const std::string& id, const std::string& user);
  size_t size() const;
  // The checks that are kept for the texts of tabs.
  KeptChecks& checks() { return checks_; }

 private:
  // Takes out tabs that have been idle for too long; they end without the lock.
  std::vector<TabPtr> TakeIdle();
  TabPtr TakeOldest(const std::string* user);

  const TabLimits limits_;
  mutable std::mutex mutex_;
  std::map<std::string, TabPtr> tabs_;
  KeptChecks checks_;
};

// Runs the statements in the session, one after the other, for what they set; gives the statements
// that have failed.
std::vector<std::string> Replay(const std::vector<std::string>& statements,
                                session::Session& session);

}  // namespace paisql::console
