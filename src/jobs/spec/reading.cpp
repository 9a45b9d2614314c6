#include "jobs/spec/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/display/amounts.h"

namespace paisql::jobs {

namespace {

constexpr double kSecondMs = 1000;
// Speeds and shares of shorter times are those of the start, not of the work.
constexpr int64_t kShortestSpeedMs = 100;
constexpr int64_t kShortestToldMs = 1000;
constexpr int64_t kMost = INT64_MAX / 4;

int64_t Milliseconds(double seconds) {
  constexpr double kMostSeconds = 1e12;
  if (!(seconds > 0)) return 0;  // NaN, too
  return std::llround(std::min(seconds, kMostSeconds) * kSecondMs);
}

// Sums of what processes tell do not overflow.
int64_t Sum(int64_t left, int64_t right) { return std::min(left, kMost) + std::min(right, kMost); }

std::optional<int64_t> PerSecond(int64_t count, int64_t duration_ms) {
  if (count <= 0 || duration_ms < kShortestSpeedMs) return std::nullopt;
  const double speed = static_cast<double>(count) * kSecondMs / static_cast<double>(duration_ms);
  return std::llround(std::min(speed, static_cast<double>(kMost)));
}

// Three digits say all there is to say of a speed.
std::string RoundedText(int64_t number) {
  int64_t unit = 1;
  while (number / unit >= 1000) unit *= 10;
  return GroupedText((number + unit / 2) / unit * unit);
}

}  // namespace

Reading ReadingOf(const ProcessProgress& process) {
  return {process.rows_read, process.bytes_read, Milliseconds(process.read_seconds),
          Milliseconds(process.step_seconds), Milliseconds(process.wait_seconds)};
}

Reading ReadingOf(const JobProgress& progress) {
  Reading whole;
  for (const ProcessProgress& process : progress.processes) {
    const Reading one = ReadingOf(process);
    whole.rows = Sum(whole.rows, one.rows);
    whole.bytes = Sum(whole.bytes, one.bytes);
    whole.read_ms = std::max(whole.read_ms, one.read_ms);
    whole.step_ms = Sum(whole.step_ms, one.step_ms);
    whole.wait_ms = Sum(whole.wait_ms, one.wait_ms);
  }
  return whole;
}

Reading ReadingOf(const store::Job& job) {
  return {job.rows_read, job.bytes_read, job.read_ms, job.step_ms, job.wait_ms};
}

std::optional<int64_t> RowsPerSecond(const Reading& reading) {
  return PerSecond(reading.rows, reading.read_ms);
}

std::optional<int64_t> BytesPerSecond(const Reading& reading) {
  return PerSecond(reading.bytes, reading.read_ms);
}

std::optional<double> InputShare(const Reading& reading) {
  if (reading.step_ms <= 0) return std::nullopt;
  const double share = static_cast<double>(reading.wait_ms) / static_cast<double>(reading.step_ms);
  return std::clamp(share, 0.0, 1.0);
}

std::string InputShareText(const Reading& reading) {
  const std::optional<double> share = InputShare(reading);
  if (!share.has_value()) return "";
  return fmt::format("{:.0f} % of the steps' time waited for input", *share * 100);
}

std::string ReadingText(const Reading& reading) {
  const std::string share = reading.step_ms >= kShortestToldMs ? InputShareText(reading) : "";
  if (reading.rows <= 0 || reading.read_ms < kShortestToldMs) {
    // For input from elsewhere than a table, only the time waited is worth a line.
    constexpr double kLeastShare = 0.005;
    return InputShare(reading).value_or(0) >= kLeastShare ? share : "";
  }
  std::string text = fmt::format("read {} rows", GroupedText(reading.rows));
  const bool sized = reading.bytes > 0;
  if (sized) text += ", " + BytesText(reading.bytes) + ",";
  text += " at " + RoundedText(*RowsPerSecond(reading)) + " rows/s";
  if (sized) text += ", " + BytesText(*BytesPerSecond(reading)) + "/s";
  return share.empty() ? text : text + "; " + share;
}

}  // namespace paisql::jobs
