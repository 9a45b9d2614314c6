#pragma once

// The block of lines that stands below a job's output on a terminal and is drawn again in its
// place. The cursor stays where the job's output goes on, also in the middle of a line, so the
// scripts' own progress bars come out as they are meant; the block is drawn below it and taken away
// by erasing what is below. So it never erases output, whatever became of the terminal's size.
//
// No time, no terminal and no thread of its own: every function is told the time (of a steady
// clock) and gives the bytes that are to be written. Output waits at most kRedrawMs in here.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "script/progress/job_lines.h"

namespace paisql::script {

class JobBlock {
 public:
  static constexpr int64_t kRedrawMs = 200;
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  std::string Output(std::string_view bytes, int64_t now_ms, const terminal::Screen& screen);
  std::string Progress(const jobs::JobProgress& progress, int64_t now_ms,
                       const terminal::Screen& screen);
  // To be called at this time, or later.
  int64_t next_tick_ms() const { return next_tick_ms_; }
  std::string Tick(int64_t now_ms, const terminal::Screen& screen);

  // A question takes the block's place until it is withdrawn; the cursor stands after it.
  std::string Ask(std::string_view question, const terminal::Screen& screen);
  std::string Withdraw(int64_t now_ms, const terminal::Screen& screen);

  // The block goes. When the job has ended, one line tells what it told last.
  std::string End(bool ended, int64_t now_ms);

 private:
  std::string Redraw(int64_t now_ms, const terminal::Screen& screen);
  std::string Take();  // takes the block away and gives the output that has waited
  std::string Room(size_t lines) const;
  int64_t ElapsedMs(int64_t now_ms) const;
  void PlanTick(int64_t now_ms);

  jobs::JobProgress progress_;
  int64_t told_ms_ = 0;     // when progress_ came
  std::string pending_;     // output that is not on the screen yet
  bool line_open_ = false;  // the output on the screen ends within a line
  size_t shown_ = 0;        // lines of the block on the screen
  bool asking_ = false;
  bool stale_ = false;  // the block on the screen is older than progress_
  int64_t drawn_ms_ = -kRedrawMs;
  int64_t next_tick_ms_ = kNever;
};

}  // namespace paisql::script
