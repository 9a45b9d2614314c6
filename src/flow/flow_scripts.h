#pragma once

// The SQL of nodes as the program's own scripts: checked as `paisql check` does, run as -f does.

#include <memory>
#include <set>
#include <string>

#include "nodes/run/host.h"
#include "script/options/flags.h"
#include "session/session.h"

namespace paisql::flow {

// A session on a copy of the catalog, in which what one script makes counts for the next.
class FlowChecker final : public nodes::SqlChecker {
 public:
  static Result<std::unique_ptr<FlowChecker>> Open(session::SessionOptions options);

  nodes::SqlCheck Check(const nodes::SqlScript& script) override;
  void NoteOtherCode() override { session_->NoteOtherCode(); }

 private:
  explicit FlowChecker(std::unique_ptr<session::Session> session)
      : session_(std::move(session)), project_(session_->project()) {}

  std::unique_ptr<session::Session> session_;
  std::string project_;
  std::set<std::string> variables_;  // of the script before
};

// The body of a worker: runs scripts until there are no more. Gives the exit status.
int RunFlowWorker(const script::Flags& flags, const session::SessionOptions& options);

}  // namespace paisql::flow
