#pragma once

// A lease is a locked file in <home>/leases that says "a process lives and reads files of snapshot
// N or later, and owns staging/<lease id>". The kernel drops the lock when the last process that
// holds the descriptor ends, however it ends, so a dead lease can be told from a live one without
// trusting pids.
//
// One lease belongs to one session or one job. Pin and Release may be called from one thread at a
// time.

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

class Lease {
 public:
  // A new lease; it pins nothing yet.
  static Result<std::unique_ptr<Lease>> Acquire(const Home& home);
  // Takes over a descriptor inherited from the process that acquired the lease (a job's supervisor
  // does).
  static Result<std::unique_ptr<Lease>> Adopt(const Home& home, const std::string& id,
                                              int descriptor);

  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  const std::string& id() const { return id_; }
  int descriptor() const {
    return descriptor_;
  }  // close-on-exec until a job inherits it on purpose
  // The folder for files this lease's owner is writing; made on first call.
  Result<std::string> StagingFolder();

  // Keeps all files that are live at `snapshot` or later. 0 keeps every file. kNothing lets
  // everything go.
  static constexpr int64_t kNothing = INT64_MAX;
  Status Pin(int64_t snapshot);
  int64_t pinned() const { return pinned_; }

  // Its end leaves its file, as a killed process does, so that the next sweep looks for what its
  // owner left behind.
  void LeaveToSweep() { leave_to_sweep_ = true; }

  // Forgets the lease without ending it: another process that inherited the descriptor owns it now.
  void Abandon();

 private:
  Lease() = default;
  std::string home_path_;
  std::string id_;
  std::string path_;
  int descriptor_ = -1;
  int64_t pinned_ = kNothing;
  bool leave_to_sweep_ = false;
};

}  // namespace paisql::store
