#include "jobs/log/progress_reader.h"

#include <nlohmann/json.hpp>

#include "jobs/files/json_file.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr size_t kLongestLine = 64 * 1024;
// Beyond this a count is nonsense, and the sum over all processes and restarts stays a number.
constexpr int64_t kMostCounted = int64_t{1} << 50;
// Over which steps per second are counted.
constexpr int64_t kWindowMs = 10'000;
constexpr double kMsInSecond = 1000;

// A count from the outside: whole, not negative.
std::optional<int64_t> CountAt(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned() && found->get<uint64_t>() > static_cast<uint64_t>(kMostCounted)) {
    return std::nullopt;
  }
  const int64_t count = found->get<int64_t>();
  return count < 0 ? std::nullopt : std::optional(count);
}

// A time from the outside: a number, not negative.
std::optional<double> SecondsAt(const Json& json, const char* name) {
  constexpr double kMost = 1e12;
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  const double seconds = found->get<double>();
  return seconds >= 0 && seconds <= kMost ? std::optional(seconds) : std::nullopt;
}

struct CountMember {
  const char* name;
  int64_t ProcessProgress::*member;
};

struct SecondsMember {
  const char* name;
  double ProcessProgress::*member;
};

// The counters of a process from its start.
constexpr CountMember kCounts[] = {
    {"rows_read", &ProcessProgress::rows_read},
    {"rows_written", &ProcessProgress::rows_written},
    {"bytes_read", &ProcessProgress::bytes_read},
};
constexpr SecondsMember kSeconds[] = {
    {"input_seconds", &ProcessProgress::input_seconds},
    {"read_seconds", &ProcessProgress::read_seconds},
    {"step_seconds", &ProcessProgress::step_seconds},
    {"wait_seconds", &ProcessProgress::wait_seconds},
};

}  // namespace

bool ProgressReader::Take(std::string_view bytes, int64_t now_ms, ProcessProgress* progress) {
  bool changed = false;
  for (size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    rest_ += bytes.substr(0, end);
    if (!skipping_ && TakeLine(rest_, now_ms, progress)) changed = true;
    rest_.clear();
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
  rest_ += bytes;
  if (rest_.size() > kLongestLine) {
    rest_.clear();
    skipping_ = true;
  }
  return changed;
}

bool ProgressReader::TakeLine(std::string_view line, int64_t now_ms, ProcessProgress* progress) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return false;
  const ProcessProgress before = *progress;
  if (const auto step = CountAt(json, "step")) TakeStep(*step, now_ms, progress);
  if (const auto loss = json.find("loss"); loss != json.end()) {
    if (const auto number = NumberOfJson(*loss)) {
      progress->loss = number;
      progress->loss_step = CountAt(json, "loss_step");
      if (!progress->loss_step.has_value()) progress->loss_step = CountAt(json, "step");
    }
  }
  for (const auto& [name, member] : kCounts) {
    if (const auto count = CountAt(json, name)) progress->*member = before_.*member + *count;
  }
  for (const auto& [name, member] : kSeconds) {
    if (const auto time = SecondsAt(json, name)) progress->*member = before_.*member + *time;
  }
  if (const auto address = json.find("address"); address != json.end() && address->is_string()) {
    progress->address = address->get<std::string>();
  }
  if (const auto end = json.find("finished"); end != json.end() && end->is_boolean()) {
    progress->finished = end->get<bool>();
  }
  ++lines_;
  return !(*progress == before);
}

void ProgressReader::TakeStep(int64_t step, int64_t now_ms, ProcessProgress* progress) {
  // A process that was started again goes on from its last checkpoint, at an earlier step.
  if (!steps_.empty() && step < steps_.back().step) steps_.clear();
  while (steps_.size() > 1 && now_ms - steps_.front().time_ms > kWindowMs) steps_.pop_front();
  steps_.push_back({now_ms, step});
  progress->step = step;
  const int64_t passed_ms = now_ms - steps_.front().time_ms;
  progress->steps_per_second.reset();
  if (passed_ms > 0) {
    progress->steps_per_second = static_cast<double>(step - steps_.front().step) * kMsInSecond /
                                 static_cast<double>(passed_ms);
  }
}

void ProgressReader::Restart(ProcessProgress* progress) {
  before_ = *progress;
  steps_.clear();
  progress->steps_per_second.reset();
  progress->finished = false;
  progress->address.clear();
  rest_.clear();
  skipping_ = false;
}

}  // namespace paisql::jobs
