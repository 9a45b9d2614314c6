#pragma once

// How long another process has said nothing. A time during which nobody listened, because this
// process was stopped itself or the machine slept, does not count. One thread; the times are those
// of SteadyMs.

#include <cstdint>

namespace paisql::fleet {

class Silence {
 public:
  explicit Silence(int64_t limit_ms) : limit_ms_(limit_ms) {}

  // A message arrived, or the count must start anew.
  void Heard(int64_t now_ms) { heard_ms_ = now_ms; }
  // Whether the silence has lasted for too long. Call it each second, after reading all messages.
  bool TooLong(int64_t now_ms) {
    if (now_ms - looked_ms_ > kAwayMs) heard_ms_ = now_ms;
    looked_ms_ = now_ms;
    return now_ms - heard_ms_ >= limit_ms_;
  }

 private:
  static constexpr int64_t kAwayMs = 3'000;

  int64_t limit_ms_;
  int64_t heard_ms_ = 0;
  int64_t looked_ms_ = 0;
};

// How often others are asked whether they live.
inline constexpr int64_t kAskMs = 1'000;
// Instances and the front have nothing to do that takes so long before they answer.
inline constexpr int64_t kLongestSilenceMs = 5'000;
// A supervisor may wait for others who write to the catalog.
inline constexpr int64_t kSupervisorSilenceMs = 40'000;
// In the environment: another time for it, in milliseconds.
inline constexpr const char* kSupervisorSilenceVariable = "PAISQL_SUPERVISOR_SILENCE_MS";
int64_t SupervisorSilenceMs();

// The time that an ending front has for its last answers to slow clients.
inline constexpr int64_t kFrontDrainMs = 30'000;
inline constexpr const char* kFrontDrainVariable = "PAISQL_FRONT_DRAIN_MS";
int64_t FrontDrainMs();

}  // namespace paisql::fleet
