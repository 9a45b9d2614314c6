#include "fleet/supervise/end_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <vector>

#include "base/process/process.h"
#include "base/text.h"
#include "fleet/control/silence.h"
#include "serving/processor/processor_pool.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kMsPerSecond = 1'000;
constexpr std::array<int, 4> kOfMemory = {SIGABRT, SIGSEGV, SIGBUS, SIGKILL};
// The words of failures to map a library, to make a thread or to allocate.
constexpr std::array<std::string_view, 5> kWordsOfMemory = {"memory", "bad_alloc", "cannot map",
                                                            "thread", "cannot be loaded"};

// The line that tells of the failure, else the last one.
std::string WhatItSaid(std::string_view said) {
  constexpr std::string_view kFailed = "FAILED: ";
  std::string last;
  for (const std::string& line : Split(said, '\n')) {
    if (line.starts_with(kFailed)) {
      // Why a processor ended is its own last line, such as an exception's.
      const bool is_told = line.find(serving::kEndedEarly) == std::string::npos || last.empty();
      return line.substr(kFailed.size()) + (is_told ? "" : ": " + last);
    }
    if (!Trim(line).empty()) last = Trim(line);
  }
  return last;
}

bool LooksLikeWantOfMemory(const InstanceEnd& end, const std::string& words) {
  if (end.memory_mb == 0 || end.hung) return false;
  // Anybody may kill one that answers.
  if (end.signal != 0 && (end.signal != SIGKILL || !end.was_ready)) {
    return std::find(kOfMemory.begin(), kOfMemory.end(), end.signal) != kOfMemory.end();
  }
  const std::string lower = ToLower(words);
  return std::any_of(kWordsOfMemory.begin(), kWordsOfMemory.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace

std::string WordsOfEnd(const InstanceEnd& end) {
  std::string words = WhatItSaid(end.said);
  if (end.hung) {
    words = "it did not answer for " + std::to_string(kLongestSilenceMs / kMsPerSecond) + " s";
  } else if (end.signal != 0) {
    words = "it was ended by " + SignalName(end.signal);
  }
  if (words.empty()) words = "it has ended by itself";
  if (!LooksLikeWantOfMemory(end, words)) return words;
  return fmt::format("it seems to need more than its {} MB (metadata.memory): {}", end.memory_mb,
                     words);
}

}  // namespace paisql::fleet
