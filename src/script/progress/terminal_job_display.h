#pragma once

// A job on a terminal: the block that script/progress/job_block.h draws, and a thread that draws it
// again when time has passed and nothing else has happened.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "script/progress/job_block.h"
#include "script/progress/job_display.h"

namespace paisql::script {

class TerminalJobDisplay : public JobDisplay {
 public:
  explicit TerminalJobDisplay(int descriptor);
  ~TerminalJobDisplay() override;
  TerminalJobDisplay(const TerminalJobDisplay&) = delete;
  TerminalJobDisplay& operator=(const TerminalJobDisplay&) = delete;

  void Output(std::string_view bytes) override;
  void Progress(const jobs::JobProgress& progress) override;
  void Ask(std::string_view question) override;
  void Withdraw() override;
  void End(bool ended) override;

 private:
  void Tick(std::unique_lock<std::mutex> lock);

  int descriptor_;
  std::mutex mutex_;  // guards block_, stop_ and the order of what is written
  std::condition_variable changed_;
  JobBlock block_;
  bool stop_ = false;
  std::thread ticker_;
};

}  // namespace paisql::script
