#pragma once

// How far a statement is, as a line of a terminal. Pure: the time is given.

#include <cstdint>
#include <optional>
#include <string>

namespace paisql::script {

struct ProgressView {
  std::optional<double> fraction;  // 0 to 1
  std::optional<int64_t> remaining_ms;
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t total_bytes = 0;  // 0: not known
  int64_t elapsed_ms = 0;
};

// "[=====>     ]  42 %  1.2 M rows  530.0 k rows/s  340.0 MB  3 s  ~4 s left": what is not known is
// left out, and of the rest as much as is narrower than the terminal.
std::string ProgressText(const ProgressView& view, int columns);

// When something will be done whose progress is not steady: roughly, or not at all.
class RemainingTime {
 public:
  // `now_ms` is when it begins.
  explicit RemainingTime(int64_t now_ms) : start_ms_(now_ms) {}

  // nullopt while there is too little to go by, or when hardly anything is left.
  std::optional<int64_t> Take(std::optional<double> fraction, int64_t now_ms);

 private:
  int64_t start_ms_;  // when the fraction was start_
  double start_ = 0;
  double newest_ = 0;
};

}  // namespace paisql::script
