#pragma once

// The session's side of a warm start: a Python process that imports TensorFlow with one face before
// there is a job, and then, for each job, forks what becomes the job's supervisor and the processes
// below it (src/python/paisql/warm/server.py). It ends with this object, or with this program
// however that ends; the jobs that it has started go on. Private to jobs.

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/result.h"
#include "jobs/spec/runtime.h"

namespace paisql::jobs {

// The facts of a job that the warm process needs.
struct WarmRequest {
  std::string entry;  // the script, absolute
  std::string work;   // the job's work folder
  int processes = 0;  // of the job
};

class WarmPython {
 public:
  // Starts the import and does not wait for it. The caller's thread is the one that the process
  // ends with.
  static Result<std::unique_ptr<WarmPython>> Start(const Installation& installation,
                                                   const store::Home& home, const Runtime& runtime,
                                                   const EnvironmentChoice& variables);
  ~WarmPython();
  WarmPython(const WarmPython&) = delete;
  WarmPython& operator=(const WarmPython&) = delete;

  const std::string& face() const { return face_; }
  const EnvironmentChoice& variables() const { return variables_; }
  bool alive();

  // Asks for what Spawn(options) would start; `options.output` is its log. The process is not a
  // child of this one. It may come after the import only, or, when the warm process dies, never:
  // then the descriptors of `options.inherited` are closed everywhere but here.
  Status StartSupervisor(const SpawnOptions& options, const WarmRequest& request);
  // Ends it at once.
  void End();

 private:
  WarmPython(std::string face, EnvironmentChoice variables, Descriptor control, pid_t pid)
      : face_(std::move(face)),
        variables_(std::move(variables)),
        control_(std::move(control)),
        pid_(pid) {}

  std::string face_;
  EnvironmentChoice variables_;
  Descriptor control_;
  pid_t pid_;  // 0 when it has ended
};

}  // namespace paisql::jobs
