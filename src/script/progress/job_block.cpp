#include "script/progress/job_block.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::script {

namespace {

// More output than this does not wait for the next drawing.
constexpr size_t kMostPending = 64 * 1024;
constexpr int64_t kTickMs = 1000;

// Control sequences that every terminal since the VT100 knows.
constexpr const char* kLineDown = "\033D";  // keeps the column, and scrolls at the bottom
constexpr const char* kSaveCursor = "\0337";
constexpr const char* kRestoreCursor = "\0338";
constexpr const char* kEraseBelow = "\033[J";

// Whether the processes are where they were.
bool SameStates(const jobs::JobProgress& left, const jobs::JobProgress& right) {
  return left.waits_for == right.waits_for &&
         std::equal(left.processes.begin(), left.processes.end(), right.processes.begin(),
                    right.processes.end(),
                    [](const jobs::ProcessProgress& one, const jobs::ProcessProgress& other) {
                      return one.state == other.state && one.restarts == other.restarts;
                    });
}

}  // namespace

std::string JobBlock::Output(std::string_view bytes, int64_t now_ms,
                             const terminal::Screen& screen) {
  pending_ += bytes;
  if (asking_) return "";
  if (shown_ == 0 || now_ms - drawn_ms_ >= kRedrawMs || pending_.size() > kMostPending) {
    return Redraw(now_ms, screen);
  }
  PlanTick(now_ms);
  return "";
}

std::string JobBlock::Progress(const jobs::JobProgress& progress, int64_t now_ms,
                               const terminal::Screen& screen) {
  const bool same = SameStates(progress_, progress);
  progress_ = progress;
  told_ms_ = now_ms;
  stale_ = true;
  if (asking_) return "";
  if (!same || now_ms - drawn_ms_ >= kRedrawMs) return Redraw(now_ms, screen);
  PlanTick(now_ms);
  return "";
}

std::string JobBlock::Tick(int64_t now_ms, const terminal::Screen& screen) {
  return now_ms < next_tick_ms_ ? "" : Redraw(now_ms, screen);
}

std::string JobBlock::Ask(std::string_view question, const terminal::Screen& screen) {
  std::string text = Take();
  asking_ = true;
  next_tick_ms_ = kNever;
  text += Room(1);
  if (line_open_) text += std::string(kSaveCursor) + "\r\n";
  text += FirstColumns(question, screen.columns - 1);
  return text;
}

std::string JobBlock::Withdraw(int64_t now_ms, const terminal::Screen& screen) {
  asking_ = false;
  std::string text = std::string("\r") + kEraseBelow;
  if (line_open_) text += kRestoreCursor;
  return text + Redraw(now_ms, screen);
}

std::string JobBlock::End(bool ended, int64_t now_ms) {
  std::string text = Take();
  const std::string line = ended ? FinalLine(progress_, ElapsedMs(now_ms)) : "";
  if (!line.empty()) text += (line_open_ ? "\r\n" : "") + line + "\r\n";
  const std::string reading = line.empty() ? "" : ReadingLine(progress_);
  if (!reading.empty()) text += reading + "\r\n";
  line_open_ = line_open_ && line.empty();
  progress_ = {};
  next_tick_ms_ = kNever;
  return text;
}

std::string JobBlock::Redraw(int64_t now_ms, const terminal::Screen& screen) {
  std::string text = Take();
  const std::vector<JobLine> lines = BlockLines(progress_, ElapsedMs(now_ms), screen);
  if (!lines.empty()) {
    text += Room(lines.size());
    if (line_open_) text += kSaveCursor;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (line_open_ || i > 0) text += "\r\n";
      const JobLine& line = lines[i];
      text += line.color.has_value() ? terminal::Paint(line.text, *line.color, screen.color)
                                     : line.text;
    }
    if (line_open_) {
      text += kRestoreCursor;
    } else {
      text += "\r";
      if (lines.size() > 1) text += "\033[" + std::to_string(lines.size() - 1) + "A";
    }
  }
  shown_ = lines.size();
  drawn_ms_ = now_ms;
  stale_ = false;
  PlanTick(now_ms);
  return text;
}

std::string JobBlock::Take() {
  std::string text;
  if (shown_ > 0) {
    text = line_open_ ? std::string(kSaveCursor) + "\033[B\r" + kEraseBelow + kRestoreCursor
                      : std::string("\r") + kEraseBelow;
  }
  shown_ = 0;
  if (!pending_.empty()) line_open_ = pending_.back() != '\n';
  text += pending_;
  pending_.clear();
  return text;
}

// Makes the terminal scroll, if need be, until the lines fit below the cursor's column.
std::string JobBlock::Room(size_t lines) const {
  const size_t below = lines - (line_open_ ? 0 : 1);
  std::string text;
  for (size_t i = 0; i < below; ++i) text += kLineDown;
  if (below > 0) text += "\033[" + std::to_string(below) + "A";
  return text;
}

int64_t JobBlock::ElapsedMs(int64_t now_ms) const {
  return progress_.elapsed_ms + (IsRunning(progress_) ? now_ms - told_ms_ : 0);
}

void JobBlock::PlanTick(int64_t now_ms) {
  next_tick_ms_ = kNever;
  if (shown_ > 0 && IsRunning(progress_)) {
    next_tick_ms_ = now_ms + kTickMs - ElapsedMs(now_ms) % kTickMs;
  }
  if (stale_ || !pending_.empty()) next_tick_ms_ = std::min(next_tick_ms_, drawn_ms_ + kRedrawMs);
}

}  // namespace paisql::script
