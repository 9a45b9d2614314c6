#include "fleet/plan/load_meter.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kWindowMs = 10'000;
constexpr int64_t kLeastSpanMs = 900;
constexpr int64_t kStaleMs = 5'000;
constexpr double kMsOfSecond = 1000;

}  // namespace

void LoadMeter::Add(int64_t total, int64_t now_ms) {
  if (!samples_.empty() && total < samples_.back().total) samples_.clear();
  samples_.push_back({total, now_ms});
  while (samples_.size() > 2 && samples_[1].at_ms <= now_ms - kWindowMs) samples_.pop_front();
}

std::optional<double> LoadMeter::Rate(int64_t now_ms) const {
  if (samples_.empty() || samples_.back().at_ms < now_ms - kStaleMs) return std::nullopt;
  const int64_t span_ms = samples_.back().at_ms - samples_.front().at_ms;
  if (span_ms < kLeastSpanMs) return std::nullopt;
  return static_cast<double>(samples_.back().total - samples_.front().total) * kMsOfSecond /
         static_cast<double>(span_ms);
}

}  // namespace paisql::fleet
