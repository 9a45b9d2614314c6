#include "script/progress/statement_bar.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "base/files/files.h"
#include "base/process/status_file.h"
#include "base/system/clock.h"
#include "terminal/terminal.h"

namespace paisql::script {

namespace {

// From the beginning of the bar's line on, also where a terminal that became narrower has wrapped
// it.
constexpr std::string_view kErase = "\r\033[J";
constexpr int64_t kLeastBytes = 1 << 20;

}  // namespace

StatementBar::~StatementBar() {
  {
    const std::lock_guard lock(mutex_);
    Erase();
    stop_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void StatementBar::Begin() {
  const std::lock_guard lock(mutex_);
  running_ = true;
  keep_ = line_open_ = false;
  start_ms_ = SteadyMs();
  start_bytes_ = BytesRead();
  next_ms_ = start_ms_ + kFirstMs;
  remaining_.emplace(start_ms_);
  newest_.reset();
  if (thread_.joinable()) {
    changed_.notify_one();
    return;
  }
  try {
    thread_ = std::thread([this] {
      // Signals are for the thread that runs the statement.
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, nullptr);
      Run();
    });
  } catch (const std::system_error&) {
    running_ = false;
  }
}

void StatementBar::End() {
  const std::lock_guard lock(mutex_);
  Erase();
  running_ = false;
}

void StatementBar::Clear() {
  const std::lock_guard lock(mutex_);
  Erase();
  next_ms_ = std::max(next_ms_, SteadyMs() + kRedrawMs);
}

void StatementBar::Wrote(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  if (!bytes.empty()) line_open_ = bytes.back() != '\n';
}

void StatementBar::Hide() { End(); }

void StatementBar::Keep() {
  const std::lock_guard lock(mutex_);
  keep_ = true;
}

void StatementBar::Run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (!running_) {
      changed_.wait(lock);
      continue;
    }
    const int64_t now_ms = SteadyMs();
    if (now_ms < next_ms_) {
      changed_.wait_for(lock, std::chrono::milliseconds(next_ms_ - now_ms));
      continue;
    }
    next_ms_ = now_ms + kRedrawMs;
    Draw(now_ms);
  }
}

void StatementBar::Erase() {
  if (shown_) WriteAll(descriptor_, kErase);
  shown_ = false;
}

void StatementBar::Draw(int64_t now_ms) {
  std::optional<session::StatementProgress> told = ask_();
  if (told.has_value()) newest_ = told;
  if (!told.has_value() && keep_) told = newest_;
  if (!told.has_value() || line_open_) {
    Erase();
    return;
  }
  ProgressView view;
  view.fraction = told->fraction;
  view.remaining_ms = remaining_->Take(told->fraction, now_ms);
  view.rows = told->rows;
  view.total_bytes = told->total_bytes;
  view.bytes = told->total_bytes > 0 ? told->bytes : BytesRead() - start_bytes_;
  // Whatever the process reads counts there, this bar's own looking too.
  if (told->total_bytes == 0 && view.bytes < kLeastBytes) view.bytes = 0;
  view.elapsed_ms = now_ms - start_ms_;
  const std::string text = ProgressText(view, terminal::ScreenOf(descriptor_).columns);
  // The cursor goes back to the beginning, where whatever comes next is written.
  WriteAll(descriptor_, "\r" + text + "\033[J\r");
  shown_ = true;
}

Result<engine::Batch> RowsBelowBar::Next() {
  Result<engine::Batch> batch = rows_.Next();
  if (bar_ == nullptr) return batch;
  if (on_screen_) {
    bar_->Hide();
  } else {
    bar_->Keep();
  }
  bar_ = nullptr;
  return batch;
}

}  // namespace paisql::script
