#include "session/statements/follow_serving.h"

#include <stop_token>

#include "session/statements/follow.h"

namespace paisql::session {

namespace {

// Stops the following as soon as a process has an address.
class AddressObserver : public training::JobObserver {
 public:
  AddressObserver(Sink& sink, std::stop_source& stop) : sink_(sink), stop_(stop) {}

  void OnOutput(std::string_view bytes) override {
    if (bytes.empty()) return;
    sink_.JobOutput(bytes);
    line_open_ = bytes.back() != '\n';
  }
  void OnProgress(const training::JobProgress& progress) override {
    for (const training::ProcessProgress& process : progress.processes) {
      if (!process.address.empty() && process.state == "running") address_ = process.address;
    }
    if (!address_.empty()) stop_.request_stop();
  }
  void EndLine() {
    if (line_open_) OnOutput("\n");
  }
  const std::string& address() const { return address_; }

 private:
  Sink& sink_;
  std::stop_source& stop_;
  std::string address_;
  bool line_open_ = false;
};

}  // namespace

Status FollowUntilServing(const std::string& id, const SourceRange& range, Run& run) {
  std::stop_source stop;
  const std::stop_callback on_interrupt(run.state.stop_token(), [&stop] { stop.request_stop(); });
  AddressObserver observer(run.sink, stop);
  PAISQL_ASSIGN_AT(range, const std::optional<training::JobOutcome> outcome,
                   run.state.Jobs().Follow(id, observer, stop.get_token()));
  observer.EndLine();
  if (outcome.has_value() || observer.address().empty())
    return EndFollowing(id, outcome, range, run);
  run.sink.Message(observer.address() + " serves job " + id + "; KILL " + id + "; ends it");
  run.sink.Message("OK");
  return Status::Ok();
}

}  // namespace paisql::session
