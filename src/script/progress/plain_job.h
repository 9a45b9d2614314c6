#pragma once

// A job where no cursor can be moved: its output, and lines between its lines. Like JobBlock it has
// no clock: every function is told the time and gives what is to be written.

#include <cstdint>
#include <string>
#include <string_view>

#include "jobs/spec/job_progress.h"

namespace paisql::script {

class PlainJob {
 public:
  // How often a line of progress comes.
  static constexpr int64_t kProgressMs = 10'000;

  // `time` is the time of day, "2026-11-21 05:43:33", for the line of states.
  std::string Output(std::string_view bytes, int64_t now_ms, std::string_view time);
  std::string Progress(const jobs::JobProgress& progress, int64_t now_ms, std::string_view time);
  std::string End(bool ended, int64_t now_ms);
  bool line_open() const { return line_open_; }

 private:
  std::string Tell(int64_t now_ms, std::string_view time);
  int64_t ElapsedMs(int64_t now_ms) const;

  jobs::JobProgress progress_;
  int64_t told_ms_ = 0;  // when progress_ came
  bool line_open_ = false;
  std::string waits_for_;  // and the others: what the last such line said
  std::string states_;
  std::optional<int64_t> step_;
  int64_t step_told_ms_ = 0;
};

}  // namespace paisql::script
