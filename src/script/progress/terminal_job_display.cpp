#include "script/progress/terminal_job_display.h"

#include <signal.h>

#include <chrono>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "terminal/terminal.h"

namespace paisql::script {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

}  // namespace

TerminalJobDisplay::TerminalJobDisplay(int descriptor) : descriptor_(descriptor) {
  ticker_ = std::thread([this] {
    // Signals are for the thread that follows the job.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    Tick(std::unique_lock(mutex_));
  });
}

TerminalJobDisplay::~TerminalJobDisplay() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  ticker_.join();
}

void TerminalJobDisplay::Tick(std::unique_lock<std::mutex> lock) {
  while (!stop_) {
    if (block_.next_tick_ms() == JobBlock::kNever) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, Clock::time_point(milliseconds(block_.next_tick_ms())));
    }
    if (!stop_) WriteAll(descriptor_, block_.Tick(SteadyMs(), terminal::ScreenOf(descriptor_)));
  }
}

void TerminalJobDisplay::Output(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  WriteAll(descriptor_, block_.Output(bytes, SteadyMs(), terminal::ScreenOf(descriptor_)));
  changed_.notify_one();
}

void TerminalJobDisplay::Progress(const jobs::JobProgress& progress) {
  const std::lock_guard lock(mutex_);
  WriteAll(descriptor_, block_.Progress(progress, SteadyMs(), terminal::ScreenOf(descriptor_)));
  changed_.notify_one();
}

void TerminalJobDisplay::Ask(std::string_view question) {
  const std::lock_guard lock(mutex_);
  WriteAll(descriptor_, block_.Ask(question, terminal::ScreenOf(descriptor_)));
}

void TerminalJobDisplay::Withdraw() {
  const std::lock_guard lock(mutex_);
  WriteAll(descriptor_, block_.Withdraw(SteadyMs(), terminal::ScreenOf(descriptor_)));
  changed_.notify_one();
}

void TerminalJobDisplay::End(bool ended) {
  const std::lock_guard lock(mutex_);
  WriteAll(descriptor_, block_.End(ended, SteadyMs()));
}

}  // namespace paisql::script
