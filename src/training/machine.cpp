#include "training/machine.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/process.h"
#include "base/text.h"
#include "training/resource_limits.h"
#include "training/steady_clock.h"

namespace paisql::training {

namespace {

constexpr int kCore = 100;
constexpr int64_t kKbInMb = 1024;
constexpr int64_t kBytesInMb = 1024 * 1024;
constexpr int64_t kToolMs = 10'000;

std::optional<int64_t> Number(std::string_view text) {
  text = Trim(text);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

int64_t UsableCpus() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 1;
  return std::max(1, CPU_COUNT(&mask));
}

int64_t MemoryMb() {
  const Result<std::string> text = ReadFile("/proc/meminfo");
  if (!text.ok()) return 0;
  for (const std::string& line : Split(*text, '\n')) {
    constexpr std::string_view kName = "MemTotal:";
    if (!line.starts_with(kName)) continue;
    const std::string_view rest = Trim(std::string_view(line).substr(kName.size()));
    return Number(rest.substr(0, rest.find(' '))).value_or(0) / kKbInMb;
  }
  return 0;
}

// The limits of the control group that this process runs in, such as a container's.
void NarrowToControlGroup(Quota* quota) {
  const std::string group = ResourceLimits::OwnFolder();
  if (group.empty()) return;
  const Result<std::string> memory = ReadFile(group + "/memory.max");
  if (memory.ok()) {
    if (const auto bytes = Number(*memory)) {
      quota->memory_mb = std::min(quota->memory_mb, *bytes / kBytesInMb);
    }
  }
  const Result<std::string> cpu = ReadFile(group + "/cpu.max");
  if (!cpu.ok()) return;
  const std::vector<std::string> parts = Split(Trim(*cpu), ' ');
  if (parts.size() != 2) return;
  const auto allowed = Number(parts[0]);
  const auto period = Number(parts[1]);
  if (allowed.has_value() && period.value_or(0) > 0) {
    quota->cpu = std::clamp<int64_t>(*allowed * kCore / *period, 1, quota->cpu);
  }
}

std::string FindTool() {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    const std::string tool = folder + "/nvidia-smi";
    if (folder.starts_with('/') && access(tool.c_str(), X_OK) == 0) return tool;
  }
  return "";
}

int64_t Milliseconds(const timeval& time) {
  constexpr int64_t kMsInSecond = 1000;
  constexpr int64_t kMicrosInMs = 1000;
  return time.tv_sec * kMsInSecond + time.tv_usec / kMicrosInMs;
}

// Collects a child that was told to end, or has; gives the CPU time that it took.
int64_t Collect(pid_t pid) {
  rusage usage = {};
  while (wait4(pid, nullptr, 0, &usage) < 0 && errno == EINTR) {
  }
  return Milliseconds(usage.ru_utime) + Milliseconds(usage.ru_stime);
}

// What the driver's tool says of each card: lines "index, value"; "" when it cannot be asked.
std::string AskTool(const std::string& query, int64_t* cpu_ms) {
  const std::string tool = FindTool();
  std::array<int, 2> ends{};
  if (tool.empty() || pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  const Descriptor said(ends[0]);
  Descriptor says(ends[1]);
  SpawnOptions options;
  options.command = {tool, "--query-gpu=index," + query, "--format=csv,noheader,nounits"};
  options.environment = EnvironmentWith({});
  options.output = "/dev/null";
  options.streams = {-1, says.get(), -1};
  options.dies_with_caller = true;
  const Result<pid_t> pid = Spawn(options);
  says.Close();
  if (!pid.ok()) return "";
  std::string text;
  const int64_t deadline = SteadyMs() + kToolMs;
  while (true) {
    pollfd wait = {said.get(), POLLIN, 0};
    const int64_t left = deadline - SteadyMs();
    const int ready = left <= 0 ? 0 : poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    std::array<char, 4096> buffer{};
    const ssize_t count = read(said.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
  // A driver that hangs keeps nobody waiting.
  kill(*pid, SIGKILL);
  *cpu_ms = Collect(*pid);
  return text;
}

// Calls `on_card(index, value)` for each line of the tool's answer that has both.
template <typename OnCard>
void EachCard(const std::string& answer, const OnCard& on_card) {
  for (const std::string& line : Split(answer, '\n')) {
    const std::vector<std::string> parts = Split(line, ',');
    if (parts.size() != 2) continue;
    if (const auto index = Number(parts[0])) {
      on_card(static_cast<int>(*index), Number(parts[1]).value_or(0));
    }
  }
}

// Whether CUDA_VISIBLE_DEVICES leaves a card to this user. Names of cards are not looked into.
bool IsVisible(int id) {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return true;
  bool numbers = true;
  for (const std::string& part : Split(visible, ',')) {
    const auto number = Number(part);
    if (number == id) return true;
    numbers = numbers && (number.has_value() || Trim(part).empty());
  }
  return !numbers;
}

}  // namespace

Quota MachineWithoutCards() {
  Quota quota;
  quota.cpu = UsableCpus() * kCore;
  quota.memory_mb = MemoryMb();
  NarrowToControlGroup(&quota);
  return quota;
}

std::vector<Card> FindCards() {
  std::vector<Card> cards;
  int64_t cpu_ms = 0;
  EachCard(AskTool("memory.total", &cpu_ms), [&cards](int index, int64_t memory_mb) {
    if (IsVisible(index)) cards.push_back({index, memory_mb});
  });
  return cards;
}

CardLoad LoadOfCards(const std::vector<int>& ids) {
  CardLoad load;
  if (ids.empty()) return load;
  EachCard(AskTool("utilization.gpu", &load.asking_cpu_ms), [&](int index, int64_t percent) {
    const bool own = std::find(ids.begin(), ids.end(), index) != ids.end();
    if (own) load.busy += static_cast<int>(percent);
  });
  return load;
}

}  // namespace paisql::training
