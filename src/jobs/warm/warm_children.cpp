#include "jobs/warm/warm_children.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/events/event_loop.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/warm/channel_message.h"

namespace paisql::jobs {

namespace {

// A child looks at some files and answers; one that does not is not worth waiting for.
constexpr int kAnswerMs = 10'000;
constexpr std::string_view kCold = "cold: ";
constexpr std::string_view kErrno = "errno ";

// How each process was started, in logs/supervisor.log.
void Tell(const std::string& name, const std::string& how) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), how.c_str());
}

// All that the child says until it closes its end: when the script begins, or by exec.
std::optional<std::string> ReadAnswer(int channel) {
  std::string answer;
  char bytes[512];
  while (true) {
    if (!AwaitReadable(channel, SteadyMs() + kAnswerMs)) return std::nullopt;
    const ssize_t count = recv(channel, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return answer;
    answer.append(bytes, static_cast<size_t>(count));
  }
}

// The number in a line "errno 2"; 0 when there is no such line.
int ErrnoIn(const std::string& answer) {
  for (const std::string& line : Split(answer, '\n')) {
    int number = 0;
    if (!line.starts_with(kErrno)) continue;
    std::from_chars(line.data() + kErrno.size(), line.data() + line.size(), number);
    return number;
  }
  return 0;
}

std::vector<int> DescriptorsOf(const SpawnOptions& options) {
  std::vector<int> descriptors = {options.streams[1], options.streams[2]};
  if (options.control_group >= 0) descriptors.push_back(options.control_group);
  descriptors.insert(descriptors.end(), options.inherited.begin(), options.inherited.end());
  return descriptors;
}

}  // namespace

WarmChildren WarmChildren::FromEnvironment() {
  WarmChildren warm;
  const char* variable = std::getenv(kWarmVariable);
  if (variable == nullptr) return warm;
  const std::string text = variable;
  unsetenv(kWarmVariable);
  if (text.starts_with(kCold)) {
    warm.why_cold_ = text.substr(kCold.size());
    return warm;
  }
  for (const std::string& entry : Split(text, ',')) {
    const std::vector<std::string> numbers = Split(entry, ':');
    if (numbers.size() != 2) continue;
    Child child;
    child.channel = Descriptor(WholeNumberOr(numbers[0], -1));
    child.pid = WholeNumberOr(numbers[1], 0);
    fcntl(child.channel.get(), F_SETFD, FD_CLOEXEC);
    warm.children_.push_back(std::move(child));
  }
  return warm;
}

Result<std::optional<pid_t>> WarmChildren::Start(const std::string& name,
                                                 const SpawnOptions& options) {
  if (children_.empty()) {
    if (!why_cold_.empty()) Tell(name, "cold start: " + why_cold_);
    return std::optional<pid_t>();
  }
  const Child child = std::move(children_.front());
  children_.pop_front();
  const nlohmann::json orders = {
      {"command", options.command}, {"environment", options.environment},
      {"folder", options.folder},   {"data_bytes", options.data_bytes},
      {"cpus", options.cpus},       {"control_group", options.control_group >= 0}};
  const Status sent = SendMessage(child.channel.get(), orders, DescriptorsOf(options));
  const std::optional<std::string> answer =
      sent.ok() ? ReadAnswer(child.channel.get()) : std::nullopt;
  if (answer.has_value() && ErrnoIn(*answer) != 0) return StartError(options, ErrnoIn(*answer));
  const std::string_view said = answer.has_value() ? Trim(*answer) : "";
  if (said == "warm") {
    Tell(name, "warm start");
    return std::optional<pid_t>(child.pid);
  }
  if (said.starts_with(kCold)) {
    Tell(name, "cold start: " + std::string(said.substr(kCold.size())));
    return std::optional<pid_t>(child.pid);
  }
  // Until it is reaped, its number cannot be another's, and only this thread reaps.
  kill(child.pid, SIGKILL);
  Tell(name, "cold start: the warm process is gone");
  return std::optional<pid_t>();
}

}  // namespace paisql::jobs
