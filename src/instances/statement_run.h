#pragma once

// Runs the statements of one instance, in a session of its own or in the one that its submission
// names. Private to instances.

#include <memory>

#include "instances/instance.h"
#include "instances/results/capture.h"
#include "session/session.h"

namespace paisql::instances {

class StatementRun {
 public:
  // `options` are those of a session of its own but for what the submission says.
  StatementRun(Instance& instance, std::shared_ptr<session::HomeContext> context,
               session::SessionOptions options)
      : instance_(instance), context_(std::move(context)), options_(std::move(options)) {}

  // The error of the first statement that fails ends it.
  // `file_bytes` is that of Capture::Take.
  Result<std::shared_ptr<const InstanceResult>> Execute(Capture& capture, int64_t* file_bytes);

  // From any thread: the statement that runs ends soon, and no other one begins.
  static void Interrupt(Instance& instance);

 private:
  Result<std::shared_ptr<session::Session>> OpenSession();
  Status RunAll(session::Session& session, Capture& capture);
  // Whether the instance's progress is that of this session. It is not once it has been stopped.
  bool Show(session::Session* session);

  Instance& instance_;
  const std::shared_ptr<session::HomeContext> context_;
  session::SessionOptions options_;
};

}  // namespace paisql::instances
